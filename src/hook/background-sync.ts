// On a machine that is in a team or exports to a collector, starts `pawl sync --background` when a session starts or a
// turn ends. It is a detached process that ends within 60 seconds, and nothing waits for it.
import { isExporting } from '../store/files/export-mark.ts';
import { isInTeam, lastAttempt, noteAttempt } from '../store/files/team-state.ts';
import { startDetached } from '../system/detached.ts';
import type { Home } from '../system/home.ts';

/** The least time between two attempts in milliseconds, whichever process made the last one. */
const minInterval = 5 * 60_000;

export function startBackgroundSync(home: Home, now: number, directory: string): void {
  if (!(isInTeam(home) || isExporting(home)) || Math.abs(now - lastAttempt(home)) < minInterval) return;
  // The attempt is noted before the process starts, so that the next event does not start a second one.
  noteAttempt(home);
  startDetached(['sync', '--background'], home.dir, directory);
}
