// Helpers for unit tests of the store: a database in memory, a temporary Pawl home, and functions that make records.
import { Database } from 'bun:sqlite';
import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertEvents } from '../../src/store/db/insert-event.ts';
import { prepareDatabase } from '../../src/store/db/open.ts';
import type { EventRecord } from '../../src/store/record.ts';
import { type Home, homeAt } from '../../src/system/home.ts';

export const memoryDatabase = (): Database => prepareDatabase(new Database(':memory:'));

/** Opens a store whose home folder does not exist yet; everything is removed after the test. */
export function temporaryHome(): Home & Disposable {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'store-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { ...homeAt(join(folder, 'pawl')), [Symbol.dispose]: remove };
}

let made = 0;

/** A recorded event with a unique id. */
export function record(more: Partial<EventRecord> = {}): EventRecord {
  return {
    uid: `uid-${++made}`,
    at: 1_000,
    event: 'PreToolUse',
    session_id: 's1',
    project: '/project',
    repository: '/repository',
    cwd: '/project/src',
    decision: 'pass',
    ms: 1,
    ...more,
  };
}

/** Inserts events, and updates everything that is derived from them. */
export function insert(db: Database, ...records: Partial<EventRecord>[]): void {
  insertEvents(db, records.map(record));
}

export const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
