// The titles by which people recognise a session: its name or project, and the first thing it was asked to do.
import type { Database } from 'bun:sqlite';

export interface SessionTitle {
  /** The alias, or else the folder of the project. */
  name: string;
  /** The first prompt of a person; empty if none was recorded. */
  prompt: string;
}

/** A first prompt comes early, so a long session without one is not read to its end. */
const firstRows = 200;

function firstPrompt(db: Database, session_id: string): string {
  const row = db
    .query(
      `SELECT label FROM (SELECT at, event, label FROM events WHERE session_id = ? ORDER BY at LIMIT ?)
       WHERE event = 'UserPromptSubmit' AND coalesce(label, '') NOT IN ('') AND label NOT LIKE '<task-notification>%'
       ORDER BY at LIMIT 1`,
    )
    .get(session_id, firstRows) as { label: string } | null;
  return row?.label ?? '';
}

function nameOf(db: Database, session_id: string): string {
  const row = db
    .query(
      "SELECT json_extract(detail, '$.alias') AS alias, json_extract(detail, '$.project') AS project FROM sessions WHERE session_id = ?",
    )
    .get(session_id) as { alias: string | null; project: string | null } | null;
  return row?.alias || row?.project?.split(/[/\\]/).findLast(Boolean) || session_id.slice(0, 8);
}

/** The title of each of these sessions, by id. `prompts: false` leaves the prompts out, for data that is passed on. */
export function sessionTitles(
  db: Database,
  ids: Iterable<string>,
  { prompts = true } = {},
): Record<string, SessionTitle> {
  const title = (id: string) => ({ name: nameOf(db, id), prompt: prompts ? firstPrompt(db, id) : '' });
  return Object.fromEntries([...new Set(ids)].filter(Boolean).map((id) => [id, title(id)]));
}
