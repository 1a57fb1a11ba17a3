// Finds rows and files past their retention, for `pawl gc`. Finding and removing are separate, so that a dry run lists
// exactly what would be removed. Safe beside running hooks: no hook reads what is removed, and no transaction is long.
import type { Database } from 'bun:sqlite';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { attempt } from '../system/attempt.ts';
import type { Home } from '../system/home.ts';
import { countEvents, deleteEvents } from './db/events.ts';
import { readExports } from './db/exports.ts';
import { dropSpoolFile, ingest, ingestedSpoolFiles } from './db/ingest.ts';
import { dropStaleMemories } from './db/memory.ts';
import { deleteMessages } from './db/messages.ts';
import { countNewEvents, deleteMetrics } from './db/metrics.ts';
import { dropStaleState } from './db/policy-state.ts';
import { deleteSessions } from './db/sessions.ts';
import { dropStaleTasks } from './db/tasks.ts';
import { dropStaleWork } from './db/work.ts';
import { deleteWorkers } from './db/workers.ts';
import { isExporting } from './files/export-mark.ts';
import { endGrant, listGrants, maxGrantMs } from './files/grants.ts';
import { endPause, listAllowOnce, readPauses } from './files/overrides.ts';
import { isInTeam, readSyncState } from './files/team-state.ts';

/** Expired rows or files of one kind. */
export interface Leftover {
  kind: string;
  count: number;
  bytes: number;
  remove(): void;
}

const day = 86_400_000;

/** Folders of short-lived files, and the time after its last change at which an entry is removed. */
const folders: [kind: string, path: (home: Home) => string, age: number][] = [
  ['told', (home) => join(home.run, 'told'), 30 * day],
  ['pending', (home) => join(home.run, 'pending'), 7 * day],
  ['live', (home) => join(home.run, 'live'), 7 * day],
  ['context', (home) => join(home.run, 'context'), 7 * day],
  ['settings', (home) => join(home.run, 'settings'), 30 * day],
  ['own', (home) => join(home.decisions, 'own'), 30 * day],
  ['session', (home) => join(home.run, 'session'), 30 * day],
  ['mail', (home) => join(home.run, 'mail'), 30 * day],
  ['recall', (home) => join(home.run, 'recall'), 7 * day],
  // Marks that a row exists: written once and never touched again, so they are kept longer than the row.
  ['workflow', (home) => join(home.run, 'workflow'), 365 * day],
  ['handoff', (home) => join(home.run, 'handoff'), 365 * day],
];

/** A log larger than this many bytes is rotated. */
const maxLogSize = 5_000_000;

/** The limits of `retention` in the config. */
export interface RetentionLimits {
  events_days: number;
  memory_days: number;
  memory_per_project: number;
  tasks_days: number;
  metrics_days: number;
}

type DeleteOlder = (db: Database, before: number, limits: RetentionLimits) => number;

/** Rows beside the events: the limit for their age, and how they are deleted. */
const tables: [kind: string, days: keyof RetentionLimits, deleteOlder: DeleteOlder][] = [
  ['state', 'events_days', dropStaleState],
  ['sessions', 'events_days', deleteSessions],
  ['workers', 'events_days', deleteWorkers],
  ['messages', 'events_days', deleteMessages],
  ['work', 'events_days', dropStaleWork],
  ['tasks', 'tasks_days', dropStaleTasks],
  ['metrics', 'metrics_days', deleteMetrics],
  [
    'memories',
    'memory_days',
    (db, before, limits) => dropStaleMemories(db, before, limits.memory_per_project),
  ],
];

export function staleRows(db: Database, home: Home, limits: RetentionLimits, now: number): Leftover[] {
  ingest(db, home);
  // Events are counted into the metrics before they are deleted.
  countNewEvents(db);
  const before = (days: keyof RetentionLimits) => now - limits[days] * day;
  const rows = (kind: string, count: number, remove: () => void) => ({ kind, count, bytes: 0, remove });
  const others = tables.map(([kind, days, deleteOlder]) => {
    const work = () => deleteOlder(db, before(days), limits);
    return rows(kind, countByRollback(db, work), () => db.transaction(work).immediate());
  });
  const oldest = keepUnsent(db, home, before('events_days'), now);
  const events = rows('events', countEvents(db, oldest), () => deleteEvents(db, oldest));
  return [events, ...others, ingestedSpool(db, home, now)];
}

/** Days for which events wait for a team store or a collector that can't be reached. */
const unsentDays = 90;

function keepUnsent(db: Database, home: Home, before: number, now: number): number {
  const isUnsent = isTeamAway(home) || isCollectorAway(db, home);
  return isUnsent ? Math.min(before, now - unsentDays * day) : before;
}

function isTeamAway(home: Home): boolean {
  if (!isInTeam(home)) return false;
  const { last_ok, failing_since } = readSyncState(home);
  return failing_since !== undefined || last_ok === undefined;
}

const isCollectorAway = (db: Database, home: Home) =>
  isExporting(home) && readExports(db).some(({ failing_since }) => failing_since !== null);

/** Counts what `work` deletes by doing it in a transaction that is rolled back, so that the count can't be wrong. */
function countByRollback(db: Database, work: () => number): number {
  const rollback = new Error('rollback');
  let count = 0;
  const attempted = db.transaction(() => {
    count = work();
    throw rollback;
  });
  try {
    attempted.immediate();
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return count;
}

function ingestedSpool(db: Database, home: Home, now: number): Leftover {
  const spent = ingestedSpoolFiles(db, home, now);
  return {
    kind: 'spool',
    count: spent.length,
    bytes: sum(spent.map((name) => sizeOf(join(home.spool, name)))),
    remove: () => {
      for (const name of spent) attempt(() => dropSpoolFile(db, home, name));
    },
  };
}

/** `trusted` holds the names of the copies in `home.trusted` that are still trusted. */
export function staleFiles(home: Home, trusted: readonly string[], now: number): Leftover[] {
  return [
    ...folders.map(([kind, path, age]) => files(kind, olderThan(path(home), now - age))),
    files('allow_once', invalidAllowOnceFiles(home, now)),
    expiredGrants(home, now),
    files(
      'grant_requests',
      olderThan(join(home.decisions, 'grants'), now - day).filter((path) => path.endsWith('.request')),
    ),
    files(
      'ended_grants',
      olderThan(join(home.decisions, 'grants'), now - maxGrantMs).filter((path) => path.endsWith('.ended')),
    ),
    files('temporary', temporaryFiles(home, now - 3_600_000)),
    files(
      'trusted',
      olderThan(home.trusted, now - day).filter((path) => !trusted.includes(basename(path))),
    ),
    files(
      'logs',
      olderThan(home.dir, now - 30 * day).filter((path) => path.startsWith(`${home.log}.`)),
    ),
    pauses(home, now),
    rotation(home),
  ];
}

function files(kind: string, paths: readonly string[]): Leftover {
  return {
    kind,
    count: paths.length,
    bytes: sum(paths.map(sizeOf)),
    remove: () => {
      for (const path of paths) attempt(() => rmSync(path, { recursive: true, force: true }));
    },
  };
}

function invalidAllowOnceFiles(home: Home, now: number): string[] {
  const folder = join(home.decisions, 'allow-once');
  const valid = listAllowOnce(home, now).map(({ id }) => `${id}.json`);
  // A permission is a `.json` file, spared for a minute in case it is still being written. The other files are requests,
  // which are settled within ten minutes.
  return [
    ...olderThan(folder, now - 60_000).filter((path) => path.endsWith('.json')),
    ...olderThan(folder, now - 15 * 60_000),
  ].filter((path, index, all) => !valid.includes(basename(path)) && all.indexOf(path) === index);
}

/** Files that a killed process did not finish writing. */
function temporaryFiles(home: Home, before: number): string[] {
  const places = [home.dir, home.run, ...folders.map(([, path]) => path(home))];
  return places.flatMap((folder) => olderThan(folder, before).filter((path) => path.endsWith('.tmp')));
}

function pauses(home: Home, now: number): Leftover {
  const ended = readPauses(home, 0).filter((pause) => !(pause.until > now));
  return {
    kind: 'pauses',
    count: ended.length,
    bytes: 0,
    remove: () => {
      for (const { id } of ended) endPause(home, id);
    },
  };
}

/** The full log is renamed to `.1`, which is deleted a month later (`logs`). */
function rotation(home: Home): Leftover {
  const large = sizeOf(home.log) > maxLogSize;
  return {
    kind: 'rotated',
    count: large ? 1 : 0,
    bytes: 0,
    remove: () => large && attempt(() => renameSync(home.log, `${home.log}.1`)),
  };
}

function olderThan(folder: string, before: number): string[] {
  const names = attempt(() => readdirSync(folder)) ?? [];
  return names.map((name) => join(folder, name)).filter((path) => newest(path) < before);
}

/** When a file, or anything in a folder, was last changed. One that can't be read counts as new and stays. */
function newest(path: string): number {
  const stat = attempt(() => statSync(path));
  if (!stat) return Number.POSITIVE_INFINITY;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const below = (attempt(() => readdirSync(path)) ?? []).map((name) => newest(join(path, name)));
  return Math.max(stat.mtimeMs, ...below);
}

function sizeOf(path: string): number {
  return attempt(() => statSync(path).size) ?? 0;
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

/** Grants are kept for a day after their end, so that `pawl grants` can show that they have ended. */
function expiredGrants(home: Home, now: number): Leftover {
  const expired = listGrants(home).filter((grant) => grant.until < now - day);
  const remove = () => {
    for (const grant of expired) endGrant(home, grant, 'its time was up');
  };
  return { kind: 'grants', count: expired.length, bytes: 0, remove };
}
