// Opens the database: pragmas, migrations, and the error when that fails.
import { Database } from 'bun:sqlite';
import { makeFolder } from '../../system/files.ts';
import { chmodSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { migrations } from './schema.ts';

export class StoreError extends Error {
  // Set here because the bundler renames classes.
  override name = 'StoreError';
}

/** `wait`: milliseconds to wait for another process's lock. */
export function openStore(home: Home, wait = 5_000): Database {
  let db: Database | undefined;
  try {
    makeFolder(home.dir);
    db = new Database(home.store, { create: true });
    return prepareDatabase(db, {
      name: home.store,
      wait,
      beforeMigration: () => chmodSync(home.store, 0o600),
    });
  } catch (error) {
    db?.close();
    if (error instanceof StoreError) throw error;
    throw new StoreError(
      `The store ${home.store} can’t be opened: ${(error as Error).message}. Run \`pawl doctor\` to see what can be done.`,
    );
  }
}

export interface PrepareOptions {
  /** The name of the database in errors. */
  name?: string;
  wait?: number;
  beforeMigration?: () => void;
}

/** Brings a database that was just opened, in a file or in memory, to the newest schema. */
export function prepareDatabase(
  db: Database,
  { name = 'in memory', wait = 0, beforeMigration }: PrepareOptions = {},
): Database {
  // Before anything else: without it parallel opens fail at once with "database is locked".
  db.run(`PRAGMA busy_timeout = ${wait}`);
  refuseNewer(db, name);
  db.run('PRAGMA journal_mode = WAL');
  db.run('PRAGMA synchronous = NORMAL');
  if (version(db) < migrations.length) {
    beforeMigration?.();
    migrate(db);
  }
  return db;
}

/** Makes the next write wait for other writers as long as a command does, because it must not be lost. */
export function waitForWriters(db: Database): void {
  db.run('PRAGMA busy_timeout = 5000');
}

/** Moves the write-ahead log into the database without waiting for readers; `pawl gc` ends with it. */
export function tidy(db: Database): void {
  db.run('PRAGMA wal_checkpoint(PASSIVE)');
  db.run('PRAGMA optimize');
}

function version(db: Database): number {
  return (db.query('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** Throws if a newer version made the database. Called before anything is changed, even the journal mode. */
function refuseNewer(db: Database, name: string): void {
  if (version(db) <= migrations.length) return;
  throw new StoreError(
    `The store ${name} was made by a newer Pawl (version ${version(db)}, this one knows ${migrations.length}). Update Pawl; nothing was changed.`,
  );
}

/** The version is in the database itself; each step and its number are written together or not at all. */
function migrate(db: Database): void {
  db.transaction(() => {
    // Read again inside the transaction: another process may have migrated meanwhile.
    for (let step = version(db); step < migrations.length; step++) {
      db.run(migrations[step]!);
      db.run(`PRAGMA user_version = ${step + 1}`);
    }
  }).immediate();
}
