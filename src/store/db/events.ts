// Recorded events.
import type { Database } from 'bun:sqlite';
import { gateEvents } from '../../domain/metrics.ts';
import type { EventRecord } from '../record.ts';
import { escapeLike } from './like.ts';

const columns = [
  'uid',
  'at',
  'event',
  'session_id',
  'agent_id',
  'repository',
  'project',
  'tool',
  'tool_use_id',
  'decision',
  'ms',
  'label',
] as const;

/** False if an event with this uid is in the database already. */
export function insertEventRow(db: Database, record: EventRecord): boolean {
  const {
    uid,
    at,
    event,
    session_id,
    agent_id,
    repository,
    project,
    tool,
    tool_use_id,
    decision,
    ms,
    label,
    ...detail
  } = record;
  const insert = db.query(
    'INSERT OR IGNORE INTO events (uid, at, event, session_id, agent_id, repository, project, tool, tool_use_id, decision, ms, label, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  // A value of the wrong type must not fail the statement: that would hold up this line of the spool and all behind it.
  const text = (value: unknown, none: string | null = null) => (typeof value === 'string' ? value : none);
  const values = [
    uid,
    at,
    event,
    text(session_id, ''),
    text(agent_id),
    text(repository, ''),
    text(project, ''),
    text(tool),
    text(tool_use_id),
    text(decision, 'pass'),
    typeof ms === 'number' ? ms : 0,
    text(label),
  ];
  return insert.run(...values, JSON.stringify(detail)).changes > 0;
}

export interface EventQuery {
  /** The beginning of a session id. */
  session?: string;
  /** A whole session id. */
  session_id?: string;
  event?: string;
  tool_use_id?: string;
  uid?: string;
  policy?: string;
  /** Events of this grant: given, ended, and calls approved under it. */
  grant?: string;
  decisions?: readonly string[];
  /** Only ends of turns and tasks, which a policy can block, or everything but them. */
  gates?: 'only' | 'without';
  since?: number;
  /** Rows inserted after this row id, for following the log. */
  after?: number;
  /** Rows up to this row id. */
  upto?: number;
  /** Events older than this one, for the next page. */
  before?: { at: number; id: number };
  /** Part of the label. */
  text?: string;
  /** A policy that gave a reason for the decision; `policy` also finds those that only ran. */
  reason_of?: string;
  /** Only events that Pawl recorded itself: pauses, grants, forged events … */
  own?: boolean;
  limit?: number;
}

export type StoredEvent = EventRecord & { id: number };

/** Newest first. */
export function listEvents(db: Database, query: EventQuery = {}): StoredEvent[] {
  const { where, values } = conditions(query);
  const rows = db
    .query(`SELECT * FROM events ${where} ORDER BY at DESC, id DESC LIMIT ?`)
    .all(...values, query.limit ?? 50);
  return (rows as Row[]).map(fromRow);
}

function conditions(query: EventQuery): { where: string; values: (string | number)[] } {
  const parts: [string, (string | number)[]][] = [];
  if (query.session)
    // A range instead of LIKE, so that the index is used.
    parts.push(['session_id >= ? AND session_id < ?', [query.session, `${query.session}\u{10FFFF}`]]);
  // With the whole id the index also gives the order, and only the rows of one page are read.
  if (query.session_id) parts.push(['session_id = ?', [query.session_id]]);
  if (query.event) parts.push(['event = ?', [query.event]]);
  if (query.tool_use_id) parts.push(['tool_use_id = ?', [query.tool_use_id]]);
  if (query.uid) parts.push(['uid = ?', [query.uid]]);
  if (query.policy) parts.push(["detail LIKE ? ESCAPE '\\'", [`%"policy":"${escapeLike(query.policy)}"%`]]);
  if (query.grant) parts.push(['detail LIKE ?', [`%grant ${query.grant.replace(/\W/g, '')}%`]]);
  if (query.decisions && !query.decisions.includes('pass'))
    // Repeats the condition of the partial index events_decided, without which the index is not used.
    parts.push(["decision != 'pass'", []]);
  if (query.decisions)
    parts.push([`decision IN (${query.decisions.map(() => '?').join(', ')})`, [...query.decisions]]);
  if (query.gates)
    parts.push([
      `event ${query.gates === 'only' ? '' : 'NOT '}IN (${gateEvents.map(() => '?').join(', ')})`,
      [...gateEvents],
    ]);
  if (query.since !== undefined) parts.push(['at >= ?', [query.since]]);
  if (query.after !== undefined) parts.push(['id > ?', [query.after]]);
  if (query.upto !== undefined) parts.push(['id <= ?', [query.upto]]);
  if (query.before)
    parts.push(['at <= ? AND (at, id) < (?, ?)', [query.before.at, query.before.at, query.before.id]]);
  if (query.text) parts.push(["label LIKE ? ESCAPE '\\'", [`%${escapeLike(query.text)}%`]]);
  if (query.reason_of)
    parts.push(["detail LIKE ? ESCAPE '\\'", [`%"policy":"${escapeLike(query.reason_of)}","text"%`]]);
  if (query.own) parts.push(["event >= 'pawl:' AND event < 'pawl;'", []]);
  const where = parts.length > 0 ? `WHERE ${parts.map(([sql]) => sql).join(' AND ')}` : '';
  return { where, values: parts.flatMap(([, values]) => values) };
}

type Row = Record<(typeof columns)[number], never> & { id: number; detail: string };

function fromRow(row: Row): StoredEvent {
  const record: Record<string, unknown> = { id: row.id };
  for (const column of columns) if (row[column] !== null) record[column] = row[column];
  return { ...record, ...JSON.parse(row.detail) } as StoredEvent;
}

/** Events in the order in which they were inserted, after one row and up to another. */
export function eventsBetween(db: Database, after: number, upto: number, limit: number): StoredEvent[] {
  const rows = db
    .query('SELECT * FROM events WHERE id > ? AND id <= ? ORDER BY id LIMIT ?')
    .all(after, upto, limit);
  return (rows as Row[]).map(fromRow);
}

/** The request of a tool call, given the id of the call. */
export function requestOf(db: Database, session_id: string, tool_use_id: string): StoredEvent | undefined {
  // The plus keeps SQLite from the index of sessions, which would read the whole session for each call.
  const row = db
    .query("SELECT * FROM events WHERE tool_use_id = ? AND +session_id = ? AND +event = 'PreToolUse' LIMIT 1")
    .get(tool_use_id, session_id);
  return row ? fromRow(row as Row) : undefined;
}

/** The id of the last row before this time; 0 if there is none. */
export function lastRowBefore(db: Database, at: number): number {
  const { id } = db.query('SELECT coalesce(min(id), 0) - 1 AS id FROM events WHERE at >= ?').get(at) as {
    id: number;
  };
  return id >= 0 ? id : lastRowId(db);
}

/** The id of the row that was inserted last, which need not be the newest event; 0 without events. */
export function lastRowId(db: Database): number {
  return (db.query('SELECT max(id) AS id FROM events').get() as { id: number | null }).id ?? 0;
}

/** Up to ten sessions whose id begins with this. */
export function sessionsLike(db: Database, start: string): string[] {
  const rows = db
    .query('SELECT DISTINCT session_id FROM events WHERE session_id >= ? AND session_id < ? LIMIT 10')
    .all(start, `${start}\u{10FFFF}`);
  return (rows as { session_id: string }[]).map((row) => row.session_id);
}

/** How many calls of this session were refused; those that a person was asked about do not count. */
export function countRefusals(db: Database, session_id: string): number {
  const { n } = db
    .query(
      "SELECT count(*) AS n FROM events WHERE session_id = ? AND decision != 'pass' AND decision = 'deny'",
    )
    .get(session_id) as { n: number };
  return n;
}

/** When each kind of event was last seen, and how often. Reads every row. */
export function lastSeen(db: Database): { event: string; at: number; count: number }[] {
  return db.query('SELECT event, max(at) AS at, count(*) AS count FROM events GROUP BY event').all() as {
    event: string;
    at: number;
    count: number;
  }[];
}

/** When these kinds of events were last seen. Fast in a store of any size: one look into the index for each name. */
export function lastSeenTimes(db: Database, names: readonly string[]): { event: string; at: number }[] {
  const last = db.query('SELECT max(at) AS at FROM events WHERE event = ?');
  return names.flatMap((event) => {
    const { at } = last.get(event) as { at: number | null };
    return at === null ? [] : [{ event, at }];
  });
}

export function countEvents(db: Database, before?: number): number {
  const row =
    before === undefined
      ? db.query('SELECT count(*) AS n FROM events').get()
      : db.query('SELECT count(*) AS n FROM events WHERE at < ?').get(before);
  return (row as { n: number }).n;
}

/** In small steps, so that no other process waits long for the write lock. */
export function deleteEvents(db: Database, before: number): number {
  let deleted = 0;
  for (;;) {
    const changes = db.transaction(() => deleteSomeEvents(db, before)).immediate();
    if (changes === 0) return deleted;
    deleted += changes;
  }
}

/**
 * SQLite may give the ids of deleted rows to new events, and these have to be counted and exported too. Done in the
 * transaction that deletes, so that no event is inserted in between.
 */
function deleteSomeEvents(db: Database, before: number): number {
  const { changes } = db
    .query('DELETE FROM events WHERE id IN (SELECT id FROM events WHERE at < ? LIMIT 2000)')
    .run(before);
  for (const table of ['metrics_upto', 'exports'])
    db.query(`UPDATE ${table} SET row = min(row, (SELECT coalesce(max(id), 0) FROM events))`).run();
  return changes;
}
