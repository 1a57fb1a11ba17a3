// Once a day, when a session starts, runs `pawl gc --daily` in the background. Nothing waits for it.

import { attempt } from '../system/attempt.ts';
import { startDetached } from '../system/detached.ts';
import { writeFileAtomic } from '../system/files.ts';
import { statSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { join } from '../system/path.ts';

const day = 86_400_000;

export function startDailyWork(home: Home, now: number, directory: string): void {
  const stampFile = join(home.run, 'gc');
  const last = attempt(() => statSync(stampFile).mtimeMs);
  if (last !== undefined && now - last < day) return;
  writeFileAtomic(stampFile, '');
  // A new home has nothing to clean up yet.
  if (last === undefined) return;
  startDetached(['gc', '--daily', directory], home.dir, directory);
}
