// Brings a message to its session, by the first way that is open. Each way claims it first, and it counts as delivered
// when the session's own hook has seen it; so it is never said twice.
import type { Database } from 'bun:sqlite';
import { typedLine } from '../domain/sessions/mail.ts';
import type { Session } from '../domain/sessions/session.ts';
import { ingest } from '../store/db/ingest.ts';
import { flagsFor, letterOf, recipientOf } from '../store/db/letters.ts';
import {
  claimMessage,
  type DeliveryMethod,
  getMessage,
  type Message,
  releaseMessage,
} from '../store/db/messages.ts';
import { raiseFlags } from '../store/files/mail-flags.ts';
import { readInbox, readWaiter } from '../store/files/marks.ts';
import type { Home } from '../system/home.ts';
import { stillRuns } from '../system/process.ts';
import { sendToInbox } from './inbox.ts';
import { typeInto, within } from './tmux.ts';

export interface Delivery {
  message: string;
  to: string | null;
  /** How it arrived; null: it waits. */
  by: DeliveryMethod | null;
  waits?: string;
}

export async function deliver(db: Database, home: Home, id: string): Promise<Delivery> {
  const message = getMessage(db, id)!;
  const target = recipientOf(db, message);
  raiseFlags(home, flagsFor(db, message));
  if (!target) return { message: id, to: null, by: null, waits: 'for a session that is open' };
  const waits = await tryWays({ db, home, message }, target);
  const now = getMessage(db, id)!;
  const by = now.delivered_by as DeliveryMethod | null;
  return { message: id, to: now.delivered_to ?? target.session_id, by, ...(by ? {} : { waits }) };
}

interface Job {
  db: Database;
  home: Home;
  message: Message;
}

/** Why it waits, if it does. */
async function tryWays(job: Job, first: Session): Promise<string> {
  const target = await settled(job, first);
  if (!target || isDelivered(job)) return '';
  if (target.state === 'needs_input') return 'until the question before it is answered';
  if (target.state !== 'idle') return 'until its turn ends';
  const waiter = readWaiter(job.home, target.session_id);
  if (waiter && stillRuns(waiter.pid, waiter.started) && (await within(5_000, () => isDelivered(job))))
    return '';
  if (await byInbox(job, target)) return '';
  return byTmux(job, target);
}

/** A turn may be about to end, with its hook already past the mail: look again for a moment. */
async function settled({ db, home, message }: Job, first: Session): Promise<Session | undefined> {
  let target: Session | undefined = first;
  for (const end = performance.now() + 1_500; performance.now() < end; await Bun.sleep(150)) {
    if (!target || target.state === 'idle' || isDelivered({ db, home, message })) break;
    ingest(db, home);
    target = recipientOf(db, message);
  }
  return target;
}

const isDelivered = ({ db, message }: Job) => getMessage(db, message.id)!.delivered_at !== null;

async function byInbox(job: Job, target: Session): Promise<boolean> {
  const { db, home, message } = job;
  const inbox = readInbox(home, target.session_id);
  const by = `inbox:${process.pid}`;
  if (!inbox || !claimMessage(db, message.id, by, Date.now())) return false;
  const { text } = letterOf(db, message, Date.now());
  // What the client took may still be on its way through it: typing it as well would say it twice.
  if ((await sendToInbox(inbox, text)) && (await within(15_000, () => isDelivered(job)))) return true;
  releaseMessage(db, message.id, by);
  return false;
}

async function byTmux(job: Job, target: Session): Promise<string> {
  const { db, message } = job;
  const by = `tmux:${process.pid}`;
  if (!claimMessage(db, message.id, by, Date.now())) return 'for its wake-up, which is under way';
  const line = typedLine(withoutTag(letterOf(db, message, Date.now())));
  const problem = await typeInto(target, line, () => isDelivered(job));
  if (problem === undefined) return '';
  releaseMessage(db, message.id, by);
  return `for its next prompt (${problem})`;
}

function withoutTag({ id, text }: { id: string; text: string }) {
  return { id, text: text.replace(/^\[pawl:\w+\] /, '') };
}
