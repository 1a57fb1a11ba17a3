// Is what a hook starts there, and can it be started?

import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isObject } from '../../core/json.ts';
import { attempt } from '../../system/attempt.ts';
import { type Around, commandLine, startedBy } from './command-line.ts';
import type { Entry } from './entries.ts';
import { type Finding, finding } from './finding.ts';

/** Words of the shell itself. */
const builtins =
  /^(\.|:|\[|\[\[|\{|!|alias|case|cd|command|echo|eval|exec|exit|export|false|for|if|printf|pwd|read|return|set|source|test|time|trap|true|type|umask|unset|until|wait|while)$/;

export function checkScript(entry: Entry, around: Around): Finding[] {
  const { value, event, line, source } = entry;
  if (!isObject(value) || value.type !== 'command' || typeof value.command !== 'string') return [];
  const at = { file: source.file, line };
  const started = startedBy(commandLine(value, around));
  if (!started) return [];
  const script = started.script && looksLikePath(started.script) ? started.script : undefined;
  return [
    ...problem(started.program, around, true, !Array.isArray(value.args)),
    ...(script ? problem(script, around, false, true) : []),
  ].map(({ code, what }) => finding(code, `${event}: ${what}`, at));
}

function looksLikePath(word: string): boolean {
  return word.includes('/') || /\.(py|sh|js|mjs|cjs|ts|rb|pl)$/.test(word);
}

type Problem = { code: 'script-missing' | 'script-not-executable'; what: string };

function problem(name: string, around: Around, started: boolean, shell: boolean): Problem[] {
  if (/[$`*?{]/.test(name)) return []; // Decided at run time.
  if (!name.includes('/')) {
    if (!started) return missing(join(around.project, name));
    if (shell && builtins.test(name)) return [];
    return attempt(() => Bun.which(name))
      ? []
      : [{ code: 'script-missing', what: `there is no program "${name}" on the PATH` }];
  }
  if (name.startsWith('~'))
    return [{ code: 'script-missing', what: `"${name}": without a shell nobody fills in ~` }];
  const path = isAbsolute(name) ? name : join(around.project, name);
  const gone = missing(path);
  return gone.length > 0 || !started || executable(path)
    ? gone
    : [{ code: 'script-not-executable', what: `${path} is not executable` }];
}

function missing(path: string): Problem[] {
  return attempt(() => statSync(path)) ? [] : [{ code: 'script-missing', what: `${path} is not there` }];
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
