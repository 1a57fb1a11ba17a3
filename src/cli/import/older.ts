// State that older hook systems left: worktrees they made, updates they did, sessions they let work alone. Only read;
// the last two become history, and give nothing.

import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { JsonObject } from '../../core/json.ts';
import { hashText } from '../../facts/content.ts';
import type { ProjectPlace } from '../../facts/project.ts';
import { listWorktrees, repositoryAt, writeBirth } from '../../facts/worktrees/worktree.ts';
import { insertEventRow } from '../../store/db/events.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import { readText } from '../../system/files.ts';
import { clientHome } from '../../system/home.ts';

export interface Older {
  what: 'worktrees' | 'updates' | 'autonomy';
  from: string;
  found: number;
  added: number;
  left: string[];
}

interface Job {
  db: Database;
  place: ProjectPlace;
  env: Env;
  now: number;
  dry: boolean;
}

export function olderState(job: Job): Older[] {
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

const read = (file: string) => attempt(() => JSON.parse(readText(file) ?? '') as JsonObject);

/** From now on `pawl worktree` knows them; where they are and what is in them stays as it is. */
function worktrees({ dry, now }: Job, from: string): Older[] {
  const known = read(from)?.worktrees;
  if (typeof known !== 'object' || known === null) return [];
  const entries = Object.entries(known as Record<string, JsonObject>);
  const taken: Older = { what: 'worktrees', from, found: entries.length, added: 0, left: [] };
  for (const [name, { path, created_at }] of entries) {
    // The main repository was written down as "." by mistake, so the worktree itself is asked.
    const repository =
      typeof path === 'string' && existsSync(path) ? attempt(() => repositoryAt(path)) : undefined;
    const one = repository && listWorktrees(repository).find((each) => each.path === path);
    if (!one) taken.left.push(`${name} is gone`);
    else if (!one.birth) {
      if (!dry) writeBirth(one.gitDir, { created_at: timeOf(created_at) ?? now });
      taken.added++;
    }
  }
  return [taken];
}

/** They wrote the offset twice. */
function timeOf(text: unknown): number | undefined {
  const at = Date.parse(String(text).replace(/\+00:00Z$/, 'Z'));
  return Number.isNaN(at) ? undefined : at;
}

function updates(job: Job, from: string): Older[] {
  const state = read(from);
  if (!state) return [];
  const history = Array.isArray(state.update_history) ? (state.update_history as JsonObject[]) : [];
  const checked = { timestamp: state.last_check_timestamp, result: state.last_check_result };
  const all = [...history, ...(state.last_check_timestamp ? [checked] : [])];
  const added = all.filter((one) =>
    remember(job, from, 'update', JSON.stringify(one), timeOf(one.timestamp)),
  );
  return [{ what: 'updates', from, found: all.length, added: added.length, left: [] }];
}

function autonomy(job: Job, from: string): Older[] {
  const state = read(from);
  if (!state) return [];
  const { mode, iteration, started_at, last_activity_at } = state;
  const label = `worked alone in ${mode ?? 'unknown'} mode, round ${iteration ?? '?'}, since ${started_at ?? 'unknown'}`;
  const added = remember(job, from, 'autonomous state', label, timeOf(last_activity_at ?? started_at));
  return [
    {
      what: 'autonomy',
      from,
      found: 1,
      added: added ? 1 : 0,
      left: ['it is history only: `pawl grant` lets a session work alone'],
    },
  ];
}

/** A row in the log, once. */
function remember({ db, place, now }: Job, from: string, what: string, text: string, at = now): boolean {
  return insertEventRow(db, {
    uid: `import-${hashText(`${from} ${what} ${text}`)}`,
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
