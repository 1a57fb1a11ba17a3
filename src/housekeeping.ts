// Once a day the start of a session sends `pawl gc --daily` off by itself. Nobody waits for it.

import { statSync } from './fs.ts';
import { type Home, ourselves, tryTo, writeWhole } from './home.ts';
import { join } from './path.ts';

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
