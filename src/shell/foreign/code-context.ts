// The state while the calls of a piece of code are turned into commands, and the rules for which of them count.
import { resolve } from '../base/paths.ts';
import { HOLE, word } from '../base/words.ts';
import { fork, type Reader, type State } from '../state/state.ts';
import type { Word } from '../types.ts';
import type { CallKind } from './calls.ts';
import type { TokenLanguage } from './lexical-rules.ts';
import { type Call, firstText, textsOf, type Value } from './value.ts';

/**
 * The place of the code. `typed`: in the command itself. `written`: in a file that the same command writes, so it was not
 * there before. `program`: in a file on disk.
 */
export type CodeKind = 'typed' | 'written' | 'program';

/** A piece of code, and the state in which it runs. */
export interface CodeContext {
  language: TokenLanguage;
  /** A whole program, not a snippet in a command: it may read its settings and delete files that it computed. */
  isProgram: boolean;
  /** Whether files that it reads count. Those of a program on disk do not: it may read its settings. */
  readsAreJudged: boolean;
  /** Whether calls count that ordinary programs make as well: deleting in a cloud, SQL, printing a variable. */
  everydayCallsAreJudged: boolean;
  /** Short enough to be a snippet that somebody wrote for one purpose. */
  isShort: boolean;
  /** The databases and servers to which the code connects. */
  places: ReadonlySet<string>;
  /** Whether the code has a name or a text that matches. */
  mentions: (pattern: RegExp) => boolean;
  /** Whether the code lists the processes of the machine. */
  listsProcesses: boolean;
  /** Set if something was left out that would have counted in a snippet. */
  leftOut: boolean;
  state: State;
  reader: Reader;
  /** Reads code in a string that is evaluated. */
  evaluate: (code: string) => void;
}

/** Whether calls count that ordinary programs make as well. If they don't, `heldBack` is set, and the code is read again as a snippet. */
export function isEverydayCallJudged(context: CodeContext): boolean {
  if (!context.everydayCallsAreJudged && context.isShort) context.leftOut = true;
  return context.everydayCallsAreJudged;
}

export type Action = (call: Call, context: CodeContext, kind: CallKind) => void;

/** Whether a text counts. In a whole program, computed paths and commands do not: they can't be judged without running it. */
export const isJudged = (text: string, { isProgram }: CodeContext) => !(isProgram && text.startsWith(HOLE));

/** The words for a value: one for each text that it may be. */
export const wordsFor = (value: Value): Word[] =>
  textsOf(value).map((text) => word(text, { origins: value.origins, ...(value.glob && { glob: true }) }));

/** `subprocess.run(x, cwd='/etc')`: the state with the working directory that the call sets. */
export function stateForCall({ named }: Call, { state }: CodeContext): State {
  const folder = named.get('cwd') ?? named.get('chdir');
  return folder?.texts ? fork(state, { cwd: resolve(firstText(folder), state.cwd) }) : fork(state);
}

/** Whether it counts that a file is read. A program may read its settings and all files of its project. */
export function isReadJudged(path: string, context: CodeContext): boolean {
  if (!context.readsAreJudged && context.isShort && /^(?:[/~]|\.\.\/)/.test(path)) context.leftOut = true;
  return context.readsAreJudged;
}
