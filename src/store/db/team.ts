// The rows that are sent to the team store, and those that came from it.
import type { Database } from 'bun:sqlite';
import { removeMemory } from './memory.ts';

/** An event as it is read for the team store. Texts may be absent because labels are not kept. */
export interface OutgoingEvent {
  id: number;
  uid: string;
  at: number;
  event: string;
  session_id: string;
  agent_id: string | null;
  repository: string;
  tool: string | null;
  tool_use_id: string | null;
  decision: string;
  ms: number;
  label: string | null;
  ok: number | null;
  duration_ms: number | null;
  /** The policies with a verdict, separated by commas. */
  spoke: string | null;
  reason: string | null;
  content: string | null;
}

const outgoing = `SELECT id, uid, at, event, session_id, agent_id, repository, tool, tool_use_id, decision, ms, label,
  detail ->> '$.ok' AS ok, detail ->> '$.duration_ms' AS duration_ms,
  (SELECT group_concat(value ->> '$.policy') FROM json_each(detail, '$.policies') WHERE value ->> '$.said' != 'pass') AS spoke,
  iif(decision = 'pass', NULL, (SELECT group_concat(value ->> '$.text', char(10)) FROM json_each(detail, '$.reasons'))) AS reason,
  iif(?3, json_object('parameters', detail -> '$.parameters', 'content', detail -> '$.content'), NULL) AS content
  FROM events WHERE id > ?1 ORDER BY id LIMIT ?2`;

/** The next events in the order in which they were inserted. `content`: with parameters, prompts and results. */
export function outgoingEvents(
  db: Database,
  after: number,
  limit: number,
  content: boolean,
): OutgoingEvent[] {
  return db.query(outgoing).all(after, limit, content ? 1 : 0) as OutgoingEvent[];
}

export function uidOfRow(db: Database, id: number): string | undefined {
  return (db.query('SELECT uid FROM events WHERE id = ?').get(id) as { uid: string } | null)?.uid;
}

export function countAfter(db: Database, id: number): number {
  return (db.query('SELECT count(*) AS n FROM events WHERE id > ?').get(id) as { n: number }).n;
}

/** Sessions whose stored text has changed since it was sent, with the mark to note when they are. */
export function unsentSessions(
  db: Database,
  limit: number,
): { session_id: string; detail: string; mark: string }[] {
  const sent = new Map(sentMarks(db, 'session').map(({ key, mark }) => [key, mark]));
  const rows = db
    .query('SELECT session_id, detail FROM sessions ORDER BY last_seen_at DESC')
    .iterate() as Iterable<{
    session_id: string;
    detail: string;
  }>;
  const found = [];
  for (const row of rows) {
    const mark = Bun.hash(row.detail).toString(36);
    if (sent.get(row.session_id) !== mark) found.push({ ...row, mark });
    if (found.length >= limit) break;
  }
  return found;
}

export interface OutgoingSum {
  kind: string;
  day: string;
  name: string;
  figure: string;
  n: number;
}

/** Days whose sums have changed since they were sent. Sums only grow, so every change shows in their count or total. */
export function unsentDays(db: Database): { day: string; mark: string }[] {
  const sent = new Map(sentMarks(db, 'day').map(({ key, mark }) => [key, mark]));
  const days = db
    .query(
      `SELECT day, count(*) || '.' || sum(n) AS mark FROM metrics
       WHERE kind != 'session' AND day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' GROUP BY day ORDER BY day`,
    )
    .all() as { day: string; mark: string }[];
  return days.filter(({ day, mark }) => sent.get(day) !== mark);
}

/** Leaves out the sums of sessions, of which there are too many. */
export function sumsOfDay(db: Database, day: string): OutgoingSum[] {
  return db
    .query("SELECT kind, day, name, figure, n FROM metrics WHERE day = ? AND kind != 'session'")
    .all(day) as OutgoingSum[];
}

function sentMarks(db: Database, kind: string): { key: string; mark: string }[] {
  return db.query('SELECT key, mark FROM team_sent WHERE kind = ?').all(kind) as {
    key: string;
    mark: string;
  }[];
}

export function noteSent(
  db: Database,
  kind: 'session' | 'day',
  marks: readonly { key: string; mark: string }[],
): void {
  const insert = db.query('INSERT OR REPLACE INTO team_sent (kind, key, mark) VALUES (?, ?, ?)');
  db.transaction(() => {
    for (const { key, mark } of marks) insert.run(kind, key, mark);
  }).immediate();
}

/** For another server, or one that was restored: everything is compared and pulled again. */
export function forgetSent(db: Database): void {
  db.transaction(() => {
    db.query('DELETE FROM team_sent').run();
    db.query('DELETE FROM team_pulled').run();
    db.query('UPDATE memories SET team_uid = NULL WHERE author IS NULL').run();
    db.query('UPDATE team_forgotten SET told = 0').run();
  }).immediate();
}

/** After `pawl team leave`: what came from others is removed. */
export function removeTeam(db: Database): number {
  const ids = db.query('SELECT id FROM memories WHERE author IS NOT NULL').all() as { id: number }[];
  db.transaction(() => {
    for (const { id } of ids) removeMemory(db, id);
  }).immediate();
  forgetSent(db);
  db.query('DELETE FROM team_names').run();
  return ids.length;
}

export function nameOfPath(db: Database, path: string): string | undefined {
  return (db.query('SELECT name FROM team_names WHERE path = ?').get(path) as { name: string } | null)?.name;
}

export function setNameOfPath(db: Database, path: string, name: string): void {
  db.query('INSERT OR REPLACE INTO team_names (path, name) VALUES (?, ?)').run(path, name);
}

/** Repositories with memories or sessions on this machine. */
export function knownRepositories(db: Database): string[] {
  const rows = db
    .query(
      "SELECT repository FROM memories WHERE repository != '' UNION SELECT DISTINCT detail ->> '$.repository' FROM sessions",
    )
    .all() as { repository: string | null }[];
  return rows.flatMap(({ repository }) => repository || []);
}

export interface OutgoingMemory {
  id: number;
  uid: string;
  repository: string;
  at: number;
  kind: string;
  topic: string | null;
  category: string;
  problem: string | null;
  content: string;
  entities: string;
}

export function unsentMemories(db: Database, limit: number): OutgoingMemory[] {
  return db
    .query(
      `SELECT id, uid, repository, at, kind, topic, category, problem, content, entities FROM memories
       WHERE team_uid IS NULL AND author IS NULL AND uid NOT IN (SELECT uid FROM team_forgotten) ORDER BY id LIMIT ?`,
    )
    .all(limit) as OutgoingMemory[];
}

/** `shared` is false for memories of a repository that is not shared. Their id in the team store is then empty. */
export function noteMemorySent(db: Database, ids: readonly number[], shared: boolean): void {
  const update = db.query(`UPDATE memories SET team_uid = ${shared ? 'uid' : "''"} WHERE id = ?`);
  db.transaction(() => {
    for (const id of ids) update.run(id);
  }).immediate();
}

/** After a change of the config: looks again at sessions, sums and memories of repositories that were not shared. */
export function reconsiderShared(db: Database): void {
  db.query("UPDATE memories SET team_uid = NULL WHERE team_uid = ''").run();
  db.query('DELETE FROM team_sent').run();
}

/** Shared memories that were forgotten here, and that the team store was not told to retract yet. */
export function unsentRetractions(db: Database): string[] {
  const rows = db.query('SELECT uid FROM team_forgotten WHERE told = 0').all() as { uid: string }[];
  return rows.map(({ uid }) => uid);
}

export function noteRetractionsSent(db: Database, uids: readonly string[]): void {
  const update = db.query('UPDATE team_forgotten SET told = 1 WHERE uid = ?');
  db.transaction(() => {
    for (const uid of uids) update.run(uid);
  }).immediate();
}

export function pulledUpto(db: Database, repository: string): { xid: string; uid: string } {
  const row = db.query('SELECT xid, uid FROM team_pulled WHERE repository = ?').get(repository);
  return (row as { xid: string; uid: string } | null) ?? { xid: '0', uid: '' };
}

export function notePulled(
  db: Database,
  repository: string,
  { xid, uid }: { xid: string; uid: string },
): void {
  db.query('INSERT OR REPLACE INTO team_pulled (repository, xid, uid) VALUES (?, ?, ?)').run(
    repository,
    xid,
    uid,
  );
}

/** The newest statement about a topic counts. */
export function hasNewerAssertion(db: Database, repository: string, topic: string, at: number): boolean {
  const row = db
    .query("SELECT 1 FROM memories WHERE repository = ? AND kind = 'assertion' AND topic = ? AND at >= ?")
    .get(repository, topic, at);
  return row !== null;
}

/** Whether a pulled memory is in this repository already, or was forgotten here. */
export function hasTeamMemory(db: Database, uid: string, repository: string): boolean {
  const row = db
    .query(
      `SELECT 1 FROM memories WHERE team_uid = ?1 AND repository = ?2
       UNION ALL SELECT 1 FROM memories WHERE uid = ?1 AND repository = ?2
       UNION ALL SELECT 1 FROM team_forgotten WHERE uid = ?1`,
    )
    .get(uid, repository);
  return row !== null;
}

export function markPulled(
  db: Database,
  id: number,
  { uid, author, machine }: { uid: string; author: string; machine: string | null },
): void {
  db.query('UPDATE memories SET team_uid = ?, author = ?, machine = ? WHERE id = ?').run(
    uid,
    author,
    machine,
    id,
  );
}

/** Removes a memory that its author took back, wherever it is here. */
export function dropTeamMemory(db: Database, uid: string): number {
  const ids = db.query('SELECT id FROM memories WHERE team_uid = ?1 OR uid = ?1').all(uid) as {
    id: number;
  }[];
  for (const { id } of ids) removeMemory(db, id);
  return ids.length;
}
