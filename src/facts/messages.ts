// A session's messages, status and neighbours: the session facts that need the database.
import type { Database } from 'bun:sqlite';
import type { Event } from '../core/event.ts';
import { type Address, messageTag, messageTagsIn, type SessionMessage } from '../domain/sessions/messages.ts';
import type { Neighbour, Session } from '../domain/sessions/session.ts';
import { messageForSession } from '../store/db/message-text.ts';
import {
  addressesWithMail,
  claimMessages,
  confirmMessage,
  type DeliveryMethod,
  getMessage,
  type Message,
  releaseMessage,
  waitingMessages,
} from '../store/db/messages.ts';
import { addressesOf } from '../store/db/recipients.ts';
import { getSession, listSessions } from '../store/db/sessions.ts';
import { lowerFlags, raiseFlags } from '../store/files/mail-flags.ts';
import type { Store } from '../store/store.ts';
import { ancestors } from '../system/process.ts';
import type { World } from './facts.ts';
import { isAlive } from './identity.ts';
import type { ProjectPlace } from './project.ts';
import { isFromElsewhere } from './sender.ts';
import { addressesFromEnv } from './session.ts';

export function takeMessages(
  event: Event,
  world: World,
  store: Store,
  method: DeliveryMethod,
): readonly SessionMessage[] {
  const { home, now } = world;
  const { session_id } = event;
  // A forged event, which another process sent, gets no messages.
  const client = store.readCurrent((db) => getSession(db, session_id)?.client);
  if (isFromElsewhere(client)) return [];
  const flags = addressesFromEnv(event, world);
  if (world.later) lowerFlags(home, flags);
  // After `/clear` a session takes over the messages of the one before, which is known when the event is recorded.
  if (world.later && 'source' in event && event.source === 'clear')
    store.later((db) => raiseFlags(home, addressesStillWaiting(db, event, world)));
  const messages = store.readCurrent((db) => {
    const reader = { by: claimant(method), reader: session_id, now };
    const take = world.later ? claimMessages : waitingMessages;
    const rows = take(db, addressesFor(db, event, world), reader);
    // Messages we may not read are for another session at the same address.
    if (world.later) raiseFlags(home, addressesWithMail(db, flags, now));
    return rows.map((message) => messageForSession(db, message, now));
  });
  if (messages && messages.length > 0) confirmLater(messages, event, method, world, store);
  return messages ?? [];
}

/** The addresses at which messages for this session may wait: from the registry, and from its environment. */
function addressesFor(db: Database, { session_id }: Event, { env }: World): Address[] {
  const registered: Parameters<typeof addressesOf>[1] =
    getSession(db, session_id) ?? unregisteredSession(db, session_id, env);
  const { CLAUDE_CONVERSATION_ID: conversation, CLAUDE_SESSION_ROLE: role, CLAUDE_SESSION_MODE: mode } = env;
  return addressesOf(db, {
    ...registered,
    ...(conversation && { conversation_id: conversation }),
    ...(role && { role }),
    ...(mode && { mode }),
  });
}

/** A session that is not in the registry yet; its parent may be known all the same. */
function unregisteredSession(db: Database, session_id: string, env: World['env']) {
  const { CLAUDE_CONVERSATION_ID: conversation, CLAUDE_SESSION_ROLE: role, CLAUDE_PARENT_SESSION_ID } = env;
  // Without a conversation or role it shares no address with another session.
  const outside = conversation || role ? parentSession(db, env)?.session_id : undefined;
  const parent_session_id = CLAUDE_PARENT_SESSION_ID || outside;
  return { session_id, ...(parent_session_id && { parent_session_id }) };
}

function parentSession(db: Database, env: World['env']): Session | undefined {
  const above = clientAndAncestors(env).slice(1);
  return listSessions(db, { open: true }).find((session) => above.includes(session.client?.pid ?? 0));
}

/** The process ids of the client and of its parents. */
const clientAndAncestors = (env: World['env']) =>
  ancestors(Number(env.CLAUDE_PID) || process.ppid).map(({ pid }) => pid);

/**
 * The addresses with messages left. Those at an address known only to the registry are flagged for the session itself.
 */
function addressesStillWaiting(db: Database, event: Event, world: World): Address[] {
  const { session_id: name } = event;
  const waiting = waitingMessages(db, addressesFor(db, event, world), { reader: name, now: world.now });
  const sessionAddress: Address[] = waiting.length > 0 ? [{ kind: 'session', name }] : [];
  return [...addressesWithMail(db, addressesFromEnv(event, world), world.now), ...sessionAddress];
}

/** Confirms the messages that were sent. Those that did not fit, or whose answer was dropped, are released. */
function confirmLater(
  messages: readonly SessionMessage[],
  event: Event,
  method: DeliveryMethod,
  world: World,
  store: Store,
): void {
  world.later?.((sent) =>
    store.later((db) => {
      const toModel = textForModel(sent);
      for (const { id } of messages)
        if (toModel.includes(messageTag(id))) confirmMessage(db, id, event.session_id, method, world.now);
        else releaseMessage(db, id, claimant(method));
      raiseFlags(world.home, addressesStillWaiting(db, event, world));
    }),
  );
}

const claimant = (way: DeliveryMethod) => `${way}:${process.pid}`;

/** The part of an answer that the model reads. A message to the person does not count as a delivery. */
function textForModel(sent: string): string {
  const answer = sent ? (JSON.parse(sent) as Record<string, unknown>) : {};
  const { additionalContext } = (answer.hookSpecificOutput ?? {}) as Record<string, unknown>;
  return [answer.reason, additionalContext].filter((text) => typeof text === 'string').join('\n');
}

/**
 * Confirms messages whose tag is in a prompt. Those that were typed as one short line are returned, to be given in
 * full.
 */
export function noteDelivered(
  { session_id }: Event,
  world: World,
  store: Store,
  text: string,
): readonly SessionMessage[] {
  const tags = messageTagsIn(text);
  if (tags.length === 0) return [];
  const messages = store.read((db) => tags.flatMap((id) => getMessage(db, id) ?? [])) ?? [];
  const undelivered = messages.filter((message) => message.delivered_at === null);
  if (undelivered.length === 0) return [];
  store.later((db) => {
    for (const { id, claimed_by } of undelivered)
      confirmMessage(db, id, session_id, deliveryMethod(claimed_by), world.now);
  });
  const short = undelivered.filter((message) => deliveryMethod(message.claimed_by) === 'tmux');
  return store.read((db) => short.map((message) => messageForSession(db, message, world.now))) ?? [];
}

function deliveryMethod(claimed: Message['claimed_by']): DeliveryMethod {
  return (claimed?.split(':')[0] as DeliveryMethod | undefined) ?? 'tmux';
}

export function statusOf(session_id: string, store: Store): string | undefined {
  return store.readCurrent((db) => getSession(db, session_id)?.status_text);
}

export function needsOf(session_id: string, store: Store): string | undefined {
  return store.readCurrent((db) => {
    const session = getSession(db, session_id);
    return session?.state === 'needs_input' ? session.why : undefined;
  });
}

/** Other live sessions in the same directory. Our own client and those that started it don't count. */
export function neighbours(
  event: Event,
  place: ProjectPlace,
  { env }: World,
  store: Store,
): readonly Neighbour[] {
  const ownProcesses = clientAndAncestors(env);
  const isOther = (session: Session) =>
    session.session_id !== event.session_id &&
    session.cwd === event.cwd &&
    !ownProcesses.includes(session.client?.pid ?? 0);
  const found = store.readCurrent((db) =>
    listSessions(db, { project: place.root, open: true }).filter(
      (session) => isOther(session) && isAlive(session) === true,
    ),
  );
  return (found ?? []).map(({ session_id: id, alias, role, state, client }) => ({
    name: alias ?? id.slice(0, 8),
    state,
    ...(role && { role }),
    ...(client && { pid: client.pid, started: client.started }),
  }));
}
