import { expect, test } from 'bun:test';
import { insert, memoryDatabase } from '../../../test/support/memory-store.ts';
import { newestSessionIn } from './session-by-folder.ts';

test('the session of the newest event in this working tree', () => {
  const db = memoryDatabase();
  const at = (at: number, session_id: string, project = '/p') => insert(db, { at, session_id, project });
  expect(newestSessionIn(db, '/p')).toBeUndefined();
  at(5, 'old');
  at(9, 'new');
  at(7, 'between');
  at(10, 'elsewhere', '/other');
  at(11, '');
  expect(newestSessionIn(db, '/p')).toBe('new');
  at(9, 'later inserted');
  expect(newestSessionIn(db, '/p')).toBe('later inserted');
  expect(newestSessionIn(db, '/other')).toBe('elsewhere');
});
