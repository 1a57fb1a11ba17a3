// Sessions in pages, those that need a person first: for a board of a thousand.
import type { Database } from 'bun:sqlite';
import type { Session, State } from '../../domain/sessions/session.ts';

export interface BoardQuery {
  /** Also those that have ended. */
  all?: boolean;
  text?: string;
  offset?: number;
  limit?: number;
}

/**
 * The same order as `pawl sessions`: who waits, who failed, who is idle, who works, who is over. Why one is idle is
 * looked up for those alone, so that all others are sorted by the index.
 */
const need = `CASE state WHEN 'needs_input' THEN 0 WHEN 'idle' THEN iif((SELECT json_extract(i.detail, '$.why') FROM sessions AS i WHERE i.session_id = sessions.session_id) IS NULL, 2, 1)
  WHEN 'active' THEN 3 WHEN 'tool_active' THEN 3 ELSE 4 END`;

export function boardPage(db: Database, query: BoardQuery): { sessions: Session[]; count: number } {
  const { where, values } = conditions(query);
  // Sorted by what is short; the sessions themselves are long, and only a page of them is read.
  const rows = db
    .query(
      `SELECT s.detail FROM (SELECT session_id, row_number() OVER (ORDER BY ${need}, iif(state = 'needs_input', last_seen_at, -last_seen_at)) AS place
       FROM sessions ${where} ORDER BY place LIMIT ? OFFSET ?) AS p JOIN sessions AS s USING (session_id) ORDER BY p.place`,
    )
    .all(...values, query.limit ?? 100, query.offset ?? 0) as { detail: string }[];
  const { n } = db.query(`SELECT count(*) AS n FROM sessions ${where}`).get(...values) as { n: number };
  return { sessions: rows.map((row) => JSON.parse(row.detail) as Session), count: n };
}

function conditions({ all, text }: BoardQuery): { where: string; values: string[] } {
  const parts = [
    ...(all ? [] : ["state IN ('needs_input', 'idle', 'active', 'tool_active')"]),
    ...(text ? ["detail LIKE ? ESCAPE '\\'"] : []),
  ];
  const like = text ? [`%${text.replace(/[\\%_]/g, '\\$&')}%`] : [];
  return { where: parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '', values: like };
}

export function stateCounts(db: Database): Partial<Record<State, number>> {
  const rows = db.query('SELECT state, count(*) AS n FROM sessions GROUP BY state').all();
  return Object.fromEntries((rows as { state: State; n: number }[]).map(({ state, n }) => [state, n]));
}

/** Repositories that sessions worked in, the last one first. */
export function knownRepositories(db: Database, limit = 30): string[] {
  const rows = db
    .query(
      `SELECT json_extract(detail, '$.repository') AS repository, max(last_seen_at) AS seen FROM sessions
       GROUP BY 1 ORDER BY seen DESC LIMIT ?`,
    )
    .all(limit) as { repository: string | null }[];
  return rows.flatMap(({ repository }) => repository || []);
}
