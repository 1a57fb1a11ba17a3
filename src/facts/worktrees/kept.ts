// Would anything be lost? Whether a worktree's commits and changes exist anywhere else.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { look, looking, runGit, withIndex } from './git.ts';
import { type Repository, type Worktree, worktreesIn } from './worktree.ts';

export interface Kept {
  /** Files that are changed or new and in no commit. */
  dirty: string[];
  /** A merge, rebase or the like that was begun. */
  operation: string | undefined;
  /** A repository inside it, whose work no branch of this one can keep. */
  holds: string | undefined;
  /** Commits that are nowhere else. */
  ahead: number;
  /** Where its work is, in words; undefined: nowhere else. */
  merged: string | undefined;
}

/** Branches in `gone` count as if they were not there: they are about to go as well. */
export function keptOf(worktree: Worktree, repository: Repository, gone: ReadonlySet<string>): Kept {
  const dirty = worktree.missing ? [] : dirtyFiles(worktree.path);
  return {
    dirty,
    operation: worktree.missing ? undefined : operationIn(worktree.path),
    // Also where the folder is gone: what submodules committed is in git's own folder.
    holds: repositoryIn(worktree, repository, dirty),
    ...mergedInto(worktree, repository, gone),
  };
}

export function dirtyFiles(path: string): string[] {
  // What can't be looked at counts as changed.
  const status = look(path, ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames']);
  if (status === undefined) return ['(git status failed)'];
  const shown = status
    .split('\0')
    .filter(Boolean)
    .map((line) => line.slice(3));
  return [...new Set([...shown, ...hiddenChanges(path)])];
}

/** Somebody may have told git not to look at a file, which makes a change of it invisible, not worthless. */
function hiddenChanges(path: string): string[] {
  const files = (look(path, ['ls-files', '-v', '-z']) ?? '').split('\0');
  const hidden = files.filter((line) => /^[a-zS] /.test(line)).map((line) => line.slice(2));
  const there = hidden.filter((file) => existsSync(join(path, file)));
  if (there.length === 0) return [];
  return withIndex((env) => {
    runGit(path, [...looking, 'read-tree', 'HEAD'], { env });
    const input = there.map((file) => `${file}\0`).join('');
    for (const flag of ['--no-skip-worktree', '--no-assume-unchanged'])
      runGit(path, [...looking, 'update-index', flag, '-z', '--stdin'], { env, input });
    runGit(path, [...looking, 'update-index', '-q', '--refresh'], { env });
    const { code, out } = runGit(path, [...looking, 'diff-files', '--name-only', '-z'], { env });
    const changed = code === 0 ? out.split('\0') : there;
    return there.filter((file) => changed.includes(file));
  });
}

/** Submodules keep their commits in git's folder of the worktree, and go with it. */
function repositoryIn({ path, gitDir }: Worktree, repository: Repository, dirty: readonly string[]) {
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
  const base = look(root, ['merge-base', target, head]);
  // Commits that cancel out are in no target: whoever made them may want them.
  if (!base || look(root, ['diff', '--quiet', base, head]) !== undefined) return undefined;
  const there = new Set(patches(root, ['--no-merges', '-n', '500', `${base}..${target}`]));
  const own = patches(root, [`${target}..${head}`]);
  if (own.length > 0 && own.every((patch) => patch && there.has(patch))) return `picked into ${target}`;
  const whole = patchOf(runGit(root, [...looking, 'diff', ...asPatch, base, head]).bytes);
  if (whole && there.has(whole)) return `squashed into ${target}`;
  return addsNothing(root, head, target) ? `already in ${target}` : undefined;
}

const asPatch = ['-p', '--full-index', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv'];

/** What each commit changes, byte for byte; nothing for a merge. */
function patches(root: string, range: string[]): string[] {
  const mark = `commit ${Math.random()}\n`;
  const { bytes } = runGit(root, [
    ...looking,
    'log',
    `--format=tformat:${mark.trim()}`,
    ...asPatch,
    ...range,
  ]);
  return bytes.toString('latin1').split(mark).slice(1).map(patchOf);
}

/**
 * The change wherever in a file it is made. Git's own patch ids take no notice of blanks, and two pieces of Python
 * that differ in their indentation are not the same work.
 */
function patchOf(patch: Buffer | string): string {
  return patch
    .toString('latin1')
    .replace(/^index .*\n(?!Binary files )/gm, '')
    .replace(/^@@ .*/gm, '@@')
    .trim();
}

/** Merging it would change nothing: its content is there, however it got there. */
function addsNothing(root: string, head: string, target: string): boolean {
  const tree = look(root, ['merge-tree', '--write-tree', target, head])?.split('\n')[0];
  return tree !== undefined && tree === look(root, ['rev-parse', `${target}^{tree}`]);
}
