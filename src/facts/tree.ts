// The state of a working tree in every detail that a session can change, and cheap to take: git says which files are
// not as committed, and only those are read. Outside git the folder itself is walked, up to a limit.

import { attempt } from '../system/attempt.ts';
import { readText } from '../system/files.ts';
import { existsSync, statSync } from '../system/fs/index.ts';
import { join } from '../system/path.ts';
import { contentId, hashText, statId, walk } from './content.ts';
import { git } from './git.ts';
import type { ProjectPlace } from './project.ts';

export interface TreeState {
  /** The commit it stands on; empty outside git and before the first commit. */
  head: string;
  branch: string;
  /** Content of each path that is not as committed; outside git of every path. Empty: the file is gone. */
  dirty: Record<string, string>;
  /** How long the log of this worktree's HEAD is, in bytes. */
  log: number;
  /** Stashes there are. */
  stashes: string[];
  /** Too much to look at: only what was recorded of the session can tell. */
  unknown?: true;
}

/** Above this many, files are told apart by size and time. */
const readAtMost = 2_000;
const walkAtMost = 20_000;
const lookAtMost = 50_000;

export function readTree(place: ProjectPlace, home: string): TreeState {
  return place.gitDir ? gitTree(place) : folderTree(place.root, home);
}

function gitTree(place: ProjectPlace): TreeState {
  const { root, gitDir } = place as ProjectPlace & { gitDir: string };
  const lines = statusLines(root);
  const head = headOf(root, gitDir);
  // A tree with this many uncommitted files is a folder that somebody forgot to ignore.
  const looked = lines !== undefined && lines.length <= lookAtMost;
  return {
    ...head,
    dirty: looked ? dirtyFiles(root, lines) : {},
    log: attempt(() => statSync(join(gitDir, 'logs/HEAD')).size) ?? 0,
    stashes: stashLog(gitDir).map(({ oid }) => oid),
    ...(!looked && { unknown: true }),
  };
}

/** Ten seconds: the largest trees take a fraction of one, and a session that starts or stops can wait. */
function statusLines(root: string): string[] | undefined {
  const args = [
    'status',
    '--porcelain=v2',
    '-z',
    '--untracked-files=all',
    '--no-renames',
    '--ignore-submodules=none',
  ];
  return git(root, args, 10_000)?.split('\0').filter(Boolean);
}

function headOf(root: string, gitDir: string): Pick<TreeState, 'head' | 'branch'> {
  const text = readText(join(gitDir, 'HEAD'))?.trim() ?? '';
  const branch = /^ref: refs\/heads\/(.+)$/.exec(text)?.[1] ?? '';
  const head = branch ? (git(root, ['rev-parse', '--verify', '-q', 'HEAD'])?.trim() ?? '') : text;
  return { head, branch };
}

/** Fields before the path in a line of `git status --porcelain=v2`. */
const fieldsBefore: Record<string, number> = { '1': 8, '2': 9, u: 10, '?': 1, '!': 1 };

function dirtyFiles(root: string, lines: readonly string[]): Record<string, string> {
  const id = lines.length > readAtMost ? statId : contentId;
  const dirty: Record<string, string> = {};
  for (const line of lines) {
    const skip = fieldsBefore[line[0]!];
    if (skip === undefined) continue;
    const fields = line.split(' ');
    const path = fields.slice(skip).join(' ');
    const inside = fields[2]?.startsWith('S') || path.endsWith('/');
    dirty[path.replace(/\/$/, '')] = inside ? repositoryId(join(root, path)) : id(join(root, path));
  }
  return dirty;
}

/** A submodule, or a repository inside the tree: the commit it is on, and what is not committed in it. */
function repositoryId(root: string): string {
  const lines = statusLines(root) ?? [];
  const head = git(root, ['rev-parse', '--verify', '-q', 'HEAD'])?.trim() ?? '';
  return hashText(JSON.stringify([head, dirtyFiles(root, lines)]));
}

function folderTree(root: string, home: string): TreeState {
  const nothing = { head: '', branch: '', log: 0, stashes: [], dirty: {} };
  // A home directory or the root of the disk is nobody's project.
  const paths = root === home || root === '/' ? undefined : walk(root, walkAtMost);
  if (!paths) return { ...nothing, unknown: true };
  const id = paths.length > readAtMost ? statId : contentId;
  return { ...nothing, dirty: Object.fromEntries(paths.map((path) => [path, id(join(root, path))])) };
}

export interface LogLine {
  from: string;
  oid: string;
  /** Milliseconds since 1970. */
  at: number;
  message: string;
}

export function readLog(file: string, offset = 0): LogLine[] {
  const text = readText(file) ?? '';
  const bytes = Buffer.from(text);
  // A log that was cut short since is read from its beginning.
  const news = bytes.length >= offset ? bytes.subarray(offset).toString() : text;
  return news.split('\n').flatMap((line) => {
    const match = /^([0-9a-f]+) ([0-9a-f]+) .*? (\d+) [+-]\d{4}\t?(.*)$/.exec(line);
    return match
      ? [{ from: match[1]!, oid: match[2]!, at: Number(match[3]) * 1000, message: match[4]! }]
      : [];
  });
}

export function stashLog(gitDir: string): LogLine[] {
  const common = readText(join(gitDir, 'commondir'))?.trim();
  const file = join(common ? join(gitDir, common) : gitDir, 'logs/refs/stash');
  return existsSync(file) ? readLog(file) : [];
}
