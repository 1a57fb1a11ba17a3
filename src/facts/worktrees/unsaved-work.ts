// Finds work in a worktree that would be lost with it: commits and changes that exist nowhere else.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { operationFiles, uncommitted } from '../git.ts';
import { findPlace } from '../project.ts';
import { gitTimeout, readGit, readGitBytes } from './git.ts';
import { type Repository, type Worktree, worktreesIn } from './worktree.ts';

export interface UnsavedWork {
  /** Changed or new files that are not committed. */
  dirty: string[];
  /** An unfinished merge, rebase or the like. */
  operation: string | undefined;
  /** A repository inside the worktree, whose work can't be saved on a branch of this one. */
  holds: string | undefined;
  /** The number of commits that are on no other branch. */
  ahead: number;
  /** Where its commits are merged, as text; undefined if nowhere. */
  merged: string | undefined;
}

/** Branches in `branchesToDelete` are about to be deleted too, so they don't count. */
export function findUnsavedWork(
  worktree: Worktree,
  repository: Repository,
  branchesToDelete: ReadonlySet<string>,
): UnsavedWork {
  const dirty = worktree.missing ? [] : dirtyFiles(worktree.path);
  return {
    dirty,
    operation: worktree.missing ? undefined : operationIn(worktree.path),
    // Also checked if the folder is gone, because the commits of submodules are in the worktree's git folder.
    holds: innerRepository(worktree, repository, dirty),
    ...mergedInto(worktree, repository, branchesToDelete),
  };
}

/** If git fails, the worktree counts as changed. */
export function dirtyFiles(path: string): string[] {
  return uncommitted(findPlace(path), gitTimeout) ?? ['(git status failed)'];
}

/** The commits of submodules are in the worktree's git folder and are deleted with it. */
function innerRepository({ path, gitDir }: Worktree, repository: Repository, dirty: readonly string[]) {
  const inner = worktreesIn(path, repository)[0];
  if (inner) return `the worktree ${inner}`;
  if (existsSync(join(gitDir, 'modules'))) return 'submodules';
  return dirty.find((file) => file.endsWith('/') || existsSync(join(path, file, '.git')));
}

export function operationIn(path: string): string | undefined {
  return operationFiles.find(([file]) => {
    const full = readGit(path, ['rev-parse', '--path-format=absolute', '--git-path', file]);
    return full !== undefined && existsSync(full);
  })?.[1];
}

type BranchNames = ReadonlySet<string>;

function mergedInto(
  worktree: Worktree,
  repository: Repository,
  branchesToDelete: BranchNames,
): Pick<UnsavedWork, 'ahead' | 'merged'> {
  const { head } = worktree;
  if (!head || /^0+$/.test(head)) return { ahead: 0, merged: 'it has no commit' };
  const holder = otherRefs(worktree, repository, ['--contains', head]).find(
    (name) => !branchesToDelete.has(name),
  );
  if (holder) return { ahead: 0, merged: `contained in ${holder}` };
  const targets = mergeTargets(worktree, repository).filter((name) => !branchesToDelete.has(name));
  const found = targets.map((target) => equivalentWork(repository.root, head, target)).find(Boolean);
  const ahead = Number(readGit(repository.root, ['rev-list', '--count', head, '--not', ...targets]) ?? 1);
  return { ahead, merged: found };
}

/** All branches except its own, local ones first. */
function otherRefs({ branch }: Worktree, { root }: Repository, args: string[]): string[] {
  const refs = readGit(root, ['for-each-ref', '--format=%(refname)', ...args, 'refs/heads', 'refs/remotes']);
  return (refs ?? '')
    .split('\n')
    .filter((ref) => ref && ref !== `refs/heads/${branch}` && !ref.endsWith('/HEAD'))
    .map((ref) => ref.replace(/^refs\/(heads|remotes)\//, ''));
}

/**
 * The branches it would be merged into: the one it started from, the one checked out in the main tree, the usual names.
 */
function mergeTargets(worktree: Worktree, repository: Repository): string[] {
  const current = readGit(repository.root, ['symbolic-ref', '--short', '-q', 'HEAD']);
  const remote = readGit(repository.root, ['symbolic-ref', '--short', '-q', 'refs/remotes/origin/HEAD']);
  const names = [worktree.origin?.base, current, remote, 'main', 'master', 'origin/main', 'origin/master'];
  const existing = otherRefs(worktree, repository, []);
  return [...new Set(names)].filter((name) => name !== undefined && existing.includes(name)) as string[];
}

/** Recognises the same changes in other commits: cherry-picked one by one, or squashed into one. */
function equivalentWork(root: string, head: string, target: string): string | undefined {
  const base = readGit(root, ['merge-base', target, head]);
  // Commits that cancel each other out are on no target, but their author may still want them.
  if (!base || readGit(root, ['diff', '--quiet', base, head]) !== undefined) return undefined;
  const onTarget = new Set(patches(root, ['--no-merges', '-n', '500', `${base}..${target}`]));
  const ownPatches = patches(root, [`${target}..${head}`]);
  if (ownPatches.length > 0 && ownPatches.every((patch) => patch && onTarget.has(patch)))
    return `picked into ${target}`;
  const whole = normalisePatch(readGitBytes(root, ['diff', ...patchOptions, base, head]));
  if (whole && onTarget.has(whole)) return `squashed into ${target}`;
  return addsNothing(root, head, target) ? `already in ${target}` : undefined;
}

const patchOptions = ['-p', '--full-index', '--no-renames', '--no-color'];

/** The patch of each commit, byte for byte; empty for a merge. */
function patches(root: string, range: string[]): string[] {
  const mark = `commit ${Math.random()}\n`;
  const bytes = readGitBytes(root, ['log', `--format=tformat:${mark.trim()}`, ...patchOptions, ...range]);
  return bytes.toString('latin1').split(mark).slice(1).map(normalisePatch);
}

/**
 * The patch without line numbers, so that the same change at another place is equal. Git's own patch ids ignore white
 * space, but two pieces of Python that differ in indentation are not the same work.
 */
function normalisePatch(patch: Buffer | string): string {
  return patch
    .toString('latin1')
    .replace(/^index .*\n(?!Binary files )/gm, '')
    .replace(/^@@ .*/gm, '@@')
    .trim();
}

/** True if merging it would change nothing, because the target already has its content. */
function addsNothing(root: string, head: string, target: string): boolean {
  const tree = readGit(root, ['merge-tree', '--write-tree', target, head])?.split('\n')[0];
  return tree !== undefined && tree === readGit(root, ['rev-parse', `${target}^{tree}`]);
}
