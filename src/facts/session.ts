// What a policy may ask about its own session, and its mail.

import type { Event } from '../core/event.ts';
import { type Letter, tag, tagsIn } from '../core/mail.ts';
import { modeOf } from '../core/modes.ts';
import type { Neighbour, Session, SessionFacts } from '../core/session.ts';
import { hasFlag, lowerFlags, raiseFlags } from '../store/mailbox.ts';
import { isMarked, markedAt, markOnce, readStatus, unmark, writeInbox } from '../store/marks.ts';
import type { Address, Message, Way } from '../store/messages.ts';
import { firstTime, wasTold } from '../store/run.ts';
import type { Store } from '../store/store.ts';
import type { World } from './facts.ts';
import { findGauge } from './gauge.ts';
import { isAlive } from './identity.ts';
import { ancestors } from './processes.ts';
import type { Place } from './project.ts';

/** Loaded when there is mail: most events have none. */
const sql = () => ({
  ...(require('../store/messages.ts') as typeof import('../store/messages.ts')),
  ...(require('../store/post.ts') as typeof import('../store/post.ts')),
  ...(require('../store/sessions.ts') as typeof import('../store/sessions.ts')),
});

export function sessionFacts(event: Event, place: Place, world: World, store: Store): SessionFacts {
  const { home, env, now } = world;
  const { session_id } = event;
  const dry = !world.later;
  const mode = modeOf(env.CLAUDE_SESSION_MODE);
  const role = env.CLAUDE_SESSION_ROLE || undefined;
  return {
    mode,
    role,
    context: () => findGauge(home, session_id, event.transcript_path),
    status: () => readStatus(home, session_id),
    age: () => {
      if (!dry) markOnce(home, session_id, 'started');
      const started = markedAt(home, session_id, 'started');
      return started === undefined ? undefined : Math.max(0, now - started);
    },
    once: (key) => (dry ? !isMarked(home, session_id, key) : markOnce(home, session_id, key)),
    oncePerContext: (key) =>
      dry ? !wasTold(home, { session_id }, key) : firstTime(home, { session_id }, key),
    mail: (way) => takeMail(event, world, store, way),
    arrived: (text) => arrivedMail(event, world, store, text),
    arrive: () => {
      const { CLAUDE_CODE_MESSAGING_SOCKET: socket, CLAUDE_CODE_MESSAGING_TOKEN: token } = env;
      if (!dry && socket && token && env.CLAUDE_CODE_ENTRYPOINT === 'cli')
        writeInbox(home, session_id, { socket, token });
    },
    leave: () => {
      if (!dry) for (const key of ['inbox', 'waiter']) unmark(home, session_id, key);
    },
    neighbours: () => neighbours(event, place, world, store),
  };
}

/** What the environment says is enough to see whether there is any. */
function flagsOf({ session_id }: Event, { env }: World): Address[] {
  const { CLAUDE_CONVERSATION_ID: conversation, CLAUDE_SESSION_ROLE: role } = env;
  return [
    { kind: 'session', name: session_id },
    { kind: 'conversation', name: conversation || session_id },
    ...(role ? [{ kind: 'role' as const, name: role }] : []),
  ];
}

function takeMail(event: Event, world: World, store: Store, way: Way): readonly Letter[] {
  const { home, now } = world;
  const { session_id } = event;
  const flags = flagsOf(event, world);
  // A prompt has begun: nobody needs to wait for it any more.
  if (way === 'prompt' && world.later) unmark(home, session_id, 'waiter');
  if (!session_id || (way !== 'start' && !hasFlag(home, flags))) return [];
  if (world.later) lowerFlags(home, flags);
  const by = `${way}:${process.pid}`;
  const letters = store.readCurrent((db) => {
    const { addressesOf, addressesWithMail, claimMessages, getSession, letterOf, waitingMessages } = sql();
    const known = getSession(db, session_id) ?? { session_id };
    const {
      CLAUDE_CONVERSATION_ID: conversation,
      CLAUDE_SESSION_ROLE: role,
      CLAUDE_SESSION_MODE: mode,
    } = world.env;
    const who = {
      ...known,
      ...(conversation && { conversation_id: conversation }),
      ...(role && { role }),
      ...(mode && { mode }),
    };
    const reader = { by, reader: session_id, now };
    const take = world.later ? claimMessages : waitingMessages;
    const taken = take(db, addressesOf(who), reader);
    // What we may not read is for somebody else at the same address.
    if (world.later) raiseFlags(home, addressesWithMail(db, flags, now));
    return taken.map((message) => letterOf(db, message, now));
  });
  if (letters && letters.length > 0) settleLater(letters, session_id, way, by, world, store);
  return letters ?? [];
}

/** Only what went out has been delivered; what did not fit, or was held back, waits for another way. */
function settleLater(
  letters: readonly Letter[],
  to: string,
  way: Way,
  by: string,
  world: World,
  store: Store,
): void {
  world.later?.((sent) =>
    store.later((db) => {
      const { confirmMessage, releaseMessage } = sql();
      const toModel = modelText(sent);
      for (const { id } of letters)
        if (toModel.includes(tag(id))) confirmMessage(db, id, to, way, world.now);
        else releaseMessage(db, id, by);
    }),
  );
}

/** What of an answer the model reads; a note to the person about a stop that was let go is not a delivery. */
function modelText(sent: string): string {
  const answer = sent ? (JSON.parse(sent) as Record<string, unknown>) : {};
  const { additionalContext } = (answer.hookSpecificOutput ?? {}) as Record<string, unknown>;
  return [answer.reason, additionalContext].filter((one) => typeof one === 'string').join('\n');
}

/** A prompt that is a message of ours: it has arrived. What it did not carry whole is given back, to be said now. */
function arrivedMail({ session_id }: Event, world: World, store: Store, text: string): readonly Letter[] {
  const tags = tagsIn(text);
  if (tags.length === 0) return [];
  const messages = store.read((db) => tags.flatMap((id) => sql().getMessage(db, id) ?? [])) ?? [];
  const fresh = messages.filter((message) => message.delivered_at === null);
  if (fresh.length === 0) return [];
  store.later((db) => {
    for (const { id, claimed_by } of fresh)
      sql().confirmMessage(db, id, session_id, wayOf(claimed_by), world.now);
  });
  const short = fresh.filter((message) => wayOf(message.claimed_by) === 'tmux');
  return store.read((db) => short.map((message) => sql().letterOf(db, message, world.now))) ?? [];
}

function wayOf(claimed: Message['claimed_by']): Way {
  return (claimed?.split(':')[0] as Way | undefined) ?? 'tmux';
}

/** Our own client, and one that started it, are no neighbours. */
function neighbours(event: Event, place: Place, { env }: World, store: Store): readonly Neighbour[] {
  const line = ancestors(Number(env.CLAUDE_PID) || process.ppid).map(({ pid }) => pid);
  const isOther = (one: Session) =>
    one.session_id !== event.session_id && one.cwd === event.cwd && !line.includes(one.client?.pid ?? 0);
  const found = store.readCurrent((db) =>
    sql()
      .listSessions(db, { project: place.root, open: true })
      .filter((one) => isOther(one) && isAlive(one) === true),
  );
  return (found ?? []).map(({ session_id: id, alias, role, state, client }) => ({
    name: alias ?? id.slice(0, 8),
    state,
    ...(role && { role }),
    ...(client && { pid: client.pid, started: client.started }),
  }));
}
