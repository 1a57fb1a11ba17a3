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

const acquire = (wait = 50) => acquireLock(lock, { wait, busy: 'somebody holds it' });

/** The number of a process that was there and is gone. */
const gone = () => Bun.spawnSync(['true']).pid;

function held(pid?: number): void {
  mkdirSync(lock);
  if (pid !== undefined) writeFileSync(join(lock, 'pid'), String(pid));
}

test('what nobody holds is ours, and given back it is gone', () => {
  const release = acquire();
  expect(existsSync(lock)).toBe(true);
  release();
  expect(readdirSync(folder)).toEqual([]);
});

test('while its owner lives the lock stays its own', () => {
  held(process.pid);
  expect(() => acquire()).toThrow('somebody holds it');
  expect(existsSync(lock)).toBe(true);
});

test('the lock of another user’s process is not stale', () => {
  held(1);
  expect(() => acquire()).toThrow('somebody holds it');
});

test('a lock whose owner is gone is taken over', () => {
  held(gone());
  acquire()();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock without a number is taken over only when it is old', () => {
  held();
  expect(() => acquire()).toThrow('somebody holds it');
  const before = new Date(Date.now() - 6_000);
  utimesSync(lock, before, before);
  acquire()();
  expect(readdirSync(folder)).toEqual([]);
});

test('where no lock can be made the system says why', () => {
  expect(() => acquireLock(join(folder, 'missing', 'lock'), { wait: 50, busy: '' })).toThrow('ENOENT');
});

test('many processes, one at a time', async () => {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { acquireLock } from ${JSON.stringify(join(import.meta.dir, 'lock.ts'))};
    const release = acquireLock(${JSON.stringify(lock)}, { wait: 20_000, busy: 'too long' });
    appendFileSync(${JSON.stringify(join(folder, 'log'))}, 'in ');
    Bun.sleepSync(20);
    appendFileSync(${JSON.stringify(join(folder, 'log'))}, 'out ');
    release();
  `;
  held(gone());
  const all = Array.from({ length: 6 }, () => Bun.spawn([process.execPath, '-e', script]).exited);
  expect(await Promise.all(all)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await Bun.file(join(folder, 'log')).text()).toBe('in out '.repeat(6));
});
