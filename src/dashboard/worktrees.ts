// The worktrees of every repository that sessions worked in, and whether each can be removed.
import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { judgeWorktree, liveSessions } from '../facts/worktrees/judge.ts';
import { listWorktrees, type Repository, repositoryAt } from '../facts/worktrees/worktree.ts';
import { recentRepositories } from '../store/db/session-page.ts';
import { sessionTitles } from '../store/db/session-titles.ts';
import { attempt } from '../system/attempt.ts';
import type { WorktreeShown } from './shapes.ts';

/** Cached for this long, because the page asks again with every change and each answer takes many git calls. */
const cacheMs = 5_000;
let cached: { at: number; rows: WorktreeShown[] } | undefined;

export function worktrees(db: Database, now: number): WorktreeShown[] {
  if (cached && now - cached.at < cacheMs) return cached.rows;
  const sessions = liveSessions(db);
  const found = recentRepositories(db).filter((path) => existsSync(path));
  const repositories = found.flatMap((path) => attempt(() => repositoryAt(path)) ?? []);
  const rows = withTitles(
    db,
    repositories.flatMap((repository) => attempt(() => worktreesOf(repository, sessions)) ?? []),
  );
  cached = { at: now, rows };
  return rows;
}

function withTitles(db: Database, rows: WorktreeShown[]): WorktreeShown[] {
  const titles = sessionTitles(
    db,
    rows.map(({ session_id }) => session_id),
  );
  return rows.map((row) => ({ ...row, ...(titles[row.session_id] && { title: titles[row.session_id]! }) }));
}

function worktreesOf(repository: Repository, sessions: ReturnType<typeof liveSessions>): WorktreeShown[] {
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
