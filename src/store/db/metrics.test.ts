import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { insert, memoryDatabase, record } from '../../../test/support/memory-store.ts';
import { dayOf } from '../../domain/metrics.ts';
import { deleteEvents, insertEventRow } from './events.ts';
import { countNewEvents, dailyMetrics, deleteMetrics, hourlyMetrics, sumMetrics } from './metrics.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

/** Noon of a day in March 2026, in the time zone of the machine. */
const noon = (day: number) => new Date(2026, 2, day, 12).getTime();
const date = (day: number) => `2026-03-${String(day).padStart(2, '0')}`;
const value = (kind: string, name: string, figure: string) =>
  sumMetrics(db, { kind, from: '0', name }).find((sum) => sum.figure === figure)?.n ?? 0;

test('each event is counted once', () => {
  expect(countNewEvents(db)).toBe(0);
  insert(db, { at: noon(1), tool: 'Bash' }, { at: noon(1), event: 'Stop' });
  expect(countNewEvents(db)).toBe(2);
  expect(countNewEvents(db)).toBe(0);
  insert(db, { at: noon(1), tool: 'Bash' });
  expect(countNewEvents(db)).toBe(1);
  expect(value('day', 'all', 'events')).toBe(3);
  expect(value('tool', 'Bash', 'calls')).toBe(2);
  expect(value('session', 's1', 'events')).toBe(3);
});

test('more events than one batch are all counted', () => {
  const count = (n: number) => {
    db.transaction(() => {
      for (let i = 0; i < n; i++) insertEventRow(db, record({ at: noon(1) }));
    })();
    return countNewEvents(db);
  };
  expect(count(2_000)).toBe(2_000);
  expect(count(4_001)).toBe(4_001);
  expect(value('day', 'all', 'events')).toBe(6_001);
});

test('events are counted on the day on which they happened', () => {
  insert(db, { at: noon(1) }, { at: noon(3) }, { at: noon(3) }, { at: noon(2) });
  countNewEvents(db);
  insert(db, { at: noon(1) });
  countNewEvents(db);
  const days = dailyMetrics(db, { kind: 'day', from: date(1) }).filter(({ figure }) => figure === 'events');
  expect(days).toEqual([
    { name: date(1), figure: 'events', n: 2 },
    { name: date(2), figure: 'events', n: 1 },
    { name: date(3), figure: 'events', n: 2 },
  ]);
});

test('a record that can’t be counted does not hold up the others', () => {
  insert(
    db,
    { at: noon(1), policies: 5 as never },
    { at: noon(1), notes: [5] as never },
    { at: noon(1), tool: 'Bash' },
  );
  expect(countNewEvents(db)).toBe(3);
  expect(value('tool', 'Bash', 'calls')).toBe(1);
  expect(countNewEvents(db)).toBe(0);
});

test('sums are limited to the given days, bounds included, and to a name if one is given', () => {
  for (const day of [1, 2, 3, 4])
    insert(db, { at: noon(day), tool: 'Bash' }, { at: noon(day), tool: 'Edit' });
  countNewEvents(db);
  const calls = (query: { from: string; to?: string; name?: string }) =>
    sumMetrics(db, { kind: 'tool', ...query })
      .filter(({ figure }) => figure === 'calls')
      .map(({ name, n }) => `${name} ${n}`);
  expect(calls({ from: date(1) })).toEqual(['Bash 4', 'Edit 4']);
  expect(calls({ from: date(2), to: date(3) })).toEqual(['Bash 2', 'Edit 2']);
  expect(calls({ from: date(4), name: 'Edit' })).toEqual(['Edit 1']);
  expect(calls({ from: date(5) })).toEqual([]);
});

test('the sums of each day are of one name', () => {
  insert(db, { at: noon(1), tool: 'Bash' }, { at: noon(1), tool: 'Edit' }, { at: noon(2), tool: 'Bash' });
  countNewEvents(db);
  const calls = (query: { from: string; to?: string; name?: string }) =>
    dailyMetrics(db, { kind: 'tool', ...query }).filter(({ figure }) => figure === 'calls');
  expect(calls({ from: date(1), name: 'Bash' })).toEqual([
    { name: date(1), figure: 'calls', n: 1 },
    { name: date(2), figure: 'calls', n: 1 },
  ]);
  expect(calls({ from: date(1), to: date(1), name: 'Bash' })).toHaveLength(1);
  expect(calls({ from: date(1) })).toEqual([]);
});

test('activity by weekday and hour', () => {
  // The first of March 2026 is a Sunday.
  insert(db, { at: noon(1) }, { at: noon(8) }, { at: noon(2) + 3_600_000 }, { at: noon(9) });
  countNewEvents(db);
  expect(hourlyMetrics(db, date(1))).toEqual([
    { weekday: 0, hour: 12, n: 2 },
    { weekday: 1, hour: 12, n: 1 },
    { weekday: 1, hour: 13, n: 1 },
  ]);
  expect(hourlyMetrics(db, date(9))).toEqual([{ weekday: 1, hour: 12, n: 1 }]);
  expect(hourlyMetrics(db, date(1), date(2))).toEqual([
    { weekday: 0, hour: 12, n: 1 },
    { weekday: 1, hour: 13, n: 1 },
  ]);
});

test('metrics expire by whole days', () => {
  for (const day of [1, 2]) insert(db, { at: noon(day) });
  countNewEvents(db);
  expect(deleteMetrics(db, noon(1))).toBe(0);
  expect(deleteMetrics(db, noon(2))).toBeGreaterThan(0);
  expect(new Set(dailyMetrics(db, { kind: 'day', from: '0' }).map(({ name }) => name))).toEqual(
    new Set([dayOf(noon(2))]),
  );
});

test('events that stay are not counted again when metrics expire', () => {
  insert(db, { at: noon(1) }, { at: noon(2) }, { at: noon(3) });
  countNewEvents(db);
  deleteEvents(db, noon(2));
  deleteMetrics(db, 0);
  expect(countNewEvents(db)).toBe(0);
  expect(value('day', 'all', 'events')).toBe(3);
});

test('events that get the row ids of deleted ones are counted too', () => {
  insert(db, { at: noon(1) }, { at: noon(1) });
  countNewEvents(db);
  deleteEvents(db, noon(2));
  deleteMetrics(db, 0);
  insert(db, { at: noon(3) });
  expect(countNewEvents(db)).toBe(1);
  expect(value('day', 'all', 'events')).toBe(3);
});
