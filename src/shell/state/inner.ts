// Helpers for commands that run another command: sudo, xargs, find -exec, ssh …
import { word } from '../base/words.ts';
import type { Flow, ShellCommand, Word } from '../types.ts';
import { commandName } from './names.ts';
import { atMost, fork, type Reader, runCommand, type State, scalar } from './state.ts';

/** Runs the command inside a command; undefined when there is none this time. */
export type Runner = (command: ShellCommand, state: State, reader: Reader) => Flow | undefined;

/** The state in which the command inside a wrapper runs. */
export const stateInside = (command: ShellCommand, state: State) =>
  fork(state, {
    via: [...command.via, command.name],
    remote: command.remote,
    cwd: command.cwd,
    stdin: command.stdin,
  });

const MAX_FILLED = 64;

/** Fills the items into a word with a placeholder, as `find -exec rm {}` does: one word per item. */
export function fillPlaceholder(
  w: Word,
  placeholder: string,
  items: readonly Word[],
  reader: Reader,
): Word[] {
  if (!w.text.includes(placeholder)) return [w];
  if (items.length === 0) return [w];
  return atMost(items, MAX_FILLED, reader).map((item) => ({
    ...item,
    text: w.text.replaceAll(placeholder, item.text),
    glob: item.glob && w.text === placeholder,
  }));
}

/** Runs the command inside a wrapper. */
export function runInner(command: ShellCommand, words: readonly Word[], inner: State, reader: Reader): Flow {
  // `rm() { command rm "$@"; }`: a wrapper runs the program, not the function of the same name.
  const program = words[0]?.text ?? '';
  if (inner.functions.has(program) && !/^(time|noglob|nocorrect)$/.test(command.name))
    inner.functions = new Map([...inner.functions].filter(([name]) => name !== program));
  const next: ShellCommand = {
    ...command,
    name: commandName(words[0]),
    words,
    via: inner.via,
    remote: inner.remote,
    cwd: inner.cwd,
    stdin: inner.stdin,
  };
  return runCommand(next, inner, reader);
}

/** Runs what comes on the input of a command in a shell. */
export function runInShell(command: ShellCommand, inner: State, reader: Reader): Flow {
  const { via, remote, cwd } = inner;
  return runCommand({ ...command, name: 'sh', words: [word('sh')], via, remote, cwd }, inner, reader);
}

/** `env A=1 cmd`: adds the assignments that precede `rest` in `all` to those of the command. */
export function withAssignments(
  command: ShellCommand,
  all: readonly Word[],
  rest: readonly Word[],
): ShellCommand {
  const taken = all.slice(0, all.length - rest.length).map((w) => {
    const at = w.text.indexOf('=');
    return { name: w.text.slice(0, at), value: { ...w, text: w.text.slice(at + 1) } };
  });
  return taken.length > 0 ? { ...command, assignments: [...command.assignments, ...taken] } : command;
}

/** Sets the variables of leading `NAME=value` words; returns the words after them. */
export function takeAssignments(words: readonly Word[], state: State): readonly Word[] {
  let i = 0;
  for (; i < words.length; i++) {
    const m = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[i]?.text ?? '');
    if (!m) break;
    state.vars.set(m[1] as string, scalar({ ...(words[i] as Word), text: m[2] as string }));
  }
  return words.slice(i);
}
