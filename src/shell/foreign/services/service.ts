// A call of a client library, and the command of a client program that does the same.
import { HOLE } from '../../base/words.ts';
import type { Call, Value } from '../value.ts';

export type CommandWords = readonly string[];

/** Facts about a call that come from the rest of the code. */
export interface CallContext {
  /** The database or server at which the call takes effect. */
  place: string | undefined;
  /** Whether the code has a name or a text that matches. */
  mentions: (pattern: RegExp) => boolean;
}

export interface Service {
  /** The full name of the call. */
  callee: RegExp;
  /** The command, from the call and the groups of `callee`; undefined if the call does no harm. */
  command: (call: Call, groups: readonly string[], context: CallContext) => CommandWords | undefined;
  /** Whether the call also counts in a whole program, where only written-out values are judged. */
  inPrograms?: true;
}

/** `delete_bucket` and `DeleteBucket` are `delete-bucket`. */
export const toKebabCase = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

export const knownText = (value: Value | undefined): string | undefined => {
  const text = value?.texts?.[0];
  return text === undefined || text.includes(HOLE) ? undefined : text;
};

export const argumentAt = (
  { args, named }: Call,
  at: number,
  ...names: readonly string[]
): Value | undefined =>
  args[at]?.texts ? args[at] : names.map((name) => named.get(name)).find((value) => value !== undefined);

/** The local file that is copied to another machine. */
export const copyCommand = (call: Call, ...to: CommandWords): CommandWords | undefined => {
  const file = knownText(
    argumentAt(call, 0, 'Filename', 'localpath', 'local', 'filename', 'localPath', 'path'),
  );
  return file === undefined ? undefined : [...to.slice(0, -1), file, to.at(-1) as string];
};
