// On a machine that is in a team or exports to a collector: starts `pawl sync` in the background when a session starts or a turn ends. Nothing
// waits for it.
import { isExporting } from '../store/files/export-mark.ts';
import { isInTeam, lastAttempt, noteAttempt } from '../store/files/team-state.ts';
import { startDetached } from '../system/detached.ts';
import type { Home } from '../system/home.ts';

/** Milliseconds between two starts, whoever made the last one. */
const pause = 5 * 60_000;

export function startTeamSync(home: Home, now: number, directory: string): void {
  if (!(isInTeam(home) || isExporting(home)) || Math.abs(now - lastAttempt(home)) < pause) return;
  // Noted here too, so that the next event does not start another one meanwhile.
  noteAttempt(home);
  startDetached(['sync', '--background'], home.dir, directory);
}
