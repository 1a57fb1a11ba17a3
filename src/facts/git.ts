// What git knows, read from its files where they say it; a process only where the index must be read.

import type { Files, Git, GitOperation } from '../core/facts.ts';
import { basename, dirname, isAbsolute, join } from '../system/path.ts';
import type { ProjectPlace } from './project.ts';

/** Files whose presence means that git was left in the middle of something. */
const marks: [string, GitOperation][] = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

export function gitFacts(place: ProjectPlace, files: Files): Git {
  const { gitDir, root } = place;
  if (!gitDir) return outside;
  const headText = () => files.read(join(gitDir, 'HEAD'), 1_000)?.trim();
  return {
    repository: () => true,
    branch: () => /^ref: refs\/heads\/(.+)$/.exec(headText() ?? '')?.[1],
    head: () => resolveHead(headText() ?? '', place, files),
    operation: () => marks.find(([name]) => files.exists(join(gitDir, name)))?.[1],
    conflicts: () => unmerged(root),
    changed: () => uncommitted(place) ?? [],
    committed: (path) => committed(root, path),
  };
}

const outside: Git = {
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
    ?.slice(0, line40);
}

const line40 = 40;

/** Settings of the repository must not run anything in our name. */
const harmless = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.pager=cat',
  '--no-optional-locks',
];

/** Output of a read-only git command, or undefined. */
export function git(root: string, args: readonly string[], timeout = 2_000): string | undefined {
  try {
    const env = {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      HOME: process.env.HOME ?? '/',
      LC_ALL: 'C',
      GIT_TERMINAL_PROMPT: '0',
    };
    const result = Bun.spawnSync(['git', ...harmless, '-C', root, ...args], {
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

/** Paths that are uncommitted; undefined if git did not say in time. */
export function uncommitted({ root, gitDir }: ProjectPlace): string[] | undefined {
  if (!gitDir) return [];
  return git(root, ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all'], 4_000)
    ?.split('\0')
    .filter(Boolean)
    .map((line) => line.slice(3));
}

/** Asked where the file lies: an agent may work in another tree. An ignored file is not committed. */
function committed(root: string, path: string): boolean {
  const file = isAbsolute(path) ? path : join(root, path);
  const ask = (...args: string[]) => git(dirname(file), [...args, '--', basename(file)]) !== undefined;
  return ask('ls-files', '--error-unmatch') && ask('diff', '--quiet', 'HEAD');
}
