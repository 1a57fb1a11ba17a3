// The work of sessions: snapshots of working trees, evidence of checks, and checkpoints.
import type { Database } from 'bun:sqlite';
import { redact } from '../../core/redact.ts';
import type { Evidence } from '../../domain/checkpoint/work.ts';

export interface StoredSnapshot<T> {
  at: number;
  tree: T;
}

export function readSnapshot<T>(
  db: Database,
  session_id: string,
  root: string,
): StoredSnapshot<T> | undefined {
  const row = db
    .query('SELECT at, detail FROM snapshots WHERE session_id = ? AND root = ?')
    .get(session_id, root) as { at: number; detail: string } | null;
  return row ? { at: row.at, tree: JSON.parse(row.detail) as T } : undefined;
}

/** Working trees that a session has worked in, newest first. */
export function snapshotRoots(db: Database, session_id: string): string[] {
  const rows = db
    .query('SELECT root FROM snapshots WHERE session_id = ? ORDER BY at DESC LIMIT 8')
    .all(session_id);
  return (rows as { root: string }[]).map(({ root }) => root);
}

/** Keeps the first snapshot of a tree in a session: what the tree was like before the session changed it. */
export function addSnapshot(db: Database, session_id: string, root: string, at: number, tree: unknown): void {
  db.query('INSERT OR IGNORE INTO snapshots (session_id, root, at, detail) VALUES (?, ?, ?, ?)').run(
    session_id,
    root,
    at,
    JSON.stringify(tree),
  );
}

/** The time of the session's first event. */
export function firstSeen(db: Database, session_id: string): number | undefined {
  const row = db.query('SELECT min(at) AS at FROM events WHERE session_id = ?').get(session_id);
  return (row as { at: number | null }).at ?? undefined;
}

/** Tools that a session called since a time, with or without success. */
export function toolsUsed(db: Database, session_id: string, since: number): string[] {
  const rows = db
    .query('SELECT DISTINCT tool FROM events WHERE session_id = ? AND at >= ? AND tool IS NOT NULL')
    .all(session_id, since);
  return (rows as { tool: string }[]).map(({ tool }) => tool);
}

/** Finished calls of all sessions in a tree since a time, without those of tools that only read. */
export function callsSince(
  db: Database,
  root: string,
  since: number,
): { session_id: string; tool: string; label: string | null; at: number; duration: number }[] {
  return db
    .query(
      `SELECT session_id, tool, label, at, coalesce(json_extract(detail, '$.duration_ms'), 0) AS duration FROM events
       WHERE project = ? AND at >= ? AND event IN ('PostToolUse', 'PostToolUseFailure')
       AND tool NOT IN ('Read', 'Grep', 'Glob', 'WebFetch', 'WebSearch', 'TodoWrite') LIMIT 20000`,
    )
    .all(root, since) as never;
}

export function addEvidence(db: Database, session_id: string, root: string, one: Evidence): void {
  db.query(
    'INSERT INTO evidence (at, session_id, root, name, kind, command, source, ok, exit, ms, tree, tail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(
    one.at,
    session_id,
    root,
    one.name,
    one.kind,
    redact(one.command).slice(0, 500),
    one.source,
    one.ok ? 1 : 0,
    one.exit ?? null,
    one.ms,
    one.tree,
    redact(one.tail).slice(-4_000),
  );
}

/** The newest run of each check in a tree, newest first. */
export function latestEvidence(db: Database, root: string): Evidence[] {
  const rows = db
    .query(
      `SELECT name, kind, command, source, ok, exit, ms, at, tree, tail, stale FROM evidence
       WHERE id IN (SELECT max(id) FROM evidence WHERE root = ? GROUP BY name) ORDER BY id DESC LIMIT 50`,
    )
    .all(root) as (Omit<Evidence, 'ok'> & { ok: number })[];
  return rows.map((row) => {
    const present = Object.entries(row).filter(([, value]) => value !== null);
    return { ...Object.fromEntries(present), ok: row.ok === 1 } as unknown as Evidence;
  });
}

/** Evidence from before this time no longer proves anything; `because` says why. */
export function markEvidenceStale(db: Database, root: string, because: string, before: number): void {
  db.query('UPDATE evidence SET stale = ? WHERE root = ? AND stale IS NULL AND at < ?').run(
    because,
    root,
    before,
  );
}

export interface StoredCheckpoint {
  session_id: string;
  /** A hash of the work it describes. */
  content: string;
  body: string;
  at: number;
}

export function readCheckpoint(db: Database, root: string, hash: string): StoredCheckpoint | undefined {
  const row = db
    .query('SELECT session_id, content, body, at FROM checkpoints WHERE root = ? AND hash = ?')
    .get(root, hash);
  return (row as StoredCheckpoint | null) ?? undefined;
}

/** A checkpoint belongs to the session that saves it first; only that session can save it again, for newer work. */
export function saveCheckpoint(
  db: Database,
  root: string,
  hash: string,
  { session_id, content, body, at }: StoredCheckpoint,
): void {
  db.query(
    `INSERT INTO checkpoints (at, session_id, root, hash, content, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT (root, hash) DO UPDATE SET at = ?1, content = ?5 WHERE session_id = ?2`,
  ).run(at, session_id, root, hash, content, redact(body).slice(0, 50_000));
}

const tables = ['snapshots', 'evidence', 'checkpoints'] as const;

export function dropStaleWork(db: Database, before: number): number {
  return tables.reduce(
    (sum, table) => sum + db.query(`DELETE FROM ${table} WHERE at < ?`).run(before).changes,
    0,
  );
}
