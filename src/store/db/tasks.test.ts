import type { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { insert, memoryDatabase } from '../../../test/support/memory-store.ts';
import type { TaskItem } from '../../domain/tasks.ts';
import {
  addTask,
  dropStaleTasks,
  findTask,
  importTask,
  lastSessionWithTasks,
  leftOverTasks,
  listTasks,
  markOffered,
  offeredTasks,
  replaceTasks,
  saveTask,
  sessionOfPrompt,
  setTaskStatus,
  type TaskOwner,
  taskSources,
  tasksOf,
  unclaimedTasks,
} from './tasks.ts';

let db: Database;
beforeEach(() => {
  db = memoryDatabase();
});

const owner = (session_id: string, more: Partial<TaskOwner> = {}): TaskOwner => ({
  repository: '/r',
  project: '/p',
  session_id,
  ...more,
});
const save = (session_id: string, ref: string, item: Omit<TaskItem, 'ref'> = {}, now = 10) =>
  saveTask(db, owner(session_id), 'task', { ref, content: ref, ...item }, now);
const contents = (tasks: readonly { content: string }[]) => tasks.map(({ content }) => content);

test('a new task is pending, and its fields are what the item says', () => {
  const id = saveTask(
    db,
    owner('s1'),
    'todo',
    { ref: '0', content: 'Fix it', active_form: 'Fixing it', status: 'in_progress', owner: 'explorer' },
    10,
  );
  expect(tasksOf(db, { session_id: 's1' })).toEqual([
    {
      id,
      content: 'Fix it',
      active_form: 'Fixing it',
      status: 'in_progress',
      source: 'todo',
      ref: '0',
      session_id: 's1',
      owner: 'explorer',
      updated_at: 10,
    },
  ]);
});

test('a field that an item lacks gets a default at first, and is kept later', () => {
  const id = saveTask(db, owner('s1'), 'task', { ref: '7' }, 10);
  const read = () => tasksOf(db, { session_id: 's1' })[0]!;
  expect(read()).toEqual({
    id,
    content: 'task 7',
    active_form: '',
    status: 'pending',
    source: 'task',
    ref: '7',
    session_id: 's1',
    updated_at: 10,
  });
  expect(saveTask(db, owner('s1'), 'task', { ref: '7', content: 'Fix it', owner: 'me' }, 20)).toBe(id);
  expect(read()).toMatchObject({ content: 'Fix it', status: 'pending', owner: 'me', updated_at: 20 });
  saveTask(db, owner('s1'), 'task', { ref: '7', status: 'completed', active_form: 'Fixing' }, 30);
  expect(read()).toMatchObject({
    content: 'Fix it',
    active_form: 'Fixing',
    status: 'completed',
    owner: 'me',
    updated_at: 30,
  });
  expect(saveTask(db, owner('s2'), 'task', { ref: '8', content: 'Only this' }, 1)).not.toBe(id);
  expect(tasksOf(db, { session_id: 's2' })[0]).toMatchObject({ active_form: 'Only this' });
});

test('saving the same task again changes nothing', () => {
  save('s1', 'a', { status: 'pending' }, 10);
  save('s1', 'a', { status: 'pending' }, 20);
  expect(tasksOf(db, { session_id: 's1' })[0]!.updated_at).toBe(10);
  save('s1', 'a', { status: 'completed' }, 30);
  expect(tasksOf(db, { session_id: 's1' })[0]!.updated_at).toBe(30);
});

test('secrets are redacted and long texts cut', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  saveTask(
    db,
    owner('s1'),
    'todo',
    { ref: '0', content: `use ${secret}`, active_form: `using ${secret}` },
    1,
  );
  saveTask(db, owner('s1'), 'todo', { ref: '1', content: 'x '.repeat(2_000) }, 1);
  const [first, second] = tasksOf(db, { session_id: 's1' });
  expect(first).toMatchObject({ content: 'use [redacted]', active_form: 'using [redacted]' });
  expect(second!.content).toHaveLength(2_000);
});

test('sessions, subagents and sources have separate lists', () => {
  save('s1', 'a');
  save('s2', 'a');
  saveTask(db, owner('s1', { agent_id: 'helper' }), 'task', { ref: 'a', content: 'of the helper' }, 1);
  saveTask(db, owner('s1'), 'todo', { ref: 'a', content: 'todo' }, 1);
  expect(contents(tasksOf(db, { session_id: 's1' }))).toEqual(['a', 'todo']);
  expect(contents(tasksOf(db, { session_id: 's1', agent_id: 'helper' }))).toEqual(['of the helper']);
  expect(contents(tasksOf(db, { session_id: 's2' }))).toEqual(['a']);
  expect(tasksOf(db, { session_id: 's3' })).toEqual([]);
  save('', 'of the project');
  expect(tasksOf(db, { session_id: '' })).toEqual([]);
  expect(taskSources(db, 's1').sort()).toEqual(['task', 'todo']);
  expect(taskSources(db, 's3')).toEqual([]);
});

test('replacing a list drops what is no longer in it, and keeps what is done', () => {
  for (const [ref, status] of [
    ['a', 'pending'],
    ['b', 'in_progress'],
    ['c', 'completed'],
    ['d', 'pending'],
  ] as const)
    save('s1', ref, { status });
  save('s2', 'a');
  saveTask(db, owner('s1'), 'todo', { ref: 'z', content: 'todo' }, 10);
  saveTask(db, owner('s1', { agent_id: 'helper' }), 'task', { ref: 'h', content: 'helper' }, 10);
  replaceTasks(
    db,
    owner('s1'),
    'task',
    [
      { ref: 'd', content: 'd', status: 'completed' },
      { ref: 'e', content: 'e' },
    ],
    50,
  );
  expect(contents(tasksOf(db, { session_id: 's1' }))).toEqual(['c', 'd', 'todo', 'e']);
  expect(contents(tasksOf(db, { session_id: 's2' }))).toEqual(['a']);
  expect(contents(tasksOf(db, { session_id: 's1', agent_id: 'helper' }))).toEqual(['helper']);
  const dropped = listTasks(db, '/r', true).filter(({ status }) => status === 'dropped');
  expect(dropped.map(({ content, updated_at }) => [content, updated_at])).toEqual([
    ['a', 50],
    ['b', 50],
  ]);
  replaceTasks(db, owner('s1', { agent_id: 'helper' }), 'task', [], 60);
  expect(tasksOf(db, { session_id: 's1', agent_id: 'helper' })).toEqual([]);
  expect(contents(tasksOf(db, { session_id: 's1' }))).toEqual(['c', 'd', 'todo', 'e']);
});

test('tasks are left over if their session has ended or is silent, or if they had none', () => {
  insert(db, { session_id: 'ended', at: 95 }, { session_id: 'ended', at: 95, event: 'SessionEnd' });
  insert(
    db,
    { session_id: 'alive', at: 10 },
    { session_id: 'alive', at: 95 },
    { session_id: 'silent', at: 49 },
    { session_id: 'just', at: 50 },
  );
  insert(db, { session_id: 'back', at: 90, event: 'SessionEnd' }, { session_id: 'back', at: 91 });
  save('ended', 'of ended', {}, 3);
  save('alive', 'of alive');
  save('silent', 'of silent', {}, 2);
  save('just', 'of just');
  save('back', 'of back');
  save('unknown', 'of unknown', {}, 1);
  save('', 'of nobody', {}, 4);
  save('me', 'mine');
  saveTask(db, owner('elsewhere', { repository: '/other' }), 'task', { ref: 'x', content: 'elsewhere' }, 1);
  saveTask(db, owner('ended', { agent_id: 'helper' }), 'task', { ref: 'x', content: 'helper' }, 1);
  save('ended', 'done', { status: 'completed' });
  save('ended', 'dropped', { status: 'dropped' });
  save('ended', 'begun', { status: 'in_progress' }, 5);
  expect(contents(leftOverTasks(db, owner('me'), 50))).toEqual([
    'begun',
    'of nobody',
    'of ended',
    'of silent',
    'of unknown',
  ]);
});

test('at most a hundred left-over tasks are listed, last changed first, then by id', () => {
  for (let n = 0; n < 101; n++) save('gone', `${n}`, {}, 10);
  const left = contents(leftOverTasks(db, owner('me'), 50));
  expect(left).toHaveLength(100);
  expect([left[0], left[99]]).toEqual(['0', '99']);
});

test('the last active session of this project with tasks, other than this one', () => {
  expect(lastSessionWithTasks(db, owner('me'))).toBeUndefined();
  save('me', 'mine', {}, 99);
  save('', 'of the project', {}, 99);
  save('a', 'x', {}, 10);
  save('b', 'x', {}, 20);
  expect(lastSessionWithTasks(db, owner('me'))).toBe('b');
  insert(db, { session_id: 'a', at: 1 }, { session_id: 'a', at: 30 });
  expect(lastSessionWithTasks(db, owner('me'))).toBe('a');
  save('b', 'y', {}, 31);
  expect(lastSessionWithTasks(db, owner('me'))).toBe('b');
  saveTask(db, owner('c', { project: '/other' }), 'task', { ref: 'x' }, 99);
  expect(lastSessionWithTasks(db, owner('me'))).toBe('b');
});

test('the session that got a prompt, other than this one, newest first', () => {
  const prompt = (session_id: string, at: number, prompt_id: string, event = 'UserPromptSubmit') =>
    insert(db, { session_id, at, prompt_id, event });
  prompt('the older one', 1, 'p1');
  prompt('parent', 2, 'p1');
  prompt('fork', 3, 'p1');
  prompt('other', 4, 'p2');
  prompt('tool', 5, 'p1', 'PreToolUse');
  expect(sessionOfPrompt(db, 'p1', 'fork')).toBe('parent');
  expect(sessionOfPrompt(db, 'p2', 'other')).toBeUndefined();
  expect(sessionOfPrompt(db, 'p%', 'fork')).toBeUndefined();
  expect(sessionOfPrompt(db, 'p_', 'fork')).toBeUndefined();
  prompt('with a sign', 6, 'p_3');
  expect(sessionOfPrompt(db, 'p_3', 'fork')).toBe('with a sign');
});

test('a task is imported once, whatever its status is now', () => {
  expect(importTask(db, owner(''), { ref: 'old-1', content: 'Fix it' }, 5)).toBe(true);
  const [task] = unclaimedTasks(db, '/r');
  expect(task).toMatchObject({ content: 'Fix it', source: 'own', session_id: '' });
  setTaskStatus(db, task!.id, 'completed', 's1', 6);
  expect(importTask(db, owner(''), { ref: 'old-1', content: 'Fix it' }, 7)).toBe(false);
  expect(importTask(db, owner('', { repository: '/other' }), { ref: 'old-2', content: 'x' }, 7)).toBe(true);
  saveTask(db, owner(''), 'task', { ref: 'old-3', content: 'x' }, 7);
  expect(importTask(db, owner(''), { ref: 'old-3', content: 'x' }, 7)).toBe(true);
});

test('unclaimed tasks are the open ones without a session', () => {
  save('', 'open');
  save('', 'begun', { status: 'in_progress' });
  save('', 'done', { status: 'completed' });
  save('s1', 'taken');
  expect(contents(unclaimedTasks(db, '/r'))).toEqual(['open', 'begun']);
  expect(unclaimedTasks(db, '/other')).toEqual([]);
});

test('added tasks have different ids, even with the same text and time', () => {
  const ids = [1, 2, 3].map(() => addTask(db, owner('s1'), 'Fix it', 'in_progress', 5));
  expect(new Set(ids).size).toBe(3);
  expect(findTask(db, '/r', ids[0]!)).toEqual({
    id: ids[0]!,
    content: 'Fix it',
    active_form: 'Fix it',
    status: 'in_progress',
    source: 'own',
    session_id: 's1',
    updated_at: 5,
  });
  expect(findTask(db, '/other', ids[0]!)).toBeUndefined();
  expect(findTask(db, '/r', 999)).toBeUndefined();
});

test('a task moves to the session that works on it; without one it stays', () => {
  const id = saveTask(db, owner('s1', { agent_id: 'helper' }), 'own', { ref: 'a', content: 'a' }, 1);
  setTaskStatus(db, id, 'completed', undefined, 5);
  expect(tasksOf(db, { session_id: 's1', agent_id: 'helper' })).toMatchObject([
    { id, status: 'completed', updated_at: 5 },
  ]);
  setTaskStatus(db, id, 'in_progress', 's2', 6);
  expect(tasksOf(db, { session_id: 's2' })).toMatchObject([{ id, status: 'in_progress', updated_at: 6 }]);
  expect(tasksOf(db, { session_id: 's1', agent_id: 'helper' })).toEqual([]);
});

test('a task that moves to another session becomes Pawl’s own, so that equal names do not clash', () => {
  save('s2', 'a');
  const id = save('s1', 'a');
  setTaskStatus(db, id, 'completed', 's2', 6);
  expect(tasksOf(db, { session_id: 's1' })).toEqual([]);
  expect(tasksOf(db, { session_id: 's2' })).toMatchObject([
    { source: 'task', status: 'pending' },
    { id, source: 'own', status: 'completed' },
  ]);
});

test('left-over tasks that are too old are left out, and offers are remembered', () => {
  save('s1', 'old', {}, 10);
  const id = save('s1', 'new', {}, 20);
  expect(contents(leftOverTasks(db, owner('s2'), 100, 15))).toEqual(['new']);
  markOffered(db, '/r', [id], 5);
  markOffered(db, '/r', [id, 99], 6);
  expect(offeredTasks(db, '/r')).toEqual([id, 99]);
  expect(offeredTasks(db, '/other')).toEqual([]);
});

test('the last thousand offered tasks are remembered', () => {
  const ids = Array.from({ length: 1_001 }, (_, n) => n);
  markOffered(db, '/r', ids, 5);
  expect(offeredTasks(db, '/r')).toEqual(ids.slice(1));
});

test('the tasks of a repository are listed by session, open ones or all', () => {
  save('b', 'b1');
  save('a', 'a1');
  save('b', 'b2', { status: 'completed' });
  save('a', 'a3', { status: 'dropped' });
  save('a', 'a2', { status: 'in_progress' });
  saveTask(db, owner('a', { repository: '/other' }), 'task', { ref: 'x' }, 1);
  expect(contents(listTasks(db, '/r', false))).toEqual(['a1', 'a2', 'b1']);
  expect(contents(listTasks(db, '/r', true))).toEqual(['a1', 'a3', 'a2', 'b1', 'b2']);
});

test('a list of tasks expires when its last changed task does', () => {
  save('old', 'a', {}, 5);
  save('old', 'b', {}, 9);
  save('fresh', 'a', {}, 5);
  save('fresh', 'b', {}, 10);
  expect(dropStaleTasks(db, 9)).toBe(0);
  expect(dropStaleTasks(db, 10)).toBe(2);
  expect(contents(listTasks(db, '/r', true))).toEqual(['a', 'b']);
  expect(listTasks(db, '/r', true)[0]!.session_id).toBe('fresh');
});

test('lists of different owners expire separately, even if their joined ids are equal', () => {
  const task = (session_id: string, agent_id: string, at: number) =>
    saveTask(db, owner(session_id, { agent_id }), 'task', { ref: 'x' }, at);
  task('ab', 'c', 5);
  task('a', 'bc', 20);
  expect(dropStaleTasks(db, 10)).toBe(1);
  expect(tasksOf(db, { session_id: 'a', agent_id: 'bc' })).toHaveLength(1);
});
