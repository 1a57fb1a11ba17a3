import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { memoryDatabase } from '../../../test/support/memory-store.ts';
import { finishWorker } from './finish-worker.ts';
import { messageForSession } from './message-text.ts';
import { getMessage, listMessages, type Message } from './messages.ts';
import { listWorkers, startWorker } from './workers.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

const work = (id: string, more: { urgent?: boolean; conversation?: string; started_at?: number } = {}) =>
  startWorker(db, { id, kind: 'worker', conversation: 'c1', title: `Task ${id}`, started_at: 10, ...more });
const finish = (id: string, now = 50, more: { summary?: string; sender?: string } = {}) =>
  finishWorker(db, id, { state: 'complete', now, ...more });

test('when the last worker of a conversation ends, a message reports all of them', () => {
  work('a');
  work('b', { started_at: 5 });
  work('other', { conversation: 'c2' });
  expect(finish('a', 50, { summary: 'well done' })).toMatchObject({ worker: { id: 'a', state: 'complete' } });
  expect(listMessages(db)).toEqual([]);
  const { worker, message } = finish('b', 60, { sender: 's9' })!;
  expect(worker).toMatchObject({ id: 'b', ended_at: 60 });
  const sent = getMessage(db, message!)!;
  expect(sent).toMatchObject({
    kind: 'workers',
    to_kind: 'conversation',
    to_name: 'c1',
    text: '',
    created_at: 60,
    sender: 's9',
  });
  expect(listWorkers(db, { message: message! })).toHaveLength(2);
  expect(messageForSession(db, sent, 1_060).text).toBe(
    [
      `[pawl:${message}] 2 workers of this conversation have ended.`,
      '• b (Task b) - no summary [just now]',
      '• a (Task a) - well done [just now]',
      '`pawl worker list` shows the full reports.',
    ].join('\n'),
  );
});

test('an urgent worker is reported at once, alone, and not again', () => {
  work('urgent', { urgent: true });
  work('slow');
  const { message } = finish('urgent')!;
  expect(getMessage(db, message!)!.sender).toBeNull();
  expect(listWorkers(db, { message: message! }).map(({ id }) => id)).toEqual(['urgent']);
  expect(messageForSession(db, getMessage(db, message!)!, 120_050).text.split('\n').slice(1, 3)).toEqual([
    '• urgent (Task urgent) - no summary [2 min ago]',
    '1 worker still running.',
  ]);
  const last = finish('slow')!;
  expect(listWorkers(db, { message: last.message! }).map(({ id }) => id)).toEqual(['slow']);
});

test('a worker that is not running is not finished again, and no message is sent', () => {
  work('a');
  const first = finish('a');
  expect(first!.message).toBeDefined();
  expect(finish('a')).toBeUndefined();
  expect(finish('none')).toBeUndefined();
  expect(listMessages(db)).toHaveLength(1);
});

test('tasks of the client do not hold back the report of workers', () => {
  startWorker(db, { id: 'task', kind: 'task', conversation: 'c1', title: '', started_at: 1 });
  work('a');
  const message = finish('a')!.message!;
  expect(messageForSession(db, getMessage(db, message) as Message, 60).text).not.toContain('still');
});

test('an urgent worker is reported alone, even if others have ended and wait for the last one', () => {
  work('ended', { started_at: 5 });
  work('slow');
  work('urgent', { urgent: true });
  expect(finish('ended')!.message).toBeUndefined();
  const { message } = finish('urgent')!;
  expect(listWorkers(db, { message: message! }).map(({ id }) => id)).toEqual(['urgent']);
});
