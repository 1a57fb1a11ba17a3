import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireLock } from './lock.ts';

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  lock = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const acquire = (wait = 50) => acquireLock(lock, { wait, busy: 'another process holds it' });

/** The id of a process that has ended. */
const endedPid = () => Bun.spawnSync(['true']).pid;

function lockHeldBy(pid?: number): void {
  mkdirSync(lock);
  if (pid !== undefined) writeFileSync(join(lock, 'pid'), String(pid));
}

test('a free lock is acquired at once, and releasing it removes it', () => {
  const release = acquire();
  expect(existsSync(lock)).toBe(true);
  release();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock is not taken over while its owner is running', () => {
  lockHeldBy(process.pid);
  expect(() => acquire()).toThrow('another process holds it');
  expect(existsSync(lock)).toBe(true);
});

test('a lock held by another user’s process is not stale', () => {
  lockHeldBy(1);
  expect(() => acquire()).toThrow('another process holds it');
});

test('a lock whose owner has ended is taken over', () => {
  lockHeldBy(endedPid());
  acquire()();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock without an owner’s pid is taken over only when it is old', () => {
  lockHeldBy();
  expect(() => acquire()).toThrow('another process holds it');
  const before = new Date(Date.now() - 6_000);
  utimesSync(lock, before, before);
  acquire()();
  expect(readdirSync(folder)).toEqual([]);
});

test('a file system error is thrown', () => {
  expect(() => acquireLock(join(folder, 'missing', 'lock'), { wait: 50, busy: '' })).toThrow('ENOENT');
});

test('only one of many processes holds the lock at a time', async () => {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { acquireLock } from ${JSON.stringify(join(import.meta.dir, 'lock.ts'))};
    const release = acquireLock(${JSON.stringify(lock)}, { wait: 20_000, busy: 'too long' });
    appendFileSync(${JSON.stringify(join(folder, 'log'))}, 'in ');
    Bun.sleepSync(20);
    appendFileSync(${JSON.stringify(join(folder, 'log'))}, 'out ');
    release();
  `;
  lockHeldBy(endedPid());
  const all = Array.from({ length: 6 }, () => Bun.spawn([process.execPath, '-e', script]).exited);
  expect(await Promise.all(all)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await Bun.file(join(folder, 'log')).text()).toBe('in out '.repeat(6));
});
