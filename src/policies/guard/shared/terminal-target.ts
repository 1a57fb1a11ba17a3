// Reads from a command which terminal it types into.
import type { TerminalTarget } from '../../../core/look.ts';
import { HOLE } from '../../../shell/base/words.ts';
import { TMUX_TYPES } from '../../../shell/programs/tmux.ts';
import type { ShellCommand } from '../../../shell/types.ts';

/**
 * The terminal that a command types into; undefined if it can't be known before the command runs. `new`: one that the
 * command itself opens.
 */
export function terminalTarget(command: ShellCommand): TerminalTarget | 'new' | undefined {
  const { name, words, assignments, remote } = command;
  const isChanged = assignments.some((assignment) => /^TMUX/.test(assignment.name));
  if (remote || isChanged || words.some((w) => w.text.includes(HOLE))) return undefined;
  if (name === 'tmux' || name === 'byobu') return tmuxTarget(words.slice(1).map((w) => w.text));
  const programs = Object.hasOwn(CONTROLLED, name) ? CONTROLLED[name] : undefined;
  return programs && { by: 'program', names: programs };
}

/** Programs whose terminals are controlled from outside, by the name of the controlling program. */
const CONTROLLED: Readonly<Record<string, readonly string[]>> = {
  screen: ['screen'],
  zellij: ['zellij'],
  kitty: ['kitty'],
  kitten: ['kitty'],
  wezterm: ['wezterm', 'wezterm-gui', 'wezterm-mux-server'],
};

function tmuxTarget(words: readonly string[]): TerminalTarget | 'new' | undefined {
  const parts = commandsIn(words);
  const typing = parts.filter((part) => part.some((word) => TMUX_TYPES.test(word)));
  const [first] = typing;
  if (typing.length !== 1 || !first) return undefined;
  const target = targetOf(first.slice(first.findIndex((word) => TMUX_TYPES.test(word)) + 1));
  if (target === undefined && parts.indexOf(first) > 0)
    return parts.slice(0, parts.indexOf(first)).some(startsTerminal) ? 'new' : undefined;
  const server = parts[0]!.slice(0, serverOptions(parts[0]!));
  return server.some((word) => /^-(C|f|c)/.test(word)) ? undefined : { by: 'tmux', server, target };
}

/** `tmux new -d \; send-keys x`: several commands of tmux in one call. */
function commandsIn(words: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (word === ';') parts.push([]);
    else parts.at(-1)!.push(word);
  }
  return parts;
}

const startsTerminal = (part: readonly string[]) =>
  part.some((word) => /^(new-session|new|new-window|neww|split-window|splitw)$/.test(word));

/** How many words before the command choose the server: `-S path`, `-Lname`. */
function serverOptions(part: readonly string[]): number {
  const at = part.findIndex((word, i) => !word.startsWith('-') && !/^-[LSfc]$/.test(part[i - 1] ?? ''));
  return Math.max(at, 0);
}

/** The terminal in `-t dev` and `-tdev`. */
function targetOf(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^-\w*t/.test(word));
  if (at < 0) return undefined;
  const attached = words[at]!.replace(/^-\w*?t/, '');
  return attached || words[at + 1];
}
