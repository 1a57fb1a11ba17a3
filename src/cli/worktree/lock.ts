// One change of a repository's worktrees at a time: git itself fails on entries that are half made.
import { join } from 'node:path';
import type { Repository } from '../../facts/worktrees/worktree.ts';
import { acquireLock } from '../../system/lock.ts';

export function exclusively<T>({ common }: Repository, work: () => T): T {
  const lock = join(common, 'pawl-worktrees.lock');
  const busy = `Another process holds ${lock}. Wait, or remove it if there is none.`;
  const release = acquireLock(lock, { wait: 30_000, busy });
  try {
    return work();
  } finally {
    release();
  }
}
