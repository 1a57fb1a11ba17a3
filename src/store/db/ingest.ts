// Reads spooled lines into the database: each exactly once, because how far a file was read is written in the same
// transaction as its events.
import type { Database } from 'bun:sqlite';
import { plural } from '../../core/text.ts';
import { attempt } from '../../system/attempt.ts';
import { closeSync, fstatSync, openSync, readSync, statSync, unlinkSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';
import { spoolFiles, spoolName } from '../files/spool.ts';
import type { EventRecord } from '../record.ts';
import { insertEvents } from './insert-event.ts';

/** Bytes that are read in one transaction; a longer line is read whole. */
const chunkBytes = 4 * 1024 * 1024;

/** Returns the number of records that were read. Safe to call from many processes at once. */
export function ingest(db: Database, home: Home): number {
  let count = 0;
  for (const name of filesWithNewLines(db, home)) {
    for (let hasMore = true; hasMore; ) {
      const step = db.transaction(() => ingestChunk(db, home, name)).immediate();
      count += step.records;
      hasMore = step.hasMore;
    }
  }
  return count;
}

/** Takes no write lock, because there is mostly nothing new and many hooks look at the same time. */
function filesWithNewLines(db: Database, home: Home): string[] {
  const rows = db.query('SELECT name, taken FROM spool').all() as { name: string; taken: number }[];
  const takenBytes = new Map(rows.map(({ name, taken }) => [name, taken]));
  return spoolFiles(home).filter((name) => {
    const size = attempt(() => statSync(join(home.spool, name)).size);
    return size !== takenBytes.get(name);
  });
}

function ingestChunk(db: Database, home: Home, name: string): { records: number; hasMore: boolean } {
  const row = db.query('SELECT taken FROM spool WHERE name = ?').get(name) as { taken: number } | null;
  const from = row?.taken ?? 0;
  const text = readLines(join(home.spool, name), from);
  if (!text) return { records: 0, hasMore: false };
  const lines = text.lines.filter((line) => line !== '');
  const records = lines.flatMap((line) => parseRecord(line));
  insertEvents(db, records);
  if (records.length < lines.length)
    insertEvents(db, [damageRecord(name, from, lines.length - records.length)]);
  db.run(
    'INSERT INTO spool (name, taken) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET taken = excluded.taken',
    [name, from + text.bytes],
  );
  return { records: records.length, hasMore: text.hasMore };
}

/** Recorded in place of lines that were skipped, so that the log and the dashboard show that events are missing. */
function damageRecord(name: string, from: number, count: number): EventRecord {
  const label = `skipped ${plural(count, 'damaged line')} of spool/${name}`;
  return {
    uid: `damaged-${name}-${from}`,
    at: Date.parse(`${name.slice(0, 13)}:00:00Z`) || Date.now(),
    event: 'unreadable',
    session_id: '',
    project: '',
    repository: '',
    cwd: '',
    decision: 'pass',
    ms: 0,
    label,
    notes: [`store: ${label}`],
  };
}

interface Chunk {
  lines: string[];
  bytes: number;
  hasMore: boolean;
}

/**
 * Whole lines from a byte on. An unfinished last line is left for the next call, and so is a file that can't be read.
 */
function readLines(path: string, from: number): Chunk | undefined {
  const file = attempt(() => openSync(path, 'r'));
  if (file === undefined) return undefined;
  try {
    return readChunk(file, from);
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

function readChunk(file: number, from: number): Chunk | undefined {
  const size = fstatSync(file).size;
  if (size <= from) return undefined;
  for (let want = chunkBytes; ; want *= 4) {
    const buffer = Buffer.allocUnsafe(Math.min(want, size - from));
    const got = readSync(file, buffer, 0, buffer.length, from);
    const newline = buffer.lastIndexOf(10, got - 1);
    const end = newline + 1;
    if (newline !== -1)
      return { lines: buffer.toString('utf8', 0, end).split('\n'), bytes: end, hasMore: from + got < size };
    if (from + got >= size) return undefined;
  }
}

/**
 * A list with the record, or an empty list for a line that is not one: cut off by a kill or a full disk, or written by
 * another program.
 */
function parseRecord(line: string): EventRecord[] {
  try {
    const record = JSON.parse(line) as EventRecord;
    return typeof record.uid === 'string' && typeof record.at === 'number' && typeof record.event === 'string'
      ? [record]
      : [];
  } catch {
    return [];
  }
}

/** Files that were read to their end and get no more lines. An hour's grace covers slow writers and clocks. */
export function ingestedSpoolFiles(db: Database, home: Home, now: number): string[] {
  const current = [spoolName(now), spoolName(now - 3_600_000), spoolName(now + 3_600_000)];
  return spoolFiles(home).filter((name) => {
    if (current.includes(name)) return false;
    const row = db.query('SELECT taken FROM spool WHERE name = ?').get(name) as { taken: number } | null;
    const size = attempt(() => statSync(join(home.spool, name)).size);
    return row !== null && size !== undefined && row.taken >= size;
  });
}

export function dropSpoolFile(db: Database, home: Home, name: string): void {
  unlinkSync(join(home.spool, name));
  db.run('DELETE FROM spool WHERE name = ?', [name]);
}
