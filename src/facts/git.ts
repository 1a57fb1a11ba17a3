// Facts about git, read from its files where possible; a git process runs only where the index is needed.

import type { Files, Git, GitOperation } from '../core/facts.ts';
import { attempt } from '../system/attempt.ts';
import { existsSync, readFileSync } from '../system/fs/index.ts';
import { basename, dirname, isAbsolute, join } from '../system/path.ts';
import { contentId } from './content.ts';
import { hasOnlyPlainEntries } from './git-index.ts';
import { findPlace, type ProjectPlace } from './project.ts';
import { runSafeGit } from './safe-git.ts';

/** Files in git's folder that exist while an operation is unfinished. */
export const operationFiles: [string, GitOperation][] = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

export function gitFacts(place: ProjectPlace, files: Files): Git {
  const { gitDir, root } = place;
  if (!gitDir) return noRepository;
  const headText = () => files.read(join(gitDir, 'HEAD'), 1_000)?.trim();
  return {
    repository: () => true,
    branch: () => /^ref: refs\/heads\/(.+)$/.exec(headText() ?? '')?.[1],
    head: () => resolveHead(headText() ?? '', place, files),
    operation: () => operationFiles.find(([name]) => files.exists(join(gitDir, name)))?.[1],
    conflicts: () => unmerged(root),
    changed: () => uncommitted(place) ?? [],
    committed: (path) => committed(root, path),
  };
}

const noRepository: Git = {
  repository: () => false,
  branch: () => undefined,
  head: () => undefined,
  operation: () => undefined,
  conflicts: () => [],
  changed: () => [],
  committed: () => true,
};

function resolveHead(text: string, place: ProjectPlace, files: Files): string | undefined {
  const ref = /^ref: (.+)$/.exec(text)?.[1];
  if (!ref) return /^[0-9a-f]{40,64}$/.test(text) ? text : undefined;
  const common = place.worktree
    ? join(place.gitDir!, files.read(join(place.gitDir!, 'commondir'), 10_000)?.trim() ?? '.')
    : place.gitDir!;
  const loose = files.read(join(common, ref), 100)?.trim();
  if (loose) return loose;
  const packed = files.read(join(common, 'packed-refs'), 10_000_000) ?? '';
  return packed
    .split('\n')
    .find((line) => line.endsWith(` ${ref}`))
    ?.slice(0, hashLength);
}

const hashLength = 40;

/** The output of a git command that runs nothing of the repository (safe-git.ts); undefined if it fails or takes too long. */
export function tryGit(root: string, args: readonly string[], timeout = 2_000): string | undefined {
  const run = runSafeGit(root, args, timeout);
  return run?.code === 0 ? run.bytes.toString() : undefined;
}

function unmerged(root: string): string[] {
  const lines = tryGit(root, ['ls-files', '--unmerged', '-z'])?.split('\0').filter(Boolean) ?? [];
  return [...new Set(lines.map((line) => line.slice(line.indexOf('\t') + 1)))];
}

/** Uncommitted paths; undefined if git did not answer in time. */
export function uncommitted({ root, gitDir }: ProjectPlace, timeout = 4_000): string[] | undefined {
  if (!gitDir) return [];
  const args = [
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    ignoreDirtySubmodules,
  ];
  const lines = tryGit(root, args, timeout)?.split('\0').filter(Boolean);
  if (!lines) return undefined;
  const { hidden, submodules } = readIndex(root);
  const changed = submodules.filter((path) => isChangedRepository(join(root, path)));
  return [...new Set([...lines.map((line) => line.slice(3)), ...hidden, ...changed])];
}

/** Git would look into submodules with the submodules' own settings, so each is looked at separately. */
export const ignoreDirtySubmodules = '--ignore-submodules=dirty';

const isChangedRepository = (root: string) =>
  tryGit(root, ['status', '--porcelain=v1', '-z', ignoreDirtySubmodules], 4_000) !== '';

export interface Index {
  /**
   * Files marked `assume-unchanged` or `skip-worktree` whose content is not that of the index: `git status` does not
   * show them.
   */
  hidden: string[];
  submodules: string[];
}

const submoduleMode = '160000';

export function readIndex(folder: string, ...paths: string[]): Index {
  const index: Index = { hidden: [], submodules: [] };
  if (isPlainIndex(folder)) return index;
  const lines = tryGit(folder, ['ls-files', '-v', '-s', '-z', '--', ...paths], 4_000)?.split('\0') ?? [];
  for (const line of lines) {
    // Nearly all lines are of ordinary files.
    if (line.startsWith('H 100')) continue;
    const [, flag = '', mode, oid, path = ''] = /^(\S) (\d+) ([0-9a-f]+) \d\t(.+)$/s.exec(line) ?? [];
    if (mode === submoduleMode) {
      if (existsSync(join(folder, path, '.git'))) index.submodules.push(path);
    } else if (/^[a-zS]$/.test(flag) && isHiddenChange(join(folder, path), flag, oid!))
      index.hidden.push(path);
  }
  return index;
}

/** Most repositories have no marks and no submodules, and need not be listed. */
function isPlainIndex(folder: string): boolean {
  const { gitDir } = findPlace(folder);
  const bytes = gitDir && attempt(() => readFileSync(join(gitDir, 'index')));
  return bytes ? hasOnlyPlainEntries(bytes) : false;
}

/** A file that is skipped because the checkout is sparse does not exist. */
function isHiddenChange(file: string, flag: string, oid: string): boolean {
  const content = contentId(file);
  return content === '' ? flag.toUpperCase() !== 'S' : content !== oid;
}

/** Runs git in the folder of the file, because an agent may work in another tree. An ignored file is not committed. */
function committed(root: string, path: string): boolean {
  const file = isAbsolute(path) ? path : join(root, path);
  const succeeds = (...args: string[]) =>
    tryGit(dirname(file), [...args, '--', basename(file)]) !== undefined;
  return (
    succeeds('ls-files', '--error-unmatch') &&
    succeeds('diff', '--quiet', 'HEAD') &&
    readIndex(dirname(file), basename(file)).hidden.length === 0
  );
}
