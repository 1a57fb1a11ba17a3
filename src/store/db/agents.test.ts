import { expect, test } from 'bun:test';
import { insert, memoryDatabase } from '../../../test/support/memory-store.ts';
import type { EventRecord } from '../record.ts';
import { agentRuns } from './agents.ts';

const launch = (at: number, type: string, more: Partial<EventRecord> = {}) => ({
  at,
  event: 'PreToolUse',
  tool: 'Agent',
  label: `${type}: do it`,
  ...more,
});
const start = (at: number, id: string, type: string) => ({
  at,
  event: 'SubagentStart',
  agent_id: id,
  agent_type: type,
});
const stop = (at: number, id: string, type: string, more: Partial<EventRecord> = {}) => ({
  ...start(at, id, type),
  event: 'SubagentStop',
  ...more,
});

function runs(...events: Partial<EventRecord>[]) {
  const db = memoryDatabase();
  insert(db, ...events);
  return agentRuns(db, 's1');
}

test('a session without subagents has no runs', () => {
  expect(runs({ tool: 'Bash' }, { event: 'Stop' })).toEqual([]);
});

test('a run starts, stops, and belongs to the main conversation', () => {
  expect(runs(launch(1, 'explorer'), start(2, 'a', 'explorer'), stop(9, 'a', 'explorer'))).toEqual([
    { id: 'a', type: 'explorer', parent: '', started_at: 2, stopped_at: 9 },
  ]);
});

test('the events of other sessions and other tools do not count', () => {
  const other = { session_id: 's2' };
  expect(
    runs(
      { ...start(1, 'x', 'explorer'), ...other },
      launch(1, 'explorer', { tool: 'Bash', agent_id: 'p' }),
      start(2, 'a', 'explorer'),
    ),
  ).toEqual([{ id: 'a', type: 'explorer', parent: '', started_at: 2 }]);
});

test('a start is matched with the oldest unmatched call for its type, whose caller is the parent', () => {
  expect(
    runs(
      launch(1, 'builder', { agent_id: 'x' }),
      launch(2, 'explorer', { agent_id: 'y' }),
      launch(3, 'explorer', { agent_id: 'z' }),
      start(4, 'first', 'explorer'),
      start(5, 'second', 'explorer'),
      start(6, 'third', 'explorer'),
      start(7, 'built', 'builder'),
    ).map(({ id, parent }) => [id, parent]),
  ).toEqual([
    ['first', 'y'],
    ['second', 'z'],
    ['third', ''],
    ['built', 'x'],
  ]);
});

test('a denied call starts no agent, but one that was asked about may', () => {
  const refused = launch(1, 'explorer', { agent_id: 'x', decision: 'deny' });
  const asked = launch(2, 'explorer', { agent_id: 'y', decision: 'ask' });
  expect(runs(refused, asked, start(3, 'a', 'explorer'))).toMatchObject([{ parent: 'y' }]);
  expect(runs(refused, start(3, 'a', 'explorer'))).toMatchObject([{ parent: '' }]);
});

test('a call without a label matches no type', () => {
  expect(
    runs({ ...launch(1, ''), label: undefined, agent_id: 'x' }, start(2, 'a', 'explorer')),
  ).toMatchObject([{ parent: '' }]);
});

test('a blocked stop does not end an agent', () => {
  expect(runs(start(1, 'a', 'explorer'), stop(2, 'a', 'explorer', { decision: 'block' }))).toEqual([
    { id: 'a', type: 'explorer', parent: '', started_at: 1 },
  ]);
});

test('an agent that starts again is running again', () => {
  expect(runs(start(1, 'a', 'explorer'), stop(2, 'a', 'explorer'), start(3, 'a', 'explorer'))).toEqual([
    { id: 'a', type: 'explorer', parent: '', started_at: 1 },
  ]);
});

test('a stop without a recorded start is a run that began and ended then', () => {
  expect(runs(stop(4, 'a', 'explorer'))).toEqual([
    { id: 'a', type: 'explorer', parent: '', started_at: 4, stopped_at: 4 },
  ]);
  expect(runs(stop(4, 'a', 'explorer', { decision: 'block' }))).toEqual([
    { id: 'a', type: 'explorer', parent: '', started_at: 4 },
  ]);
});

test('the client’s own helpers, which have no type or no id, are left out', () => {
  expect(
    runs(
      { ...stop(1, 'a', ''), agent_type: undefined },
      { ...start(2, '', 'explorer'), agent_id: undefined },
    ),
  ).toEqual([]);
});

test('events count in the order of their times, and of the same time in the order of insertion', () => {
  expect(runs(start(5, 'a', 'explorer'), launch(1, 'explorer', { agent_id: 'x' }))).toMatchObject([
    { parent: 'x' },
  ]);
  expect(runs(launch(5, 'explorer', { agent_id: 'x' }), start(5, 'a', 'explorer'))).toMatchObject([
    { parent: 'x' },
  ]);
});
