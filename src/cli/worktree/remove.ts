// Removes a worktree. Work that would be lost is saved to a branch first, or the worktree is kept.
import { copyFileSync } from 'node:fs';
import { gitOrThrow, readGit, runGit, withTemporaryIndex } from '../../facts/worktrees/git.ts';
import type { JudgedWorktree } from '../../facts/worktrees/judge.ts';
import type { Repository } from '../../facts/worktrees/worktree.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';

export interface Removed {
  name: string;
  path: string;
  /** The branch with the work that was not committed or merged. */
  saved?: string;
}

/** `judged` must be up to date, because it decides what is lost. */
export function remove(repository: Repository, judged: JudgedWorktree, save: boolean): Removed {
  const { name, path, safe } = judged;
  const refused = refusal(judged, save);
  if (refused) throw new UserError(refused, 1);
  const saved = safe ? undefined : saveWork(repository, judged);
  if (judged.lock !== undefined) runGit(repository.root, ['worktree', 'unlock', path]);
  // Not with `git worktree prune`, which would also drop worktrees whose disk is not mounted at the moment.
  removeWorktree(repository, path, saved !== undefined);
  deleteBranch(repository, judged, saved);
  return { name, path, ...(saved && { saved }) };
}

function refusal(
  { name, busy, operation, safe, why, holds }: JudgedWorktree,
  save: boolean,
): string | undefined {
  if (busy) return `${name} was not removed: ${busy}.`;
  if (operation) return `${name} was not removed: ${why}. Finish or abort that first.`;
  if (holds) return `${name} was not removed: ${why}, which a branch can’t save. Move it elsewhere first.`;
  if (!safe && !save)
    return `${name} was not removed: ${why}. Commit and merge it, or use --save to save it to a branch.`;
  return undefined;
}

/** Git itself refuses if there are changes. After they were saved they are still there, so `--force` is needed. */
function removeWorktree({ root }: Repository, path: string, saved: boolean): void {
  gitOrThrow(root, ['worktree', 'remove', ...(saved ? ['--force'] : []), path]);
}

/** Commits all files, including untracked ones, without changing the worktree's index or running git hooks. */
function saveWork({ root }: Repository, { name, path, head, missing, dirty }: JudgedWorktree): string {
  const stamp = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const branch = freeName(root, `saved/${name.replace(/[^\w.-]+/g, '-').replace(/^[-.]+/, '')}-${stamp}`);
  const commit = missing || dirty.length === 0 ? head : snapshot(path, head, name);
  gitOrThrow(root, ['update-ref', `refs/heads/${branch}`, commit, '']);
  if (!missing && treeOf(path, head) !== readGit(root, ['rev-parse', `${commit}^{tree}`]))
    throw new UserError(`Try again: ${name} changed while it was saved to ${branch}, so it was kept.`, 1);
  return branch;
}

/** Staged content that differs from the files gets a commit of its own first. */
function snapshot(path: string, head: string, name: string): string {
  const known = readGit(path, ['config', 'user.email']) !== undefined;
  const identity = known ? [] : ['-c', 'user.name=pawl', '-c', 'user.email=pawl@localhost'];
  const commit = (tree: string, parent: string, message: string) =>
    gitOrThrow(path, [...identity, 'commit-tree', tree, '-p', parent, '-m', message]).trim();
  const tree = treeOf(path, head);
  const staged = stagedTree(path);
  const nothingStaged =
    !staged || staged === tree || staged === readGit(path, ['rev-parse', `${head}^{tree}`]);
  const parent = nothingStaged ? head : commit(staged, head, `Staged changes of worktree ${name}`);
  return commit(tree, parent, `Uncommitted changes of worktree ${name}`);
}

/** The git tree of all files as they are on disk. */
function treeOf(path: string, head: string): string {
  return withTemporaryIndex((env) => {
    gitOrThrow(path, ['read-tree', head], env);
    gitOrThrow(path, ['add', '-A', '--', '.'], env);
    return gitOrThrow(path, ['write-tree'], env).trim();
  });
}

/** Undefined if the index has conflicts; their content is in commits anyway. */
function stagedTree(path: string): string | undefined {
  const index = readGit(path, ['rev-parse', '--path-format=absolute', '--git-path', 'index']);
  return withTemporaryIndex((env) => {
    attempt(() => copyFileSync(index!, env.GIT_INDEX_FILE));
    const { code, out } = runGit(path, ['write-tree'], { env });
    return code === 0 ? out.trim() : undefined;
  });
}

function freeName(root: string, wanted: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (readGit(root, ['show-ref', '--verify', '-q', `refs/heads/${name}`]) === undefined) return name;
  }
}

/** Deletes the worktree's branch if all its commits are on another branch. */
function deleteBranch(
  { root }: Repository,
  { branch, head, merged, safe }: JudgedWorktree,
  saved: string | undefined,
): void {
  if (!branch?.startsWith('worktree-') || !(safe || saved || merged)) return;
  // Deletes it only at this commit, so that a newer commit is not lost.
  runGit(root, ['update-ref', '-d', `refs/heads/${branch}`, head]);
}
