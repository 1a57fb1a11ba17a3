import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { insert, memoryDatabase } from '../../../test/support/memory-store.ts';
import { bucketTime, dayOf } from '../../domain/metrics.ts';
import type { EventRecord } from '../record.ts';
import { countNewEvents } from './metrics.ts';
import {
  type Figures,
  figureColumns,
  figuresBy,
  figuresOfSession,
  firstDay,
  groupings,
  noFigures,
  overview,
} from './metrics-summary.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

const noon = (day: number, month = 3) => new Date(2026, month - 1, day, 12).getTime();
const given = (...records: Partial<EventRecord>[]) => {
  insert(db, ...records);
  countNewEvents(db);
};
const call = (day: number, tool: string, more: Partial<EventRecord> = {}) => ({
  at: noon(day),
  tool,
  ms: 2,
  ...more,
});
const names = (rows: readonly Figures[]) => rows.map(({ name }) => name);
const [from, to] = ['2026-03-01', '2026-03-31'];

test('figures without events are zero, and times unknown', () => {
  const none = noFigures('x');
  expect(none.name).toBe('x');
  const { name: _, ...rest } = none;
  expect(Object.keys(rest).sort()).toEqual([...figureColumns].sort());
  for (const column of figureColumns) expect(none[column]).toBe(/_p\d\d_/.test(column) ? null : 0);
  expect(figureColumns).toEqual([
    'events',
    'prompts',
    'calls',
    'ok',
    'failed',
    'refused',
    'asked',
    'allowed',
    'overrides',
    'gates_passed',
    'gates_held',
    'handoffs',
    'handoffs_held',
    'routed',
    'misrouted',
    'tests_passed',
    'tests_failed',
    'injects',
    'injected',
    'observed',
    'errors',
    'duration_p50_ms',
    'duration_p95_ms',
    'hook_p50_ms',
    'hook_p95_ms',
    'hook_total_ms',
  ]);
  expect(groupings).toEqual(['tool', 'agent', 'policy', 'session', 'project', 'event', 'day']);
});

test('the figures of a tool: counts, and times from the buckets', () => {
  given(
    call(1, 'Bash'),
    call(1, 'Bash', { decision: 'deny' }),
    call(1, 'Bash', { decision: 'ask', ms: 4 }),
    call(2, 'Bash', { decision: 'allow' }),
    call(2, 'Bash', { event: 'PostToolUse', ok: true, duration_ms: 1_000, ms: 2 }),
    call(2, 'Bash', { event: 'PostToolUseFailure', ok: false, duration_ms: 16, ms: 2 }),
  );
  const [bash] = figuresBy(db, 'tool', from, to);
  expect(bash).toMatchObject({
    name: 'Bash',
    events: 6,
    calls: 4,
    refused: 1,
    asked: 1,
    allowed: 1,
    ok: 1,
    failed: 1,
    hook_p50_ms: 2,
    hook_p95_ms: 4,
    hook_total_ms: 14,
    duration_p50_ms: 16,
    duration_p95_ms: Number(bucketTime(40).toPrecision(3)),
  });
});

test('times have three digits', () => {
  given(call(1, 'Bash', { event: 'PostToolUse', ok: true, duration_ms: 1_200 }));
  expect(figuresBy(db, 'tool', from, to)[0]!.duration_p50_ms).toBe(1_220);
});

test('names are sorted by calls, or by events if they have no calls, then by name', () => {
  given(
    call(1, 'B'),
    call(1, 'A'),
    call(1, 'C'),
    call(1, 'C'),
    ...[1, 2, 3].map(() => call(1, 'D', { event: 'PostToolUse' })),
  );
  expect(names(figuresBy(db, 'tool', from, to))).toEqual(['D', 'C', 'A', 'B']);
});

test('figures are limited to the given days', () => {
  given(call(1, 'Bash'), call(5, 'Bash'), call(9, 'Bash'), call(10, 'Bash'));
  expect(figuresBy(db, 'tool', '2026-03-02', '2026-03-09')[0]!.calls).toBe(2);
  expect(figuresBy(db, 'tool', '2026-03-11', to)).toEqual([]);
});

test('every day has a row, even days without events and days when the clocks change', () => {
  given(call(27, 'Bash'), call(30, 'Bash'), call(30, 'Bash'));
  const days = figuresBy(db, 'day', '2026-03-26', '2026-03-31');
  expect(days.map(({ name, calls }) => `${name} ${calls}`)).toEqual([
    '2026-03-26 0',
    '2026-03-27 1',
    '2026-03-28 0',
    '2026-03-29 0',
    '2026-03-30 2',
    '2026-03-31 0',
  ]);
  expect(figuresBy(db, 'day', '2026-03-31', '2026-03-30')).toEqual([]);
});

test('at most eight hundred days are listed', () => {
  expect(figuresBy(db, 'day', '2020-01-01', '2026-03-31')).toHaveLength(800);
});

test('the overview has all sums', () => {
  given(
    call(1, 'Bash', { agent_type: 'explorer', session_id: 'a', project: '/p' }),
    call(2, 'Edit', {
      session_id: 'b',
      project: '/q',
      policies: [{ policy: 'guard/x', level: 'deny', said: 'deny', ms: 1 }],
    }),
  );
  const all = overview(db, from, to);
  expect(all).toMatchObject({ from, to, total: { name: 'all', calls: 2, events: 2 } });
  expect(all.days).toHaveLength(31);
  expect(names(all.tools)).toEqual(['Bash', 'Edit']);
  expect(names(all.agents)).toEqual(['explorer', 'main']);
  expect(names(all.policies)).toEqual(['guard/x']);
  expect(names(all.projects)).toEqual(['/p', '/q']);
  expect(names(all.sessions)).toEqual(['a', 'b']);
  expect(names(all.events)).toEqual(['PreToolUse']);
  expect(all.hours).toEqual([
    { weekday: 0, hour: 12, n: 1 },
    { weekday: 1, hour: 12, n: 1 },
  ]);
});

test('the overview without events has a total all the same', () => {
  expect(overview(db, from, to).total).toEqual(noFigures('all'));
});

test('the hours of the overview count only its days', () => {
  given(call(1, 'Bash'), call(9, 'Bash'));
  expect(overview(db, from, '2026-03-02').hours).toEqual([{ weekday: 0, hour: 12, n: 1 }]);
});

test('long lists of the overview are cut', () => {
  const many = (n: number, recordAt: (i: number) => Partial<EventRecord>) =>
    Array.from({ length: n }, (_, i) => ({ at: noon(30), ...recordAt(i) }));
  given(
    ...many(45, (i) => ({
      tool: `t${i}`,
      agent_type: `a${i}`,
      project: `/p${i}`,
      session_id: `s${i}`,
      event: `E${i}`,
    })),
    ...many(101, (i) => ({ policies: [{ policy: `p/${i}`, level: 'deny', said: 'pass', ms: 1 }] })),
  );
  const all = overview(db, '2025-01-01', to);
  const lengths = [all.tools, all.agents, all.projects, all.events, all.policies, all.sessions, all.days];
  expect(lengths.map((rows) => rows.length)).toEqual([40, 40, 40, 40, 100, 20, 400]);
});

test('the overview lists only the sessions of its last thirty days', () => {
  given(
    { at: noon(28, 2), session_id: 'too old' },
    { at: noon(1), session_id: 'old' },
    { at: noon(31), session_id: 'new' },
  );
  expect(names(overview(db, '2026-01-01', to).sessions).sort()).toEqual(['new', 'old']);
  expect(names(overview(db, '2026-03-02', to).sessions)).toEqual(['new']);
});

test('a period of days ends today, which is one of them', () => {
  const day = 86_400_000;
  const now = noon(20);
  expect(firstDay(7 * day, now)).toBe('2026-03-14');
  expect(firstDay(day, now)).toBe('2026-03-20');
  expect(firstDay(1, now)).toBe(dayOf(now));
  const midnight = new Date(2026, 2, 20).getTime();
  expect(firstDay(day, midnight)).toBe('2026-03-20');
});

test('the figures of one session, in the days in which it was seen', () => {
  given(
    call(1, 'Bash', { session_id: 'a' }),
    call(3, 'Bash', { session_id: 'a' }),
    call(3, 'Bash', { session_id: 'b' }),
  );
  const session = { session_id: 'a', started_at: noon(1), last_seen_at: noon(3) };
  expect(figuresOfSession(db, session)).toMatchObject({ name: 'a', calls: 2 });
  expect(figuresOfSession(db, { ...session, started_at: noon(2) }).calls).toBe(1);
  expect(figuresOfSession(db, { ...session, last_seen_at: noon(2) }).calls).toBe(1);
  expect(figuresOfSession(db, { ...session, session_id: 'none' })).toEqual(noFigures('none'));
});
