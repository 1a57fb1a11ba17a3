// The daily work of `pawl gc --daily`, in the background: checks for a newer version, removes worktrees that are not in
// use, checks the hooks, and prepares memories for recall. It prints nothing; notices are shown when the next session starts.

import { existsSync } from 'node:fs';
import { readUserLayer } from '../../config/user-layer.ts';
import type { Session } from '../../domain/sessions/session.ts';
import { findPlace } from '../../facts/project.ts';
import { liveSessions } from '../../facts/worktrees/judge.ts';
import { listWorktrees, repositoryAt } from '../../facts/worktrees/worktree.ts';
import { allPolicies } from '../../policies/registry.ts';
import { makeMissingVectors } from '../../store/db/memory-vectors.ts';
import { openStore } from '../../store/db/open.ts';
import { listSessions } from '../../store/db/sessions.ts';
import { markExporting } from '../../store/files/export-mark.ts';
import { type Notice, saveNotices } from '../../store/files/notices.ts';
import { readSource, readUpdate, type UpdateState } from '../../store/files/update-state.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import type { Home } from '../../system/home.ts';
import { examine } from '../doctor/examine.ts';
import { collect, type Decision } from '../worktree/gc.ts';
import { withWorktreeLock } from '../worktree/lock.ts';
import { checkForUpdate, isDue, type UpdateMode } from './update.ts';

type NewNotice = Pick<Notice, 'key' | 'text'>;

export async function daily(home: Home, directory: string, env: Env, now: number): Promise<NewNotice[]> {
  attempt(() => markExporting(home, exportsInBackground(home)));
  const found = [
    ...(attempt(() => updateNotices(home, env, now)) ?? []),
    ...(attempt(() => removeUnusedWorktrees(home, directory, now)) ?? []),
    ...(await checkHooks(home, directory, env).catch(() => [])),
  ];
  saveNotices(home, found, now);
  // Last, because thousands of lessons take minutes.
  attempt(() => makeMissingVectors(openStore(home)));
  return found;
}

/** Read from the user's own config only; a project can't change it. */
export function updateMode(home: Home, env: Env): UpdateMode {
  if (/^(false|0|off|no)$/i.test(env.PAWL_AUTO_UPDATE ?? '')) return 'off';
  return ownConfig(home)?.update ?? 'check';
}

const ownConfig = (home: Home) => readUserLayer(home, allPolicies)?.value;

/** True if the config names a collector and does not switch background exports off. */
function exportsInBackground(home: Home): boolean {
  const otlp = ownConfig(home)?.export?.otlp;
  return otlp !== undefined && otlp.background !== false;
}

function updateNotices(home: Home, env: Env, now: number): NewNotice[] {
  const mode = updateMode(home, env);
  if (mode === 'off') return [];
  // Between two checks the last result is used: a notice that disappears and comes back would be shown twice.
  const state = isDue(home, now) ? checkForUpdate(home, mode, now) : readUpdate(home);
  return state && state.remote !== installedVersion(home) ? noticeOf(state) : [];
}

function installedVersion(home: Home): string | undefined {
  const source = readSource(home);
  return source && ('commit' in source ? source.commit : source.version);
}

function noticeOf({ result, remote = '', behind, kept, registration_changed }: UpdateState): NewNotice[] {
  const key = `update:${result}:${remote}`;
  const registration = registration_changed ? ', which changes the registered events' : '';
  const version = behind
    ? `${remote.slice(0, 8)}, ${behind} ${behind === 1 ? 'commit' : 'commits'}${registration}`
    : remote;
  if (result === 'newer')
    return [
      {
        key,
        text: `Run \`pawl update\`: there is a newer version of Pawl (${version})${kept ? `. It was not applied automatically because ${kept}` : ''}.`,
      },
    ];
  if (result === 'diverged')
    return [
      {
        key,
        text: 'Pawl can’t be updated automatically, because its checkout and the remote branch have diverged. Run `pawl update` for details.',
      },
    ];
  return [];
}

/** Removes worktrees that were idle for a day and hold nothing, in every repository with recent sessions. */
function removeUnusedWorktrees(home: Home, directory: string, now: number): NewNotice[] {
  const db = attempt(() => openStore(home));
  const known = db
    ? (attempt(() => listSessions(db, { limit: 200 })) ?? []).map((session) => session.repository)
    : [];
  const sessions = liveSessions(db);
  const places = [...new Set([findPlace(directory).repository, ...known])].filter((path) => existsSync(path));
  const removed = places.flatMap((path) => attempt(() => collectIn(path, sessions, now)) ?? []);
  if (removed.length === 0) return [];
  const names = removed.map((worktree) => worktree.name).join(', ');
  return [
    {
      key: `worktrees:${now}`,
      text: `Removed worktrees that were idle for a day and held no unmerged work: ${names}.`,
    },
  ];
}

function collectIn(directory: string, sessions: readonly Session[], now: number): Decision[] {
  const repository = repositoryAt(directory);
  if (!repository || listWorktrees(repository).length === 0) return [];
  const limits = { idle_ms: 86_400_000, now, save: false, keepIrreplaceable: true };
  const decisions = withWorktreeLock(repository, () => collect(repository, sessions, limits, false));
  return decisions.filter((decision) => decision.removed);
}

/** Reports errors, and hooks that run twice. */
async function checkHooks(home: Home, directory: string, env: Env): Promise<NewNotice[]> {
  const { findings } = await examine(home, directory, env, undefined, true);
  const serious = findings.filter(
    ({ severity, code }) => severity === 'error' || code.startsWith('duplicate'),
  );
  return serious.map(({ code, file = '', event = '', what }) => ({
    key: `doctor:${code}:${file}:${event}`,
    text: `${file ? `${file}: ` : ''}${what}. Run \`pawl doctor\` to see how to fix it.`,
  }));
}
