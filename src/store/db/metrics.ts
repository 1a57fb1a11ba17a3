// Daily metrics: events are added up once, so that a query over a year is fast. Only sums are kept; durations are counted
// in narrow buckets, from which medians and percentiles are computed.
import type { Database } from 'bun:sqlite';
import { type AddFigure, addFigures, dayOf } from '../../domain/metrics.ts';
import { attempt } from '../../system/attempt.ts';
import type { EventRecord } from '../record.ts';

/** Events that are counted in one transaction. */
const batchSize = 2_000;

/**
 * Counts the events that were inserted since the last call: each once, because the last counted row is written in the
 * same transaction as the sums. Not done when an event is inserted, because that can be in a hook.
 */
export function countNewEvents(db: Database): number {
  let counted = 0;
  for (let more = isBehind(db); more; ) {
    const done = db.transaction(() => countBatch(db)).immediate();
    counted += done;
    more = done === batchSize;
  }
  return counted;
}

function isBehind(db: Database): boolean {
  const row = db
    .query('SELECT (SELECT max(id) FROM events) > (SELECT coalesce(max(row), 0) FROM metrics_upto) AS behind')
    .get() as { behind: number | null };
  return row.behind === 1;
}

function countBatch(db: Database): number {
  const { upto } = db.query('SELECT coalesce(max(row), 0) AS upto FROM metrics_upto').get() as {
    upto: number;
  };
  const rows = db
    .query('SELECT * FROM events WHERE id > ? ORDER BY id LIMIT ?')
    .all(upto, batchSize) as Stored[];
  if (rows.length === 0) return 0;
  countRecords(
    db,
    rows.map(({ detail, ...row }) => ({ ...row, ...JSON.parse(detail) })),
  );
  db.query('INSERT OR REPLACE INTO metrics_upto (one, row) VALUES (1, ?)').run(rows.at(-1)!.id);
  return rows.length;
}

type Stored = EventRecord & { id: number; detail: string };

/** Adds the records up in memory first, so that each sum is written once. */
function countRecords(db: Database, records: readonly EventRecord[]): void {
  for (const [day, ofDay] of Map.groupBy(records, (record) => dayOf(record.at))) {
    const sums = new Map<string, Map<string, number>>();
    const add: AddFigure = (kind, name, figure, n = 1) => {
      const key = `${kind}\0${name}`;
      const row = sums.get(key) ?? new Map<string, number>();
      row.set(figure, (row.get(figure) ?? 0) + n);
      sums.set(key, row);
    };
    // A record with fields of a wrong type must not hold up all that come after it.
    for (const record of ofDay) attempt(() => addFigures(record, add));
    write(db, day, sums);
  }
}

function write(db: Database, day: string, sums: Map<string, Map<string, number>>): void {
  const upsert = db.query(
    'INSERT INTO metrics (kind, day, name, figure, n) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n',
  );
  for (const [key, row] of sums) {
    const [kind, name] = key.split('\0') as [string, string];
    for (const [figure, n] of row) upsert.run(kind, day, name, figure, n);
  }
}

export interface MetricSum {
  name: string;
  figure: string;
  n: number;
}

export interface MetricsQuery {
  kind: string;
  /** First day, `2026-01-31`. */
  from: string;
  to?: string;
  name?: string;
}

/** Sorts after every day. */
const noEnd = '9';

/** Sums over days, for each name and figure. */
export function sumMetrics(db: Database, { kind, from, to = noEnd, name }: MetricsQuery): MetricSum[] {
  const only = name === undefined ? '' : 'AND name = ?4';
  const values = [kind, from, to, ...(name === undefined ? [] : [name])];
  return db
    .query(
      `SELECT name, figure, sum(n) AS n FROM metrics WHERE kind = ?1 AND day >= ?2 AND day <= ?3 ${only} GROUP BY name, figure`,
    )
    .all(...values) as MetricSum[];
}

/** Sums of each day; `name` is the day. */
export function dailyMetrics(
  db: Database,
  { kind, from, to = noEnd, name = 'all' }: MetricsQuery,
): MetricSum[] {
  return db
    .query(
      'SELECT day AS name, figure, n FROM metrics WHERE kind = ?1 AND day >= ?2 AND day <= ?3 AND name = ?4 ORDER BY day',
    )
    .all(kind, from, to, name) as MetricSum[];
}

/** Activity by weekday (0 is Sunday) and hour. */
export function hourlyMetrics(
  db: Database,
  from: string,
  to = noEnd,
): { weekday: number; hour: number; n: number }[] {
  return db
    .query(
      `SELECT CAST(strftime('%w', day) AS INTEGER) AS weekday, CAST(name AS INTEGER) AS hour, sum(n) AS n FROM metrics
       WHERE kind = 'hour' AND day >= ? AND day <= ? AND figure = 'events' GROUP BY 1, 2`,
    )
    .all(from, to) as { weekday: number; hour: number; n: number }[];
}

/** The kinds of figures that are exported as counters; none of them names a session or a project. */
const countedForever = "('day', 'event', 'tool', 'policy')";

export interface TotalMetric extends MetricSum {
  kind: string;
}

/** Sums over all days, those that have expired included: these figures only ever grow. */
export function totalMetrics(db: Database): TotalMetric[] {
  return db
    .query(
      `SELECT kind, name, figure, sum(n) AS n FROM (
         SELECT kind, name, figure, n FROM metrics WHERE kind IN ${countedForever}
         UNION ALL SELECT kind, name, figure, n FROM metrics_expired
       ) GROUP BY kind, name, figure`,
    )
    .all() as TotalMetric[];
}

/** The first day with metrics; undefined without any. */
export function firstMetricsDay(db: Database): string | undefined {
  return (db.query('SELECT min(day) AS day FROM metrics').get() as { day: string | null }).day ?? undefined;
}

export function deleteMetrics(db: Database, before: number): number {
  const day = dayOf(before);
  db.query(
    `INSERT INTO metrics_expired (kind, name, figure, n)
     SELECT kind, name, figure, sum(n) FROM metrics WHERE day < ? AND kind IN ${countedForever} GROUP BY kind, name, figure
     ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  ).run(day);
  return db.query('DELETE FROM metrics WHERE day < ?').run(day).changes;
}
