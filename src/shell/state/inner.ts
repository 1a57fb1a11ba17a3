// What the commands share that run another one.

import { word } from '../base/words.ts';
import type { Flow, ShellCommand, Word } from '../types.ts';
import { commandName } from './names.ts';
import { atMost, fork, type Reader, runCommand, type State, scalar } from './state.ts';

export type Runner = (command: ShellCommand, state: State, reader: Reader) => Flow | undefined;

export const within = (command: ShellCommand, state: State) =>
  fork(state, {
    via: [...command.via, command.name],
    remote: command.remote,
    cwd: command.cwd,
    stdin: command.stdin,
  });

const MAX_FILLED = 64;

export function replaceMark(w: Word, mark: string, items: readonly Word[], reader: Reader): Word[] {
  if (!w.text.includes(mark)) return [w];
  if (items.length === 0) return [w];
  return atMost(items, MAX_FILLED, reader).map((item) => ({
    ...item,
    text: w.text.replaceAll(mark, item.text),
    glob: item.glob && w.text === mark,
  }));
}

export function runInner(command: ShellCommand, words: readonly Word[], inner: State, reader: Reader): Flow {
  // `rm() { command rm "$@"; }`: a wrapper runs the program, not the function.
  const own = words[0]?.text ?? '';
  if (inner.functions.has(own) && !/^(time|noglob|nocorrect)$/.test(command.name))
    inner.functions = new Map([...inner.functions].filter(([name]) => name !== own));
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

/** Runs the input of a command in a shell. */
export function runInShell(command: ShellCommand, inner: State, reader: Reader): Flow {
  const { via, remote, cwd } = inner;
  return runCommand({ ...command, name: 'sh', words: [word('sh')], via, remote, cwd }, inner, reader);
}

/** What a wrapper sets is set for the command like what stands in front of it. */
export function withTaken(command: ShellCommand, all: readonly Word[], rest: readonly Word[]): ShellCommand {
  const taken = all.slice(0, all.length - rest.length).map((w) => {
    const at = w.text.indexOf('=');
    return { name: w.text.slice(0, at), value: { ...w, text: w.text.slice(at + 1) } };
  });
  return taken.length > 0 ? { ...command, assignments: [...command.assignments, ...taken] } : command;
}

/** Sets `NAME=value` words in front of a command; returns the command. */
export function takeAssignments(words: readonly Word[], state: State): readonly Word[] {
  let i = 0;
  for (; i < words.length; i++) {
    const m = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[i]?.text ?? '');
    if (!m) break;
    state.vars.set(m[1] as string, scalar({ ...(words[i] as Word), text: m[2] as string }));
  }
  return words.slice(i);
}
