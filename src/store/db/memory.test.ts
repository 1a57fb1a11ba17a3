import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { memoryDatabase } from '../../../test/support/memory-store.ts';
import type { Lesson } from '../../domain/memory/memory.ts';
import {
  addMemory,
  assertionsOf,
  countCited,
  countGiven,
  dropStaleMemories,
  findMemory,
  importMemory,
  listMemories,
  type MemoryOrigin,
  memoryStats,
  recallCandidates,
  removeMemory,
  searchMemories,
} from './memory.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

const secret = `ghp_${'a1B2'.repeat(9)}`;
const lesson = (content: string, more: Partial<Lesson> = {}): Lesson => ({
  content,
  category: 'fix',
  entities: [],
  ...more,
});
const origin = (more: Partial<MemoryOrigin> = {}): MemoryOrigin => ({
  repository: '/r',
  session_id: 's1',
  at: 10,
  source: 'stop',
  ...more,
});
const add = (content: string, more: Partial<Lesson> = {}, from: Partial<MemoryOrigin> = {}) =>
  addMemory(db, lesson(content, more), origin(from)).id;
const texts = (memories: readonly { content: string }[]) => memories.map(({ content }) => content);
const rowsIn = (table: string) => (db.query(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;

test('a lesson is read as it was written', () => {
  const { id, added } = addMemory(
    db,
    lesson('Use LF line ends', { problem: 'CRLF', entities: ['Editor', 'src/Main.ts'] }),
    origin(),
  );
  expect(added).toBe(true);
  expect(findMemory(db, id)).toEqual({
    id,
    at: 10,
    kind: 'lesson',
    category: 'fix',
    problem: 'CRLF',
    content: 'Use LF line ends',
    entities: ['editor', 'src/main.ts'],
    session_id: 's1',
    source: 'stop',
    injected: 0,
    cited: 0,
  });
  expect(findMemory(db, id + 1)).toBeUndefined();
});

test('the same lesson in a repository is stored once, whatever its spaces and case', () => {
  const first = addMemory(db, lesson('Use LF line ends'), origin());
  expect(addMemory(db, lesson('  use lf\n LINE ends '), origin({ at: 99 }))).toEqual({
    id: first.id,
    added: false,
  });
  expect(addMemory(db, lesson('Use LF line ends'), origin({ repository: '/other' })).added).toBe(true);
  expect(addMemory(db, lesson('Use LF lines'), origin()).added).toBe(true);
  expect(addMemory(db, lesson('UseLF line ends'), origin()).added).toBe(true);
  expect(listMemories(db, '/r', 9)).toHaveLength(3);
  expect(findMemory(db, first.id)!.at).toBe(10);
});

test('an assertion replaces the one on the same topic in its repository', () => {
  const old = add('Tests run with make', { topic: 'tests' });
  add('Tests run with make', { topic: 'builds' });
  add('Tests run with make', { topic: 'tests' }, { repository: '/other' });
  const now = addMemory(db, lesson('Tests run with npm', { topic: 'tests' }), origin({ at: 20 }));
  expect(now.added).toBe(true);
  expect(findMemory(db, old)).toBeUndefined();
  expect(findMemory(db, now.id)).toMatchObject({
    kind: 'assertion',
    topic: 'tests',
    content: 'Tests run with npm',
  });
  expect(texts(assertionsOf(db, '/r'))).toEqual(['Tests run with npm', 'Tests run with make']);
  expect(rowsIn('memory_text')).toBe(3);
});

test('an assertion and a lesson of the same content are two', () => {
  add('Use LF', { topic: 'line ends' });
  expect(addMemory(db, lesson('Another', { topic: 'line ends 2' }), origin()).added).toBe(true);
  add('A lesson');
  expect(addMemory(db, lesson('A lesson', { topic: 'x' }), origin()).added).toBe(true);
});

test('assertions are listed newest first, twenty unless a limit is given', () => {
  for (let n = 21; n >= 1; n--) add(`${n}`, { topic: `t${n}` }, { at: n });
  add('a lesson', {}, { at: 99 });
  expect(assertionsOf(db, '/r')).toHaveLength(20);
  expect(texts(assertionsOf(db, '/r', 2))).toEqual(['21', '20']);
  expect(assertionsOf(db, '/other')).toEqual([]);
});

test('content and entities are redacted and cut', () => {
  const id = add(`the key is ${secret}`, {
    entities: [secret, 'x'.repeat(200), ...Array.from({ length: 40 }, (_, n) => `e${n}`)],
  });
  const { content, entities } = findMemory(db, id)!;
  expect(content).toBe('the key is [redacted]');
  expect(entities).toHaveLength(30);
  expect(JSON.stringify(entities)).not.toContain(secret.toLowerCase());
  const upper = findMemory(db, add('about a key', { entities: ['AKIAIOSFODNN7EXAMPLE'] }))!;
  expect(upper.entities).toEqual(['[redacted]']);
  expect(entities[1]).toBe('x'.repeat(100));
  expect(findMemory(db, add('y '.repeat(3_000)))!.content).toHaveLength(4_000);
});

test('a topic, a category and a problem are redacted too', () => {
  const id = add('x', { topic: `about ${secret}`, category: `c ${secret}`, problem: `p ${secret}` });
  expect(findMemory(db, id)).toMatchObject({
    topic: 'about [redacted]',
    category: 'c [redacted]',
    problem: 'p [redacted]',
  });
  add('y', { topic: `about ${secret}` });
  expect(texts(assertionsOf(db, '/r'))).toEqual(['y']);
});

test('a memory is imported once, even after it was changed or forgotten as a duplicate', () => {
  const from = origin({ uid: 'old-1' });
  expect(importMemory(db, lesson('Use LF'), from, { injected: 4, cited: 2 })).toBe(true);
  expect(listMemories(db, '/r', 9)).toMatchObject([{ content: 'Use LF', injected: 4, cited: 2 }]);
  expect(importMemory(db, lesson('Use LF, always'), from)).toBe(false);
  expect(importMemory(db, lesson('use  lf'), origin({ uid: 'old-2' }), { injected: 9 })).toBe(false);
  expect(listMemories(db, '/r', 9)).toMatchObject([{ content: 'Use LF', injected: 4 }]);
  expect(importMemory(db, lesson('New'), origin({ uid: 'old-3' }))).toBe(true);
  expect(listMemories(db, '/r', 9)).toHaveLength(2);
  expect(findMemory(db, 2)).toMatchObject({ injected: 0, cited: 0 });
});

test('an imported assertion is dropped if one on its topic is as new or newer', () => {
  const imported = (uid: string, at: number, topic = 'tests') =>
    importMemory(db, lesson(`as of ${at}`, { topic }), origin({ uid, at }));
  add('here', { topic: 'tests' }, { at: 10 });
  expect(imported('a', 9)).toBe(false);
  expect(imported('b', 10)).toBe(false);
  expect(imported('c', 9, 'builds')).toBe(true);
  expect(imported('d', 11)).toBe(true);
  expect(texts(assertionsOf(db, '/r'))).toEqual(['as of 11', 'as of 9']);
  expect(
    importMemory(db, lesson('there', { topic: 'tests' }), origin({ uid: 'e', at: 1, repository: '/o' })),
  ).toBe(true);
});

test('a removed memory is gone from every table', () => {
  const [id, other] = [add('Use LF', { entities: ['editor'] }), add('Use tabs', { entities: ['editor'] })];
  countGiven(db, [id, other], 's1', 5);
  expect(removeMemory(db, id)).toBe(true);
  expect(removeMemory(db, id)).toBe(false);
  expect(texts(searchMemories(db, '/r', 'use', 9))).toEqual(['Use tabs']);
  expect(texts(recallCandidates(db, '/r', [{ text: 'editor', weight: 1 }]).lessons)).toEqual(['Use tabs']);
  expect(db.query('SELECT memory FROM memory_uses').all()).toEqual([{ memory: other }]);
});

test('only the vector of a removed memory is removed', () => {
  const ids = ['one', 'two'].map((content) => add(content));
  for (const id of ids)
    db.run('INSERT OR REPLACE INTO memory_vectors (memory, model, vector) VALUES (?, ?, ?)', [
      id,
      'm',
      new Uint8Array(1),
    ]);
  db.run('DELETE FROM memories WHERE id = ?', [ids[0]!]);
  expect(db.query('SELECT memory FROM memory_vectors').values()).toEqual([[ids[1]!]]);
});

test('candidates are all lessons of a project, or, if there are very many, those with a word in common', () => {
  add('newest', { entities: ['editor'] }, { at: 3 });
  add('runs before deployments', {}, { at: 1 });
  add('about nothing', {}, { at: 2 });
  add('calls loadEditorConfig', {}, { at: 2 });
  add('an assertion', { topic: 'editor', entities: ['editor'] }, { at: 4 });
  add('elsewhere', { entities: ['editor'] }, { at: 5, repository: '/other' });
  const found = (repository: string | undefined, text: string) => {
    const { lessons, total } = recallCandidates(db, repository, [{ text, weight: 1 }], 3);
    return [...texts(lessons).sort(), total];
  };
  expect(recallCandidates(db, '/r', []).lessons).toHaveLength(4);
  expect(found('/r', '')).toEqual([4]);
  expect(found('/r', 'the editors')).toEqual(['calls loadEditorConfig', 'newest', 4]);
  expect(found('/r', 'we deployed it')).toEqual(['runs before deployments', 4]);
  expect(found('/r', 'something else')).toEqual([4]);
  expect(found(undefined, 'editor')).toEqual(['calls loadEditorConfig', 'elsewhere', 'newest', 5]);
});

test('a search finds any of the words by their beginning, in the content and in the entities', () => {
  add('Migrations run before deployments', { entities: ['database'] });
  add('Databases are backed up', { entities: ['cron', 'restic'] });
  add('Nothing of the sort', {}, { repository: '/other' });
  expect(texts(searchMemories(db, '/r', 'migrat', 9))).toEqual(['Migrations run before deployments']);
  expect(texts(searchMemories(db, '/r', 'database', 9))).toEqual([
    'Migrations run before deployments',
    'Databases are backed up',
  ]);
  expect(texts(searchMemories(db, '/r', 'restic', 9))).toEqual(['Databases are backed up']);
  expect(texts(searchMemories(db, '/r', 'database', 1))).toEqual(['Migrations run before deployments']);
  expect(texts(searchMemories(db, '/r', 'backed nothing', 9))).toEqual(['Databases are backed up']);
  expect(texts(searchMemories(db, undefined, 'nothing', 9))).toEqual(['Nothing of the sort']);
  expect(texts(searchMemories(db, '/r', 'nothing', 9))).toEqual([]);
});

test('special characters in a search are not operators, and a search without words lists the newest', () => {
  add('Use LF', {}, { at: 1 });
  add('NOT a test', {}, { at: 2 });
  for (const text of ['"lf" OR (', 'lf*', 'content:lf', 'NEAR(lf', '-lf']) {
    expect(texts(searchMemories(db, '/r', text, 9))).toContain('Use LF');
  }
  expect(texts(searchMemories(db, '/r', 'not', 9))).toEqual(['NOT a test']);
  expect(texts(searchMemories(db, '/r', ' -* ', 1))).toEqual(['NOT a test']);
});

test('memories are listed newest first, of one repository or of all', () => {
  add('a', {}, { at: 1 });
  add('c', { topic: 't' }, { at: 3 });
  add('b1', {}, { at: 2 });
  add('b2', {}, { at: 2 });
  add('d', {}, { at: 4, repository: '/other' });
  expect(texts(listMemories(db, '/r', 9))).toEqual(['c', 'b2', 'b1', 'a']);
  expect(texts(listMemories(db, undefined, 2))).toEqual(['d', 'c']);
});

test('what a session was given and cited is counted once', () => {
  const [a, b] = [add('a'), add('b')];
  countGiven(db, [a, b], 's1', 5);
  countGiven(db, [a], 's1', 6);
  countGiven(db, [a], 's2', 7);
  countCited(db, [a], 's1');
  countCited(db, [a], 's1');
  countCited(db, [b], 's2');
  expect(findMemory(db, a)).toMatchObject({ injected: 2, cited: 1 });
  expect(findMemory(db, b)).toMatchObject({ injected: 1, cited: 0 });
  countCited(db, [a, b], 's1');
  expect(findMemory(db, b)).toMatchObject({ cited: 1 });
});

test('the statistics of a repository, or of all', () => {
  expect(memoryStats(db, undefined)).toEqual({
    memories: 0,
    assertions: 0,
    injected: 0,
    cited: 0,
    oldest: null,
    newest: null,
  });
  const id = add('a', {}, { at: 3 });
  add('b', {}, { at: 5 });
  add('c', { topic: 't' }, { at: 4 });
  add('d', {}, { at: 9, repository: '/other' });
  countGiven(db, [id], 's1', 1);
  countGiven(db, [id], 's2', 1);
  countCited(db, [id], 's1');
  expect(memoryStats(db, '/r')).toEqual({
    memories: 2,
    assertions: 1,
    injected: 2,
    cited: 1,
    oldest: 3,
    newest: 5,
  });
  expect(memoryStats(db, undefined)).toMatchObject({ memories: 3, newest: 9 });
});

test('memories expire by their age', () => {
  add('old', {}, { at: 9 });
  add('fresh', {}, { at: 10 });
  expect(dropStaleMemories(db, 10, 100)).toBe(1);
  expect(texts(listMemories(db, undefined, 9))).toEqual(['fresh']);
});

test('beyond the limit of a project the oldest memories go, lessons and assertions separately', () => {
  for (let at = 1; at <= 3; at++) {
    add(`lesson ${at}`, {}, { at });
    add(`assertion ${at}`, { topic: `t${at}` }, { at });
    add(`other ${at}`, {}, { at, repository: '/other' });
  }
  expect(dropStaleMemories(db, 0, 3)).toBe(0);
  expect(dropStaleMemories(db, 0, 2)).toBe(3);
  expect(texts(listMemories(db, undefined, 99)).sort()).toEqual([
    'assertion 2',
    'assertion 3',
    'lesson 2',
    'lesson 3',
    'other 2',
    'other 3',
  ]);
  expect(rowsIn('memory_text')).toBe(6);
});

test('two lessons are the same if they begin with the same two hundred characters', () => {
  const start = 'x'.repeat(199);
  const first = add(`${start}ab`);
  expect(add(`${start}ac`)).toBe(first);
  expect(add(`${start}bb`)).not.toBe(first);
});

test('up to a thousand lessons are compared as a whole, of more up to three hundred that share a word', () => {
  db.transaction(() => {
    for (let n = 0; n < 1_000; n++) add(`lesson ${n} about the editor`);
  })();
  const found = () => recallCandidates(db, '/r', [{ text: 'editor', weight: 1 }]).lessons.length;
  expect(found()).toBe(1_000);
  add('one more');
  expect(found()).toBe(300);
});
