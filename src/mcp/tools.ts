// The agent's tools: its tasks, its checkpoint, its checks, what earlier sessions learnt. Nothing here can grant,
// trust or pause: what a person decides is not on this table.

import type { Database } from 'bun:sqlite';
import type { TaskStatus } from '../domain/tasks.ts';
import { checkFile, formOf, writeCheckpoint } from '../facts/checkpoint.ts';
import { verify } from '../facts/run-checks.ts';
import type { SessionWork } from '../facts/session-work.ts';
import { searchMemories } from '../store/db/memory.ts';
import { addTask, findTask, setTaskStatus, tasksOf, unclaimedTasks } from '../store/db/tasks.ts';
import { statusOf } from './status.ts';

export interface ToolContext {
  db: Database;
  session: SessionWork;
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
  run(context: ToolContext, input: Record<string, unknown>): unknown;
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
    run: ({ db, session }) => ({
      tasks: session.session_id ? tasksOf(db, session) : unclaimedTasks(db, session.place.repository),
    }),
  },
  {
    name: 'task_add',
    about: 'Add steps of this session’s work to its task list, in order.',
    input: { tasks: { type: 'array', items: { type: 'string' }, description: 'One sentence each.' } },
    required: ['tasks'],
    run: ({ db, session, now }, { tasks }) => {
      const texts = Array.isArray(tasks)
        ? tasks.filter((one): one is string => typeof one === 'string' && one.trim() !== '')
        : [];
      if (texts.length === 0) throw new ToolError('`tasks` must be a list of at least one text.');
      const owner = {
        repository: session.place.repository,
        project: session.place.root,
        session_id: session.session_id,
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
    run: ({ db, session, now }, { id, status }) => {
      const known = statuses.find((one) => one === status);
      if (!known) throw new ToolError(`\`status\` must be one of ${statuses.join(', ')}.`);
      const { repository } = session.place;
      if (typeof id !== 'number' || !findTask(db, repository, id))
        throw new ToolError(`There is no task ${id} in this project; task_list shows them.`);
      const worker = known === 'in_progress' ? session.session_id || undefined : undefined;
      db.transaction(() => setTaskStatus(db, id, known, worker, now)).immediate();
      return { task: findTask(db, repository, id) };
    },
  },
  {
    name: 'checkpoint_form',
    about: 'The form of the checkpoint that a session which changed code writes before it stops.',
    input: {},
    reads: true,
    run: ({ session }) => formOf(session),
  },
  {
    name: 'checkpoint_check',
    about: 'Check the checkpoint that is there: every rule that is not kept is named.',
    input: {},
    reads: true,
    run: ({ session }) => checkFile(session),
  },
  {
    name: 'checkpoint_write',
    about:
      'Check a checkpoint and keep it for this session and this tree. Nothing is written if a rule is not kept.',
    input: { checkpoint: { type: 'object', description: 'As checkpoint_form shows it.' } },
    required: ['checkpoint'],
    run: ({ session }, { checkpoint }) => writeCheckpoint(session, checkpoint),
  },
  {
    name: 'verify',
    about: 'Run the project’s own checks (lint, types, tests) and remember the result for exactly this tree.',
    input: {
      checks: { type: 'array', items: { type: 'string' }, description: 'Names or kinds; all when left out.' },
    },
    run: async ({ session }, { checks }) => {
      const wanted = Array.isArray(checks) ? checks : [];
      const all = session.work.checks(session.configured);
      const chosen = all.filter(
        ({ name, kind }) => wanted.length === 0 || wanted.includes(name) || wanted.includes(kind),
      );
      if (chosen.length === 0)
        throw new ToolError(
          `No such check here; there are ${all.map(({ name }) => name).join(', ') || 'none'}.`,
        );
      const results = await verify(session, chosen, silent, 600_000);
      return { passed: results.every(({ ok }) => ok), results };
    },
  },
  {
    name: 'memory_search',
    about: 'Search lessons of earlier sessions in this project.',
    input: { query: { type: 'string' }, limit: { type: 'integer', description: '5 when left out.' } },
    required: ['query'],
    reads: true,
    run: ({ db, session }, { query, limit }) => {
      if (typeof query !== 'string' || query.trim() === '') throw new ToolError('`query` must be a text.');
      const most = typeof limit === 'number' ? Math.min(50, Math.max(1, Math.trunc(limit))) : 5;
      return { memories: searchMemories(db, session.place.repository, query, most) };
    },
  },
  {
    name: 'status',
    about: 'What this session has open: tasks, changes, and what is still missing before it may stop.',
    input: {},
    reads: true,
    run: ({ db, session }) => statusOf(db, session),
  },
];
