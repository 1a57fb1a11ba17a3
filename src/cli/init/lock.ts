// Allows only one installation at a time.
import { join } from 'node:path';
import { UserError } from '../../system/errors.ts';
import { makeFolder } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { acquireLock } from '../../system/lock.ts';

export async function withLock<T>(home: Home, work: () => Promise<T> | T): Promise<T> {
  const lock = join(home.decisions, 'install.lock');
  makeRunFolder(home);
  const busy = `Another installation holds ${lock}. Wait until it ends, or remove that folder if none is running.`;
  const release = acquireLock(lock, { wait: 15_000, busy });
  try {
    return await work();
  } finally {
    release();
  }
}

function makeRunFolder(home: Home): void {
  try {
    makeFolder(home.decisions);
  } catch (error) {
    throw new UserError(`Nothing was changed: ${home.dir} is not writable (${(error as Error).message}).`, 1);
  }
}
