// Sends everything that was not sent yet: the counters once, decisions and spans in batches. The position is stored after
// the collector has taken a batch, so that a failure, a crash or a lost answer loses nothing.
import type { Database } from 'bun:sqlite';
import {
  eventsBetween,
  lastRowBefore,
  lastRowId,
  requestOf,
  type StoredEvent,
} from '../../store/db/events.ts';
import {
  deliveredRow,
  exportSource,
  markDelivered,
  markFailed,
  moveExport,
  type Signal,
} from '../../store/db/exports.ts';
import { ingest } from '../../store/db/ingest.ts';
import { countNewEvents, totalMetrics } from '../../store/db/metrics.ts';
import { openStore } from '../../store/db/open.ts';
import { markExporting } from '../../store/files/export-mark.ts';
import { makeFolder } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { acquireLock } from '../../system/lock.ts';
import { join } from '../../system/path.ts';
import { type Resource, resourceOf } from './encode.ts';
import { logsPayload } from './logs.ts';
import { metricsPayload } from './metrics.ts';
import { shortProblem, tooLargeProblem } from './problems.ts';
import { send, tooLarge } from './send.ts';
import { type OtlpSettings, readSettings, signalsOf } from './settings.ts';
import { spansPayload } from './spans.ts';

export interface ExportReport {
  endpoint: string;
  /** Data points, log records and spans that the collector was given. */
  metrics: number;
  decisions: number;
  spans: number;
  /** The number of rejected records, and the reason. */
  rejected: number;
  warnings: string[];
  requests: number;
  bytes: number;
}

export interface ExportOptions {
  /** Starts with the events from this time on, whether they were sent before or not. */
  since?: number;
  /** Ends the export after the current batch. */
  stop?: AbortSignal;
  onProgress?: (done: number, all: number) => void;
}

export interface ExportResult {
  /** The records that were sent, even if a problem came later; undefined if the export could not begin. */
  report?: ExportReport;
  /** Why it ended early, in words for a person. */
  problem?: string;
}

/** A problem that a person can solve is part of the result and is kept for `pawl doctor`; a bug is thrown. */
export async function exportOtlp(home: Home, options: ExportOptions = {}): Promise<ExportResult> {
  const result: ExportResult = {};
  try {
    const settings = settingsOrFailure(home);
    markExporting(home, settings.background);
    result.report = emptyReport(settings);
    await exportAll(home, settings, result.report, options);
  } catch (error) {
    const { name, message } = error as Error;
    if (name !== 'UserError' && name !== 'StoreError') throw error;
    result.problem = message;
  }
  return result;
}

function settingsOrFailure(home: Home): OtlpSettings {
  try {
    return readSettings(home);
  } catch (error) {
    const db = openStore(home);
    for (const signal of signalsOf(home)) markFailed(db, signal, shortProblem(error), Date.now());
    db.close();
    throw error;
  }
}

function emptyReport({ endpoint, warnings }: OtlpSettings): ExportReport {
  const counts = { metrics: 0, decisions: 0, spans: 0, rejected: 0, requests: 0, bytes: 0 };
  return { endpoint, ...counts, warnings: [...warnings] };
}

async function exportAll(
  home: Home,
  settings: OtlpSettings,
  report: ExportReport,
  options: ExportOptions,
): Promise<void> {
  const release = lockExport(home);
  const db = openStore(home);
  try {
    ingest(db, home);
    countNewEvents(db);
    const { instance, counting_since } = exportSource(db, Date.now());
    const resource = resourceOf(instance, settings.attributes);
    const run: Run = { db, settings, report, resource, since: counting_since, options };
    for (const signal of settings.signals) await exportSignal(run, signal);
  } finally {
    db.close();
    release();
  }
}

/** Two exports at once would send the same batch twice. */
function lockExport(home: Home): () => void {
  makeFolder(home.run);
  return acquireLock(join(home.run, 'export.lock'), {
    wait: 5_000,
    busy: 'Another `pawl export otlp` is running; what it does not send, the next one will.',
  });
}

interface Run {
  db: Database;
  settings: OtlpSettings;
  report: ExportReport;
  resource: Resource;
  /** The start of all counters. */
  since: number;
  options: ExportOptions;
}

async function exportSignal(run: Run, signal: Signal): Promise<void> {
  try {
    if (signal === 'metrics') await exportMetrics(run);
    else await exportEvents(run, signal);
  } catch (error) {
    markFailed(run.db, signal, shortProblem(error), Date.now());
    throw error;
  }
}

async function exportMetrics(run: Run): Promise<void> {
  const { db, resource, since } = run;
  const now = Date.now();
  const payload = metricsPayload(totalMetrics(db), resource, { since, now });
  const { metrics } = payload.resourceMetrics[0]!.scopeMetrics[0]!;
  const points = metrics.map((metric) => ('sum' in metric ? metric.sum : metric.histogram).dataPoints.length);
  const count = points.reduce((all, n) => all + n, 0);
  if (count > 0 && !(await deliver(run, 'metrics', payload)))
    throw tooLargeProblem(`${run.settings.endpoint}/v1/metrics`);
  run.report.metrics += count;
  markDelivered(db, 'metrics', 0, now);
}

/** Records in one request. */
const batchSize = 1_000;

/** Events that are recorded in the meantime are left to the next run, so that this one ends. */
async function exportEvents(run: Run, signal: 'logs' | 'traces'): Promise<void> {
  const { db, options } = run;
  if (options.since !== undefined) moveExport(db, signal, lastRowBefore(db, options.since));
  const first = deliveredRow(db, signal);
  const last = lastRowId(db);
  let size = batchSize;
  for (let row = first; row < last && !options.stop?.aborted; ) {
    const events = eventsBetween(db, row, last, size);
    if (await sendEvents(run, signal, events)) {
      row = events.at(-1)?.id ?? last;
      markDelivered(db, signal, row, Date.now());
      options.onProgress?.(row - first, last - first);
    } else if (events.length === 1) throw tooLargeProblem(`${run.settings.endpoint}/v1/${signal}`);
    else size = Math.ceil(events.length / 2);
  }
  if (first >= last) markDelivered(db, signal, first, Date.now());
}

/** False if the batch is too large for the collector. */
async function sendEvents(
  run: Run,
  signal: 'logs' | 'traces',
  events: readonly StoredEvent[],
): Promise<boolean> {
  const { db, settings, resource, report } = run;
  if (signal === 'logs') {
    const chosen = settings.decisions === 'all' ? events : events.filter(isObjection);
    const payload = logsPayload(chosen, resource, { content: settings.content, now: Date.now() });
    if (chosen.length > 0 && !(await deliver(run, signal, payload))) return false;
    report.decisions += chosen.length;
    return true;
  }
  const { count, payload } = spansPayload(events, resource, (session, call) => requestOf(db, session, call));
  if (count > 0 && !(await deliver(run, signal, payload))) return false;
  report.spans += count;
  return true;
}

const isObjection = ({ decision }: StoredEvent) => ['deny', 'block', 'ask'].includes(decision);

async function deliver(
  { settings, report, options }: Run,
  signal: Signal,
  payload: unknown,
): Promise<boolean> {
  report.requests++;
  const delivery = await send(settings, signal, payload, options.stop);
  if (delivery === tooLarge) return false;
  const { rejected, message, bytes } = delivery;
  report.bytes += bytes;
  report.rejected += rejected;
  if (rejected > 0 || message)
    report.warnings.push(
      `The collector did not take ${rejected} of the ${signal} it was sent${message ? `: ${message}` : ''}`,
    );
  return true;
}
