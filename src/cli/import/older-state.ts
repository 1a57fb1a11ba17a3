// Imports more state of older hook systems: their worktrees, updates and autonomous sessions. Their files are only
// read. Updates and autonomous sessions become entries of the log and grant nothing.

import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObject } from '../../core/json.ts';
import { shortHash } from '../../facts/content.ts';
import type { ProjectPlace } from '../../facts/project.ts';
import { listWorktrees, repositoryAt, writeOrigin } from '../../facts/worktrees/worktree.ts';
import { insertEventRow } from '../../store/db/events.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import { clientHome } from '../../system/home.ts';
import type { Imported } from './continuity.ts';
import { readJson, timeOf } from './older-files.ts';

interface Job {
  db: Database;
  place: ProjectPlace;
  env: Env;
  now: number;
  dry: boolean;
}

export function olderState(job: Job): Imported[] {
  const user = clientHome(job.env);
  const states = [
    join(job.place.root, '.claude', 'autonomous-state.json'),
    join(user, 'autonomous-state.json'),
  ];
  return [
    ...worktrees(job, join(user, 'worktree-state.json')),
    ...updates(job, join(user, 'toolkit-update-state.json')),
    ...[...new Set(states)].flatMap((file) => autonomy(job, file)),
  ];
}

/** Makes `pawl worktree` treat them as its own; the worktrees themselves do not change. */
function worktrees({ dry, now }: Job, from: string): Imported[] {
  const known = readJson(from)?.worktrees;
  if (!isObject(known)) return [];
  const entries = Object.entries(known);
  const imported: Imported = { what: 'worktrees', from, found: entries.length, added: 0, left_out: [] };
  for (const [name, entry] of entries) {
    const { path, created_at } = isObject(entry) ? entry : {};
    // The old file has "." as the main repository by mistake, so git is asked in the worktree.
    const repository =
      typeof path === 'string' && existsSync(path) ? attempt(() => repositoryAt(path)) : undefined;
    const worktree = repository && listWorktrees(repository).find((known) => known.path === path);
    if (!worktree) imported.left_out.push(`${name} no longer exists`);
    else if (!worktree.origin) {
      if (!dry) writeOrigin(worktree.gitDir, { created_at: timeOf(created_at) ?? now });
      imported.added++;
    }
  }
  return [imported];
}

function updates(job: Job, from: string): Imported[] {
  const state = readJson(from);
  if (!state) return [];
  const history = Array.isArray(state.update_history) ? state.update_history.filter(isObject) : [];
  const checked = { timestamp: state.last_check_timestamp, result: state.last_check_result };
  const all = [...history, ...(state.last_check_timestamp ? [checked] : [])];
  const added = all.filter((entry) =>
    addLogEntry(job, from, 'update', JSON.stringify(entry), timeOf(entry.timestamp)),
  );
  return [{ what: 'updates', from, found: all.length, added: added.length, left_out: [] }];
}

function autonomy(job: Job, from: string): Imported[] {
  const state = readJson(from);
  if (!state) return [];
  const { mode, iteration, started_at, last_activity_at } = state;
  const label = `autonomous ${mode ?? 'unknown'} mode, iteration ${iteration ?? '?'}, since ${started_at ?? 'unknown'}`;
  const added = addLogEntry(job, from, 'autonomous state', label, timeOf(last_activity_at ?? started_at));
  return [
    {
      what: 'autonomy',
      from,
      found: 1,
      added: added ? 1 : 0,
      left_out: ['recorded in the log only; to let a session work on its own, use `pawl grant`'],
    },
  ];
}

/** Adds an entry to the log, unless it is there already. */
function addLogEntry({ db, place, now }: Job, from: string, kind: string, text: string, at = now): boolean {
  return insertEventRow(db, {
    uid: `import-${shortHash(`${from} ${kind} ${text}`)}`,
    at,
    event: 'pawl:import',
    session_id: '',
    project: place.root,
    repository: place.repository,
    cwd: place.root,
    decision: 'pass',
    ms: 0,
    label: `${basename(from)}: ${text}`.slice(0, 200),
  });
}
