import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { insert, memoryDatabase, record } from '../../../test/support/memory-store.ts';
import type { BackgroundWork, EventRecord } from '../record.ts';
import {
  deleteWorkers,
  endWorker,
  endWorkersOf,
  findWorkers,
  listWorkers,
  markReported,
  startWorker,
  unreportedWorkers,
  updateWorkers,
  type Worker,
} from './workers.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

const secret = `ghp_${'a1B2'.repeat(9)}`;
const start = (id: string, more: Partial<Worker> = {}) =>
  startWorker(db, {
    id,
    kind: 'worker',
    conversation: 'c1',
    title: `Do ${id}`,
    started_at: 10,
    ...(more as object),
  });
const worker = (id: string) => findWorkers(db, id)[0]!;
const ids = (workers: readonly Worker[]) => workers.map(({ id }) => id);
const event = (more: Partial<EventRecord>) => updateWorkers(db, record({ at: 20, ...more }));
const background = (...work: Partial<BackgroundWork>[]): BackgroundWork[] =>
  work.map((item) => ({ id: 'b1', kind: 'shell', status: 'running', ...item }));

test('a worker starts once, and runs', () => {
  expect(start('w1')).toBe(true);
  expect(start('w1', { title: 'another' })).toBe(false);
  expect(worker('w1')).toEqual({
    id: 'w1',
    kind: 'worker',
    state: 'running',
    conversation: 'c1',
    session_id: null,
    title: 'Do w1',
    summary: null,
    urgent: 0,
    started_at: 10,
    ended_at: null,
    message: null,
  });
  startWorker(db, {
    id: 'w2',
    kind: 'task',
    conversation: 'c',
    session_id: 's',
    title: secret,
    urgent: true,
    started_at: 1,
  });
  expect(worker('w2')).toMatchObject({ urgent: 1, session_id: 's', title: '[redacted]' });
});

test('a worker ends once', () => {
  start('w1');
  expect(endWorker(db, 'w1', 'failed', `lost ${secret}`, 30)).toMatchObject({
    id: 'w1',
    state: 'failed',
    summary: 'lost [redacted]',
    ended_at: 30,
  });
  expect(endWorker(db, 'w1', 'complete', 'found', 31)).toBeUndefined();
  expect(endWorker(db, 'none', 'complete', undefined, 31)).toBeUndefined();
  expect(worker('w1').state).toBe('failed');
  start('w2');
  expect(endWorker(db, 'w2', 'complete', undefined, 31)!.summary).toBeNull();
});

test('workers are found by the beginning of their id, the exact one first, ten at most', () => {
  for (let n = 0; n < 12; n++) start(`ab${n.toString(36)}`);
  start('ab');
  start('a_');
  expect(findWorkers(db, 'ab')).toHaveLength(10);
  expect(findWorkers(db, 'ab')[0]!.id).toBe('ab');
  expect(ids(findWorkers(db, 'abb'))).toEqual(['abb']);
  start('a_b');
  expect(ids(findWorkers(db, 'a_'))).toEqual(['a_', 'a_b']);
  expect(findWorkers(db, '%')).toEqual([]);
});

test('workers are listed newest first, by any of their fields', () => {
  start('old', { started_at: 1 });
  start('b', { started_at: 5 });
  start('a', { started_at: 5 });
  start('other', { started_at: 9, conversation: 'c2', kind: 'task' });
  endWorker(db, 'old', 'complete', undefined, 6);
  markReported(db, ['old'], 'm1');
  expect(ids(listWorkers(db))).toEqual(['other', 'a', 'b', 'old']);
  expect(ids(listWorkers(db, { conversation: 'c1' }))).toEqual(['a', 'b', 'old']);
  expect(ids(listWorkers(db, { state: 'complete' }))).toEqual(['old']);
  expect(ids(listWorkers(db, { kind: 'task' }))).toEqual(['other']);
  expect(ids(listWorkers(db, { message: 'm1' }))).toEqual(['old']);
  expect(ids(listWorkers(db, { conversation: 'c1', state: 'running' }))).toEqual(['a', 'b']);
  expect(ids(listWorkers(db, { limit: 2 }))).toEqual(['other', 'a']);
});

test('two hundred workers are listed unless a limit is given', () => {
  for (let n = 0; n < 201; n++) start(`w${n}`);
  expect(listWorkers(db)).toHaveLength(200);
});

test('unreported workers are those of a conversation that ended without a message, oldest first', () => {
  for (const id of ['b', 'a', 'c', 'running', 'told']) start(id);
  start('task', { kind: 'task' });
  start('other', { conversation: 'c2' });
  endWorker(db, 'c', 'complete', undefined, 30);
  endWorker(db, 'b', 'failed', undefined, 40);
  endWorker(db, 'a', 'complete', undefined, 40);
  for (const id of ['told', 'task', 'other']) endWorker(db, id, 'complete', undefined, 35);
  markReported(db, ['told'], 'm1');
  expect(ids(unreportedWorkers(db, 'c1'))).toEqual(['c', 'a', 'b']);
  markReported(db, ['a', 'b'], 'm2');
  expect(ids(unreportedWorkers(db, 'c1'))).toEqual(['c']);
  expect(worker('b').message).toBe('m2');
});

test('a subagent is a worker from its start to its stop', () => {
  event({ event: 'SubagentStart', agent_id: 'a1', agent_type: 'explorer' });
  expect(worker('a1')).toMatchObject({
    kind: 'subagent',
    state: 'running',
    title: 'explorer',
    conversation: 's1',
    session_id: 's1',
    started_at: 20,
  });
  event({ event: 'SubagentStop', agent_id: 'a1', at: 25, decision: 'block' });
  expect(worker('a1').state).toBe('running');
  event({ event: 'SubagentStop', agent_id: 'a1', at: 30, words: 'Found it' });
  expect(worker('a1')).toMatchObject({ state: 'complete', summary: 'Found it', ended_at: 30 });
});

test('without a session, an id or a type there is no worker', () => {
  event({ event: 'SubagentStart', agent_id: 'a1', agent_type: 'explorer', session_id: '' });
  event({ event: 'SubagentStart', agent_type: 'explorer' });
  event({ event: 'SubagentStart', agent_id: 'a1' });
  event({ event: 'PreToolUse', agent_id: 'a1', agent_type: 'explorer' });
  expect(listWorkers(db)).toEqual([]);
  start('a1', { kind: 'subagent' });
  event({ event: 'SubagentStop', session_id: '', agent_id: 'a1' });
  event({ event: 'Stop', agent_id: 'a1' });
  expect(worker('a1').state).toBe('running');
});

test('a worker belongs to the conversation of its session', () => {
  insert(db, { event: 'SessionStart', identity: { conversation_id: 'long work' } });
  event({ event: 'SubagentStart', agent_id: 'a1', agent_type: 'explorer' });
  expect(worker('a1').conversation).toBe('long work');
});

test('a task in the background runs until an event says that it has ended', () => {
  event({ background: background({ title: 'npm run dev' }, { id: 'b2', kind: 'monitor' }) });
  expect(worker('b1')).toMatchObject({
    kind: 'task',
    state: 'running',
    title: 'npm run dev',
    started_at: 20,
  });
  expect(worker('b2').title).toBe('monitor');
  event({ background: background({ kind: 'ended', status: 'completed' }), at: 30 });
  expect(worker('b1')).toMatchObject({ state: 'complete', ended_at: 30 });
  event({ background: background({ id: 'b2', status: 'killed' }), at: 31 });
  expect(worker('b2')).toMatchObject({ state: 'failed', ended_at: 31 });
  event({ background: background({ id: 'b3', kind: 'ended', status: 'completed' }) });
  expect(listWorkers(db)).toHaveLength(2);
});

test('listed subagents and teammates are left to their own events', () => {
  event({
    event: 'Stop',
    background: background({ id: 'x', kind: 'subagent' }, { id: 'y', kind: 'teammate' }),
  });
  expect(listWorkers(db)).toEqual([]);
});

test('a stop ends the tasks that it does not list, of its session and from before it', () => {
  start('listed', { kind: 'task', session_id: 's1' });
  start('unlisted', { kind: 'task', session_id: 's1' });
  start('just started', { kind: 'task', session_id: 's1', started_at: 40 });
  start('of another', { kind: 'task', session_id: 's2' });
  start('subagent', { kind: 'subagent', session_id: 's1' });
  start('by hand', { kind: 'worker', session_id: 's1' });
  event({ event: 'Stop', agent_id: 'a1', at: 40 });
  expect(listWorkers(db, { state: 'running' })).toHaveLength(6);
  event({ event: 'PostToolUse', at: 40 });
  expect(listWorkers(db, { state: 'running' })).toHaveLength(6);
  event({ event: 'Stop', at: 40, background: background({ id: 'listed' }) });
  expect(ids(listWorkers(db, { state: 'complete' }))).toEqual(['unlisted']);
  expect(worker('unlisted').ended_at).toBe(40);
  event({ event: 'Stop', at: 41 });
  expect(ids(listWorkers(db, { state: 'complete' })).sort()).toEqual(['just started', 'listed', 'unlisted']);
});

test('the end of a session ends the workers of its client; a clear does not', () => {
  const all = ['task', 'subagent', 'worker'] as const;
  for (const kind of all) start(kind, { kind, session_id: 's1' });
  start('other', { kind: 'task', session_id: 's2' });
  start('done', { kind: 'task', session_id: 's1' });
  endWorker(db, 'done', 'complete', 'well', 15);
  event({ event: 'SessionEnd', kind: 'clear' });
  expect(listWorkers(db, { state: 'failed' })).toEqual([]);
  event({ event: 'SessionEnd', kind: 'other', at: 50 });
  expect(
    listWorkers(db, { state: 'failed' }).map(({ id, summary, ended_at }) => [id, summary, ended_at]),
  ).toEqual([
    ['subagent', 'the session ended', 50],
    ['task', 'the session ended', 50],
  ]);
  expect(worker('worker').state).toBe('running');
  expect(worker('done')).toMatchObject({ state: 'complete', summary: 'well' });
});

test('the workers of a client that is gone count as failed', () => {
  start('task', { kind: 'task', session_id: 's1' });
  endWorkersOf(db, 's2', 60);
  expect(worker('task').state).toBe('running');
  endWorkersOf(db, 's1', 60);
  expect(worker('task')).toMatchObject({ state: 'failed', ended_at: 60 });
});

test('workers expire by their end; running ones stay', () => {
  start('running', { started_at: 1 });
  start('old');
  start('fresh');
  endWorker(db, 'old', 'complete', undefined, 9);
  endWorker(db, 'fresh', 'failed', undefined, 10);
  expect(deleteWorkers(db, 10)).toBe(1);
  expect(ids(listWorkers(db)).sort()).toEqual(['fresh', 'running']);
});
