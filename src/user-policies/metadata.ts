// Checks the metadata of users' policy files, which may be anything: one wrong file must not affect the others.

import { isEventName } from '../core/channels.ts';
import { isObject } from '../core/json.ts';
import { readAll, readEventNames, readToolMatcher } from '../core/matcher.ts';
import { levels, type Scope } from '../core/policy.ts';

type Metadata = Record<string, unknown>;

const scopes: readonly Scope[] = ['session', 'agent', 'project', 'repository', 'machine'];
/** Packs whose policies Pawl makes itself, from the config. */
const reserved = ['rules', 'external', 'pawl'];

const isText = (value: unknown) => typeof value === 'string';
const optional = (fits: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || fits(value);
const isOption = (value: unknown) => isObject(value) && 'default' in value && value.default !== null;

/** Each field with its test and, for the error message, what is expected. */
const fields: [key: string, fits: (value: unknown) => boolean, expected: string][] = [
  [
    'id',
    (id) => isText(id) && /^[a-z0-9-]+\/[a-z0-9-]+$/.test(id as string),
    'a name like "mine/no-friday-deploys"',
  ],
  [
    'id',
    (id) => !reserved.includes((id as string).split('/')[0]!),
    `in a pack other than ${reserved.join(', ')}`,
  ],
  [
    'on',
    (on) => [on].flat().length > 0 && [on].flat().every(isEventName),
    'the name of an event, or a list of them',
  ],
  ['check', (check) => check === true, 'a function'],
  ['summary', optional(isText), 'a sentence'],
  ['why', optional(isText), 'a sentence'],
  ['level', optional((level) => levels.includes(level as never)), `one of ${levels.join(', ')}`],
  ['onError', optional((word) => ['pass', 'ask', 'deny'].includes(word as string)), 'one of pass, ask, deny'],
  ['tools', optional((tools) => Array.isArray(tools) && tools.every(isText)), 'a list of tool names'],
  [
    'options',
    optional((options) => isObject(options) && Object.values(options).every(isOption)),
    'an object of { default, about }',
  ],
  [
    'state',
    optional((state) => isObject(state) && scopes.includes(state.scope as Scope)),
    `{ scope, initial } with a scope of ${scopes.join(', ')}`,
  ],
  ['examples', optional(Array.isArray), 'a list'],
];

/** Names of tools and events as the client spells them; names that match nothing become a `problem`. */
export function normalizeMetadata(value: Metadata): Metadata {
  const result = { ...value };
  for (const [key, read] of [['tools', readToolMatcher] as const, ['on', readEventNames] as const]) {
    const texts = value[key] === undefined ? [] : [value[key]].flat();
    if (texts.length === 0 || !texts.every(isText)) continue;
    const names = readAll(texts as string[], read);
    if (!Array.isArray(names)) return { problem: `"${key}": ${names.problem}` };
    result[key] = names;
  }
  return result;
}

/** A sentence about the first field that is wrong; undefined if all are right. */
export function metadataProblem(value: Metadata): string | undefined {
  const problem = fields.find(([key, fits]) => !fits(value[key]));
  if (!problem) return undefined;
  const [key, , expected] = problem;
  const found = key === 'check' ? 'nothing' : (JSON.stringify(value[key]) ?? 'nothing').slice(0, 80);
  return `"${key}" must be ${expected}, but is ${found}`;
}
