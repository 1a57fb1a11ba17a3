// The store as one event sees it: opened only when asked, written once, in one transaction, after the answer.
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

/** Private to the compiler only: fields that the language guards take longer to make than to use. */
export class Store {
  private home: Home;
  private db: Database | undefined;
  private problem: string | undefined;
  private changes: Change[] = [];
  private passed: Change[] = [];

  constructor(home: Home) {
    this.home = home;
  }

  /** Undefined when the store is locked, full or broken: an answer never depends on it. */
  read<T>(look: (db: Database) => T): T | undefined {
    // Once is enough: every further try could wait for the same lock again.
    if (this.problem) return undefined;
    try {
      return look(this.open());
    } catch (error) {
      this.problem ??= (error as Error).message;
      return undefined;
    }
  }

  /** As `read`, with everything that was spooled so far taken in. */
  readCurrent<T>(look: (db: Database) => T): T | undefined {
    return this.read((db) => {
      sqlite().ingest(db, this.home);
      return look(db);
    });
  }

  /** Done when the event is recorded. */
  later(change: Change): void {
    this.changes.push(change);
  }

  /** Done when the event is recorded, unless it was refused or held. */
  afterPass(change: Change): void {
    this.passed.push(change);
  }

  /** Why the store could not be used; undefined if all went well. */
  get failed(): string | undefined {
    return this.problem;
  }

  /** Nothing to change in the database: a spooled line is enough, and thirty times cheaper. */
  remember(record: EventRecord): void {
    if (record.decision === 'pass' || record.decision === 'allow') this.changes.push(...this.passed);
    try {
      if (this.changes.length === 0 && !this.problem) spool(this.home, record.at, record);
      else this.write(record);
    } catch (error) {
      this.problem ??= (error as Error).message;
      spool(this.home, record.at, { ...record, notes: [...(record.notes ?? []), `store: ${this.problem}`] });
    }
  }

  /** For a helper process: its changes without an event of its own. */
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

  /** Writers queue; the answer is out by now, so there is time. */
  private openToWrite(): Database {
    const db = this.open();
    sqlite().waitForWriters(db);
    return db;
  }

  private open(): Database {
    if (this.problem) throw new Error(this.problem);
    // Reading waits for nobody unless something is wrong, and then an answer must not wait for it.
    this.db ??= sqlite().openStore(this.home, 2_000);
    return this.db;
  }
}
