// Removes worktrees that are not in use, have been idle for a while, and hold nothing that would be lost.
import type { Session } from '../../domain/sessions/session.ts';
import { readGit } from '../../facts/worktrees/git.ts';
import { type JudgedWorktree, judgeWorktree } from '../../facts/worktrees/judge.ts';
import { isCreatedByClientOrPawl, listWorktrees, type Repository } from '../../facts/worktrees/worktree.ts';
import { attempt } from '../../system/attempt.ts';
import { type Removed, remove } from './remove.ts';

export interface Decision {
  name: string;
  path: string;
  remove: boolean;
  why: string;
  removed?: Removed;
}

export interface Limits {
  idle_ms: number;
  now: number;
  /** Save unmerged work to a branch, and remove the worktree then. */
  save: boolean;
  /**
   * Keep a worktree with ignored files that can't be rebuilt (`.env`, a local database). Set where no person is asked.
   */
  keepIrreplaceable?: boolean;
}

/** Ignored files that a build or an install creates again. */
const rebuildable =
  /(^|\/)(node_modules|bower_components|vendor|dist|build|out|target|bin|obj|coverage|\.?venv|__pycache__|\.next|\.nuxt|\.svelte-kit|\.turbo|\.cache|\.parcel-cache|\.gradle|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox)\/|(\.(pyc|pyo|o|a|so|class|log|tmp|tsbuildinfo|swp)|\.DS_Store|Thumbs\.db)$/;

/** The first ignored file that can't be rebuilt. */
function irreplaceableFile(path: string): string | undefined {
  const names = readGit(path, [
    'ls-files',
    '--others',
    '--ignored',
    '--exclude-standard',
    '--directory',
    '-z',
  ]);
  return names?.split('\0').find((name) => name !== '' && !rebuildable.test(name));
}

function decide(judged: JudgedWorktree, { idle_ms, now, save }: Limits): Decision {
  const { name, path, active_at, safe, busy, operation, holds, why, missing } = judged;
  const idle = now - active_at;
  const hours = (ms: number) => `${Math.round(ms / 360_000) / 10} h`;
  const decision = (remove: boolean, because: string) => ({ name, path, remove, why: because });
  if (!isCreatedByClientOrPawl(judged))
    return decision(false, 'it is outside .claude/worktrees, so a person created it');
  if (busy) return decision(false, busy);
  if (!missing && idle < idle_ms)
    return decision(false, `used ${hours(idle)} ago, less than ${hours(idle_ms)}`);
  if (safe) return decision(true, `idle for ${hours(idle)}; ${why}`);
  return save && !operation && !holds
    ? decision(true, `${why}; saved to a branch first`)
    : decision(false, why);
}

/** Judges one at a time: of two worktrees with the same commits, each is safe to remove only while the other exists. */
export function collect(
  repository: Repository,
  sessions: readonly Session[],
  limits: Limits,
  dry: boolean,
): Decision[] {
  const gone = new Set<string>();
  return listWorktrees(repository).map((worktree) => {
    const judged = judgeWorktree(worktree, repository, sessions, gone);
    const decision = decide(judged, limits);
    if (!decision.remove) return decision;
    const kept = limits.keepIrreplaceable && !judged.missing ? irreplaceableFile(worktree.path) : undefined;
    if (kept)
      return {
        ...decision,
        remove: false,
        why: `it holds ${kept}, which git ignores and nothing can rebuild`,
      };
    if (judged.branch) gone.add(judged.branch);
    if (dry) return decision;
    const removed = attempt(() => remove(repository, judged, limits.save));
    return removed
      ? { ...decision, removed }
      : { ...decision, remove: false, why: 'git could not remove it' };
  });
}
