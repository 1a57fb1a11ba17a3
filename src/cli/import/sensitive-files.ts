// Imports the patterns of secret files that an older hook system kept in `.claude/sensitive-files.json`: they become
// patterns of guard/secrets in the user's config. Its list of allowed files is not imported, because the file belongs
// to the project, and a project must not loosen the guard.
import { join } from 'node:path';
import { readOrEmpty, withValue, writeConfig } from '../../config/edit.ts';
import { readLayer } from '../../config/read.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import type { ProjectPlace } from '../../facts/project.ts';
import { allPolicies } from '../../policies/registry.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import { readText } from '../../system/files.ts';
import { clientHome, type Home } from '../../system/home.ts';
import type { Imported } from './continuity.ts';

interface Job {
  home: Home;
  place: ProjectPlace;
  env: Env;
  dry: boolean;
}

const optionPath = ['policies', 'guard/secrets', 'patterns'];

export function sensitiveFiles({ home, place, env, dry }: Job): Imported[] {
  const files = [join(place.root, '.claude'), clientHome(env)].map((folder) =>
    join(folder, 'sensitive-files.json'),
  );
  return [...new Set(files)].flatMap((from) => {
    const text = readText(from);
    return text === undefined ? [] : [importFile(home, from, text, dry)];
  });
}

function importFile(home: Home, from: string, text: string, dry: boolean): Imported {
  const imported: Imported = { what: 'secrets', from, found: 0, added: 0, left_out: [] };
  const read = attempt(() => JSON.parse(text) as unknown);
  if (!isObject(read)) return { ...imported, left_out: ['can’t be read'] };
  const patterns = [...new Set(patternsIn(read))];
  const converted = patterns.map((pattern) => ({ pattern, globs: globsOf(pattern) }));
  const lost = converted.filter(({ globs }) => globs === undefined);
  imported.found = patterns.length;
  imported.left_out = [
    ...lost.map(({ pattern }) => `${pattern} can’t be written as a glob; ${byHand('patterns')}`),
    ...strings(read.allowlist).map((name) => `${name} stays a secret; to allow it, ${byHand('allow')}`),
  ];
  const before = readOrEmpty(home.config);
  const layer = readLayer('user', home.config, before, allPolicies());
  if (layer.state === 'broken')
    return { ...imported, left_out: [`Fix ${home.config} first: it is broken`, ...imported.left_out] };
  const known = strings(layer.value.policies?.['guard/secrets']?.patterns);
  const fresh = converted.filter(({ globs }) => globs?.some((glob) => !known.includes(glob)));
  const all = [...new Set([...known, ...fresh.flatMap(({ globs }) => globs ?? [])])];
  if (!dry && fresh.length > 0) writeConfig(home.config, withValue(before, optionPath, all));
  return { ...imported, added: fresh.length };
}

/** The texts in all lists of the file, whatever their keys are called, except in lists of what is allowed. */
export function patternsIn(value: unknown): string[] {
  if (Array.isArray(value))
    return value.flatMap((entry) => {
      const pattern: unknown = isObject(entry) ? (entry as JsonObject).pattern : entry;
      return typeof pattern === 'string' && pattern !== '' ? [pattern] : [];
    });
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    /allow|white|except|ignore/i.test(key) ? [] : patternsIn(inner),
  );
}

const byHand = (option: string) =>
  `add it to "${option}" of guard/secrets in your config (\`pawl config path\` shows the file)`;

const strings = (value: unknown) =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string' && text !== '') : [];

/** Globs for a pattern, which may be a glob or a regular expression. Undefined if it can't be written as globs. */
export function globsOf(pattern: string): string[] | undefined {
  // A look-around can't be written as a glob.
  if (/\(\?[^:]/.test(pattern)) return undefined;
  if (!/[\\^$()|+]|\.\*/.test(pattern)) return [pattern.replace(/^(?=\/.*\/$)/, '**').replace(/\/$/, '/**')];
  const [, before = '', options, after = ''] = /^(.*?)\((?:\?:)?([^()]*)\)(?![*+?])(.*)$/.exec(pattern) ?? [];
  const variants = (options ?? pattern)
    .split('|')
    .map((option) => (options === undefined ? option : before + option + after));
  if (variants.length > 1 || options !== undefined) {
    const globs = variants.map(globsOf);
    return globs.every((glob) => glob !== undefined) ? globs.flat() : undefined;
  }
  const glob = pattern
    .replace(/^\^|\$$/g, '')
    .replace(/\/\.[*+]$/, '/**')
    .replace(/\[\^\/\][*+]|\\w[*+]|\.[*+]/g, '*')
    .replace(/\\([./_-])/g, '$1')
    .replace(/(\w)\?/g, '{$1,}');
  if (/[\\^$()|+]/.test(glob)) return undefined;
  const start = pattern.startsWith('^') || glob.startsWith('*') ? '' : glob.startsWith('/') ? '**' : '*';
  const end = pattern.endsWith('$') || glob.endsWith('*') ? '' : glob.endsWith('/') ? '**' : '*';
  // A star does not reach across folders, so a path gets them in front.
  const whole = `${start}${glob}${end}`;
  return [whole.includes('/') && start === '*' ? `**/${whole}` : whole];
}
