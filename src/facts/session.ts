// What a policy may ask about its own session. Made of small files; the mail is in a part that is loaded when there is any.
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

const load = () => loadBundle('stateful').mail;

export function sessionFacts(event: Event, place: ProjectPlace, world: World, store: Store): SessionFacts {
  const { home, env, now } = world;
  const { session_id } = event;
  const dry = !world.later;
  const mode = modeOf(env.CLAUDE_SESSION_MODE);
  const role = env.CLAUDE_SESSION_ROLE || undefined;
  return {
    mode,
    role,
    context: () => findContextUse(home, session_id, event.transcript_path),
    // After a clear it is the one of the session before, as the registry has it.
    status: () => readStatus(home, session_id) ?? load().statusOf(session_id, store),
    age: () => {
      if (!dry) markOnce(home, session_id, 'started');
      const started = markedAt(home, session_id, 'started');
      return started === undefined ? undefined : Math.max(0, now - started);
    },
    once: (key) => (dry ? !isMarked(home, session_id, key) : markOnce(home, session_id, key)),
    oncePerContext: (key) =>
      dry ? !wasTold(home, { session_id }, key) : firstTime(home, { session_id }, key),
    takeMessages: (way) => (mayHaveMail(event, world, way) ? load().takeMail(event, world, store, way) : []),
    noteDelivered: (text) =>
      messageTagsIn(text).length > 0 ? load().arrivedMail(event, world, store, text) : [],
    markReachable: () => {
      const { CLAUDE_CODE_MESSAGING_SOCKET: socket, CLAUDE_CODE_MESSAGING_TOKEN: token } = env;
      if (!dry && socket && token && env.CLAUDE_CODE_ENTRYPOINT === 'cli')
        writeInbox(home, session_id, { socket, token });
    },
    markUnreachable: () => {
      if (!dry) for (const key of ['inbox', 'waiter']) unmark(home, session_id, key);
    },
    neighbours: () => load().neighbours(event, place, world, store),
  };
}

/** What the environment says is enough to see whether there is any. */
export function flagsOf({ session_id }: Event, { env }: World): Address[] {
  const { CLAUDE_CONVERSATION_ID: conversation, CLAUDE_SESSION_ROLE: role } = env;
  return [
    { kind: 'session', name: session_id },
    { kind: 'conversation', name: conversation || session_id },
    ...(role ? [{ kind: 'role' as const, name: role }] : []),
  ];
}

/** A starting session looks for itself: what was left for its conversation may have no flag it knows of. */
function mayHaveMail(event: Event, world: World, way: DeliveryMethod): boolean {
  const { session_id } = event;
  // A prompt has begun: nobody needs to wait for it any more.
  if (way === 'prompt' && world.later) unmark(world.home, session_id, 'waiter');
  return session_id !== '' && (way === 'start' || hasFlag(world.home, flagsOf(event, world)));
}
