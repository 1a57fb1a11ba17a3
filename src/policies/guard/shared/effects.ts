// How policies judge what a shell command would do: the gravest effect of their kinds decides.

import type { Facts, Git } from '../../../core/facts.ts';
import { clip } from '../../../core/text.ts';
import { ask, deny } from '../../../index.ts';
import type { Effect, EffectKind, Origin, ShellCommand } from '../../../shell/types.ts';

/** Tools that run a shell command; those of MCP servers too, if they have a `command`. */
export const SHELLS = ['Bash', 'PowerShell', 'Monitor', 'mcp__*'] as const;

/** Every policy that judges effects lets a person accept some of them. */
export const acceptOption = {
  accept: { default: [] as string[], about: 'Codes of effects that may pass without a word.' },
} as const;

export function judgeEffects(facts: Facts, kinds: readonly EffectKind[], accept: readonly string[] = []) {
  const concerned = facts.shell.effects.filter(
    (e) => e.weight !== 'plain' && kinds.includes(e.kind) && !accept.includes(e.code),
  );
  // What cannot be undone is refused wherever it stands.
  return judge(concerned.filter((e) => e.weight === 'irreversible' || !isProjectCode(e.command, facts)));
}

const asked = new WeakMap<Git, Map<string, boolean>>();

/**
 * A line of a script that is committed as it lies there: people own it, and what it does is not the agent's idea.
 * Git is asked only when something would be refused, and once per file.
 */
export function isProjectCode({ script }: ShellCommand, { git }: Facts): boolean {
  if (script === undefined || !git.repository()) return false;
  const known = asked.get(git) ?? new Map<string, boolean>();
  asked.set(git, known);
  const found = known.get(script) ?? git.committed(script);
  known.set(script, found);
  return found;
}

/** `$(op read x)`: whether a text is what that command printed. */
export function isPrintedBy({ kind, what }: Origin, { words }: ShellCommand): boolean {
  const text = words
    .map((w) => w.text)
    .join(' ')
    .slice(0, 120);
  return /^(command|network|decoded)$/.test(kind) && text !== '' && what.endsWith(text);
}

export function judge(effects: readonly Effect[]) {
  const worst = effects.find((e) => e.weight === 'irreversible') ?? effects[0];
  if (!worst) return undefined;
  const say = worst.weight === 'irreversible' ? deny : ask;
  return say(sentence(worst), { code: worst.code, ...(worst.safer && { instead: worst.safer }) });
}

/** What, and in which command when it is hidden inside others. */
function sentence({ reason, command }: Effect): string {
  const text = command.words.map((w) => w.text.replaceAll('\u0000', '…')).join(' ');
  const shown = clip(text, 80);
  return command.via.length > 0 && shown
    ? `${reason} (\`${shown}\`, through ${command.via.join(' → ')})`
    : reason;
}
