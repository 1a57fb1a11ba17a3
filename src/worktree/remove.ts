// Takes a worktree away. What would be lost is kept on a branch first, or the worktree stays.
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../commands/command.ts';
import { git, look, runGit } from './git.ts';
import { dirtyFiles } from './kept.ts';
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
  const changed = missing ? [] : unsavedSince(path, commit);
  if (changed.length > 0)
    throw new CliError(`${name} changed while it was saved to ${branch}; it stays. Try again.`, 1);
  return branch;
}

function snapshot(path: string, head: string, name: string): string {
  const index = join(tmpdir(), `pawl-save-${process.pid}-${Date.now()}`);
  const env = { GIT_INDEX_FILE: index };
  try {
    git(path, ['read-tree', head], env);
    git(path, ['add', '-A', '--', '.'], env);
    const tree = git(path, ['write-tree'], env).trim();
    const who = look(path, ['config', 'user.email'])
      ? []
      : ['-c', 'user.name=pawl', '-c', 'user.email=pawl@localhost'];
    const words = `Work of worktree ${name} that was not committed`;
    return git(path, [...who, 'commit-tree', tree, '-p', head, '-m', words]).trim();
  } finally {
    rmSync(index, { force: true });
  }
}

/** What differs from the saved commit: somebody wrote in the meantime. */
function unsavedSince(path: string, commit: string): string[] {
  const changed = look(path, ['diff', '--name-only', commit]) ?? '(git diff failed)';
  const known = new Set((look(path, ['ls-tree', '-r', '--name-only', '-z', commit]) ?? '').split('\0'));
  return [
    ...changed.split('\n').filter(Boolean),
    ...dirtyFiles(path).filter((file) => !known.has(file) && existsSync(join(path, file))),
  ];
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
