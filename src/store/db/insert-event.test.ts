import { expect, test } from 'bun:test';
import { memoryDatabase, record } from '../../../test/support/memory-store.ts';
import { countEvents } from './events.ts';
import { insertEvents } from './insert-event.ts';
import { getSession } from './sessions.ts';
import { listWorkers } from './workers.ts';

const start = () => record({ event: 'SubagentStart', agent_id: 'a1', agent_type: 'helper', at: 5 });

test('inserting an event updates its session and its workers', () => {
  const db = memoryDatabase();
  insertEvents(db, [start()]);
  expect(countEvents(db)).toBe(1);
  expect(getSession(db, 's1')).toMatchObject({ session_id: 's1', started_at: 5 });
  expect(listWorkers(db)).toMatchObject([{ id: 'a1', state: 'running' }]);
});

test('an event that is known changes nothing a second time', () => {
  const db = memoryDatabase();
  const [begin, end] = [start(), record({ event: 'SubagentStop', agent_id: 'a1', at: 6 })];
  insertEvents(db, [begin, end]);
  expect(listWorkers(db)).toMatchObject([{ state: 'complete', ended_at: 6 }]);
  db.run('DELETE FROM workers');
  db.run('DELETE FROM sessions');
  insertEvents(db, [begin, end]);
  expect(countEvents(db)).toBe(2);
  expect(listWorkers(db)).toEqual([]);
  expect(getSession(db, 's1')).toBeUndefined();
});

test('an event with invalid fields is kept, and the events after it are processed in full', () => {
  const db = memoryDatabase();
  insertEvents(db, [record({ background: 5 as never, identity: { alias: {} as never } }), start()]);
  expect(countEvents(db)).toBe(2);
  expect(listWorkers(db)).toHaveLength(1);
});
