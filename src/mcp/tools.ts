// MCP tools about the work of a session: tasks, checkpoint, checks and memories. No tool can grant, trust or pause
// anything, because those decisions are a person's.

import type { Database } from 'bun:sqlite';
import type { TaskStatus } from '../domain/tasks.ts';
import { checkCheckpointFile, emptyCheckpoint, writeCheckpoint } from '../facts/checkpoint.ts';
import { runChecks } from '../facts/run-checks.ts';
import type { SessionWork } from '../facts/session-work.ts';
import { belongsToOpenSession, type TaskReader, tasksToTakeUp } from '../facts/tasks.ts';
import { searchMemories } from '../store/db/memory.ts';
import { compareAndSave } from '../store/db/memory-vectors.ts';
import { addTask, findTask, setTaskStatus, tasksOf, unclaimedTasks } from '../store/db/tasks.ts';
import { statusOf } from './status.ts';

export interface ToolContext {
  db: Database;
  session: SessionWork;
  now: number;
}

export interface Tool {
  name: string;
  description: string;
  /** The properties of the input, as JSON schema. */
  input: Record<string, object>;
  required?: readonly string[];
  /** Set if the tool only reads. */
  reads?: true;
  run(context: ToolContext, input: Record<string, unknown>): unknown;
}

/** An error whose message tells the calling agent what to do differently. */
export class ToolError extends Error {}

const statuses: readonly TaskStatus[] = ['pending', 'in_progress', 'completed', 'dropped'];
const readerOf = ({ place, session_id }: SessionWork, now: number): TaskReader => ({
  repository: place.repository,
  session_id,
  now,
});
const noOutput = { dropped: () => {}, start: () => {}, line: () => {}, end: () => {} };

export const tools: readonly Tool[] = [
  {
    name: 'task_list',
    description:
      'List the tasks of this session, and those of earlier sessions or a person that it can take up with task_update.',
    input: {},
    reads: true,
    run: ({ db, session, now }) =>
      session.session_id
        ? { tasks: tasksOf(db, session), to_take_up: tasksToTakeUp(db, readerOf(session, now)) }
        : { tasks: unclaimedTasks(db, session.place.repository) },
  },
  {
    name: 'task_add',
    description: 'Add tasks to the list of this session, in order.',
    input: { tasks: { type: 'array', items: { type: 'string' }, description: 'One sentence each.' } },
    required: ['tasks'],
    run: ({ db, session, now }, { tasks }) => {
      const texts = Array.isArray(tasks)
        ? tasks.filter((task): task is string => typeof task === 'string' && task.trim() !== '')
        : [];
      if (texts.length === 0)
        throw new ToolError('`tasks` must be a list with at least one non-empty string.');
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
    description: 'Set the status of a task. While a task is in progress, the end of a turn is blocked once.',
    input: {
      id: { type: 'integer', description: 'The id of the task, as task_list shows it.' },
      status: { type: 'string', enum: statuses },
    },
    required: ['id', 'status'],
    run: ({ db, session, now }, { id, status }) => {
      const newStatus = statuses.find((name) => name === status);
      if (!newStatus) throw new ToolError(`\`status\` must be one of ${statuses.join(', ')}.`);
      const { repository } = session.place;
      const task = typeof id === 'number' ? findTask(db, repository, id) : undefined;
      if (!task) throw new ToolError(`There is no task ${id} in this project; task_list shows them.`);
      if (belongsToOpenSession(db, task, readerOf(session, now)))
        throw new ToolError(
          `Task ${id} belongs to another session that is still open; task_list shows yours.`,
        );
      const worker = newStatus === 'in_progress' ? session.session_id || undefined : undefined;
      db.transaction(() => setTaskStatus(db, task.id, newStatus, worker, now)).immediate();
      return { task: findTask(db, repository, task.id) };
    },
  },
  {
    name: 'checkpoint_form',
    description:
      'Show the fields of the checkpoint that a session must write before it stops if it changed code.',
    input: {},
    reads: true,
    run: ({ session }) => emptyCheckpoint(session),
  },
  {
    name: 'checkpoint_check',
    description: 'Check the existing checkpoint and list every rule it breaks.',
    input: {},
    reads: true,
    run: ({ session }) => checkCheckpointFile(session),
  },
  {
    name: 'checkpoint_write',
    description:
      'Check a checkpoint and save it for this session and the current files. Nothing is saved if it breaks a rule.',
    input: { checkpoint: { type: 'object', description: 'The fields that checkpoint_form shows.' } },
    required: ['checkpoint'],
    run: ({ session }, { checkpoint }) => writeCheckpoint(session, checkpoint),
  },
  {
    name: 'verify',
    description:
      'Run the project’s checks (lint, types, tests) and record the results for the files as they are now.',
    input: {
      checks: { type: 'array', items: { type: 'string' }, description: 'Names or kinds; default: all.' },
    },
    run: async ({ session }, { checks }) => {
      const requested = Array.isArray(checks) ? checks : [];
      const all = session.work.checks(session.configured);
      const chosen = all.filter(
        ({ name, kind }) => requested.length === 0 || requested.includes(name) || requested.includes(kind),
      );
      if (chosen.length === 0)
        throw new ToolError(
          all.length === 0
            ? 'This project has no checks.'
            : `There is no such check. The checks are ${all.map(({ name }) => name).join(', ')}.`,
        );
      const results = await runChecks(session, chosen, noOutput, 600_000);
      return { passed: results.every(({ ok }) => ok), results };
    },
  },
  {
    name: 'memory_search',
    description: 'Search the lessons that earlier sessions in this project recorded.',
    input: { query: { type: 'string' }, limit: { type: 'integer', description: 'Default: 5.' } },
    required: ['query'],
    reads: true,
    run: ({ db, session }, { query, limit }) => {
      if (typeof query !== 'string' || query.trim() === '')
        throw new ToolError('`query` must be a non-empty string.');
      const max = typeof limit === 'number' ? Math.min(50, Math.max(1, Math.trunc(limit))) : 5;
      return {
        memories: searchMemories(db, session.place.repository, query, max, compareAndSave(db, query)),
      };
    },
  },
  {
    name: 'status',
    description:
      'Show the open tasks and changed files of this session, and what is missing before it may stop.',
    input: {},
    reads: true,
    run: ({ db, session }) => statusOf(db, session),
  },
];
