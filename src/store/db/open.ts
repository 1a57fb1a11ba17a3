// Opens the database: one place for pragmas, migrations and what to do when it can't be opened.
import { Database } from 'bun:sqlite';
import { makeFolder } from '../../system/files.ts';
import { chmodSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { migrations } from './schema.ts';

export class StoreError extends Error {
  // Written down: in the built program classes have other names.
  override name = 'StoreError';
}

/** `wait`: milliseconds to wait for somebody else's lock. */
export function openStore(home: Home, wait = 5_000): Database {
  try {
    makeFolder(home.dir);
    const db = new Database(home.store, { create: true });
    // First of all: without it parallel opens fail at once with "database is locked".
    db.run(`PRAGMA busy_timeout = ${wait}`);
    refuseNewer(db, home.store);
    db.run('PRAGMA journal_mode = WAL');
    db.run('PRAGMA synchronous = NORMAL');
    migrate(db, home.store);
    return db;
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(
      `The store ${home.store} can’t be opened: ${(error as Error).message}. Run \`pawl doctor\` to see what can be done.`,
    );
  }
}

/** For a write that must not be lost: wait for other writers as long as a command would. */
export function waitForWriters(db: Database): void {
  db.run('PRAGMA busy_timeout = 5000');
}

/** Gives freed pages back to the log's beginning; readers are not waited for. */
export function tidy(db: Database): void {
  db.run('PRAGMA wal_checkpoint(PASSIVE)');
  db.run('PRAGMA optimize');
}

function version(db: Database): number {
  return (db.query('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** Before anything else, even the journal mode, is changed. */
function refuseNewer(db: Database, file: string): void {
  if (version(db) <= migrations.length) return;
  throw new StoreError(
    `The store ${file} was made by a newer Pawl (version ${version(db)}, this one knows ${migrations.length}). Update Pawl; nothing was changed.`,
  );
}

/** The version is in the file; a step and its number are written together or not at all. */
function migrate(db: Database, file: string): void {
  if (version(db) === migrations.length) return;
  chmodSync(file, 0o600);
  db.transaction(() => {
    for (let step = version(db); step < migrations.length; step++) {
      db.run(migrations[step]!);
      db.run(`PRAGMA user_version = ${step + 1}`);
    }
  }).immediate();
}
