// Reads what an MCP tool does from its name, and from the field of its input that selects an operation.

import { readInput } from '../../../core/flat-input.ts';
import { pattern } from '../../../shell/base/pattern.ts';
import {
  ALSO_OBJECTS,
  CHANGES,
  DEPLOYS,
  DESTROYS,
  EMPTIES,
  LOOKS,
  PAYS,
  SENDS,
  TAKES_AWAY,
} from './tool-vocabulary.ts';

type Input = Readonly<Record<string, unknown>>;

export interface ToolAction {
  /** The server in lower case, and the service that the tool's name begins with: `gateway_jira`, `google_drive`. */
  server: string;
  /** The words of the tool and of its operation: `manage_repo_delete`. */
  name: string;
  /** The first word that is a verb; undefined if none is known. */
  verb: string | undefined;
  /** The other words, each in the singular, and the kinds of things that the input names. */
  objects: readonly string[];
  /** The object on which the tool works: `link` of `remove_issue_link`. */
  head: string;
  /** Whether its verb only reads: `get`, `list`. */
  onlyReads: boolean;
}

/** Fields with which a tool is told what to do. */
const OPERATION = pattern(
  `
  ^(command|sub_?command|operation|operation_?name|operation_?id|action|action_?type|method|
  http_?method|mode|verb|api|api_?name|run_action|task|request_?type|tool_?(name|slug)?|
  function_?name|endpoint)$
`,
  'i',
);

/** Fields that name the kind of thing on which the tool works. */
const KIND = /^(resource|resource_?type|kind|entity|entity_?type|object_?type|item_?type|asset_?type)$/i;

/** All that a call would do: what the tool's name says, and one action for each operation and GraphQL mutation. */
export function actionsOf(tool_name: string, input: Input): ToolAction[] {
  const [, server = '', ...rest] = tool_name.split('__');
  const name = snakeCase(rest.join('_'));
  const { fields } = readInput(input);
  const texts = fields.flatMap(([field, value]) =>
    typeof value === 'string' ? [[field, value] as const] : [],
  );
  const kinds = texts.flatMap(([field, value]) => (KIND.test(field) && isName(value) ? [value] : []));
  const named = verbOf(wordsOf(name)) ?? '';
  const selects = (field: string) => OPERATION.test(field) || (field === 'op' && Object.hasOwn(input, 'op'));
  const operations = ONLY_EXPLAINS.test(named)
    ? []
    : texts.flatMap(([field, value]) => (selects(field) && isName(value) ? [value] : []));
  // `remove_volumes: true` is an operation, too.
  const flags = LOOKS.has(named)
    ? []
    : fields.flatMap(([field, value]) => (value === true && namesRemoval(snakeCase(field)) ? [field] : []));
  const service = serviceOf(snakeCase(server), name);
  const own = snakeCase(server).split('_');
  const read = (tool: string, operation: string) =>
    readAction(service, withoutWords(tool, own), operation, kinds);
  const chosen = [...operations, ...flags].map((operation) => read(name, snakeCase(operation)));
  const mutations = texts
    .flatMap(([, value]) => mutationsIn(value))
    .map((mutation) => read('', snakeCase(mutation)));
  return [...clauses(name).map((clause) => read(clause, '')), ...chosen, ...mutations];
}

/** Verbs of tools that explain an operation and do not run it. */
const ONLY_EXPLAINS = /^(describe|explain|help|suggest|validate|lint|parse|preview|plan|simulate)$/;

/** Servers that pass on the tools of others, so that their own name says nothing about a tool. */
const GATEWAYS = /^mcp_docker$|gateway|proxy|zapier|composio|pipedream|smithery|metamcp|^rube$/;

function serviceOf(server: string, tool: string): string {
  const words = tool.split('_');
  const verb = words.findIndex(isVerb);
  return [GATEWAYS.test(server) ? '' : server, ...words.slice(0, Math.max(verb, 0))]
    .filter(Boolean)
    .join('_');
}

/** `slack_post_message` of the server `slack` is `post_message`. */
const withoutWords = (tool: string, words: readonly string[]) =>
  tool
    .split('_')
    .filter((word) => !words.includes(word) || isVerb(word))
    .join('_');

const namesRemoval = (field: string) =>
  field.split('_').some((word) => DESTROYS.has(word) || TAKES_AWAY.has(word) || EMPTIES.has(word));

/** An operation is one word, or several that are joined: `delete_bucket`, `repos/delete`, `deleteRepo`. */
const isName = (value: string) => /^[\w./:-]{2,60}$/.test(value) && /[a-z]/i.test(value);

/** `find_one_and_delete` does two things. */
const clauses = (name: string) => name.split(/_(?:and|then)_/);

function readAction(server: string, tool: string, operation: string, kinds: readonly string[]): ToolAction {
  const chosen = wordsOf(operation);
  const named = wordsOf(tool);
  const verb = verbOf(chosen) ?? verbOf(named);
  const all = [...named, ...chosen];
  const objects = [...all, ...kinds.flatMap((kind) => wordsOf(snakeCase(kind)))].filter(
    (word) => word !== verb,
  );
  return {
    server,
    name: [tool, operation].filter(Boolean).join('_'),
    verb,
    objects: objects.map(singular),
    head:
      headOf(chosen, verb) ??
      headOf(named, verb) ??
      named.map(singular).findLast((word) => !isVerb(word) || ALSO_OBJECTS.has(word)) ??
      '',
    onlyReads: verb !== undefined && LOOKS.has(verb),
  };
}

const PREPOSITION = /^(from|to|by|in|of|for|with|on|at|via|using)$/;

/** The last word after the verb, up to a preposition; in `pods_delete` the last one before the verb. */
function headOf(all: readonly string[], verb: string | undefined): string | undefined {
  const at = verb === undefined ? -1 : all.indexOf(verb);
  if (at < 0) return undefined;
  const after = all.slice(at + 1);
  const end = after.findIndex((word) => PREPOSITION.test(word));
  const phrase = end < 0 ? after : after.slice(0, end);
  const head = phrase.at(-1) ?? all[at - 1];
  return head && singular(head);
}

const wordsOf = (name: string) => name.split('_').filter(Boolean);

const VERBS = [LOOKS, CHANGES, DESTROYS, TAKES_AWAY, EMPTIES, SENDS, PAYS, DEPLOYS];
const isVerb = (word: string) => VERBS.some((all) => all.has(word));

function verbOf(all: readonly string[]): string | undefined {
  // `sends_a_message` has its verb in the third person.
  const first = all.find(isVerb) ?? all.map(singular).find((word) => isVerb(word) && !ALSO_OBJECTS.has(word));
  const last = all.at(-1);
  // `archive_list` lists.
  if (first && last && first !== last && ALSO_OBJECTS.has(first) && isVerb(last) && !ALSO_OBJECTS.has(last))
    return last;
  return first;
}

/** The fields that a GraphQL mutation calls. */
function mutationsIn(text: string): string[] {
  if (!/^\s*mutation\b/.test(text)) return [];
  const body = text.slice(text.indexOf('{'));
  return [...body.matchAll(/\b([a-z]\w*)\s*\(/gi)].map((m) => m[1] as string);
}

const singular = (word: string) =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ss|us|is|^[sm]ms)$|(x|ch|sh|ss)es$|s$/, (all, keeps = '', es = '') => (keeps ? all : es));

/** `deleteProject`, `delete-project` and `Delete.Project` are `delete_project`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .toLowerCase();
