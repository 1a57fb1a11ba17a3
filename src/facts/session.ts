// The session facts, from small files. Messages need the database, which is loaded only if there are any.
import type { Event } from '../core/event.ts';
import { type Address, messageTagsIn } from '../domain/sessions/messages.ts';
import { modeOf } from '../domain/sessions/modes.ts';
import type { SessionFacts } from '../domain/sessions/session.ts';
import { loadBundle } from '../hook/bundles/load.ts';
import type { DeliveryMethod } from '../store/db/messages.ts';
import { hasFlag } from '../store/files/mail-flags.ts';
import { isMarked, markedAt, markOnce, readStatus, unmark, writeInbox } from '../store/files/marks.ts';
import { firstTime, wasTold } from '../store/files/told.ts';
import type { Store } from '../store/store.ts';
import { findContextUse } from './context-use.ts';
import type { World } from './facts.ts';
import type { ProjectPlace } from './project.ts';

const messageFacts = () => loadBundle('stateful').messages;
const noteFacts = () => loadBundle('stateful').notes;

export function sessionFacts(event: Event, place: ProjectPlace, world: World, store: Store): SessionFacts {
  const { home, env, now } = world;
  const { session_id } = event;
  const dry = !world.later;
  const mode = modeOf(env.CLAUDE_SESSION_MODE);
  const role = env.CLAUDE_SESSION_ROLE || undefined;
  return {
    mode,
    role,
    context: () =>
      event.hook_event_name === 'Stop'
        ? noteFacts().contextUseAtStop(home, event)
        : findContextUse(home, session_id, event.transcript_path),
    // After a clear the session has the status of the one before, which only the registry knows.
    status: () => readStatus(home, session_id) ?? messageFacts().statusOf(session_id, store),
    age: () => {
      if (!dry) markOnce(home, session_id, 'started');
      const started = markedAt(home, session_id, 'started');
      return started === undefined ? undefined : Math.max(0, now - started);
    },
    once: (key) => (dry ? !isMarked(home, session_id, key) : markOnce(home, session_id, key)),
    oncePerContext: (key) =>
      dry ? !wasTold(home, { session_id }, key) : firstTime(home, { session_id }, key),
    takeMessages: (method) =>
      mayHaveMessages(event, world, method) ? messageFacts().takeMessages(event, world, store, method) : [],
    noteDelivered: (text) =>
      messageTagsIn(text).length > 0 ? messageFacts().noteDelivered(event, world, store, text) : [],
    markReachable: () => {
      const { CLAUDE_CODE_MESSAGING_SOCKET: socket, CLAUDE_CODE_MESSAGING_TOKEN: token } = env;
      if (!dry && socket && token && env.CLAUDE_CODE_ENTRYPOINT === 'cli')
        writeInbox(home, session_id, { socket, token });
    },
    markUnreachable: () => {
      if (!dry) for (const key of ['inbox', 'waiter']) unmark(home, session_id, key);
    },
    needs: () => messageFacts().needsOf(session_id, store),
    notes: () => noteFacts().notesFor(event, world),
    keepLastMessage: (text) => {
      if (!dry) noteFacts().keepLastMessage(event, world, text);
    },
    neighbours: () => messageFacts().neighbours(event, place, world, store),
  };
}

/** The session's addresses as its environment names them; enough to see whether messages may be waiting. */
export function addressesFromEnv({ session_id }: Event, { env }: World): Address[] {
  const { CLAUDE_CONVERSATION_ID: conversation, CLAUDE_SESSION_ROLE: role } = env;
  return [
    { kind: 'session', name: session_id },
    { kind: 'conversation', name: conversation || session_id },
    ...(role ? [{ kind: 'role' as const, name: role }] : []),
  ];
}

/** A new session always checks, because messages for its conversation may have no flag it knows. */
function mayHaveMessages(event: Event, world: World, method: DeliveryMethod): boolean {
  const { session_id } = event;
  // A prompt has started, so the waker need not wait any longer.
  if (method === 'prompt' && world.later) unmark(world.home, session_id, 'waiter');
  return session_id !== '' && (method === 'start' || hasFlag(world.home, addressesFromEnv(event, world)));
}
