// Takes a worktree away. What would be lost is kept on a branch first, or the worktree stays.
import { copyFileSync } from 'node:fs';
import { git, look, runGit, withIndex } from '../../facts/worktrees/git.ts';
import type { Judged } from '../../facts/worktrees/verdict.ts';
import type { Repository } from '../../facts/worktrees/worktree.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';

export interface Removed {
  name: string;
  path: string;
  /** The branch that holds what was not committed or merged. */
  saved?: string;
}

/** `judged` must be fresh, and not busy. */
export function remove(repository: Repository, judged: Judged, save: boolean): Removed {
  const { name, path, safe } = judged;
  const refused = refusal(judged, save);
  if (refused) throw new UserError(refused, 1);
  const saved = safe ? undefined : saveWork(repository, judged);
  if (judged.lock !== undefined) runGit(repository.root, ['worktree', 'unlock', path]);
  // By name, also where its folder is gone: `prune` would forget every other one that is not there just now.
  takeAway(repository, path, saved !== undefined);
  dropBranch(repository, judged, saved);
  return { name, path, ...(saved && { saved }) };
}

function refusal({ name, busy, operation, safe, why, holds }: Judged, save: boolean): string | undefined {
  if (busy) return `${name} stays: ${busy}.`;
  if (operation) return `${name} stays: ${why}. Finish it or give it up there first.`;
  if (holds) return `${name} stays: ${why}, which a branch can’t keep. Move it away first.`;
  if (!safe && !save)
    return `${name} stays: ${why}. Commit and merge it, or use --save to keep it on a branch.`;
  return undefined;
}

/** Git looks once more whether anything is unsaved; after saving there is, so we look ourselves. */
function takeAway({ root }: Repository, path: string, saved: boolean): void {
  git(root, ['worktree', 'remove', ...(saved ? ['--force'] : []), path]);
}

/** A commit of everything as it lies there, new files included, made without touching its index or running hooks. */
function saveWork({ root }: Repository, { name, path, head, missing, dirty }: Judged): string {
  const stamp = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const branch = freeName(root, `saved/${name.replace(/[^\w.-]+/g, '-').replace(/^[-.]+/, '')}-${stamp}`);
  const commit = missing || dirty.length === 0 ? head : snapshot(path, head, name);
  git(root, ['update-ref', `refs/heads/${branch}`, commit, '']);
  if (!missing && treeOf(path, head) !== look(root, ['rev-parse', `${commit}^{tree}`]))
    throw new UserError(`${name} changed while it was saved to ${branch}; it stays. Try again.`, 1);
  return branch;
}

/** What was staged and is not what lies there now gets a commit of its own below it. */
function snapshot(path: string, head: string, name: string): string {
  const known = look(path, ['config', 'user.email']) !== undefined;
  const who = known ? [] : ['-c', 'user.name=pawl', '-c', 'user.email=pawl@localhost'];
  const commit = (tree: string, parent: string, words: string) =>
    git(path, [...who, 'commit-tree', tree, '-p', parent, '-m', words]).trim();
  const tree = treeOf(path, head);
  const staged = stagedTree(path);
  const plain = !staged || staged === tree || staged === look(path, ['rev-parse', `${head}^{tree}`]);
  const parent = plain ? head : commit(staged, head, `Work of worktree ${name} that was staged`);
  return commit(tree, parent, `Work of worktree ${name} that was not committed`);
}

/** Everything as it lies there. */
function treeOf(path: string, head: string): string {
  return withIndex((env) => {
    git(path, ['read-tree', head], env);
    git(path, ['add', '-A', '--', '.'], env);
    return git(path, ['write-tree'], env).trim();
  });
}

/** Undefined: conflicts are open in the index, and what they are about is in commits. */
function stagedTree(path: string): string | undefined {
  const index = look(path, ['rev-parse', '--path-format=absolute', '--git-path', 'index']);
  return withIndex((env) => {
    attempt(() => copyFileSync(index!, env.GIT_INDEX_FILE));
    const { code, out } = runGit(path, ['write-tree'], { env });
    return code === 0 ? out.trim() : undefined;
  });
}

function freeName(root: string, wanted: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (look(root, ['show-ref', '--verify', '-q', `refs/heads/${name}`]) === undefined) return name;
  }
}

/** Its own branch goes only if everything on it is elsewhere by now. */
function dropBranch(
  { root }: Repository,
  { branch, head, merged, safe }: Judged,
  saved: string | undefined,
): void {
  if (!branch?.startsWith('worktree-') || !(safe || saved || merged)) return;
  // Only as we saw it: a commit made since then keeps the branch.
  runGit(root, ['update-ref', '-d', `refs/heads/${branch}`, head]);
}
