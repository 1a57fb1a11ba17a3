import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { insert, memoryDatabase } from '../../../test/support/memory-store.ts';
import { recentRepositories, type SessionPageQuery, sessionPage, stateCounts } from './session-page.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

const page = (query: SessionPageQuery = {}) =>
  sessionPage(db, query).sessions.map(({ session_id }) => session_id);

function oneOfEach(): void {
  insert(
    db,
    { event: 'SessionEnd', session_id: 'ended', at: 90 },
    { event: 'UserPromptSubmit', session_id: 'active old', at: 10 },
    { event: 'PreToolUse', session_id: 'tool new', tool: 'Bash', tool_use_id: 't', at: 20 },
    { event: 'Stop', session_id: 'idle old', at: 30 },
    { event: 'Stop', session_id: 'idle new', at: 40 },
    { event: 'StopFailure', session_id: 'failed', at: 5, kind: 'overloaded' },
    { event: 'PermissionRequest', session_id: 'waits long', tool: 'Bash', at: 1 },
    { event: 'PermissionRequest', session_id: 'waits short', tool: 'Bash', at: 60 },
  );
}

test('sessions that need a person come first: the longest wait, failed turns, then the last seen', () => {
  oneOfEach();
  const open = ['waits long', 'waits short', 'failed', 'idle new', 'idle old', 'tool new', 'active old'];
  expect(page()).toEqual(open);
  expect(page({ all: true })).toEqual([...open, 'ended']);
});

test('a page is a part of the whole order, and the count includes all pages', () => {
  oneOfEach();
  expect(page({ limit: 2 })).toEqual(['waits long', 'waits short']);
  expect(page({ limit: 2, offset: 2 })).toEqual(['failed', 'idle new']);
  expect(page({ offset: 6 })).toEqual(['active old']);
  expect(sessionPage(db, { limit: 2, offset: 6 }).count).toBe(7);
  expect(sessionPage(db, { all: true, limit: 1 }).count).toBe(8);
});

test('a page has a hundred sessions unless a limit is given', () => {
  insert(db, ...Array.from({ length: 101 }, (_, n) => ({ event: 'Stop', session_id: `s${n}` })));
  expect(page()).toHaveLength(100);
});

test('text is searched for in all fields, and wildcards in it are escaped', () => {
  insert(
    db,
    { event: 'Stop', session_id: 'a', words: 'Is 100% done' },
    { event: 'Stop', session_id: 'b', project: '/some/100/project' },
    { event: 'SessionEnd', session_id: 'c', project: '/some/100' },
  );
  expect(page({ text: '100%' })).toEqual(['a']);
  expect(page({ text: '/100/' })).toEqual(['b']);
  expect(page({ text: 'some', all: true }).sort()).toEqual(['b', 'c']);
  expect(sessionPage(db, { text: '100' }).count).toBe(2);
  expect(page({ text: 's_me' })).toEqual([]);
});

test('sessions are counted by their state', () => {
  expect(stateCounts(db)).toEqual({});
  oneOfEach();
  expect(stateCounts(db)).toEqual({ needs_input: 2, idle: 3, active: 1, tool_active: 1, ended: 1 });
});

test('repositories are known from the sessions, last used first', () => {
  insert(
    db,
    { event: 'Stop', session_id: 'a', repository: '/old', at: 10 },
    { event: 'Stop', session_id: 'b', repository: '/new', at: 20 },
    { event: 'Stop', session_id: 'c', repository: '/used again', at: 15 },
    { event: 'Stop', session_id: 'd', repository: '/used again', at: 25 },
    { event: 'Stop', session_id: 'e', repository: '', at: 30 },
  );
  expect(recentRepositories(db)).toEqual(['/used again', '/new', '/old']);
  expect(recentRepositories(db, 1)).toEqual(['/used again']);
  insert(
    db,
    ...Array.from({ length: 31 }, (_, n) => ({ event: 'Stop', session_id: `s${n}`, repository: `/r${n}` })),
  );
  expect(recentRepositories(db)).toHaveLength(30);
});
