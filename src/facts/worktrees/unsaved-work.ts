// Finds work in a worktree that would be lost with it: commits and changes that exist nowhere else.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readGit, readOnlyOptions, runGit, withTemporaryIndex } from './git.ts';
import { type Repository, type Worktree, worktreesIn } from './worktree.ts';

export interface UnsavedWork {
  /** Changed or new files that are not committed. */
  dirty: string[];
  /** An unfinished merge, rebase or the like. */
  operation: string | undefined;
  /** A repository inside of it, whose work can't be saved on a branch of this one. */
  holds: string | undefined;
  /** The number of commits that are on no other branch. */
  ahead: number;
  /** Where its commits are merged, as text; undefined if nowhere. */
  merged: string | undefined;
}

/** Branches in `gone` are about to be deleted too, so they don't count. */
export function findUnsavedWork(
  worktree: Worktree,
  repository: Repository,
  gone: ReadonlySet<string>,
): UnsavedWork {
  const dirty = worktree.missing ? [] : dirtyFiles(worktree.path);
  return {
    dirty,
    operation: worktree.missing ? undefined : operationIn(worktree.path),
    // Also checked if the folder is gone, because the commits of submodules are in the worktree's git folder.
    holds: innerRepository(worktree, repository, dirty),
    ...mergedInto(worktree, repository, gone),
  };
}

export function dirtyFiles(path: string): string[] {
  // If git fails, the worktree counts as changed.
  const status = readGit(path, ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames']);
  if (status === undefined) return ['(git status failed)'];
  const shown = status
    .split('\0')
    .filter(Boolean)
    .map((line) => line.slice(3));
  return [...new Set([...shown, ...hiddenChanges(path)])];
}

/** Changes in files that are marked `skip-worktree` or `assume-unchanged`, which `git status` does not show. */
function hiddenChanges(path: string): string[] {
  const files = (readGit(path, ['ls-files', '-v', '-z']) ?? '').split('\0');
  const hidden = files.filter((line) => /^[a-zS] /.test(line)).map((line) => line.slice(2));
  const existing = hidden.filter((file) => existsSync(join(path, file)));
  if (existing.length === 0) return [];
  return withTemporaryIndex((env) => {
    runGit(path, [...readOnlyOptions, 'read-tree', 'HEAD'], { env });
    const input = existing.map((file) => `${file}\0`).join('');
    for (const flag of ['--no-skip-worktree', '--no-assume-unchanged'])
      runGit(path, [...readOnlyOptions, 'update-index', flag, '-z', '--stdin'], { env, input });
    runGit(path, [...readOnlyOptions, 'update-index', '-q', '--refresh'], { env });
    const { code, out } = runGit(path, [...readOnlyOptions, 'diff-files', '--name-only', '-z'], { env });
    const changed = code === 0 ? out.split('\0') : existing;
    return existing.filter((file) => changed.includes(file));
  });
}

/** The commits of submodules are in the worktree's git folder and are deleted with it. */
function innerRepository({ path, gitDir }: Worktree, repository: Repository, dirty: readonly string[]) {
  const inner = worktreesIn(path, repository)[0];
  if (inner) return `the worktree ${inner}`;
  if (existsSync(join(gitDir, 'modules'))) return 'submodules';
  return dirty.find((file) => file.endsWith('/') || existsSync(join(path, file, '.git')));
}

const operations: [file: string, name: string][] = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

export function operationIn(path: string): string | undefined {
  return operations.find(([file]) => {
    const full = readGit(path, ['rev-parse', '--path-format=absolute', '--git-path', file]);
    return full !== undefined && existsSync(full);
  })?.[1];
}

type GoneBranches = ReadonlySet<string>;

function mergedInto(
  worktree: Worktree,
  repository: Repository,
  gone: GoneBranches,
): Pick<UnsavedWork, 'ahead' | 'merged'> {
  const { head } = worktree;
  if (!head || /^0+$/.test(head)) return { ahead: 0, merged: 'it has no commit' };
  const holder = otherRefs(worktree, repository, ['--contains', head]).find((name) => !gone.has(name));
  if (holder) return { ahead: 0, merged: `contained in ${holder}` };
  const targets = mergeTargets(worktree, repository).filter((name) => !gone.has(name));
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
  const known = otherRefs(worktree, repository, []);
  return [...new Set(names)].filter((name) => name !== undefined && known.includes(name)) as string[];
}

/** Recognises the same changes in other commits: cherry-picked one by one, or squashed into one. */
function equivalentWork(root: string, head: string, target: string): string | undefined {
  const base = readGit(root, ['merge-base', target, head]);
  // Commits that cancel each other out are on no target, but their author may still want them.
  if (!base || readGit(root, ['diff', '--quiet', base, head]) !== undefined) return undefined;
  const there = new Set(patches(root, ['--no-merges', '-n', '500', `${base}..${target}`]));
  const own = patches(root, [`${target}..${head}`]);
  if (own.length > 0 && own.every((patch) => patch && there.has(patch))) return `picked into ${target}`;
  const whole = normalisePatch(runGit(root, [...readOnlyOptions, 'diff', ...patchOptions, base, head]).bytes);
  if (whole && there.has(whole)) return `squashed into ${target}`;
  return addsNothing(root, head, target) ? `already in ${target}` : undefined;
}

const patchOptions = ['-p', '--full-index', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv'];

/** The patch of each commit, byte for byte; empty for a merge. */
function patches(root: string, range: string[]): string[] {
  const mark = `commit ${Math.random()}\n`;
  const { bytes } = runGit(root, [
    ...readOnlyOptions,
    'log',
    `--format=tformat:${mark.trim()}`,
    ...patchOptions,
    ...range,
  ]);
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
