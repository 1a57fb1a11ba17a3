// The details of one session for the dashboard: prompts, tools, files, checkpoint, memories and evidence. A `+` before
// a column keeps SQLite from using that column's index instead of the session's, which is faster here.
import type { Database } from 'bun:sqlite';

export interface PromptRow {
  at: number;
  label: string | null;
}

/** Prompts of people, newest first; the client's own notifications are left out. */
export function promptsOf(db: Database, session_id: string, limit = 200): PromptRow[] {
  return db
    .query(
      "SELECT at, label FROM events WHERE session_id = ? AND +event = 'UserPromptSubmit' AND coalesce(label, '') NOT LIKE '<task-notification>%' ORDER BY at DESC LIMIT ?",
    )
    .all(session_id, limit) as PromptRow[];
}

export interface ToolRow {
  tool: string;
  calls: number;
  failed: number;
  refused: number;
  asked: number;
}

/** Most used first. Refused and asked are counted like the metrics of the session. */
export function toolsOf(db: Database, session_id: string): ToolRow[] {
  return db
    .query(
      `SELECT tool, sum(event = 'PreToolUse') AS calls, sum(event = 'PostToolUseFailure') AS failed,
       sum(decision IN ('deny', 'block')) AS refused, sum(decision = 'ask') AS asked FROM events WHERE session_id = ? AND tool IS NOT NULL
       GROUP BY tool ORDER BY calls DESC LIMIT 50`,
    )
    .all(session_id) as ToolRow[];
}

export interface FileRow {
  path: string;
  reads: number;
  writes: number;
  at: number;
}

/** Files that file tools named, most written first. Files that shell commands touched are not known here. */
export function filesOf(db: Database, session_id: string, limit = 200): FileRow[] {
  return db
    .query(
      `SELECT label AS path, sum(tool = 'Read') AS reads, sum(tool IN ('Edit', 'Write', 'NotebookEdit', 'MultiEdit')) AS writes,
       max(at) AS at FROM events WHERE session_id = ? AND +event = 'PostToolUse' AND label IS NOT NULL
       AND tool IN ('Read', 'Edit', 'Write', 'NotebookEdit', 'MultiEdit') GROUP BY label ORDER BY writes DESC, at DESC LIMIT ?`,
    )
    .all(session_id, limit) as FileRow[];
}

export interface CheckpointRow {
  at: number;
  body: string;
}

export function checkpointOf(db: Database, session_id: string): CheckpointRow | undefined {
  const row = db
    .query('SELECT at, body FROM checkpoints WHERE session_id = ? ORDER BY at DESC LIMIT 1')
    .get(session_id);
  return (row as CheckpointRow | null) ?? undefined;
}

export interface MemoryUse {
  id: number;
  content: string;
  at: number;
  /** Whether the session recorded it, was given it, or cited it. */
  how: 'learnt' | 'given' | 'helped';
}

export function memoriesOf(db: Database, session_id: string): MemoryUse[] {
  return db
    .query(
      `SELECT id, content, at, 'learnt' AS how FROM memories WHERE session_id = ?1
       UNION ALL SELECT m.id, m.content, u.at, iif(u.cited, 'helped', 'given') FROM memory_uses AS u
       JOIN memories AS m ON m.id = u.memory WHERE u.session_id = ?1 ORDER BY 3 DESC LIMIT 100`,
    )
    .all(session_id) as MemoryUse[];
}

export interface EvidenceRow {
  at: number;
  name: string;
  kind: string;
  ok: number;
  ms: number;
}

export function evidenceOf(db: Database, session_id: string): EvidenceRow[] {
  return db
    .query('SELECT at, name, kind, ok, ms FROM evidence WHERE session_id = ? ORDER BY at DESC LIMIT 50')
    .all(session_id) as EvidenceRow[];
}

/** Events on which a policy or the store failed, newest first, among the last 20,000 rows. */
export function failuresOf(
  db: Database,
  limit = 30,
): { at: number; event: string; session_id: string; detail: string }[] {
  return db
    .query(
      `SELECT at, event, session_id, detail FROM (SELECT * FROM events ORDER BY id DESC LIMIT 20000)
       WHERE detail LIKE '%"error":%' OR detail LIKE '%"notes":["store:%' OR event = 'unreadable' LIMIT ?`,
    )
    .all(limit) as never;
}
