// One installation at a time on this machine.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../system/errors.ts';
import { makeFolder } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';

const patience = 15_000;

export async function withLock<T>(home: Home, work: () => Promise<T> | T): Promise<T> {
  const lock = join(home.run, 'install.lock');
  prepare(home);
  for (const start = Date.now(); !take(lock); await Bun.sleep(25)) {
    if (isStale(lock)) rmSync(lock, { recursive: true, force: true });
    else if (Date.now() - start > patience)
      throw new UserError(
        `Another installation holds ${lock}. Wait for it, or remove the folder if there is none.`,
        1,
      );
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function prepare(home: Home): void {
  try {
    makeFolder(home.run);
  } catch (error) {
    throw new UserError(`${home.dir} can’t be written: ${(error as Error).message}. Nothing was changed.`, 1);
  }
}

function take(lock: string): boolean {
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Its owner is gone, or it never got as far as writing its number. */
function isStale(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0);
    return false;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ESRCH') return true;
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    return code === 'ENOENT' && age > 2_000;
  }
}
