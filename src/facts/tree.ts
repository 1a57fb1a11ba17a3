// The state of a working tree, with everything a session can change in it. Cheap: git lists the uncommitted files, and
// only those are read. Outside git the folder is walked, up to a limit.

import { attempt } from '../system/attempt.ts';
import { existsSync, statSync } from '../system/fs/index.ts';
import { join } from '../system/path.ts';
import { contentId, listFilesBelow, readRegularFile, shortHash, statId } from './content.ts';
import { ignoreDirtySubmodules, readIndex, tryGit } from './git.ts';
import { commonDir, type ProjectPlace } from './project.ts';
import { hasOrdinaryFiles, readIndexOnly } from './safe-git.ts';

export interface TreeState {
  /** The current commit; empty outside git and before the first commit. */
  head: string;
  branch: string;
  /** The content id of each uncommitted path; outside git of every path. Empty if the file was deleted. */
  dirty: Record<string, string>;
  /** The size of this worktree's reflog of HEAD in bytes. */
  log: number;
  /** The hashes of all stashes. */
  stashes: string[];
  /** Identifies `.git/info/exclude`, which hides files without being a file of the project. */
  excludes?: string;
  /** Set if there are too many files to read; then only the session's recorded edits count. */
  unknown?: true;
}

/** If there are more files than this, they are identified by size and time. */
const maxRead = 2_000;
const maxWalked = 20_000;
const maxUncommitted = 50_000;

export function readTree(place: ProjectPlace, home: string): TreeState {
  return place.gitDir ? gitTree(place) : folderTree(place.root, home);
}

function gitTree(place: ProjectPlace): TreeState {
  const { root, gitDir } = place as ProjectPlace & { gitDir: string };
  const status = readStatus(root);
  const lines = status?.lines ?? linesWithoutStatus(root);
  // So many uncommitted files are probably a folder that should be ignored.
  const isReadable = lines !== undefined && lines.length <= maxUncommitted;
  return {
    ...headOf(root, gitDir, status),
    dirty: isReadable ? dirtyFiles(root, lines) : {},
    excludes: contentId(join(commonDir(gitDir), 'info/exclude')),
    log: attempt(() => statSync(join(gitDir, 'logs/HEAD')).size) ?? 0,
    stashes: stashReflog(gitDir).map(({ oid }) => oid),
    ...(!isReadable && { unknown: true }),
  };
}

interface Status {
  /** Empty before the first commit. */
  head: string;
  /** One for each uncommitted path. */
  lines: string[];
}

const statusArgs = [
  'status',
  '--porcelain=v2',
  '--branch',
  '--no-ahead-behind',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  ignoreDirtySubmodules,
];

/** The timeout is generous: even large trees take less than a second, and a session that starts or stops can wait. */
function readStatus(root: string): Status | undefined {
  const lines = tryGit(root, statusArgs, 10_000)?.split('\0').filter(Boolean);
  if (!lines) return undefined;
  const commit = '# branch.oid ';
  const head = lines.find((line) => line.startsWith(commit))?.slice(commit.length) ?? '';
  return { head: head === '(initial)' ? '' : head, lines: lines.filter((line) => !line.startsWith('# ')) };
}

/**
 * A pipe named `.gitattributes` makes `git status` wait for ever. Then the files are compared with the index here, and
 * nothing counts as ignored.
 */
function linesWithoutStatus(root: string): string[] | undefined {
  if (hasOrdinaryFiles(root)) return undefined;
  const listed = readIndexOnly(root);
  const present = listFilesBelow(root, maxWalked);
  if (!listed || !present) return undefined;
  const tracked = new Map(
    listed
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(line.indexOf('\t') + 1), line.split(' ')[1]!]),
  );
  const changed = [...tracked].filter(([path, oid]) => contentId(join(root, path)) !== oid);
  const untracked = present.filter((path) => !tracked.has(path));
  return [...changed.map(([path]) => path), ...untracked].map((path) => `? ${path}`);
}

function headOf(
  root: string,
  gitDir: string,
  status: Status | undefined,
): Pick<TreeState, 'head' | 'branch'> {
  const text = readRegularFile(join(gitDir, 'HEAD'), maxNameSize)?.trim() ?? '';
  const branch = /^ref: refs\/heads\/(.+)$/.exec(text)?.[1] ?? '';
  return { head: status?.head ?? (branch ? headCommit(root) : text), branch };
}

const headCommit = (root: string) => tryGit(root, ['rev-parse', '--verify', '-q', 'HEAD'])?.trim() ?? '';

/** The number of fields before the path in a line of `git status --porcelain=v2`. */
const fieldsBefore: Record<string, number> = { '1': 8, '2': 9, u: 10, '?': 1, '!': 1 };

function dirtyFiles(root: string, lines: readonly string[]): Record<string, string> {
  const id = lines.length > maxRead ? statId : contentId;
  const dirty: Record<string, string> = {};
  for (const line of lines) {
    const skip = fieldsBefore[line[0]!];
    if (skip === undefined) continue;
    const fields = line.split(' ');
    const path = fields.slice(skip).join(' ');
    const isRepository = fields[2]?.startsWith('S') || path.endsWith('/');
    dirty[path.replace(/\/$/, '')] = isRepository ? repositoryId(join(root, path)) : id(join(root, path));
  }
  const { hidden, submodules } = readIndex(root);
  for (const path of hidden) dirty[path] ??= id(join(root, path));
  for (const path of submodules)
    if (readStatus(join(root, path))?.lines.length !== 0) dirty[path] ??= repositoryId(join(root, path));
  return dirty;
}

/** Identifies a submodule or nested repository by its commit and its uncommitted files. */
function repositoryId(root: string): string {
  const { head, lines } = readStatus(root) ?? { head: headCommit(root), lines: [] };
  return shortHash(JSON.stringify([head, dirtyFiles(root, lines)]));
}

let listed: { key: string; lines: readonly string[] } | undefined;

/**
 * The files of a commit, each as `mode type content<tab>path`. Listed once per process, because an event may need them
 * more than once, and kept as lines, because there may be very many files.
 */
export function committedFiles(root: string, commit: string): readonly string[] {
  const key = `${root} ${commit}`;
  if (commit === '' || listed?.key === key) return commit === '' ? [] : listed!.lines;
  const lines = (tryGit(root, ['ls-tree', '-r', '-z', commit], 10_000) ?? '').split('\0');
  // The list ends with a zero byte. Without a list, only the commit itself identifies the files.
  lines.pop();
  listed = { key, lines: lines.length > 0 ? lines : [`? commit ${commit}\t`] };
  return listed.lines;
}

function folderTree(root: string, home: string): TreeState {
  const emptyState = { head: '', branch: '', log: 0, stashes: [], dirty: {} };
  // A home directory or the root of the disk is not a project.
  const paths = root === home || root === '/' ? undefined : listFilesBelow(root, maxWalked);
  if (!paths) return { ...emptyState, unknown: true };
  const id = paths.length > maxRead ? statId : contentId;
  return { ...emptyState, dirty: Object.fromEntries(paths.map((path) => [path, id(join(root, path))])) };
}

export interface ReflogEntry {
  previousOid: string;
  oid: string;
  /** Milliseconds since 1970. */
  at: number;
  message: string;
}

export function readReflog(file: string, offset = 0): ReflogEntry[] {
  const text = readRegularFile(file, maxReflogSize) ?? '';
  const bytes = Buffer.from(text);
  // If the reflog was shortened since, it is read from the beginning.
  const added = bytes.length >= offset ? bytes.subarray(offset).toString() : text;
  return added.split('\n').flatMap((line) => {
    const match = /^([0-9a-f]+) ([0-9a-f]+) .*? (\d+) [+-]\d{4}\t?(.*)$/.exec(line);
    return match
      ? [{ previousOid: match[1]!, oid: match[2]!, at: Number(match[3]) * 1000, message: match[4]! }]
      : [];
  });
}

export function stashReflog(gitDir: string): ReflogEntry[] {
  const file = join(commonDir(gitDir), 'logs/refs/stash');
  return existsSync(file) ? readReflog(file) : [];
}

const maxNameSize = 10_000;
const maxReflogSize = 50_000_000;
