// What is due once a day, in the background: a newer version, worktrees that are left over, hooks that are broken.
// It speaks to nobody; what a person should know waits for the next session.

import { existsSync } from 'node:fs';
import { loadConfig } from '../../config/load.ts';
import type { Session } from '../../domain/sessions/session.ts';
import { findPlace } from '../../facts/project.ts';
import { sessionsOf } from '../../facts/worktrees/verdict.ts';
import { listWorktrees, repositoryAt } from '../../facts/worktrees/worktree.ts';
import { allPolicies } from '../../policies/registry.ts';
import { openStore } from '../../store/db/open.ts';
import { listSessions } from '../../store/db/sessions.ts';
import { type Notice, saveNotices } from '../../store/files/notices.ts';
import { readSource, readUpdate, type UpdateState } from '../../store/files/update-state.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import type { Home } from '../../system/home.ts';
import { examine } from '../doctor/examine.ts';
import { nowhere } from '../init/needed.ts';
import { collect, type Decision } from '../worktree/gc.ts';
import { exclusively } from '../worktree/lock.ts';
import { isDue, type Mode, update } from './update.ts';

type Found = Pick<Notice, 'key' | 'text'>;

export async function daily(home: Home, directory: string, env: Env, now: number): Promise<Found[]> {
  const found = [
    ...(attempt(() => newer(home, env, now)) ?? []),
    ...(attempt(() => leftOver(home, directory, now)) ?? []),
    ...(await broken(home, directory, env).catch(() => [])),
  ];
  saveNotices(home, found, now);
  return found;
}

/** What the person's own config says; a project has no say in it. */
export function updateMode(home: Home, env: Env): Mode {
  if (/^(false|0|off|no)$/i.test(env.PAWL_AUTO_UPDATE ?? '')) return 'off';
  const user = loadConfig(home, nowhere(home), allPolicies).layers.find((layer) => layer.name === 'user');
  return user?.value.update ?? 'check';
}

function newer(home: Home, env: Env, now: number): Found[] {
  const mode = updateMode(home, env);
  if (mode === 'off') return [];
  // Between two checks the last one still holds: a notice that went and came back would be told twice.
  const state = isDue(home, now) ? update(home, mode, now) : readUpdate(home);
  return state && state.remote !== readSource(home)?.commit ? noticeOf(state) : [];
}

function noticeOf({ result, remote = '', behind, kept, registration_changed }: UpdateState): Found[] {
  const key = `update:${result}:${remote}`;
  const registration = registration_changed ? ', and it registers other events' : '';
  if (result === 'newer')
    return [
      {
        key,
        text: `A newer Pawl is there (${remote.slice(0, 8)}, ${behind} ${behind === 1 ? 'commit' : 'commits'}${registration}). \`pawl update apply\` takes it${kept ? `; it was not taken because ${kept}` : ''}.`,
      },
    ];
  if (result === 'diverged')
    return [
      {
        key,
        text: 'Pawl’s checkout and its remote have diverged; nothing was changed. `pawl update` says more.',
      },
    ];
  return [];
}

/** Nobody has used them for a day, and nothing would be lost. In every repository that sessions worked in lately. */
function leftOver(home: Home, directory: string, now: number): Found[] {
  const db = attempt(() => openStore(home));
  const known = db
    ? (attempt(() => listSessions(db, { limit: 200 })) ?? []).map((one) => one.repository)
    : [];
  const sessions = sessionsOf(db);
  const places = [...new Set([findPlace(directory).repository, ...known])].filter((path) => existsSync(path));
  const gone = places.flatMap((path) => attempt(() => collectIn(path, sessions, now)) ?? []);
  if (gone.length === 0) return [];
  const names = gone.map((one) => one.name).join(', ');
  return [
    {
      key: `worktrees:${now}`,
      text: `Worktrees that nobody used and that held nothing were removed: ${names}.`,
    },
  ];
}

function collectIn(directory: string, sessions: readonly Session[], now: number): Decision[] {
  const repository = repositoryAt(directory);
  if (!repository || listWorktrees(repository).length === 0) return [];
  const limits = { idle_ms: 86_400_000, now, save: false, unattended: true };
  const decisions = exclusively(repository, () => collect(repository, sessions, limits, false));
  return decisions.filter((one) => one.removed);
}

/** Errors, and hooks that run twice. */
async function broken(home: Home, directory: string, env: Env): Promise<Found[]> {
  const { findings } = await examine(home, directory, env, undefined, true);
  const serious = findings.filter(
    ({ severity, code }) => severity === 'error' || code.startsWith('duplicate'),
  );
  return serious.map(({ code, file = '', event = '', what }) => ({
    key: `doctor:${code}:${file}:${event}`,
    text: `${file ? `${file}: ` : ''}${what}. \`pawl doctor\` says how to mend it.`,
  }));
}
