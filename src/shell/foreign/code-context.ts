// The context in which the calls of a piece of code are judged. perform.ts passes it to every action, and the actions ask
// here whether a call, a path or a command is to be judged: a program on disk may do more than a snippet in a command.
import { resolve } from '../base/paths.ts';
import { HOLE, word } from '../base/words.ts';
import { fork, type Reader, type State } from '../state/state.ts';
import type { Word } from '../types.ts';
import type { CallKind } from './calls.ts';
import type { TokenLanguage } from './lexical-rules.ts';
import { type Call, firstText, textsOf, type Value } from './value.ts';

/**
 * Where the code is. `typed`: in the command itself. `written`: in a file that the same command writes, so it was not
 * there before. `program`: in a file on disk.
 */
export type CodeKind = 'typed' | 'written' | 'program';

/** A piece of code: the rules by which it is judged, facts about it, and the state of the shell in which it runs. */
export interface CodeContext {
  language: TokenLanguage;
  /** The code is a whole program, not a snippet in a command, so paths and commands that it computes are not judged. */
  isProgram: boolean;
  /** Whether reading a file is judged. A program on disk may read its settings. */
  readsAreJudged: boolean;
  /** Whether calls are judged that ordinary programs make as well: deleting in a cloud, SQL, printing a variable. */
  everydayCallsAreJudged: boolean;
  /** The code is short enough to be a snippet that somebody wrote for one purpose. */
  isShort: boolean;
  /** The databases and servers to which the code connects. */
  places: ReadonlySet<string>;
  /** Whether the code has a name or a text that matches. */
  mentions: (pattern: RegExp) => boolean;
  /** Whether the code lists the processes of the machine. */
  listsProcesses: boolean;
  /** Set if a call was left out that would be judged in a snippet. */
  leftOut: boolean;
  state: State;
  reader: Reader;
  /** Reads a text that the code evaluates as code. */
  evaluate: (code: string) => void;
}

/** Does what a call of a kind does. Many kinds are named after the command that does the same: `rm -r`, `tee`. */
export type Action = (call: Call, context: CodeContext, kind: CallKind) => void;

/** Whether calls are judged that ordinary programs make as well. If not, notes that one was left out (`leftOut`). */
export function isEverydayCallJudged(context: CodeContext): boolean {
  if (!context.everydayCallsAreJudged && context.isShort) context.leftOut = true;
  return context.everydayCallsAreJudged;
}

/**
 * Whether a path or a command is judged. If a program computes it, nothing is known about it without running the
 * program.
 */
export const isJudged = (text: string, { isProgram }: CodeContext): boolean =>
  !(isProgram && text.startsWith(HOLE));

/** Whether reading a file is judged. If not, and the file is outside of the project, notes that it was left out. */
export function isReadJudged(path: string, context: CodeContext): boolean {
  if (!context.readsAreJudged && context.isShort && /^(?:[/~]|\.\.\/)/.test(path)) context.leftOut = true;
  return context.readsAreJudged;
}

/** The words for a value: one for each text that it may be. */
export const wordsFor = (value: Value): Word[] =>
  textsOf(value).map((text) => word(text, { origins: value.origins, ...(value.glob && { glob: true }) }));

/** `subprocess.run(x, cwd='/etc')`: the state with the working directory that the call sets. */
export function stateForCall({ named }: Call, { state }: CodeContext): State {
  const folder = named.get('cwd') ?? named.get('chdir');
  return folder?.texts ? fork(state, { cwd: resolve(firstText(folder), state.cwd) }) : fork(state);
}
