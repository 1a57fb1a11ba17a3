import { expect, test } from 'bun:test';
import { memoryDatabase } from '../../../test/support/memory-store.ts';
import { endMission, getMission, listMissions, startMission } from './missions.ts';
import { applyEvents, endGoneSessions } from './sessions.ts';

test('a mission starts once', () => {
  const db = memoryDatabase();
  expect(getMission(db, 'm')).toBeUndefined();
  expect(startMission(db, 'm', 'Ship it', 5)).toBe(true);
  expect(startMission(db, 'm', 'Something else', 6)).toBe(false);
  expect(getMission(db, 'm')).toEqual({
    id: 'm',
    goal: 'Ship it',
    state: 'running',
    started_at: 5,
    ended_at: null,
    summary: null,
  });
});

test('a mission ends once, with or without a summary', () => {
  const db = memoryDatabase();
  startMission(db, 'a', 'A', 1);
  startMission(db, 'b', 'B', 2);
  expect(endMission(db, 'a', 'done', 'All is well', 7)).toBe(true);
  expect(endMission(db, 'a', 'failed', 'No', 8)).toBe(false);
  expect(endMission(db, 'nothing', 'done', undefined, 8)).toBe(false);
  expect(getMission(db, 'a')).toMatchObject({ state: 'done', summary: 'All is well', ended_at: 7 });
  expect(getMission(db, 'b')).toMatchObject({ state: 'running', ended_at: null });
  endMission(db, 'b', 'failed', undefined, 9);
  expect(getMission(db, 'b')).toMatchObject({ state: 'failed', summary: null, ended_at: 9 });
});

test('secrets in a goal and in a summary are redacted', () => {
  const db = memoryDatabase();
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  startMission(db, 'm', `use ${secret}`, 1);
  endMission(db, 'm', 'done', `used ${secret}`, 2);
  expect(getMission(db, 'm')).toMatchObject({ goal: 'use [redacted]', summary: 'used [redacted]' });
});

test('missions are listed newest first, a hundred at most', () => {
  const db = memoryDatabase();
  for (let n = 1; n <= 101; n++) startMission(db, `m${n}`, 'Go', n);
  const ids = listMissions(db).map(({ id }) => id);
  expect(ids).toHaveLength(100);
  expect([ids[0], ids[99]]).toEqual(['m101', 'm2']);
});

test('a mission ends with its last session, continues with another, and keeps its reported result', () => {
  const db = memoryDatabase();
  const state = () => getMission(db, 'm')?.state;
  const event = (session_id: string, event: string, at: number) => {
    const identity = event === 'SessionStart' ? { identity: { mission: 'm' } } : {};
    const common = { project: '/p', repository: '/p', cwd: '/p', decision: 'pass' as const, ms: 0 };
    applyEvents(db, [{ uid: `${at}`, at, event, session_id, ...common, ...identity }]);
  };
  startMission(db, 'm', 'Ship it', 1);
  expect(state()).toBe('running');
  event('a', 'SessionStart', 2);
  event('b', 'SessionStart', 3);
  event('a', 'SessionEnd', 4);
  expect(state()).toBe('running');
  event('b', 'SessionEnd', 5);
  expect(getMission(db, 'm')).toMatchObject({ state: 'ended', ended_at: 5 });
  event('c', 'SessionStart', 6);
  expect(getMission(db, 'm')).toMatchObject({ state: 'running', ended_at: null });
  endGoneSessions(db, () => false, 7);
  expect(getMission(db, 'm')).toMatchObject({ state: 'ended', ended_at: 7 });
  expect(endMission(db, 'm', 'done', 'All is well', 8)).toBe(true);
  event('d', 'SessionStart', 9);
  expect(state()).toBe('done');
});
