import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { insert, memoryDatabase } from '../../../test/support/memory-store.ts';
import type { Evidence } from '../../domain/checkpoint/work.ts';
import {
  addEvidence,
  addSnapshot,
  callsSince,
  dropStaleWork,
  firstSeen,
  lastCheckpoint,
  latestEvidence,
  markEvidenceStale,
  readCheckpoint,
  readSnapshot,
  saveCheckpoint,
  snapshotRoots,
  turnStart,
} from './work.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

const secret = `ghp_${'a1B2'.repeat(9)}`;
const evidence = (name: string, more: Partial<Evidence> = {}): Evidence =>
  ({
    name,
    kind: 'test',
    command: `make ${name}`,
    source: 'hook',
    ok: true,
    ms: 5,
    at: 10,
    tree: 't',
    tail: 'ok',
    ...more,
  }) as Evidence;
const names = () => latestEvidence(db, '/r').map(({ name }) => name);

test('the first snapshot of a tree in a session is kept', () => {
  expect(readSnapshot(db, 's1', '/r')).toBeUndefined();
  addSnapshot(db, 's1', '/r', 5, { files: ['a'] });
  addSnapshot(db, 's1', '/r', 9, { files: ['b'] });
  addSnapshot(db, 's2', '/r', 7, { files: ['c'] });
  expect(readSnapshot<unknown>(db, 's1', '/r')).toEqual({ at: 5, tree: { files: ['a'] } });
  expect(readSnapshot<unknown>(db, 's2', '/r')).toEqual({ at: 7, tree: { files: ['c'] } });
  expect(readSnapshot(db, 's1', '/other')).toBeUndefined();
});

test('the trees of a session, newest first, eight at most', () => {
  for (let n = 1; n <= 9; n++) addSnapshot(db, 's1', `/${10 - n}`, n, {});
  addSnapshot(db, 's2', '/other', 99, {});
  expect(snapshotRoots(db, 's1')).toEqual(['/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8']);
  expect(snapshotRoots(db, 's3')).toEqual([]);
});

test('the first event of a session', () => {
  expect(firstSeen(db, 's1')).toBeUndefined();
  insert(db, { at: 9 }, { at: 5 }, { at: 1, session_id: 's2' });
  expect(firstSeen(db, 's1')).toBe(5);
});

const row = { project: '/r', began: null, command: null, background: null };

test('finished calls of all sessions in a tree, without those that only read', () => {
  const call = { event: 'PostToolUse', tool: 'Bash', project: '/r', at: 10 };
  insert(
    db,
    { ...call, label: 'ls', duration_ms: 7 },
    { ...call, event: 'PostToolUseFailure', session_id: 's2', tool: 'Edit', at: 11 },
    { ...call, at: 9 },
    { ...call, event: 'PreToolUse' },
    { ...call, project: '/other' },
    { ...call, project: '/other', tool: 'Write', label: '/r/a.ts', at: 12 },
    { ...call, project: '/other', tool: 'Write', label: '/repo/a.ts' },
    ...['Read', 'Grep', 'Glob', 'WebFetch', 'WebSearch', 'TodoWrite'].map((tool) => ({ ...call, tool })),
  );
  expect(callsSince(db, '/r', 10)).toEqual([
    { ...row, session_id: 's1', tool: 'Bash', label: 'ls', event: 'PostToolUse', at: 10, duration: 7 },
    { ...row, session_id: 's2', tool: 'Edit', label: null, event: 'PostToolUseFailure', at: 11, duration: 0 },
    {
      ...row,
      project: '/other',
      session_id: 's1',
      tool: 'Write',
      label: '/r/a.ts',
      event: 'PostToolUse',
      at: 12,
      duration: 0,
    },
  ]);
});

test('a call that was recorded before it ran has its start time and whole command', () => {
  const call = { tool: 'Bash', project: '/r', tool_use_id: 'toolu_1' };
  const parameters = { command: 'ls\nrm x', run_in_background: true };
  insert(
    db,
    { ...call, event: 'PreToolUse', at: 5, parameters },
    { ...call, event: 'PostToolUse', at: 9, label: 'ls rm x' },
  );
  expect(callsSince(db, '/r', 0)).toMatchObject([{ began: 5, at: 9, command: 'ls\nrm x', background: 1 }]);
});

test('a turn begins with a prompt of a person, or after a stop that was not blocked', () => {
  expect(turnStart(db, 's1')).toBe(0);
  insert(db, { event: 'UserPromptSubmit', at: 5, label: 'go' });
  insert(db, { event: 'UserPromptSubmit', at: 6, label: '<task-notification> done' });
  insert(db, { event: 'Stop', at: 7, decision: 'block' });
  insert(db, {
    event: 'Stop',
    at: 8,
    decision: 'pass',
    notes: ['stop not blocked: shell “x” is still running'],
  });
  expect(turnStart(db, 's1')).toBe(5);
  insert(db, { event: 'Stop', at: 9, decision: 'pass' });
  expect(turnStart(db, 's1')).toBe(9);
});

test('evidence is read as it was written; what is absent stays absent', () => {
  addEvidence(db, 's1', '/r', evidence('test', { ok: false, exit: 2 }));
  addEvidence(db, 's1', '/r', evidence('lint', { kind: 'lint' as never }));
  expect(latestEvidence(db, '/r')).toEqual([
    evidence('lint', { kind: 'lint' as never }),
    evidence('test', { ok: false, exit: 2 }),
  ]);
});

test('evidence is redacted and cut: the beginning of the command, the end of the output', () => {
  addEvidence(
    db,
    's1',
    '/r',
    evidence('test', { command: `curl -H "token: ${secret}"`, tail: `failed ${secret}` }),
  );
  const [first] = latestEvidence(db, '/r');
  expect(first!.command).not.toContain(secret);
  expect(first!.tail).toBe('failed [redacted]');
  addEvidence(
    db,
    's1',
    '/r',
    evidence('test', { command: `a${'b '.repeat(400)}`, tail: `${'x '.repeat(3_000)}end` }),
  );
  const [second] = latestEvidence(db, '/r');
  expect(second!.command).toHaveLength(500);
  expect(second!.command.startsWith('ab')).toBe(true);
  expect(second!.tail).toHaveLength(4_000);
  expect(second!.tail.endsWith('x end')).toBe(true);
});

test('the last run of each check in a tree, last run first, fifty at most', () => {
  for (const name of ['a', 'b', 'a']) addEvidence(db, 's1', '/r', evidence(name));
  addEvidence(db, 's1', '/other', evidence('c'));
  expect(names()).toEqual(['a', 'b']);
  for (let n = 0; n < 50; n++) addEvidence(db, 's1', '/r', evidence(`n${n}`));
  expect(names()).toHaveLength(50);
  expect(names()[0]).toBe('n49');
});

test('evidence from before a time becomes stale once, for the first reason', () => {
  addEvidence(db, 's1', '/r', evidence('old', { at: 9 }));
  addEvidence(db, 's1', '/r', evidence('now', { at: 10 }));
  addEvidence(db, 's1', '/other', evidence('elsewhere', { at: 9 }));
  markEvidenceStale(db, '/r', 'a file changed', 10);
  markEvidenceStale(db, '/r', 'another file changed', 10);
  const stale = (root: string) => latestEvidence(db, root).map(({ name, stale: why }) => [name, why]);
  expect(stale('/r')).toEqual([
    ['now', undefined],
    ['old', 'a file changed'],
  ]);
  expect(stale('/other')).toEqual([['elsewhere', undefined]]);
});

test('a checkpoint belongs to the session that wrote it last, and each session has its last one', () => {
  const saved = { session_id: 's1', content: 'work 1', body: 'Done so far', at: 5 };
  expect(readCheckpoint(db, '/r', 'h')).toBeUndefined();
  saveCheckpoint(db, '/r', 'h', saved);
  expect(readCheckpoint(db, '/r', 'h')).toEqual(saved);
  saveCheckpoint(db, '/r', 'older', { ...saved, at: 4 });
  expect(lastCheckpoint(db, '/r', 's1')).toEqual(saved);
  saveCheckpoint(db, '/r', 'h', { ...saved, session_id: 's2', content: 'work 2', at: 9 });
  expect(readCheckpoint(db, '/r', 'h')).toEqual({ ...saved, session_id: 's2', content: 'work 2', at: 9 });
  expect(lastCheckpoint(db, '/r', 's1')?.at).toBe(4);
  expect(lastCheckpoint(db, '/r', 's3')).toBeUndefined();
  expect(readCheckpoint(db, '/other', 'h')).toBeUndefined();
  expect(readCheckpoint(db, '/r', 'other')).toBeUndefined();
});

test('a checkpoint is redacted and cut', () => {
  saveCheckpoint(db, '/r', 'a', { session_id: 's1', content: 'c', body: `the key is ${secret}`, at: 5 });
  expect(readCheckpoint(db, '/r', 'a')!.body).toBe('the key is [redacted]');
  saveCheckpoint(db, '/r', 'b', { session_id: 's1', content: 'c', body: 'x '.repeat(30_000), at: 5 });
  expect(readCheckpoint(db, '/r', 'b')!.body).toHaveLength(50_000);
});

test('snapshots, evidence and checkpoints expire by their time', () => {
  for (const at of [9, 10]) {
    addSnapshot(db, `s${at}`, '/r', at, {});
    addEvidence(db, 's1', '/r', evidence(`e${at}`, { at }));
    saveCheckpoint(db, '/r', `h${at}`, { session_id: 's1', content: 'c', body: 'b', at });
  }
  expect(dropStaleWork(db, 10)).toBe(3);
  expect(dropStaleWork(db, 10)).toBe(0);
  expect([readSnapshot(db, 's9', '/r'), readCheckpoint(db, '/r', 'h9')]).toEqual([undefined, undefined]);
  expect(readSnapshot(db, 's10', '/r')).toBeDefined();
  expect(readCheckpoint(db, '/r', 'h10')).toBeDefined();
  expect(names()).toEqual(['e10']);
});
