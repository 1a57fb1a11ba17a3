// Decides whether an event comes from the client of the session that it names. Any program can run `pawl hook` with a
// forged event, but it can't forge the parent processes of this one.
import type { Database } from 'bun:sqlite';
import type { ClientProcess } from '../domain/sessions/session.ts';
import { getSession, listSessions } from '../store/db/sessions.ts';
import type { Store } from '../store/store.ts';
import { ancestors, isClient, type Process, processOf, whyAgentStartedClient } from '../system/process.ts';

/** True if the session's client runs, and did not start this process. */
export function isFromElsewhere(client: Pick<ClientProcess, 'pid' | 'started'> | undefined): boolean {
  const running = client && processOf(client.pid);
  if (!running || running.started !== client.started || !isClient(running)) return false;
  return !ancestors(process.pid).some(({ pid }) => pid === client.pid);
}

/**
 * Whether an event is forged: it names an open session whose client is not among our parent processes. A person may
 * open one session in two clients, so a second client is accepted if a person started it and it has had no other
 * session.
 */
export function isForged(session_id: string, store: Store): boolean {
  if (!session_id) return false;
  return store.readCurrent((db) => isForgedIn(db, session_id)) ?? false;
}

function isForgedIn(db: Database, session_id: string): boolean {
  const session = getSession(db, session_id);
  if (!session || session.state === 'ended' || !isFromElsewhere(session.client)) return false;
  const sender = ancestors(process.pid).find(isClient);
  return (
    !sender || whyAgentStartedClient(sender.pid) !== undefined || hasOtherSession(db, sender, session_id)
  );
}

function hasOtherSession(db: Database, { pid, started }: Process, session_id: string): boolean {
  return listSessions(db).some(
    (session) =>
      session.session_id !== session_id && session.client?.pid === pid && session.client.started === started,
  );
}
