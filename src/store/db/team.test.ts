// The events that go to the store of a team.
import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { memoryDatabase, record } from '../../../test/support/memory-store.ts';
import type { EventRecord } from '../record.ts';
import { insertEventRow } from './events.ts';
import { countAfter, notePulled, outgoingEvents, pulledUpto, uidOfRow } from './team.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});
const given = (...events: Partial<EventRecord>[]) => {
  for (const event of events) insertEventRow(db, record(event));
};

test('events are sent in the order in which they were inserted, in pages', () => {
  given({ uid: 'a', at: 30 }, { uid: 'b', at: 10 }, { uid: 'c', at: 20 });
  const uids = (after: number, limit: number) =>
    outgoingEvents(db, after, limit, false).map(({ uid }) => uid);
  expect(uids(0, 10)).toEqual(['a', 'b', 'c']);
  expect(uids(0, 2)).toEqual(['a', 'b']);
  const [, second] = outgoingEvents(db, 0, 2, false);
  expect(uids(second!.id, 10)).toEqual(['c']);
  expect(countAfter(db, second!.id)).toBe(1);
  expect(uidOfRow(db, second!.id)).toBe('b');
  expect(uidOfRow(db, 99)).toBeUndefined();
});

test('parameters, prompts and results are sent only if the team shares them', () => {
  given({ uid: 'a', parameters: { command: 'ls' } } as never);
  const content = (shared: boolean) => outgoingEvents(db, 0, 1, shared)[0]!.content;
  expect(content(false)).toBeNull();
  expect(JSON.parse(content(true)!)).toMatchObject({ parameters: { command: 'ls' } });
});

test('lessons are pulled from where the last pull of the repository ended', () => {
  expect(pulledUpto(db, '/r')).toEqual({ xid: '0', uid: '' });
  notePulled(db, '/r', { xid: '7', uid: 'm1' });
  notePulled(db, '/r', { xid: '8', uid: 'm2' });
  expect(pulledUpto(db, '/r')).toEqual({ xid: '8', uid: 'm2' });
  expect(pulledUpto(db, '/other')).toEqual({ xid: '0', uid: '' });
});
