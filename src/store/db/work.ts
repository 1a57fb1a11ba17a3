// The work of sessions: snapshots of working trees, evidence of checks, and checkpoints.
import type { Database } from 'bun:sqlite';
import { redact } from '../../core/redact.ts';
import type { Evidence, FailedAtStart } from '../../domain/checkpoint/work.ts';

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

/** True if events of this session are recorded, so that the record tells what it did. */
export function isRecorded(db: Database, session_id: string): boolean {
  return db.query('SELECT 1 FROM events WHERE session_id = ? LIMIT 1').get(session_id) !== null;
}

export interface CallRow {
  session_id: string;
  /** The tree that the session worked in at the time; an edit may be of a file in another one. */
  project: string;
  tool: string;
  label: string | null;
  event: string;
  at: number;
  duration: number;
  /** When the same call was recorded before it ran, and its whole command. */
  began: number | null;
  command: string | null;
  background: number | null;
}

/**
 * Finished calls of all sessions in a tree since a time, without those of tools that only read. Calls elsewhere whose
 * label is a path below the root are edits from another tree.
 */
export function callsSince(db: Database, root: string, since: number): CallRow[] {
  return callRows(db, "(e.project = ?1 OR substr(e.label, 1, length(?1) + 1) = ?1 || '/')", root, since);
}

/** The calls of one session, in whatever tree it worked. */
export function callsOfSession(db: Database, session_id: string, since: number): CallRow[] {
  return callRows(db, 'e.session_id = ?1', session_id, since);
}

function callRows(db: Database, condition: string, value: string, since: number): CallRow[] {
  return db
    .query(
      `SELECT e.session_id, e.project, e.tool, e.label, e.event, e.at, coalesce(json_extract(e.detail, '$.duration_ms'), 0) AS duration,
         p.at AS began, json_extract(p.detail, '$.parameters.command') AS command,
         json_extract(p.detail, '$.parameters.run_in_background') AS background
       FROM events AS e LEFT JOIN events AS p
         ON p.tool_use_id = e.tool_use_id AND p.event = 'PreToolUse' AND p.session_id = e.session_id
       WHERE ${condition} AND e.at >= ?2 AND e.event IN ('PostToolUse', 'PostToolUseFailure')
       AND e.tool NOT IN ('Read', 'Grep', 'Glob', 'WebFetch', 'WebSearch', 'TodoWrite') ORDER BY e.at LIMIT 20000`,
    )
    .all(value, since) as never;
}

/**
 * When the session's turn began: with the last prompt that a person gave, or after the last stop that was neither
 * blocked nor waiting for background work.
 */
export function turnStart(db: Database, session_id: string): number {
  const prompt = db
    .query(
      `SELECT max(at) AS at FROM events WHERE session_id = ? AND event = 'UserPromptSubmit'
       AND coalesce(label, '') NOT LIKE '<task-notification>%'`,
    )
    .get(session_id) as { at: number | null };
  const stop = db
    .query(
      `SELECT max(at) AS at FROM events WHERE session_id = ? AND event = 'Stop' AND agent_id IS NULL
       AND decision = 'pass' AND detail NOT LIKE '%is still running%'`,
    )
    .get(session_id) as { at: number | null };
  return Math.max(prompt.at ?? 0, stop.at ?? 0);
}

export function addEvidence(db: Database, session_id: string, root: string, evidence: Evidence): void {
  db.query(
    'INSERT INTO evidence (at, session_id, root, name, kind, command, source, ok, exit, ms, tree, tail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(
    evidence.at,
    session_id,
    root,
    evidence.name,
    evidence.kind,
    redact(evidence.command).slice(0, 500),
    evidence.source,
    evidence.ok ? 1 : 0,
    evidence.exit ?? null,
    evidence.ms,
    evidence.tree,
    redact(evidence.tail).slice(-4_000),
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

/** The checks that failed on a tree. */
export function failedEvidence(db: Database, root: string, tree: string): FailedAtStart[] {
  return db
    .query(
      'SELECT name, kind, tail FROM evidence WHERE root = ? AND tree = ? AND ok = 0 ORDER BY id DESC LIMIT 50',
    )
    .all(root, tree) as FailedAtStart[];
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

/** The last checkpoint that a session gave for a tree. */
export function lastCheckpoint(db: Database, root: string, session_id: string): StoredCheckpoint | undefined {
  const row = db
    .query(
      'SELECT session_id, content, body, at FROM checkpoints WHERE root = ? AND session_id = ? ORDER BY at DESC LIMIT 1',
    )
    .get(root, session_id);
  return (row as StoredCheckpoint | null) ?? undefined;
}

/** A checkpoint belongs to the session that wrote it last. */
export function saveCheckpoint(
  db: Database,
  root: string,
  hash: string,
  { session_id, content, body, at }: StoredCheckpoint,
): void {
  db.query(
    `INSERT INTO checkpoints (at, session_id, root, hash, content, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT (root, hash) DO UPDATE SET at = ?1, session_id = ?2, content = ?5`,
  ).run(at, session_id, root, hash, content, redact(body).slice(0, 50_000));
}

const tables = ['snapshots', 'evidence', 'checkpoints'] as const;

export function dropStaleWork(db: Database, before: number): number {
  return tables.reduce(
    (sum, table) => sum + db.query(`DELETE FROM ${table} WHERE at < ?`).run(before).changes,
    0,
  );
}
