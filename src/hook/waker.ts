// The background hook (`pawl hook Stop --rewake`): the client starts it when a turn ends, and wakes the model if it
// exits with 2. It waits only if workers are running or messages are pending, and exits as soon as it is no longer
// needed.

import { loadConfig } from '../config/load.ts';
import { parseEvent } from '../core/event.ts';
import { type Address, wakerTimeout } from '../domain/sessions/messages.ts';
import { modeOf } from '../domain/sessions/modes.ts';
import { conversationOf, type Session } from '../domain/sessions/session.ts';
import { findPlace } from '../facts/project.ts';
import { allPolicies } from '../policies/registry.ts';
import messages from '../policies/session/messages.ts';
import { messageForSession } from '../store/db/message-text.ts';
import { addressesWithMail, claimMessages, hasUndelivered } from '../store/db/messages.ts';
import { addressesOf } from '../store/db/recipients.ts';
import { getSession } from '../store/db/sessions.ts';
import { listWorkers } from '../store/db/workers.ts';
import { withUsableCommands } from '../store/files/launcher.ts';
import { hasFlag, lowerFlags, raiseFlags } from '../store/files/mail-flags.ts';
import { readWaiter, unmark, type Waiter, writeWaiter } from '../store/files/marks.ts';
import { pausedBy, readPauses, readSwitchedOff } from '../store/files/overrides.ts';
import { Store } from '../store/store.ts';
import { attempt } from '../system/attempt.ts';
import { readFileSync, writeAll } from '../system/fs/index.ts';
import { findHome, type Home } from '../system/home.ts';
import { isStillRunning, processOf } from '../system/process.ts';

const pollInterval = 300;
/** Gives the Stop hook time to deliver the messages itself. */
const startDelay = 1_000;
/** How long to wait for running workers, and for messages that the Stop hook could not deliver, in milliseconds. */
const maxWait = { work: (wakerTimeout - 60) * 1_000, mail: 5_000 };

export async function waitToWake(): Promise<number> {
  const parsed = parseEvent(attempt(() => readFileSync(0, 'utf8')) ?? '', 'Stop');
  // In print mode the client would wait for this hook before it exits.
  if (parsed.kind !== 'event' || process.env.CLAUDE_CODE_ENTRYPOINT !== 'cli') return 0;
  const home = findHome();
  const { session_id, agent_id, cwd } = parsed.event;
  if (!session_id || agent_id || !isWakingOn(home, session_id, cwd)) return 0;
  const store = new Store(home);
  const awaited = findSomethingToWaitFor(store, session_id);
  const self = processOf(process.pid);
  if (!awaited || !self) return 0;
  const me = { pid: self.pid, started: self.started };
  writeWaiter(home, session_id, me);
  await Bun.sleep(startDelay);
  return wait(home, store, awaited, me);
}

/** No session is woken while the policy session/messages is off or paused. */
function isWakingOn(home: Home, session_id: string, cwd: string): boolean {
  const config = loadConfig(home, findPlace(cwd || process.cwd()), allPolicies);
  const paused = pausedBy(readPauses(home, Date.now()), messages.id, session_id);
  return !readSwitchedOff(home) && !paused && config.setting(messages).level === 'deny';
}

interface Awaited {
  session: Session;
  flags: readonly Address[];
  until: number;
}

/** Undefined if there is nothing to wait for or the session may not be woken. */
function findSomethingToWaitFor(store: Store, session_id: string): Awaited | undefined {
  return store.readCurrent((db) => {
    const session = getSession(db, session_id);
    if (!session || !modeOf(session.mode).wakeable) return undefined;
    const query = { conversation: conversationOf(session), kind: 'worker', state: 'running' } as const;
    const works = listWorkers(db, query).length > 0;
    const flags = addressesOf(db, session);
    if (!works && !hasUndelivered(db, flags, session_id)) return undefined;
    return { session, flags, until: Date.now() + (works ? maxWait.work : maxWait.mail) };
  });
}

async function wait(
  home: Home,
  store: Store,
  { session, flags, until }: Awaited,
  me: Waiter,
): Promise<number> {
  for (; Date.now() < until && isStillNeeded(home, session, me); await Bun.sleep(pollInterval)) {
    if (!hasFlag(home, flags)) continue;
    const text = claimMessageText(home, store, session, flags);
    if (!text) continue;
    unmark(home, session.session_id, 'waiter');
    writeAll(2, withUsableCommands(text, home, process.env));
    return 2;
  }
  return 0;
}

/** A new prompt removes this hook's registration, a later stop replaces it, and the client may have ended. */
function isStillNeeded(home: Home, { session_id, client }: Session, me: Waiter): boolean {
  const registered = readWaiter(home, session_id);
  if (registered?.pid !== me.pid || registered.started !== me.started) return false;
  return !client || isStillRunning(client.pid, client.started);
}

function claimMessageText(
  home: Home,
  store: Store,
  { session_id }: Session,
  flags: readonly Address[],
): string {
  lowerFlags(home, flags);
  const now = Date.now();
  const messages = store.readCurrent((db) => {
    const mine = claimMessages(db, flags, { by: `rewake:${process.pid}`, reader: session_id, now });
    raiseFlags(home, addressesWithMail(db, flags, now));
    return mine.map((message) => messageForSession(db, message, now).text);
  });
  return (messages ?? []).join('\n\n');
}
