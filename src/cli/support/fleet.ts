// The fleet: all sessions of this machine, for commands; up to date, with context use and tasks.
import type { Database } from 'bun:sqlite';
import type { ContextUse } from '../../domain/sessions/context-use.ts';
import type { Session, SessionState } from '../../domain/sessions/session.ts';
import type { SessionView } from '../../domain/sessions/session-json.ts';
import { findContextUse } from '../../facts/context-use.ts';
import { refreshSessions } from '../../facts/refresh-sessions.ts';
import { flagsForWaitingMail } from '../../store/db/recipients.ts';
import { findSessions, listSessions } from '../../store/db/sessions.ts';
import { taskCounts } from '../../store/db/task-counts.ts';
import { raiseFlags } from '../../store/files/mail-flags.ts';
import { unmark } from '../../store/files/marks.ts';
import { UserError } from '../../system/errors.ts';
import type { Home } from '../../system/home.ts';
import { openLog } from './open-log.ts';

export function openFleet(home: Home): Database {
  const db = openLog(home);
  // The inbox of a client that has ended is no longer needed.
  for (const id of refreshSessions(db, Date.now()).ended) unmark(home, id, 'inbox');
  // A process that had lowered some may have been killed.
  raiseFlags(home, flagsForWaitingMail(db, Date.now()));
  return db;
}

/** How many ended sessions are listed; open ones are all listed. */
const maxEnded = 200;

export function fleet(db: Database, home: Home, all: boolean): SessionView[] {
  const ended = listSessions(db, { states: ['ended'], limit: maxEnded });
  const shown = all ? ended : ended.filter(hasRecentUnansweredCalls);
  const sessions = [...listSessions(db, { open: true }), ...shown];
  const tasks = taskCounts(
    db,
    sessions.map((session) => session.session_id),
  );
  return sessions.sort(byNeed).map((session) => ({
    session,
    contextUse: session.state === 'ended' ? undefined : contextUseFor(home, session),
    tasks: tasks.get(session.session_id),
  }));
}

/** An ended session is still listed for a day if it left calls out, because the person has not seen them yet. */
function hasRecentUnansweredCalls({ unanswered, last_seen_at }: Session): boolean {
  return Object.keys(unanswered ?? {}).length > 0 && last_seen_at > Date.now() - 86_400_000;
}

export function contextUseFor(home: Home, { session_id, transcript_path }: Session): ContextUse | undefined {
  return findContextUse(home, session_id, transcript_path);
}

/** Why it waits or has ended. The client's reason `other` says nothing, so it is not shown. */
export function reasonOf({ state, why }: Session): string | undefined {
  if (state !== 'ended') return why;
  return why === 'other' ? undefined : why?.replaceAll('_', ' ');
}

/** Sessions that need a person come first. */
const order: Record<SessionState, number> = { needs_input: 0, idle: 2, active: 3, tool_active: 3, ended: 4 };

/** An idle session whose turn failed comes before other idle ones, because it will not continue on its own. */
const rank = ({ state, why }: Session) => (state === 'idle' && why ? 1 : order[state]);

function byNeed(a: Session, b: Session): number {
  // Among sessions that need input, the one that has waited longest comes first; among others, the most recent one.
  const first = a.state === 'needs_input' ? a.since - b.since : b.last_seen_at - a.last_seen_at;
  return rank(a) - rank(b) || first;
}

/** Finds a session by its id, the beginning of its id, or its alias. */
export function requireSession(db: Database, name: string): Session {
  const found = findSessions(db, name);
  const exact = found.filter((session) => session.session_id === name || session.alias === name);
  const [session, ...more] = exact.length > 0 ? exact.slice(0, 1) : found;
  if (!session) throw new UserError(`There is no session "${name}". \`pawl sessions --all\` lists them.`, 1);
  if (more.length > 0)
    throw new UserError(
      `Give more of the id: several sessions begin with "${name}" (${found.map((session) => session.session_id).join(', ')}).`,
    );
  return session;
}
