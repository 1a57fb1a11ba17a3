// Sessions in pages for the dashboard, those that need a person first.
import type { Database } from 'bun:sqlite';
import type { Session, SessionState } from '../../domain/sessions/session.ts';
import { escapeLike } from './like.ts';

export interface SessionPageQuery {
  /** Ended sessions too. */
  all?: boolean;
  /** Part of any field. */
  text?: string;
  offset?: number;
  limit?: number;
}

/**
 * The order of `pawl sessions`: waiting for input, failed, idle, working, ended. Only idle sessions have their details
 * read here (a reason means that the turn failed), so that all others are sorted by the index alone.
 */
const attentionRank = `CASE state WHEN 'needs_input' THEN 0 WHEN 'idle' THEN iif((SELECT json_extract(i.detail, '$.why') FROM sessions AS i WHERE i.session_id = sessions.session_id) IS NULL, 2, 1)
  WHEN 'active' THEN 3 WHEN 'tool_active' THEN 3 ELSE 4 END`;

/** The sessions of one page, and the number of all that match. */
export function sessionPage(db: Database, query: SessionPageQuery): { sessions: Session[]; count: number } {
  const { where, values } = conditions(query);
  // The inner query sorts short columns; the long details are read for one page only.
  const rows = db
    .query(
      `SELECT s.detail FROM (SELECT session_id, row_number() OVER (ORDER BY ${attentionRank}, iif(state = 'needs_input', last_seen_at, -last_seen_at)) AS place
       FROM sessions ${where} ORDER BY place LIMIT ? OFFSET ?) AS p JOIN sessions AS s USING (session_id) ORDER BY p.place`,
    )
    .all(...values, query.limit ?? 100, query.offset ?? 0) as { detail: string }[];
  const { n } = db.query(`SELECT count(*) AS n FROM sessions ${where}`).get(...values) as { n: number };
  return { sessions: rows.map((row) => JSON.parse(row.detail) as Session), count: n };
}

function conditions({ all, text }: SessionPageQuery): { where: string; values: string[] } {
  const parts = [
    ...(all ? [] : ["state IN ('needs_input', 'idle', 'active', 'tool_active')"]),
    ...(text ? ["detail LIKE ? ESCAPE '\\'"] : []),
  ];
  const like = text ? [`%${escapeLike(text)}%`] : [];
  return { where: parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '', values: like };
}

export function stateCounts(db: Database): Partial<Record<SessionState, number>> {
  const rows = db.query('SELECT state, count(*) AS n FROM sessions GROUP BY state').all();
  return Object.fromEntries((rows as { state: SessionState; n: number }[]).map(({ state, n }) => [state, n]));
}

/** Repositories that sessions worked in, last used first. */
export function recentRepositories(db: Database, limit = 30): string[] {
  const rows = db
    .query(
      `SELECT json_extract(detail, '$.repository') AS repository, max(last_seen_at) AS seen FROM sessions
       WHERE json_extract(detail, '$.repository') != '' GROUP BY 1 ORDER BY seen DESC LIMIT ?`,
    )
    .all(limit) as { repository: string }[];
  return rows.map(({ repository }) => repository);
}
