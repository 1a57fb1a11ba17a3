// Checks whether the program of each hook exists and can be executed.

import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isObject } from '../../core/json.ts';
import { attempt } from '../../system/attempt.ts';
import { commandLine, findProgram, type HookPaths } from './command-line.ts';
import type { HookEntry } from './entries.ts';
import { type Finding, finding } from './finding.ts';

/** Builtins and keywords of the shell, which are not files. */
const builtins =
  /^(\.|:|\[|\[\[|\{|!|alias|case|cd|command|echo|eval|exec|exit|export|false|for|if|printf|pwd|read|return|set|source|test|time|trap|true|type|umask|unset|until|wait|while)$/;

export function checkScript(entry: HookEntry, paths: HookPaths): Finding[] {
  const { value, event, line, source } = entry;
  if (!isObject(value) || value.type !== 'command' || typeof value.command !== 'string') return [];
  const at = { file: source.file, line };
  const started = findProgram(commandLine(value, paths));
  if (!started) return [];
  const script = started.script && looksLikePath(started.script) ? started.script : undefined;
  return [
    ...problem(started.program, paths, true, !Array.isArray(value.args)),
    ...(script ? problem(script, paths, false, true) : []),
  ].map(({ code, what }) => finding(code, `${event}: ${what}`, at));
}

function looksLikePath(word: string): boolean {
  return word.includes('/') || /\.(py|sh|js|mjs|cjs|ts|rb|pl)$/.test(word);
}

type Problem = { code: 'script-missing' | 'script-not-executable'; what: string };

/** `isProgram` is false for a script that an interpreter reads; `inShell` is true if a shell starts the program. */
function problem(name: string, paths: HookPaths, isProgram: boolean, inShell: boolean): Problem[] {
  if (/[$`*?{]/.test(name)) return []; // Known only at run time.
  if (!name.includes('/')) {
    if (!isProgram) return missing(join(paths.project, name));
    if (inShell && builtins.test(name)) return [];
    return attempt(() => Bun.which(name))
      ? []
      : [{ code: 'script-missing', what: `the program "${name}" is not on the PATH` }];
  }
  if (name.startsWith('~'))
    return [{ code: 'script-missing', what: `"${name}": ~ is not expanded without a shell` }];
  const path = isAbsolute(name) ? name : join(paths.project, name);
  const absent = missing(path);
  return absent.length > 0 || !isProgram || executable(path)
    ? absent
    : [{ code: 'script-not-executable', what: `${path} is not executable` }];
}

function missing(path: string): Problem[] {
  return attempt(() => statSync(path)) ? [] : [{ code: 'script-missing', what: `${path} does not exist` }];
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
