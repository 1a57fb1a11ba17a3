// Metadata of people's policies is looked at as any other foreign input: one odd field must not stop the others.

import { isEventName } from '../core/channels.ts';
import { isObject } from '../core/json.ts';
import { levels, type Scope } from '../core/policy.ts';

type Metadata = Record<string, unknown>;

const scopes: readonly Scope[] = ['session', 'agent', 'project', 'repository', 'machine'];
/** Packs of policies that are made from config. */
const reserved = ['rules', 'external', 'pawl'];

const isText = (value: unknown) => typeof value === 'string';
const optional = (fits: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || fits(value);
const isOption = (value: unknown) => isObject(value) && 'default' in value && value.default !== null;

/** Each field, what it must be, and how a person reads that. */
const fields: [key: string, fits: (value: unknown) => boolean, expected: string][] = [
  [
    'id',
    (id) => isText(id) && /^[a-z0-9-]+\/[a-z0-9-]+$/.test(id as string),
    'a name like "mine/no-friday-deploys"',
  ],
  ['id', (id) => !reserved.includes((id as string).split('/')[0]!), `outside ${reserved.join(', ')}`],
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

/** The first field that is not as it must be. */
export function wrongShape(value: Metadata): string | undefined {
  const wrong = fields.find(([key, fits]) => !fits(value[key]));
  if (!wrong) return undefined;
  const [key, , expected] = wrong;
  const found = key === 'check' ? 'nothing' : (JSON.stringify(value[key]) ?? 'nothing').slice(0, 80);
  return `"${key}" must be ${expected}, but is ${found}`;
}
