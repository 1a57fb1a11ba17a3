// Waits for a condition instead of a fixed time.
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Long enough for a machine under load; only a failing test waits that long. */
const DEFAULT_TIMEOUT = 60_000;

type Truthy<T> = Exclude<T, undefined | null | false | 0 | ''>;

/** Polls until the condition returns something, and returns that; otherwise fails with the name of the condition. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  withinMs: number = DEFAULT_TIMEOUT,
): Promise<Truthy<T>> {
  const end = performance.now() + withinMs;
  for (let pause = 10; ; pause = Math.min(pause * 1.5, 100)) {
    const seen = await look();
    if (seen) return seen as Truthy<T>;
    if (performance.now() > end) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
    await Bun.sleep(pause);
  }
}

/** Waits until a file that is written now is later than all files before it: the clock of file systems ticks slowly. */
export async function clockTick(folder: string): Promise<void> {
  const probe = join(folder, '.clock');
  const now = () => {
    rmSync(probe, { force: true });
    writeFileSync(probe, '');
    return statSync(probe).ctimeMs;
  };
  const before = now();
  await until('the clock of the file system ticks', () => now() > before);
  rmSync(probe);
}
