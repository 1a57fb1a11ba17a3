// Would anything be lost? Whether a worktree's commits and changes exist anywhere else.
import { existsSync } from 'node:fs';
import { look, runGit } from './git.ts';
import type { Repository, Worktree } from './worktree.ts';

export interface Kept {
  /** Files that are changed or new and in no commit. */
  dirty: string[];
  /** A merge, rebase or the like that was begun. */
  operation: string | undefined;
  /** Commits that are nowhere else. */
  ahead: number;
  /** Where its work is, in words; undefined: nowhere else. */
  merged: string | undefined;
}

/** Branches in `gone` count as if they were not there: they are about to go as well. */
export function keptOf(worktree: Worktree, repository: Repository, gone: ReadonlySet<string>): Kept {
  return {
    dirty: worktree.missing ? [] : dirtyFiles(worktree.path),
    operation: worktree.missing ? undefined : operationIn(worktree.path),
    ...mergedInto(worktree, repository, gone),
  };
}

export function dirtyFiles(path: string): string[] {
  // What can't be looked at counts as changed.
  const status = look(path, ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames']);
  if (status === undefined) return ['(git status failed)'];
  return status
    .split('\0')
    .filter(Boolean)
    .map((line) => line.slice(3));
}

const operations: [file: string, name: string][] = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

function operationIn(path: string): string | undefined {
  return operations.find(([file]) => {
    const full = look(path, ['rev-parse', '--path-format=absolute', '--git-path', file]);
    return full !== undefined && existsSync(full);
  })?.[1];
}

type Gone = ReadonlySet<string>;

function mergedInto(worktree: Worktree, repository: Repository, gone: Gone): Pick<Kept, 'ahead' | 'merged'> {
  const { head } = worktree;
  if (!head || /^0+$/.test(head)) return { ahead: 0, merged: 'it has no commit' };
  const holder = otherRefs(worktree, repository, ['--contains', head]).find((name) => !gone.has(name));
  if (holder) return { ahead: 0, merged: `contained in ${holder}` };
  const targets = mergeTargets(worktree, repository).filter((name) => !gone.has(name));
  const found = targets.map((target) => sameWork(repository.root, head, target)).find(Boolean);
  const ahead = Number(look(repository.root, ['rev-list', '--count', head, '--not', ...targets]) ?? 1);
  return { ahead, merged: found };
}

/** Branches besides its own, the local ones first. */
function otherRefs({ branch }: Worktree, { root }: Repository, args: string[]): string[] {
  const refs = look(root, ['for-each-ref', '--format=%(refname)', ...args, 'refs/heads', 'refs/remotes']);
  return (refs ?? '')
    .split('\n')
    .filter((ref) => ref && ref !== `refs/heads/${branch}` && !ref.endsWith('/HEAD'))
    .map((ref) => ref.replace(/^refs\/(heads|remotes)\//, ''));
}

/** Where its work would go: where it began, what the main working tree has checked out, the usual names. */
function mergeTargets(worktree: Worktree, repository: Repository): string[] {
  const current = look(repository.root, ['symbolic-ref', '--short', '-q', 'HEAD']);
  const remote = look(repository.root, ['symbolic-ref', '--short', '-q', 'refs/remotes/origin/HEAD']);
  const names = [worktree.birth?.base, current, remote, 'main', 'master', 'origin/main', 'origin/master'];
  const known = otherRefs(worktree, repository, []);
  return [...new Set(names)].filter((name) => name !== undefined && known.includes(name)) as string[];
}

/** The same changes under other commits: picked one by one, or squashed into one. */
function sameWork(root: string, head: string, target: string): string | undefined {
  const picked = look(root, ['cherry', target, head])?.split('\n').filter(Boolean) ?? ['+'];
  if (picked.length > 0 && picked.every((line) => line.startsWith('-'))) return `picked into ${target}`;
  const base = look(root, ['merge-base', target, head]);
  // Commits that cancel out are in no target: whoever made them may want them.
  if (!base || look(root, ['diff', '--quiet', base, head]) !== undefined) return undefined;
  if (squashed(root, base, head, target)) return `squashed into ${target}`;
  return addsNothing(root, head, target) ? `already in ${target}` : undefined;
}

/** One commit of the target makes the change that all of these make together. */
function squashed(root: string, base: string, head: string, target: string): boolean {
  const whole = patchIds(root, ['diff-tree', '-p', base, head])[0];
  const single = patchIds(root, ['log', '-p', '--no-merges', '-n', '500', `${base}..${target}`]);
  return whole !== undefined && single.includes(whole);
}

function patchIds(root: string, args: string[]): string[] {
  const patch = runGit(root, ['-c', 'core.fsmonitor=false', ...args, '--no-ext-diff', '--no-textconv']);
  if (patch.code !== 0) return [];
  const { out } = runGit(root, ['patch-id', '--stable'], { input: patch.out });
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' ')[0]!);
}

/** Merging it would change nothing: its content is there, however it got there. */
function addsNothing(root: string, head: string, target: string): boolean {
  const tree = look(root, ['merge-tree', '--write-tree', target, head])?.split('\n')[0];
  return tree !== undefined && tree === look(root, ['rev-parse', `${target}^{tree}`]);
}
