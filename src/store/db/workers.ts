// Workers: work that a session waits for. Started with `pawl worker`, or seen in the session's events.
import type { Database } from 'bun:sqlite';
import { redact } from '../../core/redact.ts';
import type { BackgroundWork, EventRecord } from '../record.ts';
import { escapeLike } from './like.ts';

export type WorkerState = 'running' | 'complete' | 'failed';

export interface Worker {
  id: string;
  /** `worker` was started with `pawl worker`; the others are the client's own, which wakes its session by itself. */
  kind: 'worker' | 'subagent' | 'task';
  state: WorkerState;
  conversation: string;
  session_id: string | null;
  title: string;
  summary: string | null;
  urgent: 0 | 1;
  started_at: number;
  ended_at: number | null;
  /** The message that reported its end. */
  message: string | null;
}

type Start = Pick<Worker, 'id' | 'kind' | 'conversation' | 'title' | 'started_at'> & {
  session_id?: string | null;
  urgent?: boolean;
};

/** False if there is a worker with this id already. */
export function startWorker(db: Database, worker: Start): boolean {
  const { id, kind, conversation, session_id, title, urgent, started_at } = worker;
  return (
    db
      .query(
        "INSERT INTO workers (id, kind, state, conversation, session_id, title, urgent, started_at) VALUES (?, ?, 'running', ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      )
      .run(id, kind, conversation, session_id ?? null, redact(title), urgent ? 1 : 0, started_at).changes > 0
  );
}

/** Returns the worker as it is now, or undefined if none with this id was running. */
export function endWorker(
  db: Database,
  id: string,
  state: 'complete' | 'failed',
  summary: string | undefined,
  now: number,
): Worker | undefined {
  const row = db
    .query(
      "UPDATE workers SET state = ?, summary = ?, ended_at = ? WHERE id = ? AND state = 'running' RETURNING *",
    )
    .get(state, summary === undefined ? null : redact(summary), now, id);
  return (row as Worker | null) ?? undefined;
}

/** Workers by id or beginning of the id, an exact id first. */
export function findWorkers(db: Database, start: string): Worker[] {
  const like = `${escapeLike(start)}%`;
  return db
    .query("SELECT * FROM workers WHERE id = ?1 OR id LIKE ?2 ESCAPE '\\' ORDER BY id = ?1 DESC LIMIT 10")
    .all(start, like) as Worker[];
}

export interface WorkerQuery {
  conversation?: string;
  state?: WorkerState;
  kind?: Worker['kind'];
  message?: string;
  limit?: number;
}

/** Newest first. */
export function listWorkers(db: Database, query: WorkerQuery = {}): Worker[] {
  const keys = (['conversation', 'state', 'kind', 'message'] as const).filter(
    (key) => query[key] !== undefined,
  );
  const where = keys.length > 0 ? `WHERE ${keys.map((key) => `${key} = ?`).join(' AND ')}` : '';
  return db
    .query(`SELECT * FROM workers ${where} ORDER BY started_at DESC, id LIMIT ?`)
    .all(...keys.map((key) => query[key]!), query.limit ?? 200) as Worker[];
}

/** Ended workers of a conversation whose end no message has reported, oldest first. */
export function unreportedWorkers(db: Database, conversation: string): Worker[] {
  return db
    .query(
      "SELECT * FROM workers WHERE conversation = ? AND kind = 'worker' AND state != 'running' AND message IS NULL ORDER BY ended_at, id",
    )
    .all(conversation) as Worker[];
}

export function markReported(db: Database, ids: readonly string[], message: string): void {
  for (const id of ids) db.run('UPDATE workers SET message = ? WHERE id = ?', [message, id]);
}

/** Starts and ends the client's own workers by the events of their session. */
export function updateWorkers(db: Database, record: EventRecord): void {
  const { event, session_id, agent_id, at } = record;
  if (!session_id) return;
  if (event === 'SubagentStart' && agent_id && record.agent_type)
    startClientWork(db, record, { id: agent_id, kind: 'subagent', title: record.agent_type });
  if (event === 'SubagentStop' && agent_id && record.decision !== 'block')
    endWorker(db, agent_id, 'complete', record.words, at);
  for (const work of record.background ?? []) updateTask(db, record, work);
  // A stop lists the tasks that still run, so all others have ended.
  if (event === 'Stop' && !agent_id) endUnlisted(db, record);
  // The client ends its workers when it ends; after a clear it goes on.
  if (event === 'SessionEnd' && record.kind !== 'clear') endWorkersOf(db, session_id, at);
}

function updateTask(db: Database, record: EventRecord, { id, kind, status, title }: BackgroundWork): void {
  // Subagents have their own events, and one that is just stopping is still listed.
  if (kind === 'subagent' || kind === 'teammate') return;
  if (kind !== 'ended') startClientWork(db, record, { id, kind: 'task', title: title ?? kind });
  if (status === 'running') return;
  endWorker(db, id, status === 'completed' ? 'complete' : 'failed', undefined, record.at);
}

function endUnlisted(db: Database, { session_id, background = [], at }: EventRecord): void {
  const listed = background.map((work) => work.id);
  db.query(
    `UPDATE workers SET state = 'complete', ended_at = ? WHERE session_id = ? AND kind = 'task' AND state = 'running' AND started_at < ? AND id NOT IN (${listed.map(() => '?').join(', ')})`,
  ).run(at, session_id, at, ...listed);
}

function startClientWork(
  db: Database,
  record: EventRecord,
  work: Pick<Worker, 'id' | 'kind' | 'title'>,
): void {
  const row = db.query('SELECT conversation FROM sessions WHERE session_id = ?').get(record.session_id);
  const { conversation } = (row as { conversation: string } | null) ?? { conversation: record.session_id };
  startWorker(db, { ...work, conversation, session_id: record.session_id, started_at: record.at });
}

/** Ends the client's own workers of a session whose client is gone. Those of `pawl worker` run independently of it. */
export function endWorkersOf(db: Database, session_id: string, at: number): void {
  db.run(
    "UPDATE workers SET state = 'failed', summary = 'the session ended', ended_at = ? WHERE session_id = ? AND state = 'running' AND kind != 'worker'",
    [at, session_id],
  );
}

export function deleteWorkers(db: Database, before: number): number {
  return db.query("DELETE FROM workers WHERE state != 'running' AND ended_at < ?").run(before).changes;
}
