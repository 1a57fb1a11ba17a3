// The form of the tables in this folder: which calls of a client library do the same as a command of a client program.
// Also the helpers by which the tables build commands. services.ts looks calls up in all tables.
import { HOLE } from '../../base/words.ts';
import type { Call, Value } from '../value.ts';

/** A command and its arguments. */
export type CommandWords = readonly string[];

/** Facts about a call that come from the rest of the code. */
export interface CallContext {
  /** The database or server at which the call takes effect. */
  place: string | undefined;
  /** Whether the code has a name or a text that matches. */
  mentions: (pattern: RegExp) => boolean;
}

export interface Service {
  /** Matches the full name of the call. */
  callee: RegExp;
  /** The command, from the call and the groups of `callee`; undefined if the call does no harm. */
  command: (call: Call, groups: readonly string[], context: CallContext) => CommandWords | undefined;
  /** The call is judged in a whole program too, if its values are written out there. */
  inPrograms?: true;
}

/** `delete_bucket` and `DeleteBucket` are `delete-bucket`. */
export const toKebabCase = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

/** The text of a value; undefined if a part of it is not known. */
export const knownText = (value: Value | undefined): string | undefined => {
  const text = value?.texts?.[0];
  return text === undefined || text.includes(HOLE) ? undefined : text;
};

/** An argument by its position, or by one of its names. */
export const argumentAt = (
  { args, named }: Call,
  at: number,
  ...names: readonly string[]
): Value | undefined =>
  args[at]?.texts ? args[at] : names.map((name) => named.get(name)).find((value) => value !== undefined);

/** The command that copies a file to another machine: the file comes before the last word. */
export const copyCommand = (call: Call, ...words: CommandWords): CommandWords | undefined => {
  const file = knownText(
    argumentAt(call, 0, 'Filename', 'localpath', 'local', 'filename', 'localPath', 'path'),
  );
  return file === undefined ? undefined : [...words.slice(0, -1), file, words.at(-1) as string];
};
