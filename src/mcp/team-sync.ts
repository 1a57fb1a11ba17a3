// While this server lives, it synchronises with the team store, and exports to a collector, in a process of its own, soon after something was recorded:
// the fleet board of the others is then seconds old and not minutes.
import { statSync } from 'node:fs';
import { isExporting } from '../store/files/export-mark.ts';
import { isInTeam, lastAttempt } from '../store/files/team-state.ts';
import { attempt } from '../system/attempt.ts';
import { startDetached } from '../system/detached.ts';
import type { Home } from '../system/home.ts';

const look = 10_000;
/** Also without news here, to bring those of others. */
const longest = 5 * 60_000;

/** Returns the function that ends it. */
export function keepTeamInSync(home: Home): () => void {
  const timer = setInterval(() => attempt(() => startIfDue(home, Date.now())), look);
  timer.unref();
  return () => clearInterval(timer);
}

function startIfDue(home: Home, now: number): void {
  if (!isInTeam(home) && !isExporting(home)) return;
  const last = lastAttempt(home);
  const idle = now - last;
  if (idle >= longest || (idle >= look && lastRecord(home) > last))
    startDetached(['sync', '--background'], home.dir, process.cwd());
}

/** Events are lines of the spool, or rows in the write-ahead log. */
function lastRecord(home: Home): number {
  const changed = (path: string) => attempt(() => statSync(path).mtimeMs) ?? 0;
  const hour = new Date().toISOString().slice(0, 13);
  return Math.max(changed(home.spool), changed(`${home.store}-wal`), changed(`${home.spool}/${hour}.jsonl`));
}
