import { expect, test } from 'bun:test';
import { insert, memoryDatabase } from '../../../test/support/memory-store.ts';
import { eventsPerStep, recordedSpan, timelineEvents } from './timeline.ts';

test('the events of a period, bounds included, newest first', () => {
  const db = memoryDatabase();
  insert(db, { at: 9 }, { at: 10 }, { at: 15 }, { at: 20 }, { at: 20 }, { at: 21 });
  expect(timelineEvents(db, { from: 10, to: 20 }).map(({ id, at }) => [id, at])).toEqual([
    [5, 20],
    [4, 20],
    [3, 15],
    [2, 10],
  ]);
  expect(timelineEvents(db, { from: 10, to: 20, limit: 2 }).map(({ id }) => id)).toEqual([5, 4]);
});

test('at most four thousand events unless a limit is given', () => {
  const db = memoryDatabase();
  db.transaction(() => insert(db, ...Array.from({ length: 4_001 }, (_, at) => ({ at, session_id: '' }))))();
  expect(timelineEvents(db, { from: 0, to: 9_999 })).toHaveLength(4_000);
});

test('an event has the fields that are drawn', () => {
  const db = memoryDatabase();
  insert(
    db,
    {
      at: 1,
      event: 'PostToolUse',
      session_id: 's1',
      agent_id: 'a1',
      agent_type: 'explorer',
      tool: 'Bash',
      tool_use_id: 't1',
      decision: 'pass',
      label: 'ls',
      ok: true,
      duration_ms: 12,
    },
    { at: 2, event: 'Stop', session_id: 's2', decision: 'block' },
  );
  expect(timelineEvents(db, { from: 0, to: 9 })).toEqual([
    {
      id: 2,
      at: 2,
      event: 'Stop',
      session_id: 's2',
      agent_id: null,
      agent_type: null,
      tool: null,
      tool_use_id: null,
      decision: 'block',
      label: null,
      ok: null,
      duration_ms: null,
    },
    {
      id: 1,
      at: 1,
      event: 'PostToolUse',
      session_id: 's1',
      agent_id: 'a1',
      agent_type: 'explorer',
      tool: 'Bash',
      tool_use_id: 't1',
      decision: 'pass',
      label: 'ls',
      ok: 1,
      duration_ms: 12,
    },
  ]);
});

test('the timeline has the events of one session or of all, but not Pawl’s own (`pawl:…`)', () => {
  const db = memoryDatabase();
  insert(db, { at: 1 }, { at: 2, session_id: 's2' }, { at: 3, event: 'pawl:pause' });
  const ids = (session?: string) => timelineEvents(db, { from: 0, to: 9, session }).map(({ id }) => id);
  expect(ids('s1')).toEqual([1]);
  expect(ids('s2')).toEqual([2]);
  expect(ids()).toEqual([2, 1]);
});

test('events are counted in equal steps; the last step includes the end', () => {
  const db = memoryDatabase();
  insert(db, ...[0, 9, 10, 19, 20, 29, 30, 31].map((at) => ({ at })));
  expect(eventsPerStep(db, { from: 0, to: 30 }, 3)).toEqual([2, 2, 3]);
  expect(eventsPerStep(db, { from: 10, to: 30 }, 2)).toEqual([2, 3]);
  insert(db, { at: 12, session_id: 's2' });
  expect(eventsPerStep(db, { from: 10, to: 30, session: 's2' }, 2)).toEqual([1, 0]);
});

test('a step is at least a millisecond wide', () => {
  const db = memoryDatabase();
  insert(db, { at: 5 }, { at: 6 }, { at: 7 });
  expect(eventsPerStep(db, { from: 5, to: 6 }, 4)).toEqual([1, 1, 1, 0]);
});

test('the time of the first and the last event, if there is any', () => {
  const db = memoryDatabase();
  expect(recordedSpan(db)).toBeUndefined();
  insert(db, { at: 7 }, { at: 3 }, { at: 5 });
  expect(recordedSpan(db)).toEqual({ first: 3, last: 7 });
  insert(db, { at: 9, session_id: 's2' });
  expect(recordedSpan(db, 's1')).toEqual({ first: 3, last: 7 });
  expect(recordedSpan(db, 'none')).toBeUndefined();
});
