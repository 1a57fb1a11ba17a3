// Finds out what a git command would throw away here and now.
import type { Discard, Found } from '../../core/look.ts';
import { isRebuildable } from '../../shell/base/paths.ts';
import { existsSync } from '../../system/fs/index.ts';
import { join } from '../../system/path.ts';
import type { TimeLeft } from '../../system/process-list.ts';
import { tryGit } from '../git.ts';

type Ask = (...args: string[]) => string | undefined;

export function lostWork(discard: Discard, timeLeft: TimeLeft): Found<string> {
  const ask: Ask = (...args) => {
    const ms = Math.floor(timeLeft());
    return ms > 0 ? tryGit(discard.folder, args, ms) : undefined;
  };
  switch (discard.loses) {
    case 'stash':
      return lines(ask('stash', 'list'));
    case 'untracked':
      return lostUntracked(discard, ask);
    case 'commits':
      return lostCommits(discard, ask);
    case 'references':
      return lostReferences(discard, ask);
    default:
      return lostChanges(discard, ask);
  }
}

const lines = (text: string | undefined) => text?.split('\n').filter(Boolean);
const records = (text: string | undefined) => text?.split('\0').filter(Boolean);

/** Lists the files that `git clean` itself says it would delete, without build output that tools can make again. */
function lostUntracked({ options = [], paths }: Discard, ask: Ask): Found<string> {
  const removed = lines(ask('clean', '-n', ...options, '--', ...paths));
  return removed
    ?.flatMap((line) => /^Would remove (.+)$/.exec(line)?.[1] ?? [])
    .filter((path) => !isRebuildable(path.replace(/\/$/, '')));
}

/** Commits that nothing but this working tree's branch leads to, and that are not part of `source` either. */
function lostCommits({ source }: Discard, ask: Ask): Found<string> {
  const branch = source && ask('rev-parse', '--abbrev-ref', 'HEAD')?.trim();
  if (source && !branch) return undefined;
  const otherRefs = ['--remotes', '--tags', ...(branch ? [`--exclude=${branch}`] : []), '--branches'];
  const keptRefs = source ? [source, ...otherRefs] : otherRefs;
  return lines(
    ask('log', '--oneline', '--no-decorate', '--max-count=20', 'HEAD', '--not', ...keptRefs, '--'),
  );
}

/** Commits that only these branches and tags lead to. A name that does not exist leads to none. */
function lostReferences({ paths, source }: Discard, ask: Ask): Found<string> {
  const existing = lines(ask('for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/tags'));
  const refs = existing?.filter((ref) =>
    paths.some((name) => /^refs\/(heads|tags)\/(.+)$/.exec(ref)?.[2] === name),
  );
  if (!refs || refs.length === 0) return refs;
  const excluded = refs.map((ref) => `--exclude=${ref}`);
  // An exclusion applies only to the next list, and matches whole names only with `--all`.
  const keptRefs = [...(source ? [source] : []), ...excluded, '--all'];
  return lines(
    ask('log', '--oneline', '--no-decorate', '--max-count=20', ...refs, '--not', ...keptRefs, '--'),
  );
}

function lostChanges(discard: Discard, ask: Ask): Found<string> {
  const { loses, paths, source } = discard;
  const withUntracked = loses === 'all' || source !== undefined;
  const status = records(
    ask(
      'status',
      '--porcelain=v1',
      '-z',
      '--no-renames',
      `-u${withUntracked ? 'all' : 'no'}`,
      '--',
      ...paths,
    ),
  );
  if (!status || hidesChanges(discard, ask)) return undefined;
  const isLost = loses === 'unstaged' ? isUnstaged : isUncommitted;
  const changed = status.filter(isLost).map(pathIn);
  const untracked = status.filter((line) => line.startsWith('??')).map(pathIn);
  if (loses === 'all') return [...changed, ...untracked];
  const replaced = source === undefined ? [] : filesIn(source, untracked, ask);
  return replaced && [...changed, ...replaced];
}

const pathIn = (line: string) => line.slice(3);

/** The second letter is the state of the file against the index. A deleted file has nothing that could be lost. */
const isUnstaged = (line: string) => /^(.[MTA]|U.|.U|AA|DD)/.test(line);
/** The first letter is the state of the index against the last commit. */
const isUncommitted = (line: string) => /^([MTAU]|.[MTAU])/.test(line);

/** Untracked files that the commit has too: its version replaces them. */
function filesIn(commit: string, paths: readonly string[], ask: Ask): string[] | undefined {
  if (paths.length === 0) return [];
  return records(
    ask('ls-tree', '-r', '-z', '--name-only', '--full-tree', commit, '--', ...paths.slice(0, 500)),
  );
}

/** Git was told not to look for changes in some of these files (`--assume-unchanged`), but it overwrites them. */
function hidesChanges({ paths, folder }: Discard, ask: Ask): boolean {
  const files = records(ask('ls-files', '-v', '-z', '--', ...paths));
  if (!files) return true;
  return files.some((line) => /^([a-z]|S) /.test(line) && existsSync(join(folder, line.slice(2))));
}
