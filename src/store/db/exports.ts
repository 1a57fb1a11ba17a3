// How far `pawl export otlp` has got. This is kept in the database with the events, so that a backup restores both.
import type { Database } from 'bun:sqlite';
import { firstMetricsDay } from './metrics.ts';

/** The exported signals. Each has its own progress: a failure of one does not send another twice. */
export type Signal = 'metrics' | 'logs' | 'traces';

export interface ExportState {
  signal: Signal;
  /** The last event that was delivered. */
  row: number;
  sent_at: number | null;
  failing_since: number | null;
  problem: string | null;
}

export interface ExportSource {
  /** Tells this store from others, in every system that gets its figures. */
  instance: string;
  /** The start of all counters, in milliseconds. */
  counting_since: number;
}

/** The identity of this store for a collector. It is created on the first call and never changes. */
export function exportSource(db: Database, now: number): ExportSource {
  const read = () =>
    db.query('SELECT instance, counting_since FROM export_source').get() as ExportSource | null;
  const existing = read();
  if (existing) return existing;
  db.query('INSERT OR IGNORE INTO export_source (one, instance, counting_since) VALUES (1, ?, ?)').run(
    crypto.randomUUID(),
    startOfDay(firstMetricsDay(db)) ?? now,
  );
  return read()!;
}

/** Midnight in the machine's time zone, in which days are counted. */
function startOfDay(day: string | undefined): number | undefined {
  const at = day === undefined ? Number.NaN : new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(at) ? undefined : at;
}

export function readExports(db: Database): ExportState[] {
  return db.query('SELECT * FROM exports ORDER BY signal').all() as ExportState[];
}

/** The last event that was delivered; 0 before the first. */
export function deliveredRow(db: Database, signal: Signal): number {
  return readExports(db).find((state) => state.signal === signal)?.row ?? 0;
}

/** Called after the collector has taken everything up to this row. */
export function markDelivered(db: Database, signal: Signal, row: number, now: number): void {
  db.query(
    `INSERT INTO exports (signal, row, sent_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET row = excluded.row, sent_at = excluded.sent_at, failing_since = NULL, problem = NULL`,
  ).run(signal, row, now);
}

/** Keeps the time of the first failure, until something is delivered again. */
export function markFailed(db: Database, signal: Signal, problem: string, now: number): void {
  db.query(
    `INSERT INTO exports (signal, failing_since, problem) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET failing_since = coalesce(failing_since, excluded.failing_since), problem = excluded.problem`,
  ).run(signal, now, problem);
}

/** Makes the event after this row the next to send: moves back to send events again, or ahead to skip some. */
export function moveExport(db: Database, signal: Signal, row: number): void {
  db.query(
    'INSERT INTO exports (signal, row) VALUES (?, ?) ON CONFLICT DO UPDATE SET row = excluded.row',
  ).run(signal, row);
}
