// Addresses messages: which session gets a message, and in which text.
import type { Database } from 'bun:sqlite';
import { clip, oneLine } from '../../core/text.ts';
import {
  type Address,
  messageTag,
  type SessionMessage,
  withoutTags,
  workersText,
} from '../../domain/sessions/messages.ts';
import { modeOf } from '../../domain/sessions/modes.ts';
import { conversationOf, type Session } from '../../domain/sessions/session.ts';
import { addMessage, listWaiting, type Message } from './messages.ts';
import { getSession, listSessions } from './sessions.ts';
import { endWorker, listWorkers, markReported, unreportedWorkers, type Worker } from './workers.ts';

type Addressee = Pick<Session, 'session_id' | 'conversation_id' | 'role' | 'mode' | 'parent_session_id'>;

/**
 * The addresses whose messages this session may take. A session in a mode that is not woken takes only what was sent to
 * itself. A client that was started inside another session inherits the names in its environment; those stay with the
 * outer session while that is open.
 */
export function addressesOf(db: Database, session: Addressee): Address[] {
  const own: Address = { kind: 'session', name: session.session_id };
  const outside = session.parent_session_id ? getSession(db, session.parent_session_id) : undefined;
  const taken = outside && outside.state !== 'ended' ? sharedAddresses(outside) : [];
  const isTaken = ({ kind, name }: Address) => taken.some((one) => one.kind === kind && one.name === name);
  return [own, ...sharedAddresses(session).filter((one) => !isTaken(one))];
}

/** Addresses that other sessions can have too. */
function sharedAddresses(session: Addressee): Address[] {
  if (!modeOf(session.mode).woken) return [];
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
    (one) =>
      one.session_id !== sender &&
      addressesOf(db, one).some(({ kind, name }) => kind === to_kind && name === to_name),
  );
}

/**
 * The mail flags to raise for a message: its address, and the session that gets it. That session may have its role or
 * conversation only in the database, and a hook that does not open the database looks for the session's own flag.
 */
export function flagsFor(db: Database, message: Pick<Message, 'to_kind' | 'to_name' | 'sender'>): Address[] {
  const target = recipientOf(db, message);
  const own: Address[] = target ? [{ kind: 'session', name: target.session_id }] : [];
  return [{ kind: message.to_kind, name: message.to_name }, ...own];
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

/** Longer texts are cut: several messages have to fit into what the client accepts from one hook. */
const maxText = 6_000;

/** The sender of a message that an agent without a session here has sent. */
export const unknownAgent = 'an unknown agent';

/** The message as the session gets it: with its messageTag, its sender, and ages counted from now. */
export function letterOf(db: Database, message: Message, now: number): SessionMessage {
  const { id, kind, sender, text } = message;
  if (kind === 'workers') return { id, text: `${messageTag(id)} ${workersReport(db, message, now)}` };
  const from = sender === unknownAgent ? sender : sender ? senderName(db, sender) : 'a person';
  const said =
    text.length <= maxText
      ? text
      : `${text.slice(0, maxText)}… (cut; \`pawl send --list --json\` has the whole text)`;
  return { id, text: `${messageTag(id)} Message from ${from}:${sender ? quoteLines(said) : ` ${said}`}` };
}

/** Every line of an agent's text is marked, so that none of them looks like the beginning of another message. */
function quoteLines(text: string): string {
  const lines = withoutTags(text).split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
  return lines.length > 1 ? lines.map((line) => `\n> ${line}`).join('') : ` ${lines[0]}`;
}

function workersReport(db: Database, { id, to_name }: Message, now: number): string {
  const all = { kind: 'worker', conversation: to_name, limit: 10_000 } as const;
  const done = listWorkers(db, { ...all, message: id }).reverse();
  return workersText(done, listWorkers(db, { ...all, state: 'running' }).length, now);
}

function senderName(db: Database, sender: string): string {
  const session = getSession(db, sender);
  const name = session?.alias ?? sender.slice(0, 8);
  return `session ${plainName(name)}${session?.role ? ` (${plainName(session.role)})` : ''}`;
}

/** Names come from variables that a repository can set. */
const plainName = (name: string) =>
  clip(
    oneLine(withoutTags(name))
      .replace(/[:()]+/g, ' ')
      .trim(),
    60,
  );

export const newMessageId = (now: number) =>
  `${now.toString(36)}${Math.random().toString(36).slice(2, 8).padEnd(6, '0')}`;

export interface FinishedWorker {
  worker: Worker;
  /** The message that reports it; undefined while other workers are still running. */
  message?: string;
}

/** Ends a worker. Its conversation gets a message when it was the last one running, or is urgent. */
export function finishWorker(
  db: Database,
  id: string,
  how: { state: 'complete' | 'failed'; summary?: string; sender?: string; now: number },
): FinishedWorker | undefined {
  const finish = () => {
    const worker = endWorker(db, id, how.state, how.summary, how.now);
    if (!worker) return undefined;
    const running = listWorkers(db, { conversation: worker.conversation, kind: 'worker', state: 'running' });
    if (running.length > 0 && !worker.urgent) return { worker };
    const done = running.length > 0 ? [worker] : unreportedWorkers(db, worker.conversation);
    const message = newMessageId(how.now);
    const to: Address = { kind: 'conversation', name: worker.conversation };
    const sender = how.sender && { sender: how.sender };
    addMessage(db, { id: message, kind: 'workers', text: '', created_at: how.now, to, ...(sender || {}) });
    markReported(
      db,
      done.map((one) => one.id),
      message,
    );
    return { worker, message };
  };
  return db.transaction(finish).immediate();
}
