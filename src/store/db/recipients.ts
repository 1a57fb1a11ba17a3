// Decides which session gets a message, and which mail flags announce it.
import type { Database } from 'bun:sqlite';
import type { Address } from '../../domain/sessions/messages.ts';
import { modeOf } from '../../domain/sessions/modes.ts';
import { conversationOf, type Session } from '../../domain/sessions/session.ts';
import { listWaiting, type Message } from './messages.ts';
import { getSession, listSessions } from './sessions.ts';

type Addressee = Pick<Session, 'session_id' | 'conversation_id' | 'role' | 'mode' | 'parent_session_id'>;

/**
 * The addresses whose messages this session may take. A session in a mode that is not woken takes only what was sent to
 * itself. A client that was started inside another session inherits the names in its environment; those stay with the
 * outer session while that is open.
 */
export function addressesOf(db: Database, session: Addressee): Address[] {
  const ownAddress: Address = { kind: 'session', name: session.session_id };
  const outside = session.parent_session_id ? getSession(db, session.parent_session_id) : undefined;
  const ofParent = outside && outside.state !== 'ended' ? sharedAddresses(outside) : [];
  const isTaken = ({ kind, name }: Address) =>
    ofParent.some((address) => address.kind === kind && address.name === name);
  return [ownAddress, ...sharedAddresses(session).filter((address) => !isTaken(address))];
}

/** Addresses that other sessions can have too. */
function sharedAddresses(session: Addressee): Address[] {
  if (!modeOf(session.mode).wakeable) return [];
  const role: Address[] = session.role ? [{ kind: 'role', name: session.role }] : [];
  return [{ kind: 'conversation', name: conversationOf(session) }, ...role];
}

/** The session that gets a message: the last seen of the open ones at its address, and never the sender. */
export function recipientOf(
  db: Database,
  message: Pick<Message, 'to_kind' | 'to_name' | 'sender'>,
): Session | undefined {
  const { to_kind, to_name, sender } = message;
  if (to_kind === 'session') {
    const session = latestSession(db, to_name);
    return session?.state === 'ended' ? undefined : session;
  }
  const query = to_kind === 'role' ? { role: to_name } : { conversation: to_name };
  return listSessions(db, { ...query, open: true }).find(
    (candidate) =>
      candidate.session_id !== sender &&
      addressesOf(db, candidate).some(({ kind, name }) => kind === to_kind && name === to_name),
  );
}

/**
 * The mail flags to raise for a message: its address, and the session that gets it. That session may have its role or
 * conversation only in the database, and a hook that does not open the database looks for the session's own flag.
 */
export function flagsFor(db: Database, message: Pick<Message, 'to_kind' | 'to_name' | 'sender'>): Address[] {
  const target = recipientOf(db, message);
  const ownAddress: Address[] = target ? [{ kind: 'session', name: target.session_id }] : [];
  return [{ kind: message.to_kind, name: message.to_name }, ...ownAddress];
}

/** The flags of all waiting messages, to be raised again after a process that had lowered some was killed. */
export function flagsForWaitingMail(db: Database, now: number): Address[] {
  return listWaiting(db, now).flatMap((message) => flagsFor(db, message));
}

/** The session in which the work of this one goes on after `/clear`; the session itself if it was not cleared. */
export function latestSession(db: Database, id: string): Session | undefined {
  let session = getSession(db, id);
  for (let hops = 0; session?.successor && session.end_reason === 'clear' && hops < 20; hops++)
    session = getSession(db, session.successor) ?? session;
  return session;
}
