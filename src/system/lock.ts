// A lock between processes: a folder, which only one process can create, with the pid of its owner in it.
import { mkdirSync, readFileSync, renameSync, rmdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from './attempt.ts';
import { UserError } from './errors.ts';

export interface LockOptions {
  /** How long to wait while one other process holds the lock, in milliseconds. The next one has as long. */
  wait: number;
  /** The error message if that was not long enough. */
  busy: string;
}

/** Waits for the lock and returns the function that releases it. */
export function acquireLock(path: string, { wait, busy }: LockOptions): () => void {
  let [owner, since] = [ownerOf(path), Date.now()];
  for (; !tryAcquire(path); sleepBriefly()) {
    const next = ownerOf(path);
    if (next !== undefined && next !== owner) [owner, since] = [next, Date.now()];
    if (isStale(path)) removeStale(path);
    else if (Date.now() - since > wait) throw new UserError(busy, 1);
  }
  return () => remove(path);
}

/** The pid of the process that holds the lock; undefined while nobody does, or before it has written it. */
const ownerOf = (path: string) => attempt(() => readFileSync(join(path, 'pid'), 'utf8')) || undefined;

/** Not a recursive removal, which fails under Wine. A lock that stays is stale once its process has ended. */
function remove(path: string): void {
  attempt(() => unlinkSync(join(path, 'pid')));
  attempt(() => rmdirSync(path));
}

/** A random time, so that processes that started together do not try again together. */
const sleepBriefly = () => Bun.sleepSync(10 + Math.random() * 20);

function tryAcquire(path: string): boolean {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    return false;
  }
  writeFileSync(join(path, 'pid'), String(process.pid));
  return true;
}

/** Milliseconds in which an owner must have written its pid after it created the folder. */
const pidDeadline = 5_000;

/** Whether the owner has ended, or ended before it wrote its pid. */
function isStale(path: string): boolean {
  const pid = ownerOf(path);
  if (!pid) return Date.now() - (attempt(() => statSync(path).mtimeMs) ?? Date.now()) > pidDeadline;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH';
  }
}

/** Renames the lock before it is deleted, so that of several processes that find it stale only one deletes it. */
function removeStale(path: string): void {
  const renamed = `${path}.${process.pid}`;
  attempt(() => {
    renameSync(path, renamed);
    remove(renamed);
  });
}
