// All sessions as a person asks about them: current, without the dead, and with what lies beside the registry.
import type { Database } from 'bun:sqlite';
import type { ContextUse } from '../../domain/sessions/context-use.ts';
import type { Session, SessionState } from '../../domain/sessions/session.ts';
import type { SessionView } from '../../domain/sessions/session-json.ts';
import { findContextUse } from '../../facts/context-use.ts';
import { isAlive } from '../../facts/identity.ts';
import { flagsForWaitingMail } from '../../store/db/letters.ts';
import { findSessions, listSessions, reap } from '../../store/db/sessions.ts';
import { taskCounts } from '../../store/db/task-counts.ts';
import { raiseFlags } from '../../store/files/mail-flags.ts';
import { unmark } from '../../store/files/marks.ts';
import { UserError } from '../../system/errors.ts';
import type { Home } from '../../system/home.ts';
import { openRecords } from './open-log.ts';

export function openFleet(home: Home): Database {
  const db = openRecords(home);
  // The way into a client that is gone is of no use to anybody.
  for (const id of reap(db, isAlive, Date.now())) unmark(home, id, 'inbox');
  raiseFlags(home, flagsForWaitingMail(db, Date.now()));
  return db;
}

/** Of those that are over only the last ones; who waits is there however long ago it was heard of. */
const keptEnded = 200;

export function fleet(db: Database, home: Home, all: boolean): SessionView[] {
  const over = all ? listSessions(db, { states: ['ended'], limit: keptEnded }) : [];
  const sessions = [...listSessions(db, { open: true }), ...over];
  const tasks = taskCounts(
    db,
    sessions.map((one) => one.session_id),
  );
  return sessions.sort(byNeed).map((session) => ({
    session,
    contextUse: session.state === 'ended' ? undefined : contextUseFor(home, session),
    tasks: tasks.get(session.session_id),
  }));
}

export function contextUseFor(home: Home, { session_id, transcript_path }: Session): ContextUse | undefined {
  return findContextUse(home, session_id, transcript_path);
}

/** Who needs a person comes first. */
const need: Record<SessionState, number> = { needs_input: 0, idle: 2, active: 3, tool_active: 3, ended: 4 };

/** An idle session whose turn failed does not go on by itself. */
const rank = ({ state, why }: Session) => (state === 'idle' && why ? 1 : need[state]);

function byNeed(a: Session, b: Session): number {
  // Of those that wait for an answer, the one that has waited longest; of the others the latest.
  const first = a.state === 'needs_input' ? a.since - b.since : b.last_seen_at - a.last_seen_at;
  return rank(a) - rank(b) || first;
}

/** One session by id, its beginning, or alias. */
export function oneSession(db: Database, name: string): Session {
  const found = findSessions(db, name);
  const exact = found.filter((one) => one.session_id === name || one.alias === name);
  const [session, ...more] = exact.length > 0 ? exact.slice(0, 1) : found;
  if (!session) throw new UserError(`No session is called "${name}". \`pawl sessions --all\` lists them.`, 1);
  if (more.length > 0)
    throw new UserError(
      `Several sessions begin with "${name}": ${found.map((one) => one.session_id).join(', ')}. Give more of the id.`,
    );
  return session;
}
