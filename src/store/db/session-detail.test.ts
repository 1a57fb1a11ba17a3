import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { insert, memoryDatabase, record } from '../../../test/support/memory-store.ts';
import { insertEventRow } from './events.ts';
import { addMemory, countCited, countGiven } from './memory.ts';
import {
  checkpointOf,
  evidenceOf,
  failuresOf,
  filesOf,
  memoriesOf,
  promptsOf,
  toolsOf,
} from './session-detail.ts';
import { addEvidence, saveCheckpoint } from './work.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

test('the prompts of a session, newest first, without the client’s notifications', () => {
  const prompt = { event: 'UserPromptSubmit' };
  insert(
    db,
    { ...prompt, at: 1, label: 'first' },
    { ...prompt, at: 2 },
    { ...prompt, at: 3, label: '<task-notification>done' },
    { ...prompt, at: 4, label: 'about <task-notification>' },
    { ...prompt, at: 5, label: 'other', session_id: 's2' },
    { at: 6, label: 'a tool' },
  );
  expect(promptsOf(db, 's1')).toEqual([
    { at: 4, label: 'about <task-notification>' },
    { at: 2, label: null },
    { at: 1, label: 'first' },
  ]);
  expect(promptsOf(db, 's1', 1)).toHaveLength(1);
  insert(db, ...Array.from({ length: 201 }, () => prompt));
  expect(promptsOf(db, 's1')).toHaveLength(200);
});

test('the tools of a session, most used first', () => {
  insert(
    db,
    { tool: 'Bash' },
    { tool: 'Bash', decision: 'deny' },
    { tool: 'Bash', decision: 'ask' },
    { tool: 'Bash', event: 'PostToolUse' },
    { tool: 'Bash', event: 'PostToolUseFailure' },
    { tool: 'Edit' },
    { tool: 'Other', session_id: 's2' },
    { event: 'Stop', decision: 'block' },
  );
  expect(toolsOf(db, 's1')).toEqual([
    { tool: 'Bash', calls: 3, failed: 1, refused: 1, asked: 1 },
    { tool: 'Edit', calls: 1, failed: 0, refused: 0, asked: 0 },
  ]);
  insert(db, ...Array.from({ length: 51 }, (_, n) => ({ tool: `t${n}` })));
  expect(toolsOf(db, 's1')).toHaveLength(50);
});

test('the files of a session, most written first, then the last touched', () => {
  const touched = (tool: string, label: string | undefined, at: number) => ({
    event: 'PostToolUse',
    tool,
    label,
    at,
  });
  insert(
    db,
    touched('Read', '/read early', 1),
    touched('Read', '/read late', 9),
    touched('Read', '/both', 2),
    touched('Edit', '/both', 3),
    ...['Edit', 'Write', 'NotebookEdit', 'MultiEdit'].map((tool, n) => touched(tool, '/written', n)),
    touched('Bash', '/by a command', 1),
    touched('Read', undefined, 1),
    { ...touched('Read', '/not yet', 1), event: 'PreToolUse' },
    { ...touched('Read', '/of another', 1), session_id: 's2' },
  );
  expect(filesOf(db, 's1')).toEqual([
    { path: '/written', reads: 0, writes: 4, at: 3 },
    { path: '/both', reads: 1, writes: 1, at: 3 },
    { path: '/read late', reads: 1, writes: 0, at: 9 },
    { path: '/read early', reads: 1, writes: 0, at: 1 },
  ]);
  expect(filesOf(db, 's1', 2)).toHaveLength(2);
  insert(db, ...Array.from({ length: 200 }, (_, n) => touched('Read', `/f${n}`, 1)));
  expect(filesOf(db, 's1')).toHaveLength(200);
});

test('the newest checkpoint of a session', () => {
  expect(checkpointOf(db, 's1')).toBeUndefined();
  const save = (hash: string, at: number, session_id: string) =>
    saveCheckpoint(db, '/r', hash, { session_id, content: 'c', body: `body ${at}`, at });
  save('a', 5, 's1');
  save('b', 9, 's1');
  save('c', 7, 's1');
  save('d', 99, 's2');
  expect(checkpointOf(db, 's1')).toEqual({ at: 9, body: 'body 9' });
});

test('the memories that a session learnt, was given and cited, newest first', () => {
  const add = (content: string, session_id: string, at: number) =>
    addMemory(db, { content, category: 'c', entities: [] }, { repository: '/r', session_id, at, source: 'x' })
      .id;
  const [learnt, given, helped] = [
    add('learnt', 's1', 5),
    add('given', 's0', 1),
    add('helped', 's0', 1),
  ] as const;
  countGiven(db, [given], 's1', 7);
  countGiven(db, [helped], 's1', 9);
  countGiven(db, [learnt], 's2', 99);
  countCited(db, [helped], 's1');
  expect(memoriesOf(db, 's1')).toEqual([
    { id: helped, content: 'helped', at: 9, how: 'helped' },
    { id: given, content: 'given', at: 7, how: 'given' },
    { id: learnt, content: 'learnt', at: 5, how: 'learnt' },
  ]);
  for (let n = 0; n < 100; n++) add(`${n}`, 's1', 1);
  expect(memoriesOf(db, 's1')).toHaveLength(100);
});

test('the evidence of a session, newest first, fifty at most', () => {
  const add = (name: string, at: number, session_id = 's1') =>
    addEvidence(db, session_id, '/r', {
      name,
      kind: 'test',
      command: '',
      source: 'hook',
      ok: at > 5,
      ms: 3,
      at,
      tree: 't',
      tail: '',
    } as never);
  add('old', 5);
  add('new', 9);
  add('other', 9, 's2');
  expect(evidenceOf(db, 's1')).toEqual([
    { at: 9, name: 'new', kind: 'test', ok: 1, ms: 3 },
    { at: 5, name: 'old', kind: 'test', ok: 0, ms: 3 },
  ]);
  for (let n = 0; n < 50; n++) add(`${n}`, 20 + n);
  expect(evidenceOf(db, 's1')).toHaveLength(50);
});

test('failures of policies and of the store, newest first', () => {
  const policy = { policy: 'guard/x', level: 'deny', said: 'pass' as const, ms: 1 };
  insert(
    db,
    { at: 1, policies: [{ ...policy, error: 'threw' }] },
    { at: 2, policies: [policy] },
    { at: 3, notes: ['store: locked'] },
    { at: 4, notes: ['something else'] },
    { at: 5, event: 'unreadable', session_id: '' },
  );
  expect(failuresOf(db).map(({ at, event, session_id }) => [at, event, session_id])).toEqual([
    [5, 'unreadable', ''],
    [3, 'PreToolUse', 's1'],
    [1, 'PreToolUse', 's1'],
  ]);
  expect(JSON.parse(failuresOf(db)[1]!.detail).notes).toEqual(['store: locked']);
  expect(failuresOf(db, 1).map(({ at }) => at)).toEqual([5]);
  insert(db, ...Array.from({ length: 31 }, () => ({ event: 'unreadable' })));
  expect(failuresOf(db)).toHaveLength(30);
});

test('failures are searched for in the last twenty thousand rows', () => {
  insert(db, { event: 'unreadable' });
  db.transaction(() => {
    for (let n = 0; n < 19_999; n++) insertEventRow(db, record({ session_id: '' }));
  })();
  expect(failuresOf(db)).toHaveLength(1);
  insert(db, {});
  expect(failuresOf(db)).toEqual([]);
});
