// The post office: from a message in the database to the text a session gets, and who may take it.
import type { Database } from 'bun:sqlite';
import { type Letter, tag, workersText } from '../../domain/sessions/mail.ts';
import { modeOf } from '../../domain/sessions/modes.ts';
import { conversationOf, type Session } from '../../domain/sessions/session.ts';
import { type Address, addMessage, type Message, waitingAnywhere } from './messages.ts';
import { getSession, listSessions } from './sessions.ts';
import { endWorker, listWorkers, markTold, untold, type Worker } from './workers.ts';

type Who = Pick<Session, 'session_id' | 'conversation_id' | 'role' | 'mode' | 'parent_session_id'>;

/**
 * Where mail for this session may lie. A mode that is not woken hears only what was sent to the session itself. A client
 * that was started inside a session has its environment, and with it its names: those stay with the one outside.
 */
export function addressesOf(db: Database, session: Who): Address[] {
  const own: Address = { kind: 'session', name: session.session_id };
  const outside = session.parent_session_id ? getSession(db, session.parent_session_id) : undefined;
  const taken = outside && outside.state !== 'ended' ? sharedBy(outside) : [];
  const isTaken = ({ kind, name }: Address) => taken.some((one) => one.kind === kind && one.name === name);
  return [own, ...sharedBy(session).filter((one) => !isTaken(one))];
}

/** Names that the next session may have as well. */
function sharedBy(session: Who): Address[] {
  if (!modeOf(session.mode).woken) return [];
  const role: Address[] = session.role ? [{ kind: 'role', name: session.role }] : [];
  return [{ kind: 'conversation', name: conversationOf(session) }, ...role];
}

/** The session that gets a message: the newest open one at its address, and never the one that sent it. */
export function recipient(
  db: Database,
  message: Pick<Message, 'to_kind' | 'to_name' | 'sender'>,
): Session | undefined {
  const { to_kind, to_name, sender } = message;
  if (to_kind === 'session') {
    const session = latest(db, to_name);
    return session?.state === 'ended' ? undefined : session;
  }
  const query = to_kind === 'role' ? { role: to_name } : { conversation: to_name };
  return listSessions(db, { ...query, open: true }).find(
    (one) =>
      one.session_id !== sender &&
      addressesOf(db, one).some(({ kind, name }) => kind === to_kind && name === to_name),
  );
}

/** The flags of a message. Who gets it may know of its address only by the registry, and looks for a flag of its own. */
export function flagsFor(db: Database, message: Pick<Message, 'to_kind' | 'to_name' | 'sender'>): Address[] {
  const target = recipient(db, message);
  const own: Address[] = target ? [{ kind: 'session', name: target.session_id }] : [];
  return [{ kind: message.to_kind, name: message.to_name }, ...own];
}

/** Every flag that should be up: a process that died with its hands on the mail took some down. */
export function allFlags(db: Database, now: number): Address[] {
  return waitingAnywhere(db, now).flatMap((message) => flagsFor(db, message));
}

/** Follows clears to the session that goes on. */
export function latest(db: Database, id: string): Session | undefined {
  let session = getSession(db, id);
  for (let hops = 0; session?.successor && session.end_reason === 'clear' && hops < 20; hops++)
    session = getSession(db, session.successor) ?? session;
  return session;
}

/** Characters of a message that are said; several have to fit into what the client takes from one hook. */
const longest = 6_000;

/** As it is said: with its tag, who it is from, and ages as of now. */
export function letterOf(db: Database, message: Message, now: number): Letter {
  const { id, kind, sender, text } = message;
  if (kind === 'workers') return { id, text: `${tag(id)} ${workersReport(db, message, now)}` };
  const from = sender ? senderName(db, sender) : 'a person';
  const said =
    text.length <= longest
      ? text
      : `${text.slice(0, longest)}… (cut; \`pawl send --list --json\` has the whole text)`;
  return { id, text: `${tag(id)} Message from ${from}: ${said}` };
}

function workersReport(db: Database, { id, to_name }: Message, now: number): string {
  const all = { kind: 'worker', conversation: to_name, limit: 10_000 } as const;
  const done = listWorkers(db, { ...all, message: id }).reverse();
  return workersText(done, listWorkers(db, { ...all, state: 'running' }).length, now);
}

function senderName(db: Database, sender: string): string {
  const session = getSession(db, sender);
  const name = session?.alias ?? sender.slice(0, 8);
  return `session ${name}${session?.role ? ` (${session.role})` : ''}`;
}

export const newId = (now: number) =>
  `${now.toString(36)}${Math.random().toString(36).slice(2, 8).padEnd(6, '0')}`;

export interface Ended {
  worker: Worker;
  /** The message that tells of it; undefined while others are still at work. */
  message?: string;
}

/** A worker ends. Its conversation hears of it when it was the last one, or when it is urgent. */
export function finishWorker(
  db: Database,
  id: string,
  how: { state: 'complete' | 'failed'; summary?: string; sender?: string; now: number },
): Ended | undefined {
  const finish = () => {
    const worker = endWorker(db, id, how.state, how.summary, how.now);
    if (!worker) return undefined;
    const running = listWorkers(db, { conversation: worker.conversation, kind: 'worker', state: 'running' });
    if (running.length > 0 && !worker.urgent) return { worker };
    const done = running.length > 0 ? [worker] : untold(db, worker.conversation);
    const message = newId(how.now);
    const to: Address = { kind: 'conversation', name: worker.conversation };
    const sender = how.sender && { sender: how.sender };
    addMessage(db, { id: message, kind: 'workers', text: '', created_at: how.now, to, ...(sender || {}) });
    markTold(
      db,
      done.map((one) => one.id),
      message,
    );
    return { worker, message };
  };
  return db.transaction(finish).immediate();
}
