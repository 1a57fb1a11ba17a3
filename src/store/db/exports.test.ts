// How far an export is, per signal.
import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { memoryDatabase, record } from '../../../test/support/memory-store.ts';
import { insertEventRow } from './events.ts';
import { deliveredRow, exportSource, markDelivered, markFailed, moveExport, readExports } from './exports.ts';
import { countNewEvents } from './metrics.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

test('counters start with the first day that was counted, at midnight; without one, now', () => {
  const at = new Date('2024-05-06T13:30:00').getTime();
  expect(exportSource(memoryDatabase(), 5).counting_since).toBe(5);
  insertEventRow(db, record({ at }));
  countNewEvents(db);
  const source = exportSource(db, at + 1);
  expect(source.counting_since).toBe(new Date('2024-05-06T00:00:00').getTime());
  expect(exportSource(db, at + 2)).toEqual(source);
});

test('each signal has its own place, which a delivery or a person moves', () => {
  expect(deliveredRow(db, 'logs')).toBe(0);
  markDelivered(db, 'logs', 7, 100);
  markDelivered(db, 'metrics', 3, 100);
  expect([deliveredRow(db, 'logs'), deliveredRow(db, 'metrics'), deliveredRow(db, 'traces')]).toEqual([
    7, 3, 0,
  ]);
  moveExport(db, 'logs', 2);
  moveExport(db, 'traces', 9);
  expect([deliveredRow(db, 'logs'), deliveredRow(db, 'traces')]).toEqual([2, 9]);
  expect(readExports(db).map(({ signal }) => signal)).toEqual(['logs', 'metrics', 'traces']);
});

test('a failure keeps its first time and its last problem, until something is delivered', () => {
  markFailed(db, 'logs', 'refused', 10);
  markFailed(db, 'logs', 'timed out', 20);
  expect(readExports(db)[0]).toMatchObject({ failing_since: 10, problem: 'timed out', sent_at: null });
  markDelivered(db, 'logs', 1, 30);
  expect(readExports(db)[0]).toMatchObject({ failing_since: null, problem: null, sent_at: 30 });
  markFailed(db, 'logs', 'refused', 40);
  expect(readExports(db)[0]).toMatchObject({ failing_since: 40, sent_at: 30 });
});
