// What a session changed between two states of a tree. Content counts, not traces: a file that is again what it was
// has not changed; what was committed, stashed or left on another branch has. What came from elsewhere (a pull, a
// rebase, another branch) is not the session's work.

import type { Change } from '../domain/checkpoint/work.ts';
import { attempt } from '../system/attempt.ts';
import { statSync } from '../system/fs/index.ts';
import { join } from '../system/path.ts';
import { contentId } from './content.ts';
import { git } from './git.ts';
import type { ProjectPlace } from './project.ts';
import { type LogLine, readLog, stashLog, type TreeState } from './tree.ts';

/** A change with the time it was made, as far as that is known. */
export interface Dated extends Change {
  at?: number;
}

export function changedSince(start: TreeState, now: TreeState, place: ProjectPlace): Dated[] {
  const found = new Map<string, Dated>();
  const add = (change: Dated) => {
    if (!found.has(change.path)) found.set(change.path, change);
  };
  for (const change of inTree(start, now, place)) add(change);
  if (place.gitDir) {
    const log = readLog(join(place.gitDir, 'logs/HEAD'), start.log);
    for (const change of inCommits(start, now, place, log)) add(change);
    for (const change of inStashes(start, now, place, log)) add(change);
  }
  return [...found.values()];
}

/** What lies in the tree and was not there like this. */
function* inTree(start: TreeState, now: TreeState, place: ProjectPlace): Generator<Dated> {
  for (const [path, content] of Object.entries(now.dirty))
    if (start.dirty[path] !== content) yield { path, content, where: 'tree', ...time(place, path) };
  const set = new Map(newStashes(start, place).flatMap((stash) => stashed(place, stash.oid)));
  for (const [path, content] of Object.entries(start.dirty)) {
    if (path in now.dirty) continue;
    const current = contentId(join(place.root, path));
    // Committed as it was, or put aside as it was: the same work in another place.
    if (current !== content && set.get(path) !== content)
      yield { path, content: current, where: 'tree', ...time(place, path) };
  }
}

/** Lines of HEAD's log that make a new commit out of what somebody wrote; `update-ref` leaves an empty one. */
const authored =
  /^$|^(commit|cherry-pick|revert|am|rebase \((continue|reword|squash|fixup|edit)\)|rebase -i \((reword|squash|fixup|edit)\))\b/;
const leaves = /^checkout: moving from/;

function* inCommits(
  start: TreeState,
  now: TreeState,
  place: ProjectPlace,
  log: readonly LogLine[],
): Generator<Dated> {
  const made = log.filter(({ message }) => authored.test(message));
  // Where git keeps no log of HEAD, everything between the two commits counts.
  const blind = now.log === 0 && now.head !== start.head;
  if (made.length === 0 && !blind) return;
  const touched = new Set(
    namesIn(
      place,
      made.slice(-200).map(({ oid }) => oid),
    ),
  );
  const at = made.at(-1)?.at;
  const tips = new Map([[now.head, 'commit' as const], ...leftTips(log, now.head)]);
  for (const [tip, where] of tips) {
    for (const path of differing(place, start.head, tip)) {
      if (!touched.has(path) && !blind) continue;
      const content = where === 'commit' ? contentId(join(place.root, path)) : blobAt(place, tip, path);
      if (start.dirty[path] !== content) yield { path, content, where, ...(at && { at }) };
    }
  }
}

/** Where branches were when the session left them with commits of its own. */
function leftTips(log: readonly LogLine[], head: string): [string, 'elsewhere'][] {
  const tips: string[] = [];
  let own = false;
  for (const { from, message } of log) {
    if (authored.test(message)) own = true;
    if (!leaves.test(message)) continue;
    if (own && from !== head) tips.push(from);
    own = false;
  }
  return [...new Set(tips)].slice(-5).map((tip) => [tip, 'elsewhere']);
}

/** Of a merge only what differs from both sides: the rest is other people's work. */
function namesIn({ root }: ProjectPlace, oids: readonly string[]): string[] {
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
  return split(git(root, [...args, ...oids], 10_000));
}

function differing({ root }: ProjectPlace, from: string, to: string): string[] {
  if (!to || from === to) return [];
  const base = from || emptyTree;
  return split(git(root, ['diff', '--name-only', '-z', '--no-renames', base, to], 10_000));
}

/** Every repository knows it without having it. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

function blobAt({ root }: ProjectPlace, commit: string, path: string): string {
  return git(root, ['rev-parse', '--verify', '-q', `${commit}:${path}`])?.trim() ?? '';
}

function newStashes(start: TreeState, { gitDir }: ProjectPlace): LogLine[] {
  return gitDir ? stashLog(gitDir).filter(({ oid }) => !start.stashes.includes(oid)) : [];
}

/** Stashes are shared by all worktrees; a branch is checked out in only one. */
function* inStashes(
  start: TreeState,
  now: TreeState,
  place: ProjectPlace,
  log: readonly LogLine[],
): Generator<Dated> {
  const moves = log.flatMap(
    ({ message }) => /^checkout: moving from (\S+) to (\S+)/.exec(message)?.slice(1) ?? [],
  );
  const here = new Set([start.branch, now.branch, ...moves, '(no branch)']);
  for (const { oid, message, at } of newStashes(start, place)) {
    const branch = /^(?:WIP on|On) (.+?): /.exec(message)?.[1];
    if (branch && !here.has(branch)) continue;
    for (const [path, content] of stashed(place, oid))
      if (start.dirty[path] !== content) yield { path, content, where: 'elsewhere', at };
  }
}

/** Paths and contents that a stash holds, untracked ones included. */
function stashed({ root }: ProjectPlace, oid: string): [string, string][] {
  const changed = split(git(root, ['diff', '--raw', '-z', '--no-renames', '--abbrev=64', `${oid}^1`, oid]));
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < changed.length; at += 2) {
    const [, , , blob] = changed[at]!.split(' ');
    pairs.push([changed[at + 1]!, /^0+$/.test(blob!) ? '' : blob!]);
  }
  const untracked = split(git(root, ['ls-tree', '-r', '-z', `${oid}^3`]));
  for (const line of untracked) {
    const [info, path] = line.split('\t') as [string, string];
    pairs.push([path, info.split(' ')[2]!]);
  }
  return pairs;
}

function split(output: string | undefined): string[] {
  return (output ?? '').split('\0').filter(Boolean);
}

function time({ root }: ProjectPlace, path: string): { at?: number } {
  const at = attempt(() => statSync(join(root, path)).mtimeMs);
  return at === undefined ? {} : { at };
}
