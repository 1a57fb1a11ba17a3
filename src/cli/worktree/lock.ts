// Allows only one change of a repository's worktrees at a time, because git fails on half-created entries.
import { join } from 'node:path';
import type { Repository } from '../../facts/worktrees/worktree.ts';
import { acquireLock } from '../../system/lock.ts';

export function withWorktreeLock<T>({ common }: Repository, work: () => T): T {
  const lock = join(common, 'pawl-worktrees.lock');
  const busy = `Another process holds ${lock}. Wait until it ends, or remove that folder if none is running.`;
  const release = acquireLock(lock, { wait: 30_000, busy });
  try {
    return work();
  } finally {
    release();
  }
}
