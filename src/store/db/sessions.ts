// The registry of sessions: the only SQL about it. It is never written by hooks directly; it follows from recorded
// events, in the transaction that takes them in.
import type { Database } from 'bun:sqlite';
import { conversationOf, newSession, type Session, type State } from '../../domain/sessions/session.ts';
import { apply, end, inherit } from '../../domain/sessions/transitions.ts';
import { attempt } from '../../system/attempt.ts';
import type { EventRecord } from '../record.ts';
import { forwardMessages } from './messages.ts';
import { endWorkOf } from './workers.ts';

/** Sessions of one transaction: each is read once, and written once if something happened to it. */
class Book {
  #db: Database;
  #known = new Map<string, Session>();
  #changed = new Set<Session>();
  #hasAllOpen = false;

  constructor(db: Database) {
    this.#db = db;
  }

  get(id: string): Session | undefined {
    const known = this.#known.get(id) ?? getSession(this.#db, id);
    if (known) this.#known.set(id, known);
    return known;
  }

  /** It is new, or not as it was read. */
  change(session: Session): Session {
    this.#known.set(session.session_id, session);
    this.#changed.add(session);
    return session;
  }

  /** Those that are not over, the ones of this transaction as they are by now. */
  open(): Session[] {
    if (!this.#hasAllOpen)
      for (const one of listSessions(this.#db, { open: true }))
        if (!this.#known.has(one.session_id)) this.#known.set(one.session_id, one);
    this.#hasAllOpen = true;
    return [...this.#known.values()].filter((one) => one.state !== 'ended');
  }

  forward(from: string, to: string): void {
    forwardMessages(this.#db, from, to);
  }

  /** Its place was taken: nobody will tell us of the end of what it ran. */
  endWork(id: string, at: number): void {
    endWorkOf(this.#db, id, at);
  }

  save(): void {
    // A line with odd fields must not hold up the others.
    for (const session of this.#changed) attempt(() => saveSession(this.#db, session));
  }
}

/** Takes new events into the registry. */
export function applyEvents(db: Database, records: readonly EventRecord[]): void {
  const book = new Book(db);
  for (const record of [...records].sort((a, b) => a.at - b.at)) {
    // Uses of ways out are recorded too; they say nothing about who works.
    if (!record.session_id || record.event.startsWith('pawl:')) continue;
    attempt(() => follow(db, book, record));
  }
  book.save();
}

function follow(db: Database, book: Book, record: EventRecord): void {
  const session = book.change(book.get(record.session_id) ?? newSession(record));
  apply(session, record);
  if (record.event === 'SessionStart') replaceOthers(book, session, record);
  if (record.identity?.mission) linkMission(db, session);
}

/** Starts that leave another session behind in the same client. */
const moves = ['clear', 'resume', 'fork'];

/** A pane holds one session: who starts there comes after the one before. */
function replaceOthers(book: Book, session: Session, { at, kind }: EventRecord): void {
  for (const other of book.open()) {
    if (other === session || other.started_at > at) continue;
    if (sameClient(other, session)) {
      if (kind === 'clear') {
        inherit(session, other);
        book.forward(other.session_id, session.session_id);
      }
      // A client may hold several; only one that says so has left another.
      if (kind && moves.includes(kind))
        end(book.change(other), at, kind === 'clear' ? 'clear' : 'replaced', session.session_id);
    } else if (samePane(other, session)) {
      if (startedBy(session, other)) session.parent_session_id ??= other.session_id;
      else {
        end(book.change(other), at, 'pane_reused', session.session_id);
        book.endWork(other.session_id, at);
      }
    } else if (startedBy(session, other)) session.parent_session_id ??= other.session_id;
  }
}

function sameClient(a: Session, b: Session): boolean {
  return a.client !== undefined && a.client.pid === b.client?.pid && a.client.started === b.client.started;
}

function samePane(a: Session, b: Session): boolean {
  return a.pane !== undefined && a.pane === b.pane && a.tmux === b.tmux;
}

/** A client that a session's own command started sits in the same pane and takes nothing over. */
function startedBy(session: Session, other: Session): boolean {
  return other.client !== undefined && session.client?.ancestors?.includes(other.client.pid) === true;
}

function linkMission(db: Database, { mission, description, started_at }: Session): void {
  db.run(
    "INSERT INTO missions (id, goal, state, started_at) VALUES (?, ?, 'running', ?) ON CONFLICT DO NOTHING",
    [mission!, description ?? mission!, started_at],
  );
}

export function getSession(db: Database, id: string): Session | undefined {
  const row = db.query('SELECT detail FROM sessions WHERE session_id = ?').get(id);
  return row ? fromRow(row as { detail: string }) : undefined;
}

const fromRow = (row: { detail: string }) => JSON.parse(row.detail) as Session;

function saveSession(db: Database, session: Session): void {
  const { session_id, state, alias, role, project, pane, started_at, last_seen_at } = session;
  db.query(
    'INSERT OR REPLACE INTO sessions (session_id, state, alias, role, conversation, project, pane, started_at, last_seen_at, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(
    session_id,
    state,
    alias ?? null,
    role ?? null,
    conversationOf(session),
    project,
    pane ?? null,
    started_at,
    last_seen_at,
    JSON.stringify(pruned(session)),
  );
}

const keptAgents = 40;

/** A long session starts hundreds of subagents; the last ones are enough. */
function pruned(session: Session): Session {
  const agents = Object.values(session.agents);
  if (agents.length <= keptAgents) return session;
  const kept = agents.sort((a, b) => b.last_seen_at - a.last_seen_at).slice(0, keptAgents);
  return { ...session, agents: Object.fromEntries(kept.map((agent) => [agent.agent_id, agent])) };
}

/** Changes a session outside the events: its status, or an end that nobody reported. */
export function changeSession(db: Database, id: string, change: (session: Session) => void): boolean {
  const session = getSession(db, id);
  if (!session) return false;
  change(session);
  saveSession(db, session);
  return true;
}

export interface SessionQuery {
  open?: boolean;
  states?: readonly State[];
  conversation?: string;
  role?: string;
  project?: string;
  limit?: number;
}

/** Last seen first. */
export function listSessions(db: Database, query: SessionQuery = {}): Session[] {
  const parts: [string, string[]][] = [];
  const states = query.open ? (['needs_input', 'idle', 'active', 'tool_active'] as const) : query.states;
  if (states) parts.push([`state IN (${states.map(() => '?').join(', ')})`, [...states]]);
  if (query.conversation !== undefined) parts.push(['conversation = ?', [query.conversation]]);
  if (query.role !== undefined) parts.push(['role = ?', [query.role]]);
  if (query.project !== undefined) parts.push(['project = ?', [query.project]]);
  const where = parts.length > 0 ? `WHERE ${parts.map(([sql]) => sql).join(' AND ')}` : '';
  const rows = db
    .query(`SELECT detail FROM sessions ${where} ORDER BY last_seen_at DESC LIMIT ?`)
    .all(...parts.flatMap(([, values]) => values), query.limit ?? 1_000);
  return (rows as { detail: string }[]).map(fromRow);
}

/** By id, its beginning, or the name a person gave it; all that fit, the open and last seen first. */
export function findSessions(db: Database, name: string): Session[] {
  const start = `${name.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = db
    .query(
      "SELECT detail FROM sessions WHERE session_id = ?1 OR alias = ?1 OR session_id LIKE ?2 ESCAPE '\\' ORDER BY session_id = ?1 DESC, state = 'ended', last_seen_at DESC LIMIT 20",
    )
    .all(name, start);
  const found = (rows as { detail: string }[]).map(fromRow);
  // One that was started inside another has its name only from there.
  const isInside = ({ parent_session_id: outside, alias }: Session) =>
    found.some((one) => one.session_id === outside && one.alias === alias && one.state !== 'ended');
  return [...found.filter((one) => !isInside(one)), ...found.filter(isInside)];
}

/** Without a process to look at, silence is all there is to go by. */
const silence = 12 * 3_600_000;

/** Ends sessions whose client is gone. */
export function reap(
  db: Database,
  isAlive: (session: Session) => boolean | undefined,
  now: number,
): string[] {
  const gone = listSessions(db, { open: true }).filter((session) => {
    const alive = isAlive(session);
    return alive === undefined ? now - session.last_seen_at > silence : !alive;
  });
  const reasons = new Map(gone.map((one) => [one.session_id, one.client ? 'process_gone' : 'silent']));
  if (gone.length === 0) return [];
  db.transaction(() => {
    for (const [id, reason] of reasons) {
      changeSession(db, id, (session) => end(session, now, reason));
      endWorkOf(db, id, now);
    }
  }).immediate();
  return [...reasons.keys()];
}

export function deleteSessions(db: Database, before: number): number {
  return db.query("DELETE FROM sessions WHERE state = 'ended' AND last_seen_at < ?").run(before).changes;
}
