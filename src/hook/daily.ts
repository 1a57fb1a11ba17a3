// Once a day, the start of a session starts `pawl gc --daily` in the background; nothing waits for it.

import { attempt } from '../system/attempt.ts';
import { writeWhole } from '../system/files.ts';
import { statSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { join } from '../system/path.ts';
import { ourselves } from '../system/process.ts';

const day = 86_400_000;

export function startDailyWork(home: Home, now: number, directory: string): void {
  const mark = join(home.run, 'gc');
  const last = attempt(() => statSync(mark).mtimeMs);
  if (last !== undefined && now - last < day) return;
  writeWhole(mark, '');
  // A home that was made just now holds nothing that is past its time.
  if (last === undefined) return;
  const stdio: ['ignore', 'ignore', 'ignore'] = ['ignore', 'ignore', 'ignore'];
  Bun.spawn([...ourselves(), 'gc', '--daily', directory], { stdio, detached: true, cwd: home.dir }).unref();
}
