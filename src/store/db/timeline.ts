// Events for the timeline of the dashboard: only the fields that are drawn, and a limited number of rows.
import type { Database } from 'bun:sqlite';

export interface TimelineEvent {
  id: number;
  at: number;
  event: string;
  session_id: string;
  agent_id: string | null;
  agent_type: string | null;
  tool: string | null;
  tool_use_id: string | null;
  decision: string;
  label: string | null;
  ok: number | null;
  duration_ms: number | null;
}

export interface TimelineQuery {
  from: number;
  to: number;
  session?: string;
  limit?: number;
}

/** The newest events of a period, newest first. */
export function timelineEvents(
  db: Database,
  { from, to, session, limit = 4_000 }: TimelineQuery,
): TimelineEvent[] {
  const sessionFilter = session ? 'AND session_id = ?4' : '';
  return db
    .query(
      `SELECT id, at, event, session_id, agent_id, json_extract(detail, '$.agent_type') AS agent_type, tool, tool_use_id,
       decision, label, json_extract(detail, '$.ok') AS ok, json_extract(detail, '$.duration_ms') AS duration_ms
       FROM events WHERE at >= ?1 AND at <= ?2 ${sessionFilter} AND event NOT LIKE 'pawl:%' ORDER BY at DESC, id DESC LIMIT ?3`,
    )
    .all(...[from, to, limit, ...(session ? [session] : [])]) as TimelineEvent[];
}

/** The number of events in each of several equal steps of a period. */
export function eventsPerStep(db: Database, { from, to, session }: TimelineQuery, steps: number): number[] {
  const width = Math.max(1, (to - from) / steps);
  // One query for each step, because each only walks the index; a single query would sort all rows.
  const sessionFilter = session ? 'session_id = ?3 AND ' : '';
  const count = db.query(`SELECT count(*) AS n FROM events WHERE ${sessionFilter}at >= ?1 AND at < ?2`);
  const sessionValue = session ? [session] : [];
  return Array.from({ length: steps }, (_, at) => {
    const start = from + at * width;
    return (count.get(start, at === steps - 1 ? to + 1 : start + width, ...sessionValue) as { n: number }).n;
  });
}

/** When the first and the last event happened, of all sessions or of one. */
export function recordedSpan(db: Database, session?: string): { first: number; last: number } | undefined {
  const sessionFilter = session ? 'WHERE session_id = ?1' : '';
  const row = db
    .query(
      `SELECT (SELECT min(at) FROM events ${sessionFilter}) AS first, (SELECT max(at) FROM events ${sessionFilter}) AS last`,
    )
    .get(...(session ? [session] : []));
  const { first, last } = row as { first: number | null; last: number | null };
  return first === null || last === null ? undefined : { first, last };
}
