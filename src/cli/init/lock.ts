// One installation at a time on this machine.
import { join } from 'node:path';
import { UserError } from '../../system/errors.ts';
import { makeFolder } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { acquireLock } from '../../system/lock.ts';

export async function withLock<T>(home: Home, work: () => Promise<T> | T): Promise<T> {
  const lock = join(home.run, 'install.lock');
  prepare(home);
  const busy = `Another installation holds ${lock}. Wait for it, or remove the folder if there is none.`;
  const release = acquireLock(lock, { wait: 15_000, busy });
  try {
    return await work();
  } finally {
    release();
  }
}

function prepare(home: Home): void {
  try {
    makeFolder(home.run);
  } catch (error) {
    throw new UserError(`${home.dir} can’t be written: ${(error as Error).message}. Nothing was changed.`, 1);
  }
}
