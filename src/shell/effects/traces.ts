// Finds commands that wipe or switch off the shell history.
import { effect } from '../base/effect.ts';
import type { FileAccess } from '../programs/behaviour.ts';
import type { Effect, ShellCommand } from '../types.ts';

const HISTORY = /(^|\/)\.?(bash|zsh|sh|fish|python|node_repl|mysql|psql|rediscli|sqlite)_?history$/;

export function traceEffects(command: ShellCommand, files: readonly FileAccess[]): Effect[] {
  const wipes = files.some(({ kind, target }) => kind !== 'read' && HISTORY.test(target.text));
  if (!wipes && !switchesOff(command)) return [];
  return [
    effect(command, {
      kind: 'traces',
      weight: 'irreversible',
      code: 'history-wipe',
      reason: 'Deletes the history of commands, or switches it off.',
    }),
  ];
}

/** `HISTFILE=`, `unset HISTFILE`, `set +o history`, `> ~/.bash_history`. */
function switchesOff({ name, words, assignments, redirects }: ShellCommand): boolean {
  const texts = words.map((w) => w.text);
  if (assignments.some((a) => isOff(`${a.name}=${a.value?.text ?? ''}`))) return true;
  if (/^(export|declare|typeset|readonly|local)$/.test(name)) return texts.some(isOff);
  if (name === 'unset')
    return texts.some((text) => /^(HISTFILE|HISTSIZE|HISTFILESIZE|PROMPT_COMMAND)$/.test(text));
  if (name === 'set') return texts[1] === '+o' && texts[2] === 'history';
  return words.length === 0 && redirects.some((r) => r.operator.includes('>') && HISTORY.test(r.target.text));
}

const isOff = (text: string) =>
  /^HISTFILE=(\/dev\/null)?$|^HIST(FILE)?SIZE=0$|^HISTCONTROL=.*ignore(space|both)|^HISTIGNORE=\*$/.test(
    text,
  );
