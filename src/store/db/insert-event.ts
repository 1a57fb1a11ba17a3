// Inserts events and updates sessions and workers from them. Used for spooled events, and by hooks that write to the
// database directly.
import type { Database } from 'bun:sqlite';
import { attempt } from '../../system/attempt.ts';
import type { EventRecord } from '../record.ts';
import { insertEventRow } from './events.ts';
import { applyEvents } from './sessions.ts';
import { updateWorkers } from './workers.ts';

export function insertEvents(db: Database, records: readonly EventRecord[]): void {
  const inserted = records.filter((record) => insertEventRow(db, record));
  applyEvents(db, inserted);
  for (const record of inserted) attempt(() => updateWorkers(db, record));
}
