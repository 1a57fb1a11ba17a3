// Which worktrees are left over: nobody works in them, nobody did for a while, and nothing would be lost.
import type { Session } from '../../domain/sessions/session.ts';
import { look } from '../../facts/worktrees/git.ts';
import { type Judged, judge } from '../../facts/worktrees/verdict.ts';
import { isOurs, listWorktrees, type Repository } from '../../facts/worktrees/worktree.ts';
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
  /** Unsaved work goes to a branch and the worktree goes too. */
  save: boolean;
  /** Nobody is there to look: what git ignores and nothing makes again (`.env`, a local database) keeps its worktree. */
  unattended?: boolean;
}

/** Ignored, and made again by a build or an install. */
const rebuildable =
  /(^|\/)(node_modules|bower_components|vendor|dist|build|out|target|bin|obj|coverage|\.?venv|__pycache__|\.next|\.nuxt|\.svelte-kit|\.turbo|\.cache|\.parcel-cache|\.gradle|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox)\/|(\.(pyc|pyo|o|a|so|class|log|tmp|tsbuildinfo|swp)|\.DS_Store|Thumbs\.db)$/;

function precious(path: string): string | undefined {
  const names = look(path, ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']);
  return names?.split('\0').find((name) => name !== '' && !rebuildable.test(name));
}

function decide(judged: Judged, { idle_ms, now, save }: Limits): Decision {
  const { name, path, active_at, safe, busy, operation, holds, why, missing } = judged;
  const idle = now - active_at;
  const hours = (ms: number) => `${Math.round(ms / 360_000) / 10} h`;
  const say = (remove: boolean, because: string) => ({ name, path, remove, why: because });
  if (!isOurs(judged)) return say(false, 'not in .claude/worktrees, so it is a person’s');
  if (busy) return say(false, busy);
  if (!missing && idle < idle_ms) return say(false, `used ${hours(idle)} ago, less than ${hours(idle_ms)}`);
  if (safe) return say(true, `idle for ${hours(idle)}; ${why}`);
  return save && !operation && !holds ? say(true, `${why}; saved to a branch first`) : say(false, why);
}

/** One after the other: two that hold the same commits are each safe only while the other is there. */
export function collect(
  repository: Repository,
  sessions: readonly Session[],
  limits: Limits,
  dry: boolean,
): Decision[] {
  const gone = new Set<string>();
  return listWorktrees(repository).map((one) => {
    const judged = judge(one, repository, sessions, gone);
    const decision = decide(judged, limits);
    if (!decision.remove) return decision;
    const kept = limits.unattended && !judged.missing ? precious(one.path) : undefined;
    if (kept) return { ...decision, remove: false, why: `it holds ${kept}, which git ignores` };
    if (judged.branch) gone.add(judged.branch);
    if (dry) return decision;
    const removed = attempt(() => remove(repository, judged, limits.save));
    return removed
      ? { ...decision, removed }
      : { ...decision, remove: false, why: 'git would not remove it' };
  });
}
