// While this server runs, it starts `pawl sync --background` soon after something was recorded, on a machine that is in a
// team or exports to a collector. What others see of this machine is then seconds old, not minutes.
import { statSync } from 'node:fs';
import { isExporting } from '../store/files/export-mark.ts';
import { isInTeam, lastAttempt, noteAttempt } from '../store/files/team-state.ts';
import { attempt } from '../system/attempt.ts';
import { startDetached } from '../system/detached.ts';
import type { Home } from '../system/home.ts';

const checkInterval = 10_000;
/** After this time it synchronises even if nothing was recorded here, to get what is new on other machines. */
const maxInterval = 5 * 60_000;

/** Returns the function that ends it. */
export function keepInSync(home: Home): () => void {
  const timer = setInterval(() => attempt(() => startIfDue(home, Date.now())), checkInterval);
  timer.unref();
  return () => clearInterval(timer);
}

function startIfDue(home: Home, now: number): void {
  if (!isInTeam(home) && !isExporting(home)) return;
  const last = lastAttempt(home);
  const idle = now - last;
  if (idle < maxInterval && (idle < checkInterval || lastRecord(home) <= last)) return;
  // Noted here too, so that the servers of other sessions do not start another one meanwhile.
  noteAttempt(home);
  startDetached(['sync', '--background'], home.dir, process.cwd());
}

/** Events are lines of the spool, or rows in the write-ahead log. */
function lastRecord(home: Home): number {
  const changed = (path: string) => attempt(() => statSync(path).mtimeMs) ?? 0;
  const hour = new Date().toISOString().slice(0, 13);
  return Math.max(changed(home.spool), changed(`${home.store}-wal`), changed(`${home.spool}/${hour}.jsonl`));
}
