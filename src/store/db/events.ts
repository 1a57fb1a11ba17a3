// Recorded events: the only SQL about them.
import type { Database } from 'bun:sqlite';
import type { EventRecord } from '../record.ts';

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

export function insertEvent(db: Database, record: EventRecord): boolean {
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
  // A value of the wrong kind would hold up this line, and every line behind it, for ever.
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
  /** The beginning of its id. */
  session?: string;
  session_id?: string;
  event?: string;
  tool_use_id?: string;
  policy?: string;
  /** What was approved under this grant, and what became of it. */
  grant?: string;
  decisions?: readonly string[];
  since?: number;
  /** Only rows taken in after this one, for following. */
  after?: number;
  /** Not beyond this row. */
  upto?: number;
  /** Only what is older than this row, for turning pages. */
  before?: { at: number; id: number };
  /** In the label. */
  text?: string;
  /** The policy gave a reason for the decision, and did not only look. */
  reason_of?: string;
  /** What people did: pauses, permissions, grants. */
  acts?: boolean;
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
    // By its beginning, as people copy it; as a range, so that the index is used.
    parts.push(['session_id >= ? AND session_id < ?', [query.session, `${query.session}\u{10FFFF}`]]);
  // By its whole id the rows come in the order of the index, and a page of a long session costs a page.
  if (query.session_id) parts.push(['session_id = ?', [query.session_id]]);
  if (query.event) parts.push(['event = ?', [query.event]]);
  if (query.tool_use_id) parts.push(['tool_use_id = ?', [query.tool_use_id]]);
  if (query.policy)
    parts.push(["detail LIKE ? ESCAPE '\\'", [`%"policy":"${query.policy.replace(/[\\%_]/g, '\\$&')}"%`]]);
  if (query.grant) parts.push(['detail LIKE ?', [`%grant ${query.grant.replace(/\W/g, '')}%`]]);
  if (query.decisions && !query.decisions.includes('pass'))
    // Spelled out, not given as a value: only then is the index of what was decided used.
    parts.push(["decision != 'pass'", []]);
  if (query.decisions)
    parts.push([`decision IN (${query.decisions.map(() => '?').join(', ')})`, [...query.decisions]]);
  if (query.since !== undefined) parts.push(['at >= ?', [query.since]]);
  if (query.after !== undefined) parts.push(['id > ?', [query.after]]);
  if (query.upto !== undefined) parts.push(['id <= ?', [query.upto]]);
  if (query.before)
    parts.push(['at <= ? AND (at, id) < (?, ?)', [query.before.at, query.before.at, query.before.id]]);
  if (query.text) parts.push(["label LIKE ? ESCAPE '\\'", [`%${query.text.replace(/[\\%_]/g, '\\$&')}%`]]);
  if (query.reason_of) {
    const name = query.reason_of.replace(/[\\%_]/g, '\\$&');
    parts.push(["detail LIKE ? ESCAPE '\\'", [`%"policy":"${name}","text"%`]]);
  }
  if (query.acts) parts.push(["event >= 'pawl:' AND event < 'pawl;'", []]);
  const where = parts.length > 0 ? `WHERE ${parts.map(([sql]) => sql).join(' AND ')}` : '';
  return { where, values: parts.flatMap(([, values]) => values) };
}

type Row = Record<(typeof columns)[number], never> & { id: number; detail: string };

function fromRow(row: Row): StoredEvent {
  const record: Record<string, unknown> = { id: row.id };
  for (const column of columns) if (row[column] !== null) record[column] = row[column];
  return { ...record, ...JSON.parse(row.detail) } as StoredEvent;
}

/** The row that was taken in last, which need not be the newest event. */
export function newestRow(db: Database): number {
  return (db.query('SELECT max(id) AS id FROM events').get() as { id: number | null }).id ?? 0;
}

/** Sessions whose id begins like this. */
export function sessionsLike(db: Database, start: string): string[] {
  const rows = db
    .query('SELECT DISTINCT session_id FROM events WHERE session_id >= ? AND session_id < ? LIMIT 10')
    .all(start, `${start}\u{10FFFF}`);
  return (rows as { session_id: string }[]).map((row) => row.session_id);
}

/** The last time each event was seen, for "is it firing?". */
export function lastSeen(db: Database): { event: string; at: number; count: number }[] {
  return db.query('SELECT event, max(at) AS at, count(*) AS count FROM events GROUP BY event').all() as {
    event: string;
    at: number;
    count: number;
  }[];
}

/** The same for a store of any size: one look into the index for each name. */
export function lastTimes(db: Database, names: readonly string[]): { event: string; at: number }[] {
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

/** In small steps, so that nobody waits long for the lock. */
export function deleteEvents(db: Database, before: number): number {
  let deleted = 0;
  for (let step = 1; step > 0; ) {
    step = db
      .query('DELETE FROM events WHERE id IN (SELECT id FROM events WHERE at < ? LIMIT 2000)')
      .run(before).changes;
    deleted += step;
  }
  return deleted;
}
