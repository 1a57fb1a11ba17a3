// Tasks. Each session has its own rows, so that two sessions never overwrite each other.
import type { Database } from 'bun:sqlite';
import { redact } from '../../core/redact.ts';
import type { Task, TaskItem, TaskSource, TaskStatus } from '../../domain/tasks.ts';
import { randomId } from '../../system/random-id.ts';
import { escapeLike } from './like.ts';
import { changeState, readState } from './policy-state.ts';

export interface TaskOwner {
  repository: string;
  project: string;
  session_id: string;
  agent_id?: string | undefined;
}

const fields = 'id, content, active_form, status, source, ref, session_id, owner, updated_at';

function tasksFrom(rows: unknown[]): Task[] {
  return (rows as (Task & { owner: string | null })[]).map(({ owner, ref, ...task }) => ({
    ...task,
    // For our own tasks the ref repeats the id.
    ...(ref && task.source !== 'own' && { ref }),
    ...(owner && { owner }),
  }));
}

export function tasksOf(
  db: Database,
  { session_id, agent_id = '' }: Omit<TaskOwner, 'repository' | 'project'>,
): Task[] {
  if (!session_id) return [];
  const rows = db
    .query(
      `SELECT ${fields} FROM tasks WHERE session_id = ? AND agent_id = ? AND status != 'dropped' ORDER BY id`,
    )
    .all(session_id, agent_id);
  return tasksFrom(rows);
}

/** Unfinished tasks, changed since `since`, of sessions that have ended or had no event since `aliveSince`. */
export function leftOverTasks(
  db: Database,
  { repository, session_id }: Pick<TaskOwner, 'repository' | 'session_id'>,
  aliveSince: number,
  since = 0,
): Task[] {
  const rows = db
    .query(
      `SELECT ${fields} FROM tasks AS t
       WHERE repository = ?1 AND session_id != ?2 AND agent_id = '' AND status IN ('pending', 'in_progress')
       AND (session_id = ''
         OR (SELECT event FROM events WHERE session_id = t.session_id ORDER BY at DESC, id DESC LIMIT 1) = 'SessionEnd'
         OR coalesce((SELECT max(at) FROM events WHERE session_id = t.session_id), 0) < ?3)
       AND updated_at >= ?4 ORDER BY updated_at DESC, id LIMIT 100`,
    )
    .all(repository, session_id, aliveSince, since);
  return tasksFrom(rows);
}

const offers = (repository: string) => ({ policy: 'tasks/restore', scope: 'repository', key: repository });

/** Ids of left-over tasks that a session was told about. */
export function offeredTasks(db: Database, repository: string): number[] {
  return (readState(db, offers(repository)) as number[] | undefined) ?? [];
}

export function markOffered(db: Database, repository: string, ids: readonly number[], now: number): void {
  const add = (before: unknown) => [...new Set([...(before as number[]), ...ids])].slice(-1_000);
  changeState(db, offers(repository), [], add, now);
}

/** The last active session of this project that has tasks, other than this one. */
export function lastSessionWithTasks(db: Database, { project, session_id }: TaskOwner): string | undefined {
  const row = db
    .query(
      `SELECT t.session_id AS id FROM tasks AS t WHERE t.project = ?1 AND t.session_id NOT IN (?2, '')
       GROUP BY t.session_id
       ORDER BY max(max(t.updated_at), coalesce((SELECT max(at) FROM events WHERE session_id = t.session_id), 0)) DESC LIMIT 1`,
    )
    .get(project, session_id) as { id: string } | null;
  return row?.id;
}

/**
 * The other session that got this prompt. The transcript of a fork begins with its parent's prompts, so this finds the
 * parent.
 */
export function sessionOfPrompt(db: Database, prompt_id: string, except: string): string | undefined {
  const row = db
    .query(
      `SELECT session_id AS id FROM events WHERE event = 'UserPromptSubmit' AND session_id != ?1
       AND detail LIKE ?2 ESCAPE '\\' ORDER BY at DESC LIMIT 1`,
    )
    .get(except, `%"prompt_id":"${escapeLike(prompt_id)}"%`) as { id: string } | null;
  return row?.id;
}

/** Inserts a task, or updates the fields that the item has; returns its id. */
export function saveTask(
  db: Database,
  owner: TaskOwner,
  source: TaskSource,
  item: TaskItem,
  now: number,
): number {
  const { repository, project, session_id, agent_id = '' } = owner;
  const clean = (text: string | undefined) => (text === undefined ? null : redact(text).slice(0, 2_000));
  const row = db
    .query(
      `INSERT INTO tasks (repository, project, session_id, agent_id, source, ref, content, active_form, status, owner, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, coalesce(?7, 'task ' || ?6), coalesce(?8, ?7, ''), coalesce(?9, 'pending'), ?10, ?11, ?11)
       ON CONFLICT (session_id, agent_id, source, ref) DO UPDATE SET
         content = coalesce(?7, content), active_form = coalesce(?8, active_form), status = coalesce(?9, status),
         owner = coalesce(?10, owner),
         updated_at = CASE WHEN content IS NOT coalesce(?7, content) OR status IS NOT coalesce(?9, status) THEN ?11 ELSE updated_at END
       RETURNING id`,
    )
    .get(
      repository,
      project,
      session_id,
      agent_id,
      source,
      item.ref,
      clean(item.content),
      clean(item.active_form),
      item.status ?? null,
      item.owner ?? null,
      now,
    ) as { id: number };
  return row.id;
}

/** Replaces the open tasks of a list. Those that are no longer in it are marked as dropped, not deleted. */
export function replaceTasks(
  db: Database,
  owner: TaskOwner,
  source: TaskSource,
  items: readonly TaskItem[],
  now: number,
): void {
  const refs = items.map((item) => item.ref);
  db.query(
    `UPDATE tasks SET status = 'dropped', updated_at = ?1 WHERE session_id = ?2 AND agent_id = ?3 AND source = ?4
     AND status IN ('pending', 'in_progress') AND ref NOT IN (SELECT value FROM json_each(?5))`,
  ).run(now, owner.session_id, owner.agent_id ?? '', source, JSON.stringify(refs));
  for (const item of items) saveTask(db, owner, source, item, now);
}

/** False if it was imported before, whatever its status is now. */
export function importTask(db: Database, owner: TaskOwner, item: TaskItem, now: number): boolean {
  const existing = db
    .query("SELECT 1 FROM tasks WHERE repository = ? AND source = 'own' AND ref = ?")
    .get(owner.repository, item.ref);
  if (existing) return false;
  saveTask(db, owner, 'own', item, now);
  return true;
}

/** Unfinished tasks of a repository that were added outside any session. */
export function unclaimedTasks(db: Database, repository: string): Task[] {
  return listTasks(db, repository, false).filter((task) => task.session_id === '');
}

/** Adds a task that no tool of the client knows; returns its id. */
export function addTask(
  db: Database,
  owner: TaskOwner,
  content: string,
  status: TaskStatus,
  now: number,
): number {
  const ref = `${now.toString(36)}-${randomId()}`;
  return saveTask(db, owner, 'own', { ref, content, status }, now);
}

export function findTask(db: Database, repository: string, id: number): Task | undefined {
  const rows = db.query(`SELECT ${fields} FROM tasks WHERE id = ? AND repository = ?`).all(id, repository);
  return tasksFrom(rows)[0];
}

/** Sets the status of a task, and moves it to the session that works on it, if one is given. */
export function setTaskStatus(
  db: Database,
  id: number,
  status: TaskStatus,
  session: string | undefined,
  now: number,
): void {
  // In its new session only Pawl's own tools can change it: the client's tools don't know it.
  db.query(
    `UPDATE OR IGNORE tasks SET session_id = ?1, agent_id = '', source = 'own',
       ref = CASE source WHEN 'own' THEN ref ELSE 'taken-' || id END
     WHERE id = ?2 AND ?1 IS NOT NULL AND session_id != ?1`,
  ).run(session ?? null, id);
  db.query('UPDATE tasks SET status = ?1, updated_at = ?2 WHERE id = ?3').run(status, now, id);
}

/** Tasks of a repository by session: the open ones, or all. */
export function listTasks(db: Database, repository: string, all: boolean): Task[] {
  const states = all ? "'pending', 'in_progress', 'completed', 'dropped'" : "'pending', 'in_progress'";
  return tasksFrom(
    db
      .query(
        `SELECT ${fields} FROM tasks WHERE repository = ? AND status IN (${states}) ORDER BY session_id, id LIMIT 1000`,
      )
      .all(repository),
  );
}

/** The sources of this session's tasks, which tell the task tools that it uses. */
export function taskSources(db: Database, session_id: string): TaskSource[] {
  const rows = db.query('SELECT DISTINCT source FROM tasks WHERE session_id = ?').all(session_id);
  return (rows as { source: TaskSource }[]).map((row) => row.source);
}

/** Lists of tasks (of one session and agent) of which no task has changed since the given time. */
const staleLists = `(session_id, agent_id) IN (SELECT session_id, agent_id FROM tasks GROUP BY session_id, agent_id HAVING max(updated_at) < ?1)`;

export function dropStaleTasks(db: Database, before: number): number {
  return db.query(`DELETE FROM tasks WHERE ${staleLists}`).run(before).changes;
}
