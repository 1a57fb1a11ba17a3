// Determines the kind of a value or an operand: from the spec if it says so, otherwise from its name.
import type { ValueKind } from '../../../src/shell/programs/grammar/types.ts';
import { type FigArgument, listed } from './specs.ts';

/** Names whose last word is one of these, or ends with one (`outfile`), are paths; a profile is not a file. */
const PATH = /(?:file(?:name|path)?|path(?:name|spec)?|dir|directory|directorie|folder|cwd)s?$/;
const NOT_A_PATH = /(?:profile|jsonpath|xpath|keypath)s?$/;
const HOST = /^(?:host(?:name)?|server)s?$/;
const URL = /^(?:url|uri|endpoint)s?$/;
const COMMAND = /^(?:command|cmd)$/;

export function operandKind(argument: FigArgument): ValueKind {
  return markedKind(argument) ?? namedKind(argument.name ?? '') ?? 'text';
}

/** An option's own name counts too (`--output-file`), and what it calls a command is one (`--exec <command>`). */
export function valueKind(argument: FigArgument, names: readonly string[]): ValueKind {
  const marked = markedKind(argument);
  if (marked) return marked;
  if (COMMAND.test((argument.name ?? '').toLowerCase())) return 'command';
  const long = names.filter((name) => name.length > 2);
  return [argument.name ?? '', ...long].map(namedKind).find((kind) => kind !== undefined) ?? 'text';
}

function markedKind(argument: FigArgument): ValueKind | undefined {
  if (argument.isCommand) return 'command';
  if (argument.isScript) return 'script';
  if (argument.isModule) return 'module';
  return suggestsPaths(argument) ? 'path' : undefined;
}

/** By a template, or by the generator of the package's helpers, which lists a folder. */
function suggestsPaths(argument: FigArgument): boolean {
  const sources = [argument, ...listed(argument.generators)];
  return sources.some(
    (source) =>
      listed(source?.template).some((template) => template === 'filepaths' || template === 'folders') ||
      ('custom' in source && String(source.custom).includes('-1ApL')),
  );
}

/** Cached, because the same few thousand names occur a quarter of a million times. */
const known = new Map<string, ValueKind | undefined>();

function namedKind(name: string): ValueKind | undefined {
  if (!known.has(name)) known.set(name, kindByName(name));
  return known.get(name);
}

function kindByName(name: string): ValueKind | undefined {
  if (/^path to /i.test(name)) return 'path';
  const word = lastWord(name);
  if (PATH.test(word) && !NOT_A_PATH.test(word)) return 'path';
  if (HOST.test(word)) return 'host';
  return URL.test(word) ? 'url' : undefined;
}

/** `configFile`, `CONFIG_FILE` and `<config file>` all end in `file`. */
function lastWord(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').match(/[A-Za-z]+/g);
  return words?.at(-1)?.toLowerCase() ?? '';
}
