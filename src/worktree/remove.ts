// Takes a worktree away. What would be lost is kept on a branch first, or the worktree stays.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../commands/command.ts';
import { git, look, runGit } from './git.ts';
import type { Judged } from './verdict.ts';
import type { Repository } from './worktree.ts';

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
  if (refused) throw new CliError(refused, 1);
  const saved = safe ? undefined : saveWork(repository, judged);
  if (judged.lock !== undefined) runGit(repository.root, ['worktree', 'unlock', path]);
  if (judged.missing) git(repository.root, ['worktree', 'prune']);
  else takeAway(repository, path, saved !== undefined);
  dropBranch(repository, judged, saved);
  return { name, path, ...(saved && { saved }) };
}

function refusal({ name, busy, operation, safe, why, dirty }: Judged, save: boolean): string | undefined {
  if (busy) return `${name} stays: ${busy}.`;
  if (operation) return `${name} stays: ${why}. Finish it or give it up there first.`;
  const inner = dirty.find((file) => file.endsWith('/'));
  if (inner)
    return `${name} stays: ${inner} is a repository of its own, which a branch can’t hold. Move it away first.`;
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
    throw new CliError(`${name} changed while it was saved to ${branch}; it stays. Try again.`, 1);
  return branch;
}

function snapshot(path: string, head: string, name: string): string {
  const known = look(path, ['config', 'user.email']) !== undefined;
  const who = known ? [] : ['-c', 'user.name=pawl', '-c', 'user.email=pawl@localhost'];
  const words = `Work of worktree ${name} that was not committed`;
  return git(path, [...who, 'commit-tree', treeOf(path, head), '-p', head, '-m', words]).trim();
}

/** Everything as it lies there, written down with an index of its own. */
function treeOf(path: string, head: string): string {
  const index = join(tmpdir(), `pawl-save-${process.pid}-${Math.random().toString(36).slice(2)}`);
  const env = { GIT_INDEX_FILE: index };
  try {
    git(path, ['read-tree', head], env);
    git(path, ['add', '-A', '--', '.'], env);
    return git(path, ['write-tree'], env).trim();
  } finally {
    rmSync(index, { force: true });
  }
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
