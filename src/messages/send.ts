// Resolves the name of a recipient to an address, and sends a message to it.
import type { Database } from 'bun:sqlite';
import type { Address } from '../domain/sessions/messages.ts';
import type { Session } from '../domain/sessions/session.ts';
import { addMessage, newMessageId } from '../store/db/messages.ts';
import { latestSession } from '../store/db/recipients.ts';
import { findSessions, listSessions } from '../store/db/sessions.ts';
import { listWorkers } from '../store/db/workers.ts';
import { markOnce } from '../store/files/marks.ts';
import { UserError } from '../system/errors.ts';
import type { Home } from '../system/home.ts';
import { type Delivery, deliver } from './deliver.ts';

/** Looks for a full name first (session, conversation, role), then for the beginning of a session id. */
export function addressOf(db: Database, name: string): Address {
  const found = findSessions(db, name);
  const exact = found.find((session) => session.session_id === name || session.alias === name);
  const open = found.filter((session) => session.state !== 'ended');
  if (exact) return sessionAddress(db, exact);
  if (isConversation(db, name)) return { kind: 'conversation', name };
  if (listSessions(db, { role: name, limit: 1 }).length > 0) return { kind: 'role', name };
  if (open.length === 1) return sessionAddress(db, open[0]!);
  if (open.length > 1)
    throw new UserError(
      `Give more of the id: several sessions begin with "${name}" (${open.map((session) => session.session_id).join(', ')}).`,
    );
  if (found.length > 0)
    throw new UserError(
      `Every session that begins with "${name}" has ended. Use the full id to leave a message for the session that resumes it.`,
      1,
    );
  throw new UserError(
    `There is no session, conversation or role "${name}". \`pawl sessions --all\` lists them.`,
    1,
  );
}

function sessionAddress(db: Database, { session_id }: Session): Address {
  return { kind: 'session', name: latestSession(db, session_id)?.session_id ?? session_id };
}

function isConversation(db: Database, name: string): boolean {
  return (
    listSessions(db, { conversation: name, limit: 1 }).length > 0 ||
    listWorkers(db, { conversation: name, limit: 1 }).length > 0
  );
}

export interface Outgoing {
  to: Address;
  text: string;
  /** The session that sends it; undefined for a person. */
  sender: string | undefined;
}

export async function send(db: Database, home: Home, { to, text, sender }: Outgoing): Promise<Delivery> {
  if (sender && to.kind === 'session' && to.name === sender)
    throw new UserError('A session can’t send a message to itself.');
  const now = Date.now();
  const id = newMessageId(now);
  addMessage(db, { id, kind: 'message', text, created_at: now, to, ...(sender && { sender }) });
  // A session that sends a message has reported, so it is not reminded to (policy session/report).
  if (sender) markOnce(home, sender, 'report');
  return deliver(db, home, id);
}
