// Finds the session of a caller if only its directory is known.
import type { Database } from 'bun:sqlite';

/** The session with the newest event in this working tree. */
export function newestSessionIn(db: Database, root: string): string | undefined {
  const row = db
    .query(
      "SELECT session_id FROM events WHERE project = ? AND session_id != '' ORDER BY at DESC, id DESC LIMIT 1",
    )
    .get(root) as { session_id: string } | null;
  return row?.session_id;
}
