// May a worktree go? Who works in it, since when nobody does, and what would be lost.

import type { Database } from 'bun:sqlite';
import { plural } from '../../core/text.ts';
import type { Session } from '../../domain/sessions/session.ts';
import { listSessions } from '../../store/db/sessions.ts';
import { attempt } from '../../system/attempt.ts';
import { isStillRunning } from '../../system/process.ts';
import { isAlive } from '../identity.ts';
import { type Kept, keptOf } from './kept.ts';
import { type Repository, touchedAt, type Worktree } from './worktree.ts';

export interface Judged extends Worktree, Kept {
  /** The session it belongs to. */
  session_id: string | undefined;
  /** Somebody is at work in it, and how we know. */
  busy: string | undefined;
  active_at: number;
  /** Nothing would be lost, and nobody is at work. */
  safe: boolean;
  why: string;
}

const none: ReadonlySet<string> = new Set();

export function judge(
  worktree: Worktree,
  repository: Repository,
  sessions: readonly Session[],
  gone = none,
): Judged {
  const here = sessions.filter((one) => isInside(one.cwd, worktree.path) || one.project === worktree.path);
  const owner = sessions.find((one) => one.session_id === worktree.birth?.session_id);
  const kept = keptOf(worktree, repository, gone);
  const busy = whoIsBusy(worktree, here, owner);
  const lost = whatIsLost(worktree, kept);
  return {
    ...worktree,
    ...kept,
    session_id: worktree.birth?.session_id ?? here[0]?.session_id,
    busy,
    active_at: Math.max(touchedAt(worktree), ...here.map((one) => one.last_seen_at)),
    safe: !busy && !lost,
    why: busy ?? lost ?? `nothing would be lost: ${kept.merged}`,
  };
}

/** Open sessions of this repository; none if the store can't say. */
export function sessionsOf(db: Database | undefined): Session[] {
  if (!db) return [];
  return (attempt(() => listSessions(db, { open: true })) ?? []).filter((one) => isAlive(one) !== false);
}

function whoIsBusy(worktree: Worktree, here: readonly Session[], owner: Session | undefined) {
  const { lock } = worktree;
  if (lock !== undefined && !isStaleLock(lock)) return `locked${lock ? `: ${lock}` : ''}`;
  const session = here[0] ?? owner;
  return session && `session ${session.session_id.slice(0, 8)} is at work`;
}

/** The client locks what it works in, with its process. Other locks are a person's word. */
export function isStaleLock(lock: string): boolean {
  const [, pid, started] = /\(pid (\d+) start (\S+)\)\s*$/.exec(lock) ?? [];
  return pid !== undefined && started !== undefined && !isStillRunning(Number(pid), started);
}

function whatIsLost(
  { missing }: Worktree,
  { dirty, operation, holds, merged, ahead }: Kept,
): string | undefined {
  if (operation) return `a ${operation} is unfinished`;
  if (holds) return `it holds ${holds}`;
  if (dirty.length > 0) return `${plural(dirty.length, 'file')} not committed: ${some(dirty)}`;
  if (!merged)
    return `${plural(ahead, 'commit')} on no other branch${missing ? ', and its folder is gone' : ''}`;
  return undefined;
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function some(files: readonly string[]): string {
  return files.slice(0, 3).join(', ') + (files.length > 3 ? ` and ${files.length - 3} more` : '');
}
