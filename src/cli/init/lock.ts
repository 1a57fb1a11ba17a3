// Allows only one installation at a time.
import { join } from 'node:path';
import { UserError } from '../../system/errors.ts';
import { makeFolder } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { acquireLock } from '../../system/lock.ts';

/** Files that belong to a user of a managed installation have their lock in another `folder`. */
export async function withLock<T>(
  home: Home,
  work: () => Promise<T> | T,
  folder: string = home.decisions,
): Promise<T> {
  const lock = join(folder, 'install.lock');
  makeRunFolder(home, folder);
  const busy = `Another installation has held ${lock} for a minute. Try again when it has ended, or remove that folder if none is running.`;
  const release = acquireLock(lock, { wait: 60_000, busy });
  try {
    return await work();
  } finally {
    release();
  }
}

function makeRunFolder(home: Home, folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new UserError(`Nothing was changed: ${home.dir} is not writable (${(error as Error).message}).`, 1);
  }
}
