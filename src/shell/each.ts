// What the commands share that run another one for each of many words.
import { fork, type Reader, type State } from './state.ts';
import type { Flow, ShellCommand, Word } from './types.ts';

export type Runner = (command: ShellCommand, state: State, reader: Reader) => Flow | undefined;

export const within = (command: ShellCommand, state: State) =>
  fork(state, {
    via: [...command.via, command.name],
    remote: command.remote,
    cwd: command.cwd,
    stdin: command.stdin,
  });

export function replaceMark(w: Word, mark: string, items: readonly Word[]): Word[] {
  if (!w.text.includes(mark)) return [w];
  if (items.length === 0) return [w];
  return items.slice(0, 8).map((item) => ({
    ...item,
    text: w.text.replaceAll(mark, item.text),
    glob: item.glob && w.text === mark,
  }));
}
