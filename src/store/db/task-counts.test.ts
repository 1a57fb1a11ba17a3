import { expect, test } from 'bun:test';
import { memoryDatabase } from '../../../test/support/memory-store.ts';
import type { TaskStatus } from '../../domain/tasks.ts';
import { taskCounts } from './task-counts.ts';
import { saveTask } from './tasks.ts';

test('tasks are counted for each session, without dropped ones and those of subagents', () => {
  const db = memoryDatabase();
  let ref = 0;
  const add = (session_id: string, status: TaskStatus, agent_id?: string) =>
    saveTask(
      db,
      { repository: '/r', project: '/p', session_id, agent_id },
      'todo',
      { ref: `${++ref}`, status },
      1,
    );
  add('a', 'completed');
  add('a', 'pending');
  add('a', 'in_progress');
  add('a', 'dropped');
  add('a', 'completed', 'helper');
  add('b', 'pending');
  add('c', 'completed');
  expect(taskCounts(db, ['a', 'b', 'none'])).toEqual(
    new Map([
      ['a', { done: 1, all: 3 }],
      ['b', { done: 0, all: 1 }],
    ]),
  );
  expect(taskCounts(db, ['c'])).toEqual(new Map([['c', { done: 1, all: 1 }]]));
  expect(taskCounts(db, [])).toEqual(new Map());
});
