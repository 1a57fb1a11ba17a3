// Facts about git, read from its files where possible; a git process runs only where the index is needed.

import type { Files, Git, GitOperation } from '../core/facts.ts';
import { basename, dirname, isAbsolute, join } from '../system/path.ts';
import type { ProjectPlace } from './project.ts';

/** Files that exist while a git operation is unfinished. */
const operationFiles: [string, GitOperation][] = [
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
    ? join(place.gitDir!, files.read(join(place.gitDir!, 'commondir'))?.trim() ?? '.')
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

/** Options that keep the repository's settings from running programs. */
const safeOptions = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.pager=cat',
  '--no-optional-locks',
];

/** The output of a read-only git command; undefined if it fails or takes too long. */
export function git(root: string, args: readonly string[], timeout = 2_000): string | undefined {
  try {
    const env = {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      HOME: process.env.HOME ?? '/',
      LC_ALL: 'C',
      GIT_TERMINAL_PROMPT: '0',
    };
    const result = Bun.spawnSync(['git', ...safeOptions, '-C', root, ...args], {
      stdin: 'ignore',
      stderr: 'ignore',
      timeout,
      env,
    });
    return result.exitCode === 0 ? result.stdout.toString() : undefined;
  } catch {
    return undefined;
  }
}

function unmerged(root: string): string[] {
  const lines = git(root, ['ls-files', '--unmerged', '-z'])?.split('\0').filter(Boolean) ?? [];
  return [...new Set(lines.map((line) => line.slice(line.indexOf('\t') + 1)))];
}

/** Uncommitted paths; undefined if git did not answer in time. */
export function uncommitted({ root, gitDir }: ProjectPlace): string[] | undefined {
  if (!gitDir) return [];
  return git(root, ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all'], 4_000)
    ?.split('\0')
    .filter(Boolean)
    .map((line) => line.slice(3));
}

/** Runs git in the folder of the file, because an agent may work in another tree. An ignored file is not committed. */
function committed(root: string, path: string): boolean {
  const file = isAbsolute(path) ? path : join(root, path);
  const succeeds = (...args: string[]) => git(dirname(file), [...args, '--', basename(file)]) !== undefined;
  return succeeds('ls-files', '--error-unmatch') && succeeds('diff', '--quiet', 'HEAD');
}
