// An event enters the database, and everything that follows from it: the one place for both ways in.
import type { Database } from 'bun:sqlite';
import { attempt } from '../../system/attempt.ts';
import type { EventRecord } from '../record.ts';
import { insertEvent } from './events.ts';
import { applyEvents } from './sessions.ts';
import { followWorkers } from './workers.ts';

export function insertEvents(db: Database, records: readonly EventRecord[]): void {
  const fresh = records.filter((record) => insertEvent(db, record));
  applyEvents(db, fresh);
  for (const record of fresh) attempt(() => followWorkers(db, record));
}
