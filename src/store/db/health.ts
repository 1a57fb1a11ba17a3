// The state of the store for `pawl doctor`, found without changing it: one that is damaged or made by a newer version
// must stay as it is.
import { Database } from 'bun:sqlite';
import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../system/home.ts';
import { spoolFiles } from '../files/spool.ts';
import { migrations } from './schema.ts';

export interface StoreHealth {
  state: 'none' | 'ok' | 'corrupt' | 'newer' | 'unopenable';
  problem?: string;
  bytes: number;
  events?: number;
  version?: number;
  /** Bytes of spooled events that are not in the database yet. */
  backlog: number;
}

export function storeHealth(home: Home): StoreHealth {
  const spooled = spoolFiles(home).reduce((sum, name) => sum + size(join(home.spool, name)), 0);
  if (!existsSync(home.store)) return { state: 'none', bytes: 0, backlog: spooled };
  const sizes = { bytes: size(home.store), backlog: spooled };
  try {
    const db = new Database(home.store, { readonly: true });
    try {
      return { ...sizes, ...inspect(db, spooled) };
    } finally {
      db.close();
    }
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    const corrupt = /^SQLITE_(CORRUPT|NOTADB)/.test(code ?? '');
    return { ...sizes, state: corrupt ? 'corrupt' : 'unopenable', problem: message };
  }
}

function inspect(db: Database, spooled: number): Partial<StoreHealth> & Pick<StoreHealth, 'state'> {
  db.run('PRAGMA busy_timeout = 5000');
  const { user_version: version } = db.query('PRAGMA user_version').get() as { user_version: number };
  if (version > migrations.length) return { state: 'newer', version };
  const problem = (db.query('PRAGMA quick_check(3)').all() as { quick_check: string }[])
    .map((row) => row.quick_check)
    .filter((text) => text !== 'ok')
    .join('; ');
  if (problem) return { state: 'corrupt', version, problem };
  if (version === 0) return { state: 'ok', version };
  const { n } = db.query('SELECT count(*) AS n FROM events').get() as { n: number };
  const { taken } = db.query('SELECT coalesce(sum(taken), 0) AS taken FROM spool').get() as { taken: number };
  return { state: 'ok', version, events: n, backlog: Math.max(0, spooled - taken) };
}

function size(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Renames a damaged store and the files that belong to it; returns its new name. */
export function setAside(home: Home, now: number): string {
  const name = `${home.store}.damaged-${new Date(now).toISOString().replaceAll(':', '-').slice(0, 19)}`;
  for (const part of ['', '-wal', '-shm'])
    if (existsSync(home.store + part)) renameSync(home.store + part, name + part);
  return name;
}
