// The store as one event uses it: opened only when something is read, written once, in one transaction, after the
// answer.
import type { Database } from 'bun:sqlite';
import { loadBundle } from '../hook/bundles/load.ts';
import type { Home } from '../system/home.ts';
import { spool } from './files/spool.ts';
import type { EventRecord } from './record.ts';

type Change = (db: Database) => void;

/** Loaded on first use: most events never touch the database, and SQLite is not free to load. */
const sqlite = () => {
  const { open, ingest, insertEvent } = loadBundle('stateful');
  return { ...open, ...ingest, ...insertEvent };
};

/** TypeScript's `private` instead of `#` fields, which cost more on the hook path. */
export class Store {
  private home: Home;
  private db: Database | undefined;
  private problem: string | undefined;
  private changes: Change[] = [];
  private changesIfPassed: Change[] = [];

  constructor(home: Home) {
    this.home = home;
  }

  /** Undefined if the store is locked, full or broken: no answer depends on it. */
  read<T>(look: (db: Database) => T): T | undefined {
    // Not tried again: every further try could wait for the same lock.
    if (this.problem) return undefined;
    try {
      return look(this.open());
    } catch (error) {
      this.problem ??= (error as Error).message;
      return undefined;
    }
  }

  /** Like `read`, after all spooled events were read into the database. */
  readCurrent<T>(look: (db: Database) => T): T | undefined {
    return this.read((db) => {
      sqlite().ingest(db, this.home);
      return look(db);
    });
  }

  /** Queues a change that is made when the event is recorded. */
  later(change: Change): void {
    this.changes.push(change);
  }

  /** Queues a change that is made when the event is recorded, unless the event was refused or blocked. */
  afterPass(change: Change): void {
    this.changesIfPassed.push(change);
  }

  /** Whether changes are queued, so that the database will be opened in any case. */
  get hasChanges(): boolean {
    return this.changes.length > 0;
  }

  /** Why the store could not be used; undefined if it could, or was not needed. */
  get failure(): string | undefined {
    return this.problem;
  }

  /**
   * Records the event: as a line of the spool, which is thirty times cheaper, or with the queued changes in the
   * database.
   */
  remember(record: EventRecord): void {
    if (record.decision === 'pass' || record.decision === 'allow') this.changes.push(...this.changesIfPassed);
    try {
      if (this.changes.length === 0 && !this.problem) spool(this.home, record.at, record);
      else this.write(record);
    } catch (error) {
      this.problem ??= (error as Error).message;
      spool(this.home, record.at, { ...record, notes: [...(record.notes ?? []), `store: ${this.problem}`] });
    }
  }

  /** Makes the queued changes of a process that has no event to record. */
  applyChanges(): void {
    const changes = this.changes;
    this.changes = [];
    if (changes.length === 0) return;
    const db = this.openToWrite();
    db.transaction(() => {
      for (const change of changes) change(db);
    }).immediate();
  }

  private write(record: EventRecord): void {
    const db = this.open();
    db.transaction(() => {
      sqlite().insertEvents(db, [record]);
      for (const change of this.changes) change(db);
    }).immediate();
  }

  /** Waits longer for other writers than a read may, because the client already has its answer. */
  private openToWrite(): Database {
    const db = this.open();
    sqlite().waitForWriters(db);
    return db;
  }

  private open(): Database {
    if (this.problem) throw new Error(this.problem);
    // Reading waits for a lock only if something is wrong, and the answer must not wait long for that.
    this.db ??= sqlite().openStore(this.home, 2_000);
    return this.db;
  }
}
