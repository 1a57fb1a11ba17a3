// A behaviour is code for what a spec can't express as data; specs refer to behaviours by name.
import type { Reader, State } from '../state/state.ts';
import type { Effect, Flow, ShellCommand, ShellWorld, Target, Word } from '../types.ts';
import type { Args } from './args.ts';

/** A path that a command reads, writes or deletes. */
export interface FileAccess {
  kind: 'read' | 'write' | 'delete';
  target: Target;
}

export interface Behaviour {
  /** Effects that the rules of the spec can't express. */
  effects?(command: ShellCommand, args: Args, world: ShellWorld): Effect[];
  /** The files that the command touches, in place of those that its options and operands name. */
  files?(command: ShellCommand, args: Args, world: ShellWorld): FileAccess[];
  /** Files that the command touches besides those that its options and operands name. */
  moreFiles?(command: ShellCommand, args: Args, world: ShellWorld): FileAccess[];
  /** The files that the command sends to another machine. */
  sends?(command: ShellCommand, args: Args): Word[];
  /** Shell source that the command runs, besides the values of options of kind `runs`. */
  sources?(command: ShellCommand, args: Args): string[];
  /** The output of the command; undefined when it can't be known. */
  prints?(command: ShellCommand, state: State, reader: Reader): Flow | undefined;
  /** Records the content of files that the command writes, because the same source may run them afterwards. */
  tracksFiles?(command: ShellCommand, args: Args, files: readonly FileAccess[], state: State): void;
  /** Runs the commands inside this command; undefined when there are none this time. */
  runs?(command: ShellCommand, state: State, reader: Reader): Flow | undefined;
}
