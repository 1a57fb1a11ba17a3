// Messages between sessions: the only SQL about them. One is claimed before it goes out and confirmed when it has been
// seen to arrive; a claim that nobody confirms in time, because its process died, is free again.
import type { Database } from 'bun:sqlite';

/** How a message reached its session, in the order in which ways are tried. */
export const ways = ['stop', 'rewake', 'inbox', 'tmux', 'prompt', 'start'] as const;
export type Way = (typeof ways)[number];

export interface Address {
  kind: 'session' | 'conversation' | 'role';
  name: string;
}

export interface Message {
  id: string;
  /** `workers`: tells of finished work; `message`: somebody wrote it. */
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

const lease = 60_000;

export function addMessage(
  db: Database,
  message: Pick<Message, 'id' | 'kind' | 'text' | 'created_at'> & { to: Address; sender?: string },
): void {
  const { id, kind, text, created_at, to, sender } = message;
  db.run(
    'INSERT INTO messages (id, kind, to_kind, to_name, sender, text, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    [id, kind, to.kind, to.name, sender ?? null, text, created_at],
  );
}

const free = `delivered_at IS NULL AND (claimed_at IS NULL OR claimed_at < ?)`;

/** Takes what waits at these addresses; of several processes only one gets a message. Nobody gets their own. */
export function claimMessages(
  db: Database,
  addresses: readonly Address[],
  { by, reader, now }: { by: string; reader: string; now: number },
): Message[] {
  // Readers wait for nobody; whoever would write has to queue, and mostly there is nothing to take.
  if (waitingMessages(db, addresses, { reader, now }).length === 0) return [];
  const take = db.query(
    `UPDATE messages SET claimed_at = ?, claimed_by = ? WHERE to_kind = ? AND to_name = ? AND sender IS NOT ? AND ${free} RETURNING *`,
  );
  const all = () =>
    addresses.flatMap(({ kind, name }) => take.all(now, by, kind, name, reader, now - lease) as Message[]);
  return db
    .transaction(all)
    .immediate()
    .sort((a, b) => a.created_at - b.created_at);
}

export function claimMessage(db: Database, id: string, by: string, now: number): boolean {
  return (
    db
      .query(`UPDATE messages SET claimed_at = ?, claimed_by = ? WHERE id = ? AND ${free}`)
      .run(now, by, id, now - lease).changes > 0
  );
}

/** What `claimMessages` would take. */
export function waitingMessages(
  db: Database,
  addresses: readonly Address[],
  { reader, now }: { reader: string; now: number },
): Message[] {
  const look = db.query(
    `SELECT * FROM messages WHERE to_kind = ? AND to_name = ? AND sender IS NOT ? AND ${free} ORDER BY created_at`,
  );
  return addresses.flatMap(({ kind, name }) => look.all(kind, name, reader, now - lease) as Message[]);
}

/** Also what somebody has in hand right now: it may be given back. */
export function isUndelivered(db: Database, addresses: readonly Address[], reader: string): boolean {
  const look = db.query(
    'SELECT 1 FROM messages WHERE to_kind = ? AND to_name = ? AND sender IS NOT ? AND delivered_at IS NULL LIMIT 1',
  );
  return addresses.some(({ kind, name }) => look.get(kind, name, reader) !== null);
}

/** Those at which something is left, for whomever. */
export function addressesWithMail(db: Database, addresses: readonly Address[], now: number): Address[] {
  const look = db.query(`SELECT 1 FROM messages WHERE to_kind = ? AND to_name = ? AND ${free} LIMIT 1`);
  return addresses.filter(({ kind, name }) => look.get(kind, name, now - lease) !== null);
}

/** Where something waits, and whose it is not. */
export function waitingAnywhere(
  db: Database,
  now: number,
): Pick<Message, 'to_kind' | 'to_name' | 'sender'>[] {
  return db
    .query(`SELECT DISTINCT to_kind, to_name, sender FROM messages WHERE ${free} LIMIT 500`)
    .all(now - lease) as Message[];
}

/** True the first time only. */
export function confirmMessage(db: Database, id: string, to: string, by: Way, now: number): boolean {
  return (
    db
      .query(
        'UPDATE messages SET delivered_at = ?, delivered_to = ?, delivered_by = ? WHERE id = ? AND delivered_at IS NULL',
      )
      .run(now, to, by, id).changes > 0
  );
}

/** It did not go out after all. */
export function releaseMessage(db: Database, id: string, by: string): void {
  db.run(
    'UPDATE messages SET claimed_at = NULL, claimed_by = NULL WHERE id = ? AND claimed_by = ? AND delivered_at IS NULL',
    [id, by],
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

/** After a clear the person goes on under another id, and so does their mail. */
export function forwardMessages(db: Database, from: string, to: string): void {
  db.run(
    "UPDATE messages SET to_name = ? WHERE to_kind = 'session' AND to_name = ? AND delivered_at IS NULL",
    [to, from],
  );
}

export function deleteMessages(db: Database, before: number): number {
  return db.query('DELETE FROM messages WHERE delivered_at < ?1 OR created_at < ?1').run(before).changes;
}
