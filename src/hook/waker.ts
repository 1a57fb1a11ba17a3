// The hook that waits: the client starts it in the background when a turn ends, and wakes the model when it exits
// with 2. It waits only if there is something to wait for, and goes as soon as it is no longer needed.

import { loadConfig } from '../config/load.ts';
import { parseEvent } from '../core/event.ts';
import { type Address, wakerTimeout } from '../domain/sessions/mail.ts';
import { modeOf } from '../domain/sessions/modes.ts';
import { conversationOf, type Session } from '../domain/sessions/session.ts';
import { findPlace } from '../facts/project.ts';
import messages from '../policies/session/messages.ts';
import { addressesOf, letterOf } from '../store/db/letters.ts';
import { addressesWithMail, claimMessages, hasUndelivered } from '../store/db/messages.ts';
import { getSession } from '../store/db/sessions.ts';
import { listWorkers } from '../store/db/workers.ts';
import { hasFlag, lowerFlags, raiseFlags } from '../store/files/mail-flags.ts';
import { readWaiter, unmark, type Waiter, writeWaiter } from '../store/files/marks.ts';
import { pausedBy, readPauses } from '../store/files/overrides.ts';
import { Store } from '../store/store.ts';
import { attempt } from '../system/attempt.ts';
import { existsSync, readFileSync, writeAll } from '../system/fs/index.ts';
import { findHome, type Home } from '../system/home.ts';
import { processOf, stillRuns } from '../system/process.ts';

const tick = 300;
/** The stop itself may still go on with the mail; that goes first. */
const courtesy = 1_000;
/** How long for work that is under way, and for mail that the stop may have had to leave. */
const longestWait = { work: (wakerTimeout - 60) * 1_000, mail: 5_000 };

export async function waitToWake(): Promise<number> {
  const parsed = parseEvent(attempt(() => readFileSync(0, 'utf8')) ?? '', 'Stop');
  // In print mode the client would wait for us before it ends.
  if (parsed.kind !== 'event' || process.env.CLAUDE_CODE_ENTRYPOINT !== 'cli') return 0;
  const home = findHome();
  const { session_id, agent_id, cwd } = parsed.event;
  if (!session_id || agent_id || !isOn(home, session_id, cwd)) return 0;
  const store = new Store(home);
  const expected = expecting(store, session_id);
  const self = processOf(process.pid);
  if (!expected || !self) return 0;
  const me = { pid: self.pid, started: self.started };
  writeWaiter(home, session_id, me);
  await Bun.sleep(courtesy);
  return wait(home, store, expected, me);
}

/** Switched off or paused holds for waking as for any other delivery. */
function isOn(home: Home, session_id: string, cwd: string): boolean {
  const config = loadConfig(home, findPlace(cwd || process.cwd()), () => [messages]);
  const paused = pausedBy(readPauses(home, Date.now()), messages.id, session_id);
  return !existsSync(home.off) && !paused && config.setting(messages).level === 'deny';
}

interface Expected {
  session: Session;
  flags: readonly Address[];
  until: number;
}

/** The session, if there is something to wait for and it may be woken. */
function expecting(store: Store, session_id: string): Expected | undefined {
  return store.readCurrent((db) => {
    const session = getSession(db, session_id);
    if (!session || !modeOf(session.mode).woken) return undefined;
    const query = { conversation: conversationOf(session), kind: 'worker', state: 'running' } as const;
    const works = listWorkers(db, query).length > 0;
    const flags = addressesOf(db, session);
    if (!works && !hasUndelivered(db, flags, session_id)) return undefined;
    return { session, flags, until: Date.now() + (works ? longestWait.work : longestWait.mail) };
  });
}

async function wait(
  home: Home,
  store: Store,
  { session, flags, until }: Expected,
  me: Waiter,
): Promise<number> {
  for (; Date.now() < until && isWanted(home, session, me); await Bun.sleep(tick)) {
    if (!hasFlag(home, flags)) continue;
    const text = take(home, store, session, flags);
    if (!text) continue;
    unmark(home, session.session_id, 'waiter');
    writeAll(2, text);
    return 2;
  }
  return 0;
}

/** A new prompt takes our ticket away, a later stop puts another in its place, and a client that is gone needs nobody. */
function isWanted(home: Home, { session_id, client }: Session, me: Waiter): boolean {
  const ticket = readWaiter(home, session_id);
  if (ticket?.pid !== me.pid || ticket.started !== me.started) return false;
  return !client || stillRuns(client.pid, client.started);
}

function take(home: Home, store: Store, { session_id }: Session, flags: readonly Address[]): string {
  lowerFlags(home, flags);
  const now = Date.now();
  const letters = store.readCurrent((db) => {
    const mine = claimMessages(db, flags, { by: `rewake:${process.pid}`, reader: session_id, now });
    raiseFlags(home, addressesWithMail(db, flags, now));
    return mine.map((one) => letterOf(db, one, now).text);
  });
  return (letters ?? []).join('\n\n');
}
