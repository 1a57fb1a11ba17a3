import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modeOf, temporaryHome } from '../../../test/support/memory-store.ts';
import {
  isMarked,
  markedAt,
  markOnce,
  readContextUse,
  readInbox,
  readStatus,
  readWaiter,
  unmark,
  writeContextUse,
  writeInbox,
  writeStatus,
  writeWaiter,
} from './marks.ts';

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

const file = (key: string) => join(home.run, 'session', 's1', key);

test('a mark is made once in a session', () => {
  expect(isMarked(home, 's1', 'report')).toBe(false);
  expect(markOnce(home, 's1', 'report')).toBe(true);
  expect(markOnce(home, 's1', 'report')).toBe(false);
  expect(isMarked(home, 's1', 'report')).toBe(true);
  expect(markOnce(home, 's1', 'other')).toBe(true);
  expect(markOnce(home, 's2', 'report')).toBe(true);
  unmark(home, 's1', 'report');
  expect(isMarked(home, 's1', 'report')).toBe(false);
  expect(isMarked(home, 's2', 'report')).toBe(true);
  expect(markOnce(home, 's1', 'report')).toBe(true);
  unmark(home, 's1', 'never made');
});

test('the time of a mark is when it was made', () => {
  expect(markedAt(home, 's1', 'report')).toBeUndefined();
  markOnce(home, 's1', 'report');
  utimesSync(file('report'), 5, 5);
  expect(markedAt(home, 's1', 'report')).toBe(5_000);
});

test('without a session, or where no file can be created, there is no mark', () => {
  expect(markOnce(home, '', 'report')).toBe(false);
  expect(existsSync(home.run)).toBe(false);
  mkdirSync(home.run, { recursive: true });
  writeFileSync(join(home.run, 'session'), '');
  expect(markOnce(home, 's1', 'report')).toBe(false);
});

test('marks are private, and ids and keys can’t name a path', () => {
  markOnce(home, 's1', 'report');
  expect(modeOf(file('report'))).toBe('600');
  expect(modeOf(join(home.run, 'session', 's1'))).toBe('700');
  markOnce(home, '../../x', '../../y');
  expect(isMarked(home, '../../x', '../../y')).toBe(true);
  expect(existsSync(join(home.dir, 'y'))).toBe(false);
});

test('the context use, the status, the inbox and the waiter are read as they were written', () => {
  for (const read of [readContextUse, readStatus, readInbox, readWaiter])
    expect(read(home, 's1')).toBeUndefined();
  const use = { at: 5, used: 10, window: 100, percent: null };
  writeContextUse(home, 's1', use);
  writeStatus(home, 's1', 'Thinking');
  writeInbox(home, 's1', { socket: '/s', token: 't' });
  writeWaiter(home, 's1', { pid: 7, started: 'then' });
  expect(readContextUse(home, 's1')).toEqual(use);
  expect(readStatus(home, 's1')).toBe('Thinking');
  expect(readInbox(home, 's1')).toEqual({ socket: '/s', token: 't' });
  expect(readWaiter(home, 's1')).toEqual({ pid: 7, started: 'then' });
  expect(readStatus(home, 's2')).toBeUndefined();
  for (const key of ['gauge', 'status', 'inbox', 'waiter']) expect(modeOf(file(key))).toBe('600');
});

test('a damaged file counts as missing', () => {
  mkdirSync(join(home.run, 'session', 's1'), { recursive: true });
  for (const key of ['gauge', 'inbox', 'waiter']) writeFileSync(file(key), '{"at":');
  expect([readContextUse(home, 's1'), readInbox(home, 's1'), readWaiter(home, 's1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a failed write does not fail the event, except for the waiter', () => {
  mkdirSync(home.run, { recursive: true });
  writeFileSync(join(home.run, 'session'), '');
  writeContextUse(home, 's1', { at: 5, used: 10, window: 100, percent: 10 });
  writeStatus(home, 's1', 'Thinking');
  writeInbox(home, 's1', { socket: '/s', token: 't' });
  expect(() => writeWaiter(home, 's1', { pid: 7, started: 'then' })).toThrow();
});
