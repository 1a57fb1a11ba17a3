// Updates the registry of sessions with changes that no event reports: turns that a person interrupted, and clients that
// are gone.
import type { Database } from 'bun:sqlite';
import type { Session } from '../domain/sessions/session.ts';
import { applySignal } from '../domain/sessions/transitions.ts';
import { interruptionIn } from '../domain/sessions/waiting.ts';
import { changeSession, endGoneSessions, listSessions } from '../store/db/sessions.ts';
import { attempt } from '../system/attempt.ts';
import { readLastLines } from './context-use.ts';
import { isAlive } from './identity.ts';

interface Refreshed {
  /** The sessions whose client is gone. */
  ended: string[];
  /** The sessions whose turn a person interrupted. */
  interrupted: string[];
}

export function refreshSessions(db: Database, now: number): Refreshed {
  const busy = listSessions(db, { states: ['needs_input', 'active', 'tool_active'] });
  const interrupted = busy.filter((session) => attempt(() => settleInterruption(db, session)) === true);
  return {
    ended: endGoneSessions(db, isAlive, now),
    interrupted: interrupted.map((session) => session.session_id),
  };
}

/** After Esc the client sends no event, but it writes a line to the transcript. */
function settleInterruption(db: Database, session: Session): boolean {
  const { session_id, project, repository, cwd, transcript_path, parts } = session;
  const at = transcript_path ? interruptionIn(readLastLines(transcript_path)) : undefined;
  if (at === undefined || at <= Math.max(parts.turn.at, parts.waiting?.at ?? 0)) return false;
  const idle = { event: 'Notification', kind: 'idle_prompt', decision: 'pass' };
  return changeSession(db, session_id, (current) =>
    applySignal(current, { at, session_id, project, repository, cwd, ...idle }),
  );
}
