// Delivers a message to its session by the first way that works. Each way claims the message before it tries, and the
// message counts as delivered once the session's own hook has seen it, so it is never delivered twice.
import type { Database } from 'bun:sqlite';
import { terminalLine } from '../domain/sessions/messages.ts';
import type { Session } from '../domain/sessions/session.ts';
import { ingest } from '../store/db/ingest.ts';
import { messageForSession } from '../store/db/message-text.ts';
import {
  claimMessage,
  type DeliveryMethod,
  getMessage,
  type Message,
  releaseMessage,
} from '../store/db/messages.ts';
import { flagsFor, recipientOf } from '../store/db/recipients.ts';
import { withUsableCommands } from '../store/files/launcher.ts';
import { raiseFlags } from '../store/files/mail-flags.ts';
import { readInbox, readWaiter } from '../store/files/marks.ts';
import type { Home } from '../system/home.ts';
import { isStillRunning } from '../system/process.ts';
import { sendToInbox } from './inbox.ts';
import { typeInto, waitUntil } from './tmux.ts';

export interface Delivery {
  message: string;
  to: string | null;
  /** How it arrived; null if it is still waiting. */
  by: DeliveryMethod | null;
  waits?: string;
}

export async function deliver(db: Database, home: Home, id: string): Promise<Delivery> {
  const message = getMessage(db, id)!;
  const target = recipientOf(db, message);
  raiseFlags(home, flagsFor(db, message));
  if (!target) return { message: id, to: null, by: null, waits: 'for a session that is open' };
  const waits = await tryWays({ db, home, message }, target);
  const latest = getMessage(db, id)!;
  const method = latest.delivered_by as DeliveryMethod | null;
  return {
    message: id,
    to: latest.delivered_to ?? target.session_id,
    by: method,
    ...(method ? {} : { waits }),
  };
}

interface DeliveryJob {
  db: Database;
  home: Home;
  message: Message;
}

/** Returns why the message has to wait, or an empty string if it was delivered. */
async function tryWays(job: DeliveryJob, first: Session): Promise<string> {
  const target = await waitForIdle(job, first);
  if (!target || isDelivered(job)) return '';
  if (target.state === 'needs_input') return 'until the question before it is answered';
  if (target.state !== 'idle') return 'until its turn ends';
  const waiter = readWaiter(job.home, target.session_id);
  if (
    waiter &&
    isStillRunning(waiter.pid, waiter.started) &&
    (await waitUntil(5_000, () => isDelivered(job)))
  )
    return '';
  if (await byInbox(job, target)) return '';
  return byTmux(job, target);
}

/** A turn may be about to end after its hook has already looked for messages, so this waits for a moment. */
async function waitForIdle({ db, home, message }: DeliveryJob, first: Session): Promise<Session | undefined> {
  let target: Session | undefined = first;
  for (const end = performance.now() + 1_500; performance.now() < end; await Bun.sleep(150)) {
    if (!target || target.state === 'idle' || isDelivered({ db, home, message })) break;
    ingest(db, home);
    target = recipientOf(db, message);
  }
  return target;
}

const isDelivered = ({ db, message }: DeliveryJob) => getMessage(db, message.id)!.delivered_at !== null;

async function byInbox(job: DeliveryJob, target: Session): Promise<boolean> {
  const { db, home, message } = job;
  const inbox = readInbox(home, target.session_id);
  const claimant = `inbox:${process.pid}`;
  if (!inbox || !claimMessage(db, message.id, claimant, Date.now())) return false;
  const text = withUsableCommands(messageForSession(db, message, Date.now()).text, home, process.env);
  // The client may have accepted the message without having shown it yet; typing it too would deliver it twice.
  if ((await sendToInbox(inbox, text)) && (await waitUntil(15_000, () => isDelivered(job)))) return true;
  releaseMessage(db, message.id, claimant);
  return false;
}

async function byTmux(job: DeliveryJob, target: Session): Promise<string> {
  const { db, message } = job;
  const claimant = `tmux:${process.pid}`;
  if (!claimMessage(db, message.id, claimant, Date.now())) return 'for its wake-up, which is under way';
  const line = terminalLine(withoutTag(messageForSession(db, message, Date.now())));
  const problem = await typeInto(target, line, () => isDelivered(job));
  if (problem === undefined) return '';
  releaseMessage(db, message.id, claimant);
  return `for its next prompt (${problem})`;
}

function withoutTag({ id, text }: { id: string; text: string }) {
  return { id, text: text.replace(/^\[pawl:\w+\] /, '') };
}
