// Brings rules and external scripts into one form: names of tools and events as the client spells them, the command of
// a script as a list. Problems keep the key as it was written, so that `pawl config` can show its line.
import { isObject } from '../core/json.ts';
import { type ReadNames, readAll, readEventNames, readToolMatcher } from '../core/matcher.ts';
import type { Problem } from './validate.ts';

type Entry = Record<string, unknown>;

export function normalizeUserPolicies(value: unknown): { value: unknown; problems: Problem[] } {
  if (!isObject(value)) return { value, problems: [] };
  const problems: Problem[] = [];
  const normalizeEntries = (key: 'rules' | 'external', normalize: (entry: Entry) => Entry) => {
    const list = value[key];
    if (!Array.isArray(list)) return {};
    const entries = list.map((entry: unknown, at) =>
      isObject(entry) ? normalize(normalizeNames(entry, [key, at], problems)) : entry,
    );
    return { [key]: entries };
  };
  return {
    value: {
      ...value,
      ...normalizeEntries('rules', normalizeRule),
      ...normalizeEntries('external', normalizeScript),
    },
    problems,
  };
}

/** `matcher` is what the client calls `tool`, and `event` what people call `on`. */
const names: [key: string, written: readonly string[], read: (text: string) => ReadNames][] = [
  ['tool', ['tool', 'matcher'], readToolMatcher],
  ['on', ['on', 'event'], readEventNames],
];

function normalizeNames(entry: Entry, path: Problem['path'], problems: Problem[]): Entry {
  const result = { ...entry };
  for (const [key, spellings, read] of names) {
    const written = spellings.find((spelling) => entry[spelling] !== undefined);
    const texts = written === undefined ? [] : [entry[written]].flat();
    // Validation reports a value of another type.
    if (written === undefined || !texts.every((text) => typeof text === 'string')) continue;
    const found = readAll(texts as string[], read);
    delete result[written];
    // Validation finds nothing wrong with an empty list, so that each problem is reported once.
    result[key] = Array.isArray(found) ? found : [];
    if (!Array.isArray(found))
      problems.push({ path: [...path, written], message: found.problem, severity: 'error' });
  }
  return result;
}

/** `Bash(git push:*)`, as in permission rules, is the pattern `git push`. */
function normalizeRule(rule: Entry): Entry {
  const plain = (text: unknown) =>
    typeof text === 'string' ? text.replace(/^Bash\((.*)\)$/, '$1').replace(/:\*$/, '') : text;
  if (rule.command === undefined) return rule;
  return { ...rule, command: Array.isArray(rule.command) ? rule.command.map(plain) : plain(rule.command) };
}

function normalizeScript(script: Entry): Entry {
  return typeof script.command === 'string' ? { ...script, command: wordsOf(script.command) } : script;
}

/** Plain words and quoted ones are run as they are; anything that only a shell understands is given to one. */
function wordsOf(command: string): string[] {
  const word = /"([^"\\$`]*)"|'([^']*)'|([^\s"'\\$`;&|()<>*?[\]{}!#]+|\$\{?CLAUDE_PROJECT_DIR\b\}?)/y;
  const words: string[] = [];
  const text = command.trim();
  let at = 0;
  while (at < text.length) {
    const space = /\s*/y;
    space.lastIndex = at;
    const gap = space.exec(text)![0].length;
    word.lastIndex = at + gap;
    const match = word.exec(text);
    if (!match) return ['/bin/sh', '-c', command];
    const part = match[1] ?? match[2] ?? match[3]!;
    if (gap > 0 || words.length === 0) words.push(part);
    else words.push(`${words.pop()}${part}`);
    at = word.lastIndex;
  }
  return words;
}
