// Inserts events together with what follows from them for sessions and workers. Both the spool and a hook that writes
// to the database itself come through here.
import type { Database } from 'bun:sqlite';
import { attempt } from '../../system/attempt.ts';
import type { EventRecord } from '../record.ts';
import { insertEventRow } from './events.ts';
import { applyEvents } from './sessions.ts';
import { updateWorkers } from './workers.ts';

export function insertEvents(db: Database, records: readonly EventRecord[]): void {
  const fresh = records.filter((record) => insertEventRow(db, record));
  applyEvents(db, fresh);
  for (const record of fresh) attempt(() => updateWorkers(db, record));
}
