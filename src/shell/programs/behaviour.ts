// What a spec can't say as data is a behaviour: code beside the specs, which a spec names.
import type { Reader, State } from '../state/state.ts';
import type { Effect, Flow, ShellCommand, ShellWorld, Target, Word } from '../types.ts';
import type { Args } from './args.ts';

/** A path that a command reads, writes or deletes. */
export interface FileAccess {
  how: 'read' | 'write' | 'delete';
  target: Target;
}

export interface Behaviour {
  /** What a command does that the rules of its spec can't say. */
  effects?(command: ShellCommand, args: Args, world: ShellWorld): Effect[];
  /** The files it touches, instead of those that its options and operands name. */
  files?(command: ShellCommand, args: Args, world: ShellWorld): FileAccess[];
  /** The files it takes to another machine. */
  sends?(command: ShellCommand, args: Args): Word[];
  /** Shell source that it runs, besides the values of its options. */
  sources?(command: ShellCommand, args: Args): string[];
  /** What it prints; undefined when that can't be told. */
  prints?(command: ShellCommand, state: State, reader: Reader): Flow | undefined;
  /** Keeps in mind what it leaves in files, because the same source may run them afterwards. */
  leaves?(command: ShellCommand, args: Args, files: readonly FileAccess[], state: State): void;
  /** Runs other commands; undefined when it does not this time. */
  runs?(command: ShellCommand, state: State, reader: Reader): Flow | undefined;
}
