import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { insert, memoryDatabase } from '../../../test/support/memory-store.ts';
import type { ClientProcess, Identity } from '../../domain/sessions/session.ts';
import type { EventRecord } from '../record.ts';
import { addMessage, getMessage } from './messages.ts';
import { getMission, startMission } from './missions.ts';
import {
  changeSession,
  deleteSessions,
  endGoneSessions,
  findSessions,
  getSession,
  listSessions,
} from './sessions.ts';
import { listWorkers, startWorker } from './workers.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

const start = (session_id: string, at: number, identity: Identity = {}, more: Partial<EventRecord> = {}) =>
  insert(db, { event: 'SessionStart', kind: 'startup', session_id, at, identity, ...more });
const end = (session_id: string, at: number, kind = 'other') =>
  insert(db, { event: 'SessionEnd', session_id, at, kind });
const client = (pid: number, ancestors?: number[]): ClientProcess => ({
  pid,
  started: `then ${pid}`,
  ...(ancestors && { ancestors }),
});
const state = (session_id: string) => getSession(db, session_id)?.state;
const ids = (sessions: readonly { session_id: string }[]) => sessions.map(({ session_id }) => session_id);

test('a session does not depend on the order in which its events are inserted', () => {
  insert(
    db,
    {
      event: 'PreToolUse',
      at: 30,
      tool: 'Bash',
      tool_use_id: 't1',
      session_id: 's1',
      cwd: '/b',
      project: '/q',
    },
    { event: 'SessionStart', at: 10, session_id: 's1', identity: { alias: 'ada', role: 'lead' } },
    { event: 'UserPromptSubmit', at: 20, session_id: 's1', label: 'Fix it' },
  );
  expect(getSession(db, 's1')).toMatchObject({
    session_id: 's1',
    state: 'tool_active',
    why: 'Bash',
    alias: 'ada',
    role: 'lead',
    last_prompt: 'Fix it',
    started_at: 10,
    last_seen_at: 30,
    cwd: '/b',
    project: '/q',
  });
  expect(getSession(db, 'none')).toBeUndefined();
});

test('a session continues where the last insertion left it', () => {
  start('s1', 10);
  expect(state('s1')).toBe('idle');
  insert(db, { event: 'UserPromptSubmit', at: 20 });
  expect(state('s1')).toBe('active');
  end('s1', 30);
  expect(getSession(db, 's1')).toMatchObject({ state: 'ended', ended_at: 30, end_reason: 'other' });
});

test('overrides and events without a session id create no session', () => {
  insert(db, { event: 'pawl:pause', session_id: 's1' }, { session_id: '' });
  expect(listSessions(db)).toEqual([]);
});

test('a session with invalid fields does not keep others from being saved', () => {
  insert(
    db,
    { event: 'SessionStart', session_id: 'odd', identity: { alias: { not: 'text' } as never } },
    { event: 'SessionStart', session_id: 'good' },
  );
  expect(ids(listSessions(db))).toEqual(['good']);
});

test('after a clear the next session of the client takes over the names and the mail', () => {
  const me = client(7);
  start('before', 10, { client: me, alias: 'ada', role: 'lead', mode: 'mission' });
  addMessage(db, {
    id: 'm',
    kind: 'message',
    text: '',
    created_at: 1,
    to: { kind: 'session', name: 'before' },
  });
  start('after', 20, { client: me }, { kind: 'clear' });
  expect(getSession(db, 'before')).toMatchObject({
    state: 'ended',
    end_reason: 'clear',
    successor: 'after',
    ended_at: 20,
  });
  expect(getSession(db, 'after')).toMatchObject({
    state: 'idle',
    alias: 'ada',
    role: 'lead',
    mode: 'mission',
    conversation_id: 'before',
  });
  expect(getMessage(db, 'm')!.to_name).toBe('after');
});

test('a resume or a fork in the same client replaces its session and takes over nothing', () => {
  for (const kind of ['resume', 'fork']) {
    const me = client(kind.length);
    start(`${kind} before`, 10, { client: me, alias: kind });
    addMessage(db, {
      id: kind,
      kind: 'message',
      text: '',
      created_at: 1,
      to: { kind: 'session', name: `${kind} before` },
    });
    start(`${kind} after`, 20, { client: me }, { kind });
    expect(getSession(db, `${kind} before`)).toMatchObject({
      end_reason: 'replaced',
      successor: `${kind} after`,
    });
    expect(getSession(db, `${kind} after`)!.alias).toBeUndefined();
    expect(getMessage(db, kind)!.to_name).toBe(`${kind} before`);
  }
});

test('another start in the same client replaces no session: a client can hold several', () => {
  start('one', 10, { client: client(7) });
  start('two', 20, { client: client(7) }, { kind: 'startup' });
  start('three', 30, { client: client(7) }, { kind: undefined });
  expect([state('one'), state('two'), state('three')]).toEqual(['idle', 'idle', 'idle']);
});

test('a reused process id is another client', () => {
  start('before', 10, { client: { pid: 7, started: 'monday' } });
  start('after', 20, { client: { pid: 7, started: 'tuesday' } }, { kind: 'clear' });
  expect(state('before')).toBe('idle');
  start('without', 10);
  start('also without', 20, {}, { kind: 'clear' });
  expect(state('without')).toBe('idle');
});

test('a session that starts in a pane ends the one before, with its workers', () => {
  start('before', 10, { pane: '%1', tmux: '/tmp/a', client: client(7) });
  startWorker(db, {
    id: 'w',
    kind: 'task',
    conversation: 'c',
    session_id: 'before',
    title: '',
    started_at: 11,
  });
  start('elsewhere', 12, { pane: '%1', tmux: '/tmp/b', client: client(8) });
  start('other pane', 13, { pane: '%2', tmux: '/tmp/a', client: client(9) });
  start('after', 20, { pane: '%1', tmux: '/tmp/a', client: client(10) });
  expect(getSession(db, 'before')).toMatchObject({
    state: 'ended',
    end_reason: 'pane_reused',
    successor: 'after',
  });
  expect(listWorkers(db)).toMatchObject([{ state: 'failed', ended_at: 20 }]);
  expect([state('elsewhere'), state('other pane')]).toEqual(['idle', 'idle']);
  expect(getSession(db, 'after')!.parent_session_id).toBeUndefined();
});

test('sessions without a pane do not end each other', () => {
  start('one', 10, { client: client(7) });
  start('two', 20, { client: client(8) });
  expect([state('one'), state('two')]).toEqual(['idle', 'idle']);
});

test('a client that a session started is its child and replaces nothing, in the same pane or outside', () => {
  start('outer', 10, { pane: '%1', client: client(7) });
  start('inner', 20, { pane: '%1', client: client(8, [50, 7, 1]) });
  start('headless', 30, { client: client(9, [7]) });
  start('stranger', 40, { client: client(10, [1]) });
  expect(state('outer')).toBe('idle');
  const parent = (id: string) => getSession(db, id)!.parent_session_id;
  expect([parent('inner'), parent('headless'), parent('stranger')]).toEqual(['outer', 'outer', undefined]);
  start('told', 50, { client: client(11, [7]), parent_session_id: 'mine' });
  expect(parent('told')).toBe('mine');
});

test('a start that is inserted late does not end sessions that started after it', () => {
  start('newer', 30, { pane: '%1' });
  start('older', 10, { pane: '%1' });
  expect(state('newer')).toBe('idle');
  start('same time', 30, { pane: '%1' });
  expect(state('newer')).toBe('ended');
});

test('sessions of the same insertion can end each other', () => {
  const at = (session_id: string, at: number) => ({
    event: 'SessionStart',
    session_id,
    at,
    identity: { pane: '%1' },
  });
  insert(db, at('c', 30), at('a', 10), at('b', 20));
  expect([state('a'), state('b'), state('c')]).toEqual(['ended', 'ended', 'idle']);
});

test('a session that has ended is not ended again by the next one in its pane', () => {
  const identity = { pane: '%1' };
  insert(
    db,
    { event: 'SessionStart', session_id: 'a', at: 10, identity },
    { event: 'SessionEnd', session_id: 'a', at: 20, kind: 'logout' },
    { event: 'SessionStart', session_id: 'b', at: 30, identity },
  );
  const { end_reason, ended_at, successor } = getSession(db, 'a')!;
  expect({ end_reason, ended_at, successor }).toEqual({
    end_reason: 'logout',
    ended_at: 20,
    successor: undefined,
  });
});

test('only a start replaces a session in the pane; other events do not', () => {
  start('before', 10, { pane: '%1' });
  insert(db, { event: 'UserPromptSubmit', session_id: 'other', at: 20, identity: { pane: '%1' } });
  expect(state('before')).toBe('idle');
});

test('a session with a mission adds it to the list once', () => {
  start('s1', 10, { mission: 'm1', description: 'Upgrade the parser' });
  expect(getMission(db, 'm1')).toMatchObject({
    goal: 'Upgrade the parser',
    state: 'running',
    started_at: 10,
  });
  start('s2', 20, { mission: 'm2' });
  expect(getMission(db, 'm2')!.goal).toBe('m2');
  startMission(db, 'm3', 'As a person said', 1);
  start('s3', 30, { mission: 'm3', description: 'As the session says' });
  expect(getMission(db, 'm3')!.goal).toBe('As a person said');
});

test('only the forty subagents that were seen last are kept', () => {
  const agents = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({
      event: 'SubagentStart',
      at: from + n,
      agent_id: `a${from + n}`,
      agent_type: 'explorer',
    }));
  insert(db, ...agents(1, 41));
  expect(Object.keys(getSession(db, 's1')!.agents)).toHaveLength(40);
  insert(db, ...agents(41, 43));
  const kept = Object.keys(getSession(db, 's1')!.agents);
  expect(kept).toHaveLength(40);
  expect(kept).toContain('a42');
  expect(kept).not.toContain('a2');
  expect(kept).toContain('a3');
});

test('a session can be changed without an event, if it exists', () => {
  start('s1', 10);
  expect(changeSession(db, 's1', (session) => (session.status_text = 'Thinking'))).toBe(true);
  expect(getSession(db, 's1')!.status_text).toBe('Thinking');
  expect(changeSession(db, 'none', () => expect.unreachable())).toBe(false);
});

test('sessions are listed last seen first, by state, conversation, role and project', () => {
  start('a', 10, { role: 'lead', conversation_id: 'c1' });
  start('b', 30, { role: 'lead' }, { project: '/other' });
  start('c', 20);
  end('c', 40);
  expect(ids(listSessions(db))).toEqual(['c', 'b', 'a']);
  expect(ids(listSessions(db, { open: true }))).toEqual(['b', 'a']);
  expect(ids(listSessions(db, { states: ['ended'] }))).toEqual(['c']);
  expect(ids(listSessions(db, { states: [] }))).toEqual([]);
  expect(ids(listSessions(db, { conversation: 'c1' }))).toEqual(['a']);
  expect(ids(listSessions(db, { conversation: 'b' }))).toEqual(['b']);
  expect(ids(listSessions(db, { role: 'lead' }))).toEqual(['b', 'a']);
  expect(ids(listSessions(db, { role: 'lead', project: '/other' }))).toEqual(['b']);
  expect(ids(listSessions(db, { limit: 1 }))).toEqual(['c']);
});

test('sessions in every state but `ended` are open', () => {
  start('idle', 10);
  insert(db, { event: 'UserPromptSubmit', session_id: 'active', at: 10 });
  insert(db, { event: 'PreToolUse', session_id: 'tool', tool: 'Bash', tool_use_id: 't', at: 10 });
  insert(db, { event: 'PermissionRequest', session_id: 'waits', tool: 'Bash', at: 10 });
  expect(
    listSessions(db, { open: true })
      .map(({ state: current }) => current)
      .sort(),
  ).toEqual(['active', 'idle', 'needs_input', 'tool_active']);
});

test('a thousand sessions are listed unless a limit is given', () => {
  insert(db, ...Array.from({ length: 1_001 }, (_, n) => ({ session_id: `s${n}` })));
  expect(listSessions(db)).toHaveLength(1_000);
});

test('sessions are found by id, its beginning or their alias; exact, open and last seen first', () => {
  start('abc', 10);
  start('abcd', 50);
  start('abce', 60);
  end('abce', 70);
  start('named', 40, { alias: 'abc' });
  start('a%c', 10);
  expect(ids(findSessions(db, 'abc'))).toEqual(['abc', 'abcd', 'named', 'abce']);
  expect(ids(findSessions(db, 'a%'))).toEqual(['a%c']);
  expect(ids(findSessions(db, 'named'))).toEqual(['named']);
  expect(findSessions(db, 'bc')).toEqual([]);
});

test('twenty sessions at most are found', () => {
  for (let n = 0; n < 21; n++) start(`abc${n}`, n);
  expect(findSessions(db, 'abc')).toHaveLength(20);
});

test('a session that inherited its alias comes after the open session it got it from', () => {
  start('outer', 10, { alias: 'ada' });
  start('inner', 20, { alias: 'ada', parent_session_id: 'outer' });
  expect(ids(findSessions(db, 'ada'))).toEqual(['outer', 'inner']);
  start('other inner', 30, { alias: 'bob', parent_session_id: 'outer' });
  expect(ids(findSessions(db, 'bob'))).toEqual(['other inner']);
  end('outer', 40);
  expect(ids(findSessions(db, 'ada'))).toEqual(['inner', 'outer']);
});

test('sessions whose process is gone are ended, with their workers', () => {
  start('alive', 10, { client: client(1) });
  start('gone', 10, { client: client(2) });
  start('over', 10, { client: client(3) });
  end('over', 20);
  startWorker(db, {
    id: 'w',
    kind: 'task',
    conversation: 'c',
    session_id: 'gone',
    title: '',
    started_at: 11,
  });
  expect(endGoneSessions(db, (session) => session.session_id === 'alive', 100)).toEqual(['gone']);
  expect(getSession(db, 'gone')).toMatchObject({ state: 'ended', end_reason: 'process_gone', ended_at: 100 });
  expect(state('alive')).toBe('idle');
  expect(getSession(db, 'over')!.end_reason).toBe('other');
  expect(listWorkers(db)).toMatchObject([{ state: 'failed', ended_at: 100 }]);
  expect(endGoneSessions(db, () => true, 100)).toEqual([]);
});

test('a session whose process is unknown is ended after twelve hours of silence', () => {
  start('silent', 1_000);
  const hours = 3_600_000;
  expect(endGoneSessions(db, () => undefined, 1_000 + 12 * hours)).toEqual([]);
  expect(endGoneSessions(db, () => undefined, 1_001 + 12 * hours)).toEqual(['silent']);
  expect(getSession(db, 'silent')).toMatchObject({ state: 'ended', end_reason: 'silent' });
});

test('ended sessions expire by when they were last seen; open ones stay', () => {
  start('open', 1);
  start('old', 1);
  end('old', 9);
  start('fresh', 1);
  end('fresh', 10);
  expect(deleteSessions(db, 10)).toBe(1);
  expect(ids(listSessions(db)).sort()).toEqual(['fresh', 'open']);
});
