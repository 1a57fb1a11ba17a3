// The state of policies. A change is a function that is applied to the newest value inside the transaction, so that
// parallel events lose no update.
import type { Database } from 'bun:sqlite';

export interface StateKey {
  policy: string;
  scope: string;
  key: string;
}

export function readState(db: Database, { policy, scope, key }: StateKey): unknown {
  const row = db
    .query('SELECT value FROM state WHERE policy = ? AND scope = ? AND key = ?')
    .get(policy, scope, key);
  return row === null ? undefined : JSON.parse((row as { value: string }).value);
}

export function changeState(
  db: Database,
  stateKey: StateKey,
  initial: unknown,
  change: (value: unknown) => unknown,
  now: number,
): void {
  const value = change(readState(db, stateKey) ?? initial);
  db.run(
    'INSERT INTO state (policy, scope, key, value, updated_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at',
    [stateKey.policy, stateKey.scope, stateKey.key, JSON.stringify(value) ?? 'null', now],
  );
}

export interface StoredState<T> {
  session_id: string;
  value: T;
  updated_at: number;
}

/** The state of one policy for each session, last changed first. */
export function listSessionStates(db: Database, policy: string): StoredState<unknown>[] {
  const rows = db
    .query(
      "SELECT key, value, updated_at FROM state WHERE policy = ? AND scope = 'session' ORDER BY updated_at DESC",
    )
    .all(policy) as { key: string; value: string; updated_at: number }[];
  return rows.map(({ key, value, updated_at }) => ({
    session_id: key,
    value: JSON.parse(value),
    updated_at,
  }));
}

export function dropStaleState(db: Database, before: number): number {
  return db.query("DELETE FROM state WHERE scope IN ('session', 'agent') AND updated_at < ?").run(before)
    .changes;
}
