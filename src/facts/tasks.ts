// The task facts that policies ask for.

import type { Database } from 'bun:sqlite';
import type { Event } from '../core/event.ts';
import type { Task, TaskSource, Tasks, TaskTool } from '../domain/tasks.ts';
import type { Store } from '../store/store.ts';
import type { Env } from '../system/env.ts';
import { once } from './once.ts';
import { parentSession } from './parent-session.ts';
import type { ProjectPlace } from './project.ts';

const sql = () => require('../store/db/tasks.ts') as typeof import('../store/db/tasks.ts');

/** A session without events for this long counts as ended. */
export const endedAfter = 2 * 3_600_000;

export function taskFacts(
  event: Event,
  place: ProjectPlace,
  store: Store,
  env: Env,
  now: number,
  days: number,
  hasMcp: () => boolean,
): Tasks {
  const owner = {
    repository: place.repository,
    project: place.root,
    session_id: event.session_id,
    agent_id: event.agent_id,
  };
  const withoutSession = event.session_id === '';
  // The client's task list belongs to the whole session, whichever agent reports it; todos belong to one agent.
  const ownerFor = (source: TaskSource) => (source === 'task' ? { ...owner, agent_id: undefined } : owner);
  return {
    mine: once(() => store.read((db) => sql().tasksOf(db, owner)) ?? []),
    leftOver: () =>
      store.readCurrent((db) => {
        const offered = sql().offeredTasks(db, owner.repository);
        const since = now - days * 86_400_000;
        const left = sql().leftOverTasks(db, owner, now - endedAfter, since);
        return left.filter(({ id, session_id }) => session_id === '' || !offered.includes(id));
      }) ?? [],
    markOffered: (tasks) => {
      const ids = tasks.map(({ id }) => id);
      store.later((db) => sql().markOffered(db, owner.repository, ids, now));
    },
    ofParent: () =>
      store.readCurrent((db) => {
        const session_id = parentSession(event, store) ?? sql().lastSessionWithTasks(db, owner);
        return session_id ? sql().tasksOf(db, { session_id }) : [];
      }) ?? [],
    tool: () => taskTool(env, store.read((db) => sql().taskSources(db, owner.session_id)) ?? [], hasMcp),
    replace: (source, items) => {
      if (!withoutSession) store.later((db) => sql().replaceTasks(db, ownerFor(source), source, items, now));
    },
    put: (source, item) => {
      if (!withoutSession) store.later((db) => void sql().saveTask(db, ownerFor(source), source, item, now));
    },
    takeOver: (tasks) => {
      // The next TodoWrite replaces copied todos; the client's Task tools don't know the tasks of another session.
      const copies = tasks.map(({ id, content, active_form, status, source, ref = '' }) => ({
        source: source === 'todo' ? source : ('own' as const),
        item: { ref: source === 'todo' ? ref : `from-${id}`, content, active_form, status },
      }));
      store.later((db) => {
        for (const { source, item } of copies) sql().saveTask(db, owner, source, item, now);
      });
    },
    cleanUp: () => store.later((db) => void sql().dropStaleTasks(db, now - days * 86_400_000)),
  };
}

export interface TaskReader {
  repository: string;
  /** Empty for a person outside of any session, who may see and change every task. */
  session_id: string;
  now: number;
}

/** Tasks of ended sessions in this project and of a person, which this session may take up. */
export function tasksToTakeUp(db: Database, { repository, session_id, now }: TaskReader): Task[] {
  return session_id ? sql().leftOverTasks(db, { repository, session_id }, now - endedAfter) : [];
}

/** A session may change the tasks of another one only after that one has ended. */
export function belongsToOpenSession(db: Database, task: Task, reader: TaskReader): boolean {
  const { session_id } = reader;
  if (!session_id || task.session_id === '' || task.session_id === session_id) return false;
  return !tasksToTakeUp(db, reader).some(({ id }) => id === task.id);
}

/** The tool the session has used before; otherwise the one that the client's variables enable. */
function taskTool(env: Env, used: readonly TaskSource[], hasMcp: () => boolean): TaskTool {
  if (used.includes('task')) return 'TaskCreate';
  if (used.includes('todo')) return 'TodoWrite';
  if (env.CLAUDE_CODE_ENABLE_TODO_TOOLS !== '1') return hasMcp() ? 'mcp' : 'pawl';
  return env.CLAUDE_CODE_ENABLE_TASKS === '0' ? 'TodoWrite' : 'TaskCreate';
}
