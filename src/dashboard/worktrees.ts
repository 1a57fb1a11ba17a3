// Worktrees of every repository that sessions worked in, and whether each may go.
import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { judgeWorktree, liveSessions } from '../facts/worktrees/judge.ts';
import { listWorktrees, type Repository, repositoryAt } from '../facts/worktrees/worktree.ts';
import { knownRepositories } from '../store/db/session-page.ts';
import { attempt } from '../system/attempt.ts';
import type { WorktreeShown } from './shapes.ts';

/** Git is asked many things; a page that refreshes itself asks for the same answer again and again. */
const fresh = 5_000;
let kept: { at: number; rows: WorktreeShown[] } | undefined;

export function worktrees(db: Database, now: number): WorktreeShown[] {
  if (kept && now - kept.at < fresh) return kept.rows;
  const sessions = liveSessions(db);
  const found = knownRepositories(db).filter((path) => existsSync(path));
  const repositories = found.flatMap((path) => attempt(() => repositoryAt(path)) ?? []);
  const rows = repositories.flatMap((repository) => attempt(() => of(repository, sessions)) ?? []);
  kept = { at: now, rows };
  return rows;
}

function of(repository: Repository, sessions: ReturnType<typeof liveSessions>): WorktreeShown[] {
  return listWorktrees(repository).map((worktree) => {
    const { name, path, branch, session_id, active_at, safe, why } = judgeWorktree(
      worktree,
      repository,
      sessions,
    );
    return {
      repository: repository.root,
      name,
      path,
      branch: branch ?? '(no branch)',
      session_id: session_id ?? '',
      active_at,
      safe,
      why,
    };
  });
}
