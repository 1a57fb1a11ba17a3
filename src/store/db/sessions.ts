// The registry of sessions. It is derived from recorded events, in the transaction that inserts them.
import type { Database } from 'bun:sqlite';
import {
  conversationOf,
  newSession,
  type Session,
  type SessionState,
} from '../../domain/sessions/session.ts';
import { applySignal, inheritFrom, markEnded } from '../../domain/sessions/transitions.ts';
import { attempt } from '../../system/attempt.ts';
import type { EventRecord } from '../record.ts';
import { escapeLike } from './like.ts';
import { forwardMessages } from './messages.ts';
import { settleMission } from './missions.ts';
import { endWorkersOf } from './workers.ts';

/** The sessions that one transaction touches: each is read once, and written once at the end if it was changed. */
class SessionBatch {
  #db: Database;
  #known = new Map<string, Session>();
  #changed = new Set<Session>();
  #hasAllOpen = false;

  constructor(db: Database) {
    this.#db = db;
  }

  get(id: string): Session | undefined {
    const session = this.#known.get(id) ?? getSession(this.#db, id);
    if (session) this.#known.set(id, session);
    return session;
  }

  /** Notes that a session is new or changed, so that it is saved. */
  markChanged(session: Session): Session {
    this.#known.set(session.session_id, session);
    this.#changed.add(session);
    return session;
  }

  /** The sessions that have not ended, with the changes of this transaction. Of more than 1,000, those seen last. */
  open(): Session[] {
    if (!this.#hasAllOpen)
      for (const session of listSessions(this.#db, { open: true }))
        if (!this.#known.has(session.session_id)) this.#known.set(session.session_id, session);
    this.#hasAllOpen = true;
    return [...this.#known.values()].filter((session) => session.state !== 'ended');
  }

  forward(from: string, to: string): void {
    forwardMessages(this.#db, from, to);
  }

  /** For a session whose pane was taken over: no event will report the end of its workers. */
  endWorkers(id: string, at: number): void {
    endWorkersOf(this.#db, id, at);
  }

  save(): void {
    // A session with fields of a wrong type must not keep the others from being saved.
    for (const session of this.#changed) attempt(() => saveSession(this.#db, session));
    for (const { mission, last_seen_at } of this.#changed)
      if (mission) attempt(() => settleMission(this.#db, mission, last_seen_at));
  }
}

/** Applies newly inserted events to the registry. */
export function applyEvents(db: Database, records: readonly EventRecord[]): void {
  const batch = new SessionBatch(db);
  for (const record of [...records].sort((a, b) => a.at - b.at)) {
    // Overrides such as a pause are recorded as events too, but say nothing about a session's state.
    if (!record.session_id || record.event.startsWith('pawl:')) continue;
    attempt(() => applyEvent(db, batch, record));
  }
  batch.save();
}

function applyEvent(db: Database, batch: SessionBatch, record: EventRecord): void {
  const session = batch.markChanged(batch.get(record.session_id) ?? newSession(record));
  applySignal(session, record);
  if (record.event === 'SessionStart') replaceOthers(batch, session, record);
  if (record.identity?.mission) ensureMission(db, session);
}

/** Kinds of start that replace another session in the same client. */
const replacingStarts = ['clear', 'resume', 'fork'];

/** Ends the sessions that a new one replaces: in the same client, or in the same tmux pane. */
function replaceOthers(batch: SessionBatch, session: Session, { at, kind }: EventRecord): void {
  for (const other of batch.open()) {
    if (other === session || other.started_at > at) continue;
    if (sameClient(other, session)) {
      if (kind === 'clear') {
        inheritFrom(session, other);
        batch.forward(other.session_id, session.session_id);
      }
      // One client can hold several sessions; only these kinds of start say that another one was left.
      if (kind && replacingStarts.includes(kind))
        markEnded(batch.markChanged(other), at, kind === 'clear' ? 'clear' : 'replaced', session.session_id);
    } else if (samePane(other, session)) {
      if (startedBy(session, other)) session.parent_session_id ??= other.session_id;
      else {
        markEnded(batch.markChanged(other), at, 'pane_reused', session.session_id);
        batch.endWorkers(other.session_id, at);
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

/** The session's client was started by a command of the other session, so it replaces nothing in their pane. */
function startedBy(session: Session, other: Session): boolean {
  return other.client !== undefined && session.client?.ancestors?.includes(other.client.pid) === true;
}

function ensureMission(db: Database, { mission, description, started_at }: Session): void {
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

/** A long session starts hundreds of subagents; only those seen last are kept. */
function pruned(session: Session): Session {
  const agents = Object.values(session.agents);
  if (agents.length <= keptAgents) return session;
  const kept = agents.sort((a, b) => b.last_seen_at - a.last_seen_at).slice(0, keptAgents);
  return { ...session, agents: Object.fromEntries(kept.map((agent) => [agent.agent_id, agent])) };
}

/** Changes a session without an event: its status, or an end that no event reported. */
export function changeSession(db: Database, id: string, change: (session: Session) => void): boolean {
  const session = getSession(db, id);
  if (!session) return false;
  change(session);
  saveSession(db, session);
  return true;
}

export interface SessionQuery {
  open?: boolean;
  states?: readonly SessionState[];
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

/** Sessions by id, beginning of the id, or alias: an exact id first, then open ones, then last seen. */
export function findSessions(db: Database, name: string): Session[] {
  const start = `${escapeLike(name)}%`;
  const rows = db
    .query(
      "SELECT detail FROM sessions WHERE session_id = ?1 OR alias = ?1 OR session_id LIKE ?2 ESCAPE '\\' ORDER BY session_id = ?1 DESC, state = 'ended', last_seen_at DESC LIMIT 20",
    )
    .all(name, start);
  const found = (rows as { detail: string }[]).map(fromRow);
  // A session started inside another one inherited its alias, so it comes after that one.
  const isInside = ({ parent_session_id: outside, alias }: Session) =>
    found.some(
      (candidate) =>
        candidate.session_id === outside && candidate.alias === alias && candidate.state !== 'ended',
    );
  return [...found.filter((session) => !isInside(session)), ...found.filter(isInside)];
}

/** A session whose process is unknown counts as gone after this many milliseconds without an event. */
const silenceLimit = 12 * 3_600_000;

/** Ends sessions whose client is gone; returns their ids. `isAlive` returns undefined if it can't tell. */
export function endGoneSessions(
  db: Database,
  isAlive: (session: Session) => boolean | undefined,
  now: number,
): string[] {
  const gone = listSessions(db, { open: true }).filter((session) => {
    const alive = isAlive(session);
    return alive === undefined ? now - session.last_seen_at > silenceLimit : !alive;
  });
  const reasons = new Map(
    gone.map((session) => [session.session_id, session.client ? 'process_gone' : 'silent']),
  );
  if (gone.length === 0) return [];
  db.transaction(() => {
    for (const [id, reason] of reasons) {
      changeSession(db, id, (session) => markEnded(session, now, reason));
      endWorkersOf(db, id, now);
    }
    for (const { mission } of gone) if (mission) settleMission(db, mission, now);
  }).immediate();
  return [...reasons.keys()];
}

export function deleteSessions(db: Database, before: number): number {
  return db.query("DELETE FROM sessions WHERE state = 'ended' AND last_seen_at < ?").run(before).changes;
}
