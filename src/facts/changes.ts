// Compares two states of a tree to tell what a session changed. Only content counts: a file that has its old content
// again is not changed, but work that was committed, stashed or left on another branch is. Changes that came from
// elsewhere (a pull, a rebase, another branch) are not the session's work.

import type { Change } from '../domain/checkpoint/work.ts';
import { attempt } from '../system/attempt.ts';
import { statSync } from '../system/fs/index.ts';
import { dirname, join } from '../system/path.ts';
import { contentId } from './content.ts';
import { tryGit } from './git.ts';
import { commonDir, findPlace, type ProjectPlace } from './project.ts';
import { type ReflogEntry, readReflog, readTree, stashReflog, type TreeState } from './tree.ts';

/** A change with the times at which it may have been made; none if the file was deleted. */
export interface DatedChange extends Change {
  /** When the file was last written, as far as it is known. */
  at?: number;
  /** Spans of time in which it was made. */
  times?: readonly (readonly [from: number, to: number])[];
}

export function changedSince(start: TreeState, now: TreeState, place: ProjectPlace): DatedChange[] {
  const found = new Map<string, DatedChange>();
  const add = (change: DatedChange) => {
    if (!found.has(change.path)) found.set(change.path, change);
  };
  for (const change of changesInTree(start, now, place)) add(change);
  if (place.gitDir) {
    const log = readReflog(join(place.gitDir, 'logs/HEAD'), start.log);
    for (const change of changesInCommits(start, now, place, log)) add(change);
    for (const change of changesInStashes(start, now, place, log)) add(change);
  }
  return [...found.values()];
}

/** Files in the tree whose content differs from the start. */
function* changesInTree(start: TreeState, now: TreeState, place: ProjectPlace): Generator<DatedChange> {
  for (const path of newlyExcluded(start, now, place)) {
    const content = contentId(join(place.root, path));
    if (start.dirty[path] !== content) yield { path, content, where: 'tree', ...modifiedAt(place, path) };
  }
  for (const [path, content] of Object.entries(now.dirty))
    if (start.dirty[path] !== content) yield { path, content, where: 'tree', ...modifiedAt(place, path) };
  const stashedNow = new Map(newStashes(start, place).flatMap((stash) => stashContents(place, stash.oid)));
  for (const [path, content] of Object.entries(start.dirty)) {
    if (path in now.dirty) continue;
    const current = contentId(join(place.root, path));
    // Committed or stashed unchanged: the same work in another place.
    if (current !== content && stashedNow.get(path) !== content)
      yield { path, content: current, where: 'tree', ...modifiedAt(place, path) };
  }
}

const maxExcluded = 1_000;

/** Files that `.git/info/exclude` hides, if it was changed since the start. */
function newlyExcluded(start: TreeState, now: TreeState, { root, gitDir }: ProjectPlace): string[] {
  if (!gitDir || start.excludes === undefined || start.excludes === now.excludes) return [];
  const file = join(commonDir(gitDir), 'info/exclude');
  const args = ['ls-files', '--others', '--ignored', '-z', `--exclude-from=${file}`];
  return splitNul(tryGit(root, args, 10_000)).slice(0, maxExcluded);
}

/** Messages of reflog entries for commits that somebody authored here. `git update-ref` leaves an empty message. */
const authorsCommit =
  /^$|^(commit|cherry-pick|revert|am|rebase \((continue|reword|squash|fixup|edit)\)|rebase -i \((reword|squash|fixup|edit)\))\b/;
const leavesBranch = /^checkout: moving from/;

function* changesInCommits(
  start: TreeState,
  now: TreeState,
  place: ProjectPlace,
  log: readonly ReflogEntry[],
): Generator<DatedChange> {
  const ownCommits = log.filter(({ message }) => authorsCommit.test(message));
  // If git keeps no reflog of HEAD, everything between the two commits counts.
  const withoutLog = now.log === 0 && now.head !== start.head;
  if (ownCommits.length === 0 && !withoutLog) return;
  const touched = new Set(
    pathsInCommits(
      place,
      ownCommits.slice(-200).map(({ oid }) => oid),
    ),
  );
  const at = ownCommits.at(-1)?.at;
  const tips = new Map([[now.head, 'commit' as const], ...abandonedTips(log, now.head)]);
  for (const [tip, where] of tips) {
    for (const path of differingPaths(place, start.head, tip)) {
      if (!touched.has(path) && !withoutLog) continue;
      const inTree = where === 'commit';
      const content = inTree ? contentId(join(place.root, path)) : blobAt(place, tip, path);
      if (start.dirty[path] === content) continue;
      // A commit leaves the times of its files as they are, so they still tell when each was written.
      const times = (inTree && writtenAt(place, path)) || (at ? [[at, at + 999] as const] : []);
      yield { path, content, where, times, ...(at && { at }) };
    }
  }
}

/** The tips of branches that the session left after committing to them. */
function abandonedTips(log: readonly ReflogEntry[], head: string): [string, 'elsewhere'][] {
  const tips: string[] = [];
  let hasOwnCommits = false;
  for (const { previousOid, message } of log) {
    if (authorsCommit.test(message)) hasOwnCommits = true;
    if (!leavesBranch.test(message)) continue;
    if (hasOwnCommits && previousOid !== head) tips.push(previousOid);
    hasOwnCommits = false;
  }
  return [...new Set(tips)].slice(-5).map((tip) => [tip, 'elsewhere']);
}

/**
 * The paths that these commits changed. Of a merge only those that differ from both parents; the rest is other people's
 * work.
 */
function pathsInCommits({ root }: ProjectPlace, oids: readonly string[]): string[] {
  if (oids.length === 0) return [];
  const args = [
    'log',
    '--no-walk',
    '--ignore-missing',
    '-c',
    '--format=',
    '--name-only',
    '-z',
    '--no-renames',
  ];
  return splitNul(tryGit(root, [...args, ...oids], 10_000));
}

function differingPaths({ root }: ProjectPlace, from: string, to: string): string[] {
  if (!to || from === to) return [];
  const base = from || emptyTree;
  return splitNul(tryGit(root, ['diff', '--name-only', '-z', '--no-renames', base, to], 10_000));
}

/** The hash of the empty tree, which git knows in every repository. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

function blobAt({ root }: ProjectPlace, commit: string, path: string): string {
  return tryGit(root, ['rev-parse', '--verify', '-q', `${commit}:${path}`])?.trim() ?? '';
}

function newStashes(start: TreeState, { gitDir }: ProjectPlace): ReflogEntry[] {
  return gitDir ? stashReflog(gitDir).filter(({ oid }) => !start.stashes.includes(oid)) : [];
}

/** All worktrees share the stashes, but a branch is checked out in only one of them. */
function* changesInStashes(
  start: TreeState,
  now: TreeState,
  place: ProjectPlace,
  log: readonly ReflogEntry[],
): Generator<DatedChange> {
  const moves = log.flatMap(
    ({ message }) => /^checkout: moving from (\S+) to (\S+)/.exec(message)?.slice(1) ?? [],
  );
  const ownBranches = new Set([start.branch, now.branch, ...moves, '(no branch)']);
  for (const { oid, message, at } of newStashes(start, place)) {
    const branch = /^(?:WIP on|On) (.+?): /.exec(message)?.[1];
    if (branch && !ownBranches.has(branch)) continue;
    for (const [path, content] of stashContents(place, oid))
      if (start.dirty[path] !== content)
        yield { path, content, where: 'elsewhere', at, times: [[at, at + 999]] };
  }
}

/** The paths and content hashes in a stash, including untracked files. */
function stashContents({ root }: ProjectPlace, oid: string): [string, string][] {
  const changed = splitNul(
    tryGit(root, ['diff', '--raw', '-z', '--no-renames', '--abbrev=64', `${oid}^1`, oid]),
  );
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < changed.length; at += 2) {
    const [, , , blob] = changed[at]!.split(' ');
    pairs.push([changed[at + 1]!, /^0+$/.test(blob!) ? '' : blob!]);
  }
  const untracked = splitNul(tryGit(root, ['ls-tree', '-r', '-z', `${oid}^3`]));
  for (const line of untracked) {
    const [info, path] = line.split('\t') as [string, string];
    pairs.push([path, info.split(' ')[2]!]);
  }
  return pairs;
}

function splitNul(output: string | undefined): string[] {
  return (output ?? '').split('\0').filter(Boolean);
}

function modifiedAt(place: ProjectPlace, path: string): Pick<DatedChange, 'at' | 'times'> {
  const times = writtenAt(place, path);
  return times ? { at: times[0]![0], times } : {};
}

/**
 * When the content was written, and when the file was put here: `mv` and `cp -p` keep the first. A folder is a submodule
 * or a nested repository.
 */
function writtenAt({ root }: ProjectPlace, path: string): DatedChange['times'] {
  return attempt(() => {
    const stat = statSync(join(root, path));
    if (stat.isDirectory()) return writtenInside(join(root, path));
    return [
      [stat.mtimeMs, stat.mtimeMs],
      [stat.ctimeMs, stat.ctimeMs],
    ] as const;
  });
}

const maxFilesInside = 200;
const never = [0, 0] as const;

/** When the uncommitted files of a nested repository were written, and when its commits were made; not when it was cloned. */
function writtenInside(folder: string): NonNullable<DatedChange['times']> {
  const place = findPlace(folder);
  if (place.root !== folder || !place.gitDir) return [never];
  const files = Object.keys(readTree(place, '').dirty).slice(0, maxFilesInside);
  const commits = readReflog(join(place.gitDir, 'logs/HEAD')).filter(({ message }) =>
    authorsCommit.test(message),
  );
  return [
    never,
    ...files.flatMap((path) => writtenAt(place, path) ?? folderTimes(place, path)),
    ...commits.slice(-20).map(({ at }) => [at, at + 999] as const),
  ];
}

/** A file that was deleted leaves its time with its folder. */
function folderTimes({ root }: ProjectPlace, path: string): NonNullable<DatedChange['times']> {
  const at = attempt(() => statSync(dirname(join(root, path))).mtimeMs);
  return at === undefined ? [] : [[at, at]];
}
