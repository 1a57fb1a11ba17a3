// Judges what a line of a script does. The content decides: even a committed script may delete a home directory. Effects
// that depend on values computed by the script (`rm -rf "$work"`, `eval "$command"`) are not judged, unless the script is
// new work that nobody has committed.
import type { Facts } from '../../../core/facts.ts';
import { isCommitted, isNewFile } from '../../../core/new-work.ts';
import { HOLE } from '../../../shell/base/words.ts';
import type { Effect, EffectKind, ShellCommand } from '../../../shell/types.ts';

/** The effect as it counts in a script; undefined if it does not count there. Other effects are returned unchanged. */
export function inScript(effect: Effect, facts: Facts): Effect | undefined {
  if (effect.command.script === undefined || isNewWork(effect.command, facts)) return effect;
  if (isUsualInScripts(effect)) return undefined;
  return effect.weight === 'irreversible' && !isGrave(effect, facts.home)
    ? { ...effect, weight: 'risky' }
    : effect;
}

/** Kinds of effects that many scripts have, and that stay on this machine. */
const USUAL: readonly EffectKind[] = ['escalate', 'system', 'permissions', 'kill'];

/** Effects that are not judged in a script: usual ones, and those of code or paths that the script computes. */
function isUsualInScripts(effect: Effect): boolean {
  if (effect.kind === 'unknown-code') return !effect.ofSource && !isDecoded(effect.command);
  return (effect.weight === 'risky' && USUAL.includes(effect.kind)) || isComputed(effect);
}

/** Code that was decoded, so that a reader of the script does not see it either. */
const isDecoded = ({ code, words }: ShellCommand) =>
  [...(code?.origins ?? []), ...(words[0]?.origins ?? [])].some(({ kind }) => kind === 'decoded');

/** The effect depends on a value that is not known before the script runs. */
function isComputed({ targets, command }: Effect): boolean {
  if (targets.length > 0) return targets.every(({ text }) => text === '' || text.includes(HOLE));
  return command.words.slice(1).some(({ text }) => text.includes(HOLE));
}

const TOP = /^\/[^/]*(?:\/\*)?$/;

/** Clearly dangerous whatever the script is for: a disk, the root, a home directory, a shell for others. */
function isGrave({ kind, code, targets }: Effect, home: string): boolean {
  if (kind === 'disk' || code === 'reverse-shell' || code === 'fork-bomb') return true;
  const lost = ({ path }: { path: string | undefined }) =>
    path !== undefined && (TOP.test(path) || path === home || path === `${home}/*`);
  return kind === 'delete' && targets.some(lost);
}

/**
 * True for a command of a script that is committed unchanged and older than the session, so that people have seen it.
 * Nobody has seen a script that the session itself wrote and committed.
 */
export const isProjectCode = ({ script }: ShellCommand, { git, look }: Facts): boolean =>
  script !== undefined && git.repository() && isCommitted(script, git) && !look.madeBySession(script);

/** True for a command of a script that is new or changed, so that it may be the agent's own. */
export const isNewWork = ({ script }: ShellCommand, facts: Facts): boolean =>
  script !== undefined && isNewFile(script, facts);
