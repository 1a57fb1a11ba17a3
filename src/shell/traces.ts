import { effect } from './effect.ts';
import type { Effect, ShellCommand } from './types.ts';

const HISTORY = /(^|\/)\.?(bash|zsh|sh|fish|python|node_repl|mysql|psql|rediscli|sqlite)_?history$/;

/** Switching off or wiping the record of what was run. */
export function traceEffects(command: ShellCommand): Effect[] {
  return hides(command)
    ? [
        effect(command, {
          kind: 'traces',
          weight: 'irreversible',
          code: 'history-wipe',
          reason: 'Wipes or switches off the record of what was run.',
        }),
      ]
    : [];
}

function hides(command: ShellCommand): boolean {
  const words = command.words.map((w) => w.text);
  if (command.assignments.some((a) => isOff(`${a.name}=${a.value?.text ?? ''}`))) return true;
  if (/^(export|declare|typeset|readonly|local)$/.test(command.name)) return words.some(isOff);
  if (command.name === 'unset')
    return words.some((w) => /^(HISTFILE|HISTSIZE|HISTFILESIZE|PROMPT_COMMAND)$/.test(w));
  if (command.name === 'set') return words[1] === '+o' && words[2] === 'history';
  if (/^(rm|shred|truncate|unlink|srm|ln|cp|mv|tee|dd|cat)$/.test(command.name))
    return words.slice(1).some((w) => HISTORY.test(w.replace(/^of=/, ''))) && command.name !== 'cat';
  return (
    command.words.length === 0 &&
    command.redirects.some((r) => r.operator.includes('>') && HISTORY.test(r.target.text))
  );
}

const isOff = (text: string) =>
  /^HISTFILE=(\/dev\/null)?$|^HIST(FILE)?SIZE=0$|^HISTCONTROL=ignorespace:erase/.test(text);
