// The agent's tools: its tasks, its checkpoint, its checks, what earlier sessions learnt. Nothing here can grant,
// trust or pause: what a person decides is not on this table.

import type { Database } from 'bun:sqlite';
import type { TaskStatus } from '../domain/tasks.ts';
import { searchMemories } from '../store/db/memory.ts';
import { addTask, findTask, setTask, tasksOf, unclaimedTasks } from '../store/db/tasks.ts';
import { checkFile, formOf, writeCheckpoint } from './checkpoint.ts';
import type { Desk } from './session-context.ts';
import { statusOf } from './status.ts';
import { verify } from './verify.ts';

export interface Bench {
  db: Database;
  desk: Desk;
  now: number;
}

export interface Tool {
  name: string;
  about: string;
  /** Properties of its input as JSON schema. */
  input: Record<string, object>;
  required?: readonly string[];
  /** It changes nothing. */
  reads?: true;
  run(bench: Bench, input: Record<string, unknown>): unknown;
}

/** What the caller got wrong, in a sentence it can act on. */
export class ToolError extends Error {}

const statuses: readonly TaskStatus[] = ['pending', 'in_progress', 'completed', 'dropped'];
const silent = { start: () => {}, line: () => {}, end: () => {} };

export const tools: readonly Tool[] = [
  {
    name: 'task_list',
    about: 'The task list of this session.',
    input: {},
    reads: true,
    run: ({ db, desk }) => ({
      tasks: desk.session_id ? tasksOf(db, desk) : unclaimedTasks(db, desk.place.repository),
    }),
  },
  {
    name: 'task_add',
    about: 'Add steps of this session’s work to its task list, in order.',
    input: { tasks: { type: 'array', items: { type: 'string' }, description: 'One sentence each.' } },
    required: ['tasks'],
    run: ({ db, desk, now }, { tasks }) => {
      const texts = Array.isArray(tasks)
        ? tasks.filter((one): one is string => typeof one === 'string' && one.trim() !== '')
        : [];
      if (texts.length === 0) throw new ToolError('`tasks` must be a list of at least one text.');
      const owner = {
        repository: desk.place.repository,
        project: desk.place.root,
        session_id: desk.session_id,
      };
      const add = () => texts.map((text) => addTask(db, owner, text, 'pending', now));
      const ids = db.transaction(add).immediate();
      return { tasks: ids.map((id) => findTask(db, owner.repository, id)) };
    },
  },
  {
    name: 'task_update',
    about: 'Set the status of a task. A task in progress holds the end of a turn once.',
    input: {
      id: { type: 'integer', description: 'Its number in task_list.' },
      status: { type: 'string', enum: statuses },
    },
    required: ['id', 'status'],
    run: ({ db, desk, now }, { id, status }) => {
      const known = statuses.find((one) => one === status);
      if (!known) throw new ToolError(`\`status\` must be one of ${statuses.join(', ')}.`);
      const { repository } = desk.place;
      if (typeof id !== 'number' || !findTask(db, repository, id))
        throw new ToolError(`There is no task ${id} in this project; task_list shows them.`);
      const session = known === 'in_progress' ? desk.session_id || undefined : undefined;
      db.transaction(() => setTask(db, id, known, session, now)).immediate();
      return { task: findTask(db, repository, id) };
    },
  },
  {
    name: 'checkpoint_form',
    about: 'The form of the checkpoint that a session which changed code writes before it stops.',
    input: {},
    reads: true,
    run: ({ desk }) => formOf(desk),
  },
  {
    name: 'checkpoint_check',
    about: 'Check the checkpoint that is there: every rule that is not kept is named.',
    input: {},
    reads: true,
    run: ({ desk }) => checkFile(desk),
  },
  {
    name: 'checkpoint_write',
    about:
      'Check a checkpoint and keep it for this session and this tree. Nothing is written if a rule is not kept.',
    input: { checkpoint: { type: 'object', description: 'As checkpoint_form shows it.' } },
    required: ['checkpoint'],
    run: ({ desk }, { checkpoint }) => writeCheckpoint(desk, checkpoint),
  },
  {
    name: 'verify',
    about: 'Run the project’s own checks (lint, types, tests) and remember the result for exactly this tree.',
    input: {
      checks: { type: 'array', items: { type: 'string' }, description: 'Names or kinds; all when left out.' },
    },
    run: async ({ desk }, { checks }) => {
      const wanted = Array.isArray(checks) ? checks : [];
      const all = desk.work.checks(desk.configured);
      const chosen = all.filter(
        ({ name, kind }) => wanted.length === 0 || wanted.includes(name) || wanted.includes(kind),
      );
      if (chosen.length === 0)
        throw new ToolError(
          `No such check here; there are ${all.map(({ name }) => name).join(', ') || 'none'}.`,
        );
      const results = await verify(desk, chosen, silent, 600_000);
      return { passed: results.every(({ ok }) => ok), results };
    },
  },
  {
    name: 'memory_search',
    about: 'Search lessons of earlier sessions in this project.',
    input: { query: { type: 'string' }, limit: { type: 'integer', description: '5 when left out.' } },
    required: ['query'],
    reads: true,
    run: ({ db, desk }, { query, limit }) => {
      if (typeof query !== 'string' || query.trim() === '') throw new ToolError('`query` must be a text.');
      const most = typeof limit === 'number' ? Math.min(50, Math.max(1, Math.trunc(limit))) : 5;
      return { memories: searchMemories(db, desk.place.repository, query, most) };
    },
  },
  {
    name: 'status',
    about: 'What this session has open: tasks, changes, and what is still missing before it may stop.',
    input: {},
    reads: true,
    run: ({ db, desk }) => statusOf(db, desk),
  },
];
