// Once a day the start of a session sends `pawl gc --daily` off by itself. Nobody waits for it.

import { tryTo } from '../system/attempt.ts';
import { writeWhole } from '../system/files.ts';
import { statSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { join } from '../system/path.ts';
import { ourselves } from '../system/process.ts';

const day = 86_400_000;

export function keepHouse(home: Home, now: number, directory: string): void {
  const mark = join(home.run, 'gc');
  const last = tryTo(() => statSync(mark).mtimeMs);
  if (last !== undefined && now - last < day) return;
  writeWhole(mark, '');
  // A home that was made just now holds nothing that is past its time.
  if (last === undefined) return;
  const stdio: ['ignore', 'ignore', 'ignore'] = ['ignore', 'ignore', 'ignore'];
  Bun.spawn([...ourselves(), 'gc', '--daily', directory], { stdio, detached: true, cwd: home.dir }).unref();
}
