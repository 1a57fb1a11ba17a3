// One synchronisation with the team store: sends what was recorded here, and receives what the team shares. Each step can
// be repeated, so it does not matter where the last one was cut off.
import type { Database } from 'bun:sqlite';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { TeamConfig } from '../config/load.ts';
import { ingest } from '../store/db/ingest.ts';
import { countNewEvents } from '../store/db/metrics.ts';
import { openStore } from '../store/db/open.ts';
import { forgetSent, reconsiderShared } from '../store/db/team.ts';
import {
  machineId,
  markInTeam,
  noteAttempt,
  readSyncState,
  type SyncState,
  writeSyncState,
} from '../store/files/team-state.ts';
import { makeFolder } from '../system/files.ts';
import type { Home } from '../system/home.ts';
import { acquireLock } from '../system/lock.ts';
import { type About, about, enrol, keep } from './postgres/calls.ts';
import type { Team } from './postgres/connect.ts';
import { TeamProblem } from './postgres/problem.ts';
import { fetchPublished } from './published.ts';
import { type Pulled, pullTeamMemories } from './pull.ts';
import { type Pushed, pushEvents, type SyncContext } from './push-events.ts';
import { pushChangedDays, pushChangedSessions, pushNewMemories, pushRetractions } from './push-rest.ts';
import { RepositoryNames } from './repository-name.ts';
import { openTeam, requireTeam } from './settings.ts';

export interface SyncResult extends Pushed {
  sessions: number;
  days: number;
  memories_sent: number;
  memories_received: number;
  retracted: number;
  /** True if the team has published another config. */
  config_received: boolean;
  /** Milliseconds by which the server's clock is ahead. */
  clock_ms: number;
  person: string;
}

export interface SyncOptions {
  /** Milliseconds after which no further batch is begun. */
  budget?: number;
  progress?: (done: number, all: number) => void;
  /** Ends the synchronisation after the current batch. */
  stop?: AbortSignal;
  /** Milliseconds to wait while another process synchronises. */
  wait?: number;
}

/** Undefined if another process is synchronising. */
export async function sync(home: Home, options: SyncOptions = {}): Promise<SyncResult | undefined> {
  const config = requireTeam(home);
  markInTeam(home, true);
  const release = lock(home, options.wait ?? 0);
  if (!release) return undefined;
  noteAttempt(home);
  let team: Team | undefined;
  try {
    team = await openTeam(home, config);
    const result = await exchange(home, config, team, options);
    noteSuccess(home, result);
    return result;
  } catch (error) {
    noteFailure(home, error);
    throw error;
  } finally {
    release();
    await team?.close();
  }
}

function lock(home: Home, wait: number): (() => void) | undefined {
  makeFolder(join(home.dir, 'team'));
  try {
    return acquireLock(join(home.dir, 'team', 'lock'), { wait, busy: 'busy' });
  } catch (error) {
    if ((error as Error).message === 'busy') return undefined;
    throw error;
  }
}

async function exchange(
  home: Home,
  config: TeamConfig,
  team: Team,
  { budget = Number.POSITIVE_INFINITY, progress = () => {}, stop }: SyncOptions,
): Promise<SyncResult> {
  const end = performance.now() + budget;
  const requestedAt = Date.now();
  const server = await about(team);
  const clock_ms = Math.round(server.at - (requestedAt + Date.now()) / 2);
  const db = openStore(home);
  try {
    ingest(db, home);
    countNewEvents(db);
    const machine = machineId(home);
    noteServer(home, db, config, server);
    const cursor = await enrol(team, machine, config.machine ?? hostname());
    const isShared = sharedBy(config.repositories);
    const names = new RepositoryNames(db);
    const isOver = () => performance.now() > end || stop?.aborted === true;
    const context: SyncContext = { team, db, config, machine, names, isShared, isOver, progress };
    // Sessions come before the long list of events, because people look at them.
    const sessions = await pushChangedSessions(context);
    const memory = await exchangeMemories(context);
    const days = await pushChangedDays(context);
    const pushed = await pushEvents(context, cursor);
    await keep(team);
    // Last, so that a published config that can't be applied does not hold up the rest.
    const config_received = await fetchPublished(home, team);
    return { ...pushed, sessions, days, ...memory, config_received, clock_ms, person: server.person };
  } finally {
    db.close();
  }
}

async function exchangeMemories(context: SyncContext) {
  if (context.config.memory === false) return { memories_sent: 0, memories_received: 0, retracted: 0 };
  const memories_sent = await pushNewMemories(context);
  await pushRetractions(context);
  const { memories, retracted }: Pulled = await pullTeamMemories(context);
  return { memories_sent, memories_received: memories, retracted };
}

/** Notes which server this is and what is shared with it. After a change of either, everything is compared again. */
function noteServer(home: Home, db: Database, config: TeamConfig, { generation, person, lead }: About): void {
  const before = readSyncState(home);
  const repositories = JSON.stringify(config.repositories ?? []);
  if (before.server !== generation) forgetSent(db);
  else if (before.repositories !== repositories) reconsiderShared(db);
  writeSyncState(home, { ...before, server: generation, person, lead, repositories });
}

function sharedBy(globs: readonly string[] = ['**']): (name: string) => boolean {
  const compiled = globs.map((glob) => new Bun.Glob(glob.toLowerCase()));
  return (name) => compiled.some((glob) => glob.match(name));
}

function noteSuccess(home: Home, { clock_ms, refused }: SyncResult): void {
  const { failing_since: _, problem: _p, kind: _k, ...state } = readSyncState(home);
  writeSyncState(home, {
    ...state,
    last_ok: Date.now(),
    clock: clock_ms,
    refused: (state.refused ?? 0) + refused,
  });
}

function noteFailure(home: Home, error: unknown): void {
  const before: SyncState = readSyncState(home);
  const kind = error instanceof TeamProblem ? error.kind : 'other';
  const problem = (error as Error).message;
  writeSyncState(home, { ...before, failing_since: before.failing_since ?? Date.now(), problem, kind });
}
