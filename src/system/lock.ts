// A lock that processes share: a folder, which only one of them can make, with the number of its owner in it.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from './attempt.ts';
import { UserError } from './errors.ts';

export interface LockOptions {
  /** How long to wait for another owner, in milliseconds. */
  wait: number;
  /** What the person is told when that was not long enough. */
  busy: string;
}

/** Waits until the lock is ours; returns the function that gives it back. */
export function acquireLock(path: string, { wait, busy }: LockOptions): () => void {
  for (const start = Date.now(); !take(path); pause()) {
    if (isStale(path)) removeStale(path);
    else if (Date.now() - start > wait) throw new UserError(busy, 1);
  }
  return () => rmSync(path, { recursive: true, force: true });
}

/** Not all at the same moment: those that wait for one lock started together. */
const pause = () => Bun.sleepSync(10 + Math.random() * 20);

function take(path: string): boolean {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    return false;
  }
  writeFileSync(join(path, 'pid'), String(process.pid));
  return true;
}

/** Long enough for an owner to write its number after it made the folder. */
const unnamedAfter = 5_000;

/** Its owner is gone, or was gone before it wrote its number. */
function isStale(path: string): boolean {
  const pid = attempt(() => readFileSync(join(path, 'pid'), 'utf8'));
  if (!pid) return Date.now() - (attempt(() => statSync(path).mtimeMs) ?? Date.now()) > unnamedAfter;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH';
  }
}

/** Moved aside first: of several processes that find it stale, only one removes it. */
function removeStale(path: string): void {
  const aside = `${path}.${process.pid}`;
  attempt(() => {
    renameSync(path, aside);
    rmSync(aside, { recursive: true, force: true });
  });
}
