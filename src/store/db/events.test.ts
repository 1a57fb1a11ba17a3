import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { memoryDatabase, record } from '../../../test/support/memory-store.ts';
import type { EventRecord } from '../record.ts';
import {
  countEvents,
  deleteEvents,
  type EventQuery,
  insertEventRow,
  lastRowBefore,
  lastRowId,
  lastSeen,
  lastSeenTimes,
  listEvents,
  sessionsLike,
} from './events.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

/** Inserts events whose uids are their names. */
function given(events: Record<string, Partial<EventRecord>>): void {
  for (const [uid, more] of Object.entries(events)) insertEventRow(db, record({ uid, ...more }));
}

const found = (query: EventQuery = {}) => listEvents(db, query).map(({ uid }) => uid);

test('an event is read as it was written', () => {
  const whole: EventRecord = {
    uid: 'u',
    at: 17,
    event: 'PostToolUse',
    session_id: 's',
    agent_id: 'a',
    project: '/p',
    repository: '/r',
    cwd: '/p/src',
    tool: 'Bash',
    tool_use_id: 't',
    decision: 'deny',
    ms: 1.5,
    label: 'ls',
    prompt_id: 'p',
    ok: false,
    duration_ms: 12,
    notes: ['one', 'two'],
  };
  expect(insertEventRow(db, whole)).toBe(true);
  expect(listEvents(db)).toEqual([{ id: 1, ...whole }]);
});

test('fields that an event does not have are absent, not null', () => {
  const plain = record();
  insertEventRow(db, plain);
  expect(listEvents(db)).toEqual([{ id: 1, ...plain }]);
});

test('an event with a known uid is ignored, and the first one is kept', () => {
  given({ one: { at: 1, label: 'first' } });
  expect(insertEventRow(db, record({ uid: 'one', at: 2, label: 'second' }))).toBe(false);
  expect(listEvents(db)).toMatchObject([{ uid: 'one', at: 1, label: 'first' }]);
});

test('a value of the wrong type is replaced, so that it does not hold up the lines after it', () => {
  const odd = record({ uid: 'odd' });
  for (const key of [
    'session_id',
    'agent_id',
    'repository',
    'project',
    'tool',
    'tool_use_id',
    'label',
  ] as const)
    Object.assign(odd, { [key]: { not: 'text' } });
  Object.assign(odd, { decision: 5, ms: 'fast' });
  expect(insertEventRow(db, odd)).toBe(true);
  expect(listEvents(db)).toEqual([
    {
      id: 1,
      uid: 'odd',
      at: 1_000,
      event: 'PreToolUse',
      session_id: '',
      repository: '',
      project: '',
      cwd: '/project/src',
      decision: 'pass',
      ms: 0,
    },
  ] as never);
});

test('events are listed newest first, and of the same time the last inserted first', () => {
  given({ b: { at: 2 }, a: { at: 1 }, c1: { at: 3 }, c2: { at: 3 } });
  expect(found()).toEqual(['c2', 'c1', 'b', 'a']);
});

test('fifty events are listed unless a limit is given', () => {
  for (let at = 1; at <= 51; at++) insertEventRow(db, record({ uid: `${at}`, at }));
  expect(found()).toHaveLength(50);
  expect(found()[49]).toBe('2');
  expect(found({ limit: 2 })).toEqual(['51', '50']);
  expect(found({ limit: 51 })).toHaveLength(51);
});

test('sessions are found by their id or its beginning', () => {
  given({
    short: { session_id: 'abc' },
    long: { session_id: 'abcd' },
    other: { session_id: 'abd' },
    before: { session_id: 'abb' },
    wild: { session_id: 'a%c' },
  });
  expect(found({ session: 'abc' }).sort()).toEqual(['long', 'short']);
  expect(found({ session: 'a%' })).toEqual(['wild']);
  expect(found({ session_id: 'abc' })).toEqual(['short']);
  expect(found({ session: 'ab', session_id: 'abb' })).toEqual(['before']);
});

test('events are found by their name and by the id of their tool call', () => {
  given({
    pre: { event: 'PreToolUse', tool_use_id: 't1' },
    post: { event: 'PostToolUse', tool_use_id: 't1' },
    stop: { event: 'Stop' },
  });
  expect(found({ event: 'Stop' })).toEqual(['stop']);
  expect(found({ tool_use_id: 't1' })).toEqual(['post', 'pre']);
  expect(found({ tool_use_id: 't1', event: 'PreToolUse' })).toEqual(['pre']);
});

test('a policy that ran, and one that gave the reason, are found by their full name', () => {
  const ran = (policy: string): Partial<EventRecord> => ({
    policies: [{ policy, level: 'deny', said: 'deny', ms: 1 }],
  });
  given({
    ran: ran('guard/a_b'),
    longer: ran('guard/a_bc'),
    similar: ran('guard/axb'),
    reason: { reasons: [{ policy: 'guard/a_b', text: 'Because.' }] } as Partial<EventRecord>,
    otherReason: { reasons: [{ policy: 'guard/axb', text: 'Because.' }] } as Partial<EventRecord>,
  });
  expect(found({ policy: 'guard/a_b' }).sort()).toEqual(['ran', 'reason']);
  expect(found({ reason_of: 'guard/a_b' })).toEqual(['reason']);
  expect(found({ policy: 'guard/%' })).toEqual([]);
  expect(found({ reason_of: 'guard/%' })).toEqual([]);
});

test('a grant is found in the notes of its events', () => {
  given({ one: { notes: ['grant gabc12'] }, other: { notes: ['grant gxyz99'] }, none: {} });
  expect(found({ grant: 'gabc12' })).toEqual(['one']);
  expect(found({ grant: 'g%' })).toEqual(['other', 'one']);
});

test('a query for several decisions finds each of them', () => {
  given({
    p: { decision: 'pass' },
    a: { decision: 'allow' },
    d: { decision: 'deny' },
    b: { decision: 'block' },
  });
  expect(found({ decisions: ['deny', 'block'] })).toEqual(['b', 'd']);
  expect(found({ decisions: ['pass', 'deny'] })).toEqual(['d', 'p']);
  expect(found({ decisions: [] })).toEqual([]);
});

test('bounds of a query: from a time on, after a row, up to a row', () => {
  given({ one: { at: 10 }, two: { at: 20 }, three: { at: 15 } });
  expect(found({ since: 15 })).toEqual(['two', 'three']);
  expect(found({ since: 16 })).toEqual(['two']);
  expect(found({ after: 1 })).toEqual(['two', 'three']);
  expect(found({ after: 0 })).toHaveLength(3);
  expect(found({ upto: 2 })).toEqual(['two', 'one']);
  expect(found({ upto: 0 })).toEqual([]);
  expect(found({ since: 0 })).toHaveLength(3);
});

test('paging lists every event once, even those with the same time', () => {
  given({ a: { at: 1 }, b: { at: 5 }, c: { at: 5 }, d: { at: 5 }, e: { at: 9 } });
  const pages: string[][] = [];
  let before: EventQuery['before'];
  for (;;) {
    const page = listEvents(db, { limit: 2, ...(before && { before }) });
    if (page.length === 0) break;
    pages.push(page.map(({ uid }) => uid));
    before = page.at(-1)!;
  }
  expect(pages).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
});

test('text is searched for in labels, and wildcards in it are escaped', () => {
  given({
    percent: { label: 'is 100% done' },
    plain: { label: 'is 1000 done' },
    back: { label: 'a\\b' },
    none: {},
  });
  expect(found({ text: '100% d' })).toEqual(['percent']);
  expect(found({ text: '0_ d' })).toEqual([]);
  expect(found({ text: 'a\\b' })).toEqual(['back']);
  expect(found({ text: 'IS 1' }).sort()).toEqual(['percent', 'plain']);
});

test('Pawl’s own events are told apart from events of the client', () => {
  given({
    pause: { event: 'pawl:pause' },
    grant: { event: 'pawl:grant' },
    stop: { event: 'Stop' },
    near: { event: 'pawl;' },
  });
  expect(found({ own: true })).toEqual(['grant', 'pause']);
  expect(found({ own: false })).toHaveLength(4);
});

test('the last inserted row is not the newest event', () => {
  expect(lastRowId(db)).toBe(0);
  given({ newest: { at: 99 }, last: { at: 1 } });
  expect(lastRowId(db)).toBe(2);
});

test('ten sessions at most are found by the beginning of their id', () => {
  for (let n = 10; n < 25; n++) insertEventRow(db, record({ session_id: `a${n}` }));
  insertEventRow(db, record({ session_id: 'a10' }));
  insertEventRow(db, record({ session_id: 'b1' }));
  expect(sessionsLike(db, 'a1')).toHaveLength(10);
  expect(sessionsLike(db, 'a2')).toEqual(['a20', 'a21', 'a22', 'a23', 'a24']);
  expect(sessionsLike(db, 'a10')).toEqual(['a10']);
  expect(sessionsLike(db, 'b')).toEqual(['b1']);
  expect(sessionsLike(db, 'c')).toEqual([]);
});

test('the last time of each event, with its count, and of some events', () => {
  given({ a: { event: 'Stop', at: 5 }, b: { event: 'Stop', at: 3 }, c: { event: 'SessionStart', at: 1 } });
  expect(lastSeen(db)).toEqual([
    { event: 'SessionStart', at: 1, count: 1 },
    { event: 'Stop', at: 5, count: 2 },
  ]);
  expect(lastSeenTimes(db, ['Stop', 'Setup'])).toEqual([{ event: 'Stop', at: 5 }]);
});

test('events before a time are counted and deleted, those at that time stay', () => {
  given({ a: { at: 1 }, b: { at: 2 }, c: { at: 3 } });
  expect(countEvents(db)).toBe(3);
  expect(countEvents(db, 2)).toBe(1);
  expect(countEvents(db, 0)).toBe(0);
  expect(deleteEvents(db, 2)).toBe(1);
  expect(found()).toEqual(['c', 'b']);
  expect(deleteEvents(db, 2)).toBe(0);
});

test('more events than one step takes are all deleted', () => {
  db.transaction(() => {
    for (let n = 0; n < 4_100; n++) insertEventRow(db, record({ at: n }));
  })();
  expect(deleteEvents(db, 4_099)).toBe(4_099);
  expect(countEvents(db)).toBe(1);
});

test('the last row before a time: none, some or all of them', () => {
  expect(lastRowBefore(db, 20)).toBe(0);
  for (const at of [10, 20, 30]) insertEventRow(db, record({ uid: `${at}`, at }));
  expect([10, 11, 20, 30, 31].map((at) => lastRowBefore(db, at))).toEqual([0, 1, 1, 2, 3]);
});
