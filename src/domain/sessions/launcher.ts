// The path with which an agent calls Pawl. The launcher may not be on PATH, so messages name it in full.
import type { Facts } from '../../core/facts.ts';
import { shellWord } from '../../core/text.ts';

export function launcherOf({ home, pawlHome }: Pick<Facts, 'home' | 'pawlHome'>): string {
  const quoted = shellWord(`${pawlHome}/bin/pawl`);
  // `~` is not expanded in quotes.
  if (quoted.startsWith("'")) return quoted;
  const short = pawlHome.startsWith(`${home}/`) ? `~${pawlHome.slice(home.length)}` : pawlHome;
  return `${short}/bin/pawl`;
}

/** Names the launcher's path in every command of a text, for a machine where `pawl` is not on PATH. */
export function withLauncher(text: string, launcher: string): string {
  return text.replaceAll(/`pawl(?= [a-z-])/g, () => `\`${launcher}`);
}

/**
 * A project's shared settings must work on every machine: the command looks up Pawl's home there, and exits with 0 if
 * Pawl is not installed.
 */
export const portableLauncher = [
  '/bin/sh',
  '-c',
  'p=$PAWL_HOME; [ "$p" ] || p=$HOME/.pawl; [ -x "$p/bin/pawl" ] || exit 0; exec "$p/bin/pawl" "$@"',
  'pawl',
];
