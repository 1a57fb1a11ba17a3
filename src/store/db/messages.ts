// Messages between sessions. A message is claimed before it is sent and confirmed when it was seen to arrive. A claim
// that is not confirmed in time, because its process died, expires.
import type { Database } from 'bun:sqlite';
import { redact } from '../../core/redact.ts';
import type { Address } from '../../domain/sessions/messages.ts';
import { randomId } from '../../system/random-id.ts';

/** How a message reached its session. */
export type DeliveryMethod = 'stop' | 'rewake' | 'inbox' | 'tmux' | 'prompt' | 'start';

export interface Message {
  id: string;
  /** `workers` reports finished workers; `message` was written by a person or a session. */
  kind: 'workers' | 'message';
  to_kind: Address['kind'];
  to_name: string;
  sender: string | null;
  text: string;
  created_at: number;
  claimed_at: number | null;
  claimed_by: string | null;
  delivered_at: number | null;
  delivered_to: string | null;
  delivered_by: string | null;
}

/** Milliseconds after which a claim that was not confirmed expires. */
const claimTimeout = 60_000;

export const newMessageId = (now: number) => `${now.toString(36)}${randomId()}`;

export function addMessage(
  db: Database,
  message: Pick<Message, 'id' | 'kind' | 'text' | 'created_at'> & { to: Address; sender?: string },
): void {
  const { id, kind, text, created_at, to, sender } = message;
  db.run(
    'INSERT INTO messages (id, kind, to_kind, to_name, sender, text, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    [id, kind, to.kind, to.name, sender ?? null, redact(text), created_at],
  );
}

/** Not delivered and not claimed. The parameter is the time at which the oldest valid claim was made. */
const unclaimed = `delivered_at IS NULL AND (claimed_at IS NULL OR claimed_at < ?)`;

/**
 * Claims the messages at these addresses, oldest first, but not those that the reader sent. Only one process gets each.
 */
export function claimMessages(
  db: Database,
  addresses: readonly Address[],
  { by, reader, now }: { by: string; reader: string; now: number },
): Message[] {
  // Mostly there is nothing to claim, and reading needs no lock that writers wait for.
  if (waitingMessages(db, addresses, { reader, now }).length === 0) return [];
  const take = db.query(
    `UPDATE messages SET claimed_at = ?, claimed_by = ? WHERE to_kind = ? AND to_name = ? AND sender IS NOT ? AND ${unclaimed} RETURNING *`,
  );
  const claimAll = () =>
    addresses.flatMap(
      ({ kind, name }) => take.all(now, by, kind, name, reader, now - claimTimeout) as Message[],
    );
  return db
    .transaction(claimAll)
    .immediate()
    .sort((a, b) => a.created_at - b.created_at);
}

/** False if it is delivered or claimed by another process. */
export function claimMessage(db: Database, id: string, claimant: string, now: number): boolean {
  return (
    db
      .query(`UPDATE messages SET claimed_at = ?, claimed_by = ? WHERE id = ? AND ${unclaimed}`)
      .run(now, claimant, id, now - claimTimeout).changes > 0
  );
}

/** The messages that `claimMessages` would claim. */
export function waitingMessages(
  db: Database,
  addresses: readonly Address[],
  { reader, now }: { reader: string; now: number },
): Message[] {
  const look = db.query(
    `SELECT * FROM messages WHERE to_kind = ? AND to_name = ? AND sender IS NOT ? AND ${unclaimed} ORDER BY created_at`,
  );
  return addresses.flatMap(({ kind, name }) => look.all(kind, name, reader, now - claimTimeout) as Message[]);
}

/** Whether any message waits here, including one that is claimed right now: its claim may be released. */
export function hasUndelivered(db: Database, addresses: readonly Address[], reader: string): boolean {
  const look = db.query(
    'SELECT 1 FROM messages WHERE to_kind = ? AND to_name = ? AND sender IS NOT ? AND delivered_at IS NULL LIMIT 1',
  );
  return addresses.some(({ kind, name }) => look.get(kind, name, reader) !== null);
}

/** The addresses at which an unclaimed message waits, from any sender. */
export function addressesWithMail(db: Database, addresses: readonly Address[], now: number): Address[] {
  const look = db.query(`SELECT 1 FROM messages WHERE to_kind = ? AND to_name = ? AND ${unclaimed} LIMIT 1`);
  return addresses.filter(({ kind, name }) => look.get(kind, name, now - claimTimeout) !== null);
}

/** All addresses at which an unclaimed message waits, with its sender. */
export function listWaiting(db: Database, now: number): Pick<Message, 'to_kind' | 'to_name' | 'sender'>[] {
  return db
    .query(`SELECT DISTINCT to_kind, to_name, sender FROM messages WHERE ${unclaimed} LIMIT 500`)
    .all(now - claimTimeout) as Message[];
}

/** Marks a message as delivered. False if it was delivered before. */
export function confirmMessage(
  db: Database,
  id: string,
  to: string,
  method: DeliveryMethod,
  now: number,
): boolean {
  return (
    db
      .query(
        'UPDATE messages SET delivered_at = ?, delivered_to = ?, delivered_by = ? WHERE id = ? AND delivered_at IS NULL',
      )
      .run(now, to, method, id).changes > 0
  );
}

/** Gives up a claim because the message was not sent after all. */
export function releaseMessage(db: Database, id: string, claimant: string): void {
  db.run(
    'UPDATE messages SET claimed_at = NULL, claimed_by = NULL WHERE id = ? AND claimed_by = ? AND delivered_at IS NULL',
    [id, claimant],
  );
}

export function getMessage(db: Database, id: string): Message | undefined {
  return (db.query('SELECT * FROM messages WHERE id = ?').get(id) as Message | null) ?? undefined;
}

/** Newest first. */
export function listMessages(db: Database, query: { to?: string; limit?: number } = {}): Message[] {
  const limit = query.limit ?? 100;
  const sql = (where: string) => `SELECT * FROM messages ${where} ORDER BY created_at DESC LIMIT ?`;
  return query.to === undefined
    ? (db.query(sql('')).all(limit) as Message[])
    : (db
        .query(sql('WHERE to_name = ?1 OR delivered_to = ?1').replace('LIMIT ?', 'LIMIT ?2'))
        .all(query.to, limit) as Message[]);
}

/** After `/clear` the work goes on under another session id, which gets the undelivered messages. */
export function forwardMessages(db: Database, from: string, to: string): void {
  db.run(
    "UPDATE messages SET to_name = ? WHERE to_kind = 'session' AND to_name = ? AND delivered_at IS NULL",
    [to, from],
  );
}

export function deleteMessages(db: Database, before: number): number {
  return db.query('DELETE FROM messages WHERE delivered_at < ?1 OR created_at < ?1').run(before).changes;
}
