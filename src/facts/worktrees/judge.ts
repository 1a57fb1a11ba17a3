// Decides whether a worktree can be removed: whether it is in use, how long it has been idle, and what would be lost.

import type { Database } from 'bun:sqlite';
import { plural } from '../../core/text.ts';
import type { Session } from '../../domain/sessions/session.ts';
import { listSessions } from '../../store/db/sessions.ts';
import { attempt } from '../../system/attempt.ts';
import { isInside } from '../../system/path.ts';
import { isStillRunning } from '../../system/process.ts';
import { isAlive } from '../identity.ts';
import { findUnsavedWork, type UnsavedWork } from './unsaved-work.ts';
import { lastActivity, type Repository, type Worktree } from './worktree.ts';

export interface JudgedWorktree extends Worktree, UnsavedWork {
  /** The session that created it or works in it. */
  session_id: string | undefined;
  /** Why it counts as in use; undefined if it is not. */
  busy: string | undefined;
  active_at: number;
  /** True if nothing would be lost and nobody works in it. */
  safe: boolean;
  why: string;
}

const noBranches: ReadonlySet<string> = new Set();

export function judgeWorktree(
  worktree: Worktree,
  repository: Repository,
  sessions: readonly Session[],
  branchesToDelete = noBranches,
): JudgedWorktree {
  const sessionsInside = sessions.filter(
    (session) => isInside(session.cwd, worktree.path) || session.project === worktree.path,
  );
  const owner = sessions.find((session) => session.session_id === worktree.origin?.session_id);
  const unsaved = findUnsavedWork(worktree, repository, branchesToDelete);
  const busy = whyBusy(worktree, sessionsInside, owner);
  const lost = whyUnsafe(worktree, unsaved);
  return {
    ...worktree,
    ...unsaved,
    session_id: worktree.origin?.session_id ?? sessionsInside[0]?.session_id,
    busy,
    active_at: Math.max(lastActivity(worktree), ...sessionsInside.map((session) => session.last_seen_at)),
    safe: !busy && !lost,
    why: busy ?? lost ?? `nothing would be lost: ${unsaved.merged}`,
  };
}

/** Sessions that are still running; empty if the store can't be read. */
export function liveSessions(db: Database | undefined): Session[] {
  if (!db) return [];
  return (attempt(() => listSessions(db, { open: true })) ?? []).filter(
    (session) => isAlive(session) !== false,
  );
}

function whyBusy(worktree: Worktree, sessionsInside: readonly Session[], owner: Session | undefined) {
  const { lock } = worktree;
  if (lock !== undefined && !isStaleLock(lock)) return `locked${lock ? `: ${lock}` : ''}`;
  const session = sessionsInside[0] ?? owner;
  return session && `session ${session.session_id.slice(0, 8)} is at work`;
}

/** The client locks a worktree it uses, with its process id. Any other lock was set by a person. */
export function isStaleLock(lock: string): boolean {
  const [, pid, started] = /\(pid (\d+) start (\S+)\)\s*$/.exec(lock) ?? [];
  return pid !== undefined && started !== undefined && !isStillRunning(Number(pid), started);
}

function whyUnsafe(
  { missing }: Worktree,
  { dirty, operation, holds, merged, ahead }: UnsavedWork,
): string | undefined {
  if (operation) return `a ${operation} is unfinished`;
  if (holds) return `it holds ${holds}`;
  if (dirty.length > 0) return `${plural(dirty.length, 'file')} not committed: ${firstFew(dirty)}`;
  if (!merged)
    return `${plural(ahead, 'commit')} on no other branch${missing ? ', and its folder is gone' : ''}`;
  return undefined;
}

function firstFew(files: readonly string[]): string {
  return files.slice(0, 3).join(', ') + (files.length > 3 ? ` and ${files.length - 3} more` : '');
}
