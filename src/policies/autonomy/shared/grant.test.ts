// The state file of other autonomy systems, which is read for information only.
import { expect, test } from 'bun:test';
import type { Event } from '../../../core/event.ts';
import { stop } from '../../../core/examples.ts';
import { fakeFacts } from '../../../facts/fake/facts.ts';
import { readForeignState } from './grant.ts';

const event = stop() as unknown as Event;
const now = Date.UTC(2026, 0, 1);
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

function read(state: object | string) {
  const text = typeof state === 'string' ? state : JSON.stringify(state);
  return readForeignState(fakeFacts(event, { now, files: { '.claude/autonomous-state.json': text } }));
}

test('mode, round and role in the state file count for eight hours after the last activity', () => {
  const state = { mode: 'repair', iteration: 3, coordinator: true };
  expect(read({ ...state, started_at: hoursAgo(7.9) })).toEqual(state);
  expect(read({ ...state, started_at: hoursAgo(8) })).toEqual({});
  expect(read({ ...state, started_at: hoursAgo(20), last_activity_at: hoursAgo(1) })).toEqual(state);
  expect(read({ ...state, started_at: hoursAgo(1), last_activity_at: hoursAgo(20) })).toEqual({});
  expect(read(state)).toEqual({});
});

test('values of a wrong type are left out, and a mode is cut to a short word', () => {
  const started_at = hoursAgo(1);
  expect(read({ started_at, mode: 7, iteration: '3', coordinator: 'yes' })).toEqual({});
  expect(read({ started_at, mode: `re-pair!\n<b>${'x'.repeat(50)}` })).toEqual({
    mode: `re-pairb${'x'.repeat(22)}`,
  });
  for (const text of ['', '{', 'null', '[]']) expect(read(text)).toEqual({});
});
