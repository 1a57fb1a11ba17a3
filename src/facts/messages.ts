// A session's mail, its status, and who works beside it: what needs the database.
import type { Database } from 'bun:sqlite';
import type { Event } from '../core/event.ts';
import { type Address, messageTag, messageTagsIn, type SessionMessage } from '../domain/sessions/messages.ts';
import type { Neighbour, Session } from '../domain/sessions/session.ts';
import { addressesOf, letterOf } from '../store/db/letters.ts';
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
import { getSession, listSessions } from '../store/db/sessions.ts';
import { lowerFlags, raiseFlags } from '../store/files/mail-flags.ts';
import type { Store } from '../store/store.ts';
import { ancestors } from '../system/process.ts';
import type { World } from './facts.ts';
import { isAlive } from './identity.ts';
import type { ProjectPlace } from './project.ts';
import { flagsOf } from './session.ts';

export function takeMail(
  event: Event,
  world: World,
  store: Store,
  way: DeliveryMethod,
): readonly SessionMessage[] {
  const { home, now } = world;
  const { session_id } = event;
  const flags = flagsOf(event, world);
  if (world.later) lowerFlags(home, flags);
  // Whose mail it takes over is known when the event is recorded.
  if (world.later && 'source' in event && event.source === 'clear')
    store.later((db) => raiseFlags(home, left(db, event, world)));
  const letters = store.readCurrent((db) => {
    const reader = { by: claimant(way), reader: session_id, now };
    const take = world.later ? claimMessages : waitingMessages;
    const taken = take(db, addressesFor(db, event, world), reader);
    // What we may not read is for somebody else at the same address.
    if (world.later) raiseFlags(home, addressesWithMail(db, flags, now));
    return taken.map((message) => letterOf(db, message, now));
  });
  if (letters && letters.length > 0) settleLater(letters, event, way, world, store);
  return letters ?? [];
}

/** Where mail for this session may lie: as the registry has it, and as its environment says now. */
function addressesFor(db: Database, { session_id }: Event, { env }: World): Address[] {
  const known: Parameters<typeof addressesOf>[1] =
    getSession(db, session_id) ?? newcomer(db, session_id, env);
  const { CLAUDE_CONVERSATION_ID: conversation, CLAUDE_SESSION_ROLE: role, CLAUDE_SESSION_MODE: mode } = env;
  return addressesOf(db, {
    ...known,
    ...(conversation && { conversation_id: conversation }),
    ...(role && { role }),
    ...(mode && { mode }),
  });
}

/** Not in the registry before this event is; where it was started is known all the same. */
function newcomer(db: Database, session_id: string, env: World['env']) {
  const { CLAUDE_CONVERSATION_ID: conversation, CLAUDE_SESSION_ROLE: role, CLAUDE_PARENT_SESSION_ID } = env;
  // Without a name that it could share it takes nothing from anybody.
  const outside = conversation || role ? startedIn(db, env)?.session_id : undefined;
  const parent_session_id = CLAUDE_PARENT_SESSION_ID || outside;
  return { session_id, ...(parent_session_id && { parent_session_id }) };
}

function startedIn(db: Database, env: World['env']): Session | undefined {
  const above = lineOf(env).slice(1);
  return listSessions(db, { open: true }).find((one) => above.includes(one.client?.pid ?? 0));
}

/** The client's process, and those it was started from. */
const lineOf = (env: World['env']) => ancestors(Number(env.CLAUDE_PID) || process.ppid).map(({ pid }) => pid);

/** Where something is left. An address that only the registry knows of stands as mail of the session itself. */
function left(db: Database, event: Event, world: World): Address[] {
  const { session_id: name } = event;
  const mine = waitingMessages(db, addressesFor(db, event, world), { reader: name, now: world.now });
  const own: Address[] = mine.length > 0 ? [{ kind: 'session', name }] : [];
  return [...addressesWithMail(db, flagsOf(event, world), world.now), ...own];
}

/** Only what went out has been delivered; what did not fit, or was held back, waits for another way. */
function settleLater(
  letters: readonly SessionMessage[],
  event: Event,
  way: DeliveryMethod,
  world: World,
  store: Store,
): void {
  world.later?.((sent) =>
    store.later((db) => {
      const toModel = modelText(sent);
      for (const { id } of letters)
        if (toModel.includes(messageTag(id))) confirmMessage(db, id, event.session_id, way, world.now);
        else releaseMessage(db, id, claimant(way));
      raiseFlags(world.home, left(db, event, world));
    }),
  );
}

const claimant = (way: DeliveryMethod) => `${way}:${process.pid}`;

/** What of an answer the model reads; a note to the person about a stop that was let go is not a delivery. */
function modelText(sent: string): string {
  const answer = sent ? (JSON.parse(sent) as Record<string, unknown>) : {};
  const { additionalContext } = (answer.hookSpecificOutput ?? {}) as Record<string, unknown>;
  return [answer.reason, additionalContext].filter((one) => typeof one === 'string').join('\n');
}

/** A prompt that is a message of ours: it has arrived. What it did not carry whole is given back, to be said now. */
export function arrivedMail(
  { session_id }: Event,
  world: World,
  store: Store,
  text: string,
): readonly SessionMessage[] {
  const tags = messageTagsIn(text);
  if (tags.length === 0) return [];
  const messages = store.read((db) => tags.flatMap((id) => getMessage(db, id) ?? [])) ?? [];
  const fresh = messages.filter((message) => message.delivered_at === null);
  if (fresh.length === 0) return [];
  store.later((db) => {
    for (const { id, claimed_by } of fresh) confirmMessage(db, id, session_id, wayOf(claimed_by), world.now);
  });
  const short = fresh.filter((message) => wayOf(message.claimed_by) === 'tmux');
  return store.read((db) => short.map((message) => letterOf(db, message, world.now))) ?? [];
}

function wayOf(claimed: Message['claimed_by']): DeliveryMethod {
  return (claimed?.split(':')[0] as DeliveryMethod | undefined) ?? 'tmux';
}

export function statusOf(session_id: string, store: Store): string | undefined {
  return store.readCurrent((db) => getSession(db, session_id)?.status_text);
}

/** Our own client, and one that started it, are no neighbours. */
export function neighbours(
  event: Event,
  place: ProjectPlace,
  { env }: World,
  store: Store,
): readonly Neighbour[] {
  const line = lineOf(env);
  const isOther = (one: Session) =>
    one.session_id !== event.session_id && one.cwd === event.cwd && !line.includes(one.client?.pid ?? 0);
  const found = store.readCurrent((db) =>
    listSessions(db, { project: place.root, open: true }).filter(
      (one) => isOther(one) && isAlive(one) === true,
    ),
  );
  return (found ?? []).map(({ session_id: id, alias, role, state, client }) => ({
    name: alias ?? id.slice(0, 8),
    state,
    ...(role && { role }),
    ...(client && { pid: client.pid, started: client.started }),
  }));
}
