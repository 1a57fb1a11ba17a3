// How many tasks of each session are done, for lists of sessions.
import type { Database } from 'bun:sqlite';

export interface TaskCount {
  done: number;
  all: number;
}

/** Tasks of subagents do not count. Sessions without tasks are absent from the map. */
export function taskCounts(db: Database, sessions: readonly string[]): Map<string, TaskCount> {
  if (sessions.length === 0) return new Map();
  const rows = db
    .query(
      `SELECT session_id, count(*) AS "all", sum(status = 'completed') AS done FROM tasks WHERE agent_id = '' AND status != 'dropped' AND session_id IN (${sessions.map(() => '?').join(', ')}) GROUP BY session_id`,
    )
    .all(...sessions) as ({ session_id: string } & TaskCount)[];
  return new Map(rows.map(({ session_id, done, all }) => [session_id, { done, all }]));
}
