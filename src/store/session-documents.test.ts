import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modeOf, record, temporaryHome } from '../../test/support/memory-store.ts';
import { openStore } from './db/open.ts';
import { changeDocument, type DocumentKey, listDocuments, sessionDocument } from './session-documents.ts';
import { Store } from './store.ts';

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

interface Runs {
  runs: string[];
}
const none: Runs = { runs: [] };
const key = (session_id = 's1', kind: DocumentKey['kind'] = 'workflow', now = 10): DocumentKey => ({
  kind,
  session_id,
  now,
});
const add = (run: string) => (value: Runs) => ({ runs: [...value.runs, run] });
const document = (documentKey = key(), store = new Store(home)) =>
  sessionDocument<Runs>(store, home, documentKey, none);

/** Changes a document as an event does. */
function changed(run: string, documentKey = key()): void {
  const store = new Store(home);
  document(documentKey, store).change(add(run));
  store.remember(record());
}

test('a session without a document does not open the database', () => {
  const opened = document();
  expect([opened.exists(), opened.get(), opened.unreadable()]).toEqual([false, none, false]);
  expect(existsSync(home.store)).toBe(false);
});

test('a change is made when the event is recorded, and is visible afterwards', () => {
  const store = new Store(home);
  const opened = document(key(), store);
  opened.change(add('a'));
  opened.change(add('b'));
  expect([opened.exists(), opened.get()]).toEqual([false, none]);
  store.remember(record());
  expect(document().exists()).toBe(true);
  expect(document().get()).toEqual({ runs: ['a', 'b'] });
  expect(modeOf(join(home.run, 'workflow', 's1'))).toBe('600');
});

test('documents are separate for each session and kind', () => {
  changed('a');
  changed('b', key('s2'));
  changed('c', key('s1', 'handoff'));
  expect(document().get()).toEqual({ runs: ['a'] });
  expect(document(key('s2')).get()).toEqual({ runs: ['b'] });
  expect(document(key('s1', 'handoff')).get()).toEqual({ runs: ['c'] });
  expect(document(key('s3')).exists()).toBe(false);
});

test('events without a session have no document', () => {
  changed('a', key(''));
  expect(document(key('')).exists()).toBe(false);
  const db = openStore(home);
  expect(listDocuments(db, 'workflow')).toEqual([]);
  db.close();
});

test('secrets in a document are redacted, however it is changed', () => {
  const secret = `use ghp_${'a1B2'.repeat(9)}`;
  changed(secret);
  expect(document().get()).toEqual({ runs: ['use [redacted]'] });
  const db = openStore(home);
  expect(changeDocument(db, home, key(), none, add(secret))).toEqual({
    runs: ['use [redacted]', 'use [redacted]'],
  });
  db.close();
  expect(document().get().runs).toEqual(['use [redacted]', 'use [redacted]']);
});

test('a document that exists but can’t be read is unreadable, not empty', () => {
  changed('a');
  // Removed, not emptied: connections of this process still have them open.
  for (const part of ['', '-wal', '-shm']) rmSync(home.store + part, { force: true });
  writeFileSync(home.store, 'not a database, '.repeat(500));
  expect(document().unreadable()).toBe(true);
  expect(document().exists()).toBe(true);
  expect(document().get()).toEqual(none);
});

test('a document that can be read is not unreadable, even when its row has expired', () => {
  changed('a');
  expect(document().unreadable()).toBe(false);
  const db = openStore(home);
  db.run('DELETE FROM state');
  db.close();
  expect([document().exists(), document().unreadable(), document().get()]).toEqual([true, false, none]);
});

test('a command changes a document at once, and lists all documents, last changed first', () => {
  const db = openStore(home);
  expect(changeDocument(db, home, key('s1', 'workflow', 10), none, add('a'))).toEqual({ runs: ['a'] });
  expect(changeDocument(db, home, key('s2', 'workflow', 20), none, add('b'))).toEqual({ runs: ['b'] });
  expect(changeDocument(db, home, key('s1', 'workflow', 15), none, add('c'))).toEqual({ runs: ['a', 'c'] });
  changeDocument(db, home, key('s3', 'handoff', 99), none, add('d'));
  expect(listDocuments<Runs>(db, 'workflow')).toEqual([
    { session_id: 's2', value: { runs: ['b'] }, updated_at: 20 },
    { session_id: 's1', value: { runs: ['a', 'c'] }, updated_at: 15 },
  ]);
  db.close();
  expect(document(key('s2')).get()).toEqual({ runs: ['b'] });
});
