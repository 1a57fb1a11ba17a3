// Judges the effects of a shell command. The gravest effect of a policy's kinds decides.

import type { Facts, Git } from '../../../core/facts.ts';
import { clip } from '../../../core/text.ts';
import { ask, deny } from '../../../index.ts';
import type { Effect, EffectKind, Origin, ShellCommand } from '../../../shell/types.ts';

/** Tools that run a shell command, including MCP tools with a `command` input. */
export const SHELLS = ['Bash', 'PowerShell', 'Monitor', 'mcp__*'] as const;

/** The option with which a person accepts some effects; every policy about effects has it. */
export const acceptOption = {
  accept: { default: [] as string[], about: 'Codes of effects that are accepted without a verdict.' },
} as const;

export function judgeEffects(facts: Facts, kinds: readonly EffectKind[], accept: readonly string[] = []) {
  const concerned = facts.shell.effects.filter(
    (e) => e.weight !== 'plain' && kinds.includes(e.kind) && !accept.includes(e.code),
  );
  // An irreversible effect is refused even in the project's own code.
  return verdictFor(concerned.filter((e) => e.weight === 'irreversible' || !isProjectCode(e.command, facts)));
}

const committedFiles = new WeakMap<Git, Map<string, boolean>>();

/**
 * True for a command of a script that is committed unchanged: people own it, so it is not the agent's idea.
 * Git is asked only if something would be refused, and once per file.
 */
export function isProjectCode({ script }: ShellCommand, { git }: Facts): boolean {
  if (script === undefined || !git.repository()) return false;
  const known = committedFiles.get(git) ?? new Map<string, boolean>();
  committedFiles.set(git, known);
  const found = known.get(script) ?? git.committed(script);
  known.set(script, found);
  return found;
}

/** True if the text is the output of this command, as in `$(op read x)`. */
export function isPrintedBy({ kind, what }: Origin, { words }: ShellCommand): boolean {
  const text = words
    .map((w) => w.text)
    .join(' ')
    .slice(0, 120);
  return /^(command|network|decoded)$/.test(kind) && text !== '' && what.endsWith(text);
}

export function verdictFor(effects: readonly Effect[]) {
  const worst = effects.find((e) => e.weight === 'irreversible') ?? effects[0];
  if (!worst) return undefined;
  const verdict = worst.weight === 'irreversible' ? deny : ask;
  return verdict(describeEffect(worst), { code: worst.code, ...(worst.safer && { instead: worst.safer }) });
}

/** The reason and, for a nested command, which one it is. */
function describeEffect({ reason, command }: Effect): string {
  const text = command.words.map((w) => w.text.replaceAll('\u0000', '…')).join(' ');
  const shown = clip(text, 80);
  return command.via.length > 0 && shown
    ? `${reason} (\`${shown}\`, through ${command.via.join(' → ')})`
    : reason;
}
