// The work facts, looked up lazily: at most one `git status` per event, and only if a policy asks.

import type { Event } from '../core/event.ts';
import { nonCodePaths } from '../domain/checkpoint/change-types.ts';
import { type Check, findChecks } from '../domain/checkpoint/checks.ts';
import {
  type Change,
  type ChangedLine,
  type Evidence,
  type FoundCheckpoint,
  pathMatcher,
  type Work,
} from '../domain/checkpoint/work.ts';
import type { Store } from '../store/store.ts';
import { attempt } from '../system/attempt.ts';
import { readText } from '../system/files.ts';
import { existsSync, statSync } from '../system/fs/index.ts';
import { userHome } from '../system/home.ts';
import { join } from '../system/path.ts';
import { changesOfSession } from './change-owner.ts';
import { changedSince, type DatedChange } from './changes.ts';
import { contentId, hashText, readRegularFile } from './content.ts';
import type { World } from './facts.ts';
import { git } from './git.ts';
import { findPlace, type ProjectPlace } from './project.ts';
import { readReflog, readTree, type TreeState } from './tree.ts';

const sql = () => require('../store/db/work.ts') as typeof import('../store/db/work.ts');

export const checkpointFile = '.claude/completion-checkpoint.json';

export interface SessionRef {
  session_id: string;
  permission_mode?: string | undefined;
}

export function workFacts(
  event: SessionRef | Event,
  place: ProjectPlace,
  world: Pick<World, 'env' | 'now'>,
  store: Store,
): Work {
  const { root } = place;
  const { session_id } = event;
  const current = once(() => readTree(place, userHome(world.env)));
  const start = once(() => store.read((db) => sql().readSnapshot<TreeState>(db, session_id, root)));
  const changes = once(() => sessionChanges(session_id, place, start(), current, store));
  const work: Work = {
    snapshot: (directory) => {
      const next = directory ? findPlace(directory) : place;
      if (next.root !== root) return workFacts(event, next, world, store).snapshot();
      if (!session_id || start()) return;
      const tree = current();
      store.later((db) => sql().addSnapshot(db, session_id, root, world.now, tree));
    },
    trees: () => {
      const roots = store.read((db) => sql().snapshotRoots(db, session_id)) ?? [];
      const others = roots.filter((one) => one !== root && existsSync(one)).map(findPlace);
      return [
        { root, work },
        ...others.map((one) => ({ root: one.root, work: workFacts(event, one, world, store) })),
      ];
    },
    changes: (ignore) => {
      const ignored = pathMatcher(ignore);
      return changes().filter(({ path }) => !ignored(path));
    },
    uncommitted: () => (place.gitDir ? Object.keys(current().dirty) : []),
    lines: (some) => changedLines(some, place, start()?.tree.head),
    tree: (ignore) => treeId(current(), ignore),
    version: (ignore) => versionOf(current(), ignore, place),
    checks: (configured) => projectChecks(root, configured),
    evidence: () => store.read((db) => sql().latestEvidence(db, root)) ?? [],
    addEvidence: (evidence) => {
      const [first] = evidence;
      const moved = first?.source === 'bash' && editedSince(root, world.now - first.ms, store);
      const tree = moved ? { tree: changedDuringCheck } : {};
      store.later((db) => {
        for (const one of evidence)
          sql().addEvidence(db, session_id, root, { ...one, ...tree, at: world.now } as Evidence);
      });
    },
    invalidateEvidence: (because) =>
      store.later((db) => sql().markEvidenceStale(db, root, because, world.now)),
    checkpoint: (some) => findCheckpoint(session_id, root, some, start()?.at ?? 0, store, world.now),
    autonomous: () => event.permission_mode === 'bypassPermissions',
  };
  return work;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

interface Snapshot {
  at: number;
  tree: TreeState;
}

function sessionChanges(
  session: string,
  place: ProjectPlace,
  start: Snapshot | undefined,
  now: () => TreeState,
  store: Store,
): DatedChange[] {
  start ??= newWorktreeSnapshot(session, place, store);
  if (!start) return recordedEdits(session, place.root, 0, store);
  const calls = () => callsIn(place.root, start.at, store);
  if (start.tree.unknown || now().unknown) return recordedEdits(session, place.root, start.at, store);
  const changed = changedSince(start.tree, now(), place);
  if (changed.length === 0 || usedOnlyReadTools(session, start.at, store)) return [];
  return changesOfSession(changed, session, calls(), place.root);
}

const readTools = ['Read', 'Grep', 'Glob', 'WebFetch', 'WebSearch', 'LSP', 'ToolSearch'];

/** True if the session only read files: then changes were made by the person in an editor. */
function usedOnlyReadTools(session: string, since: number, store: Store): boolean {
  const tools = store.readCurrent((db) => sql().toolsUsed(db, session, since)) ?? [];
  return tools.length > 0 && tools.every((tool) => readTools.includes(tool));
}

/** A worktree created during this session started as the commit it was created from. */
function newWorktreeSnapshot(
  session: string,
  { worktree, gitDir }: ProjectPlace,
  store: Store,
): Snapshot | undefined {
  const [first] = worktree && gitDir ? readReflog(join(gitDir, 'logs/HEAD')) : [];
  const since = first && store.readCurrent((db) => sql().firstSeen(db, session));
  if (!first || since === undefined || first.at + 1_000 < since) return undefined;
  // The first line of its reflog is its creation; the following ones were made here.
  const log = (readText(join(gitDir!, 'logs/HEAD')) ?? '').indexOf('\n') + 1;
  return { at: first.at, tree: { head: first.oid, branch: '', dirty: {}, log, stashes: [] } };
}

function callsIn(root: string, since: number, store: Store) {
  const rows = store.readCurrent((db) => sql().callsSince(db, root, since)) ?? [];
  return rows.map(({ label, ...row }) => ({ ...row, label: label ?? undefined }));
}

/** Stored instead of a tree id when the tree changed during a check, so that the result is valid for no tree. */
export const changedDuringCheck = 'the tree changed while it ran';

/** True if this or another session edited a file while a check was running. */
function editedSince(root: string, since: number, store: Store): boolean {
  const ignored = pathMatcher(nonCodePaths);
  return callsIn(root, since, store).some(
    ({ tool, label }) =>
      ['Edit', 'Write', 'NotebookEdit'].includes(tool) &&
      label?.startsWith(`${root}/`) &&
      !ignored(label.slice(root.length + 1)),
  );
}

/** The edits recorded for this session; used without a snapshot, or if the tree is too large to read. */
function recordedEdits(session: string, root: string, since: number, store: Store): DatedChange[] {
  const edits = callsIn(root, since, store).filter(
    ({ session_id, tool, label }) =>
      session_id === session &&
      ['Edit', 'Write', 'NotebookEdit'].includes(tool) &&
      label?.startsWith(`${root}/`),
  );
  const paths = [...new Set(edits.map(({ label }) => label!.slice(root.length + 1)))];
  return paths.map((path) => ({ path, content: contentId(join(root, path)), where: 'tree' }));
}

export function treeId({ head, dirty }: TreeState, ignore: readonly string[]): string {
  const ignored = pathMatcher(ignore);
  const rest = Object.entries(dirty).filter(([path]) => !ignored(path));
  return hashText(JSON.stringify([head, rest.sort(([a], [b]) => (a < b ? -1 : 1))]));
}

function versionOf(
  { head, dirty }: TreeState,
  ignore: readonly string[],
  place: ProjectPlace,
): string | undefined {
  if (!place.gitDir || !head) return undefined;
  const ignored = pathMatcher(ignore);
  return `${head.slice(0, 7)}${Object.keys(dirty).some((path) => !ignored(path)) ? '-dirty' : ''}`;
}

export function projectChecks(root: string, configured: Readonly<Record<string, unknown>>): Check[] {
  return findChecks(
    { read: (name) => readRegularFile(join(root, name)), exists: (name) => existsSync(join(root, name)) },
    configured,
  );
}

const lineLimit = 20_000;

function changedLines(
  changes: readonly Change[],
  { root, gitDir }: ProjectPlace,
  base: string | undefined,
): ChangedLine[] {
  const paths = changes.slice(0, 500).map(({ path }) => path);
  const diff =
    gitDir && base
      ? (git(
          root,
          [
            '-c',
            'core.quotePath=false',
            'diff',
            '-U0',
            '--no-color',
            '--no-ext-diff',
            '--no-textconv',
            base,
            '--',
            ...paths,
          ],
          5_000,
        ) ?? '')
      : '';
  const lines = diffLines(diff);
  const seen = new Set(lines.map(({ path }) => path));
  for (const path of paths.filter((one) => !seen.has(one)).slice(0, 100))
    for (const text of (readRegularFile(join(root, path)) ?? '').slice(0, 200_000).split('\n'))
      lines.push({ path, text });
  return lines.slice(0, lineLimit);
}

function diffLines(diff: string): ChangedLine[] {
  let path = '';
  return diff.split('\n').flatMap((line) => {
    const file = /^(?:\+\+\+ b|--- a)\/(.*)$/.exec(line)?.[1];
    if (file) path = file;
    if (file || /^(\+\+\+|---) /.test(line)) return [];
    return /^[+-]/.test(line) ? [{ path, text: line.slice(1) }] : [];
  });
}

/** Identifies the work that a checkpoint describes: the changed paths and their content, committed or not. */
export function workId(changes: readonly Change[]): string {
  return hashText(JSON.stringify(changes.map(({ path, content }) => [path, content]).sort()));
}

/** A longer file is not a checkpoint. */
const maxCheckpointSize = 256 * 1024;
/** File systems and clocks are not exact. */
const timeTolerance = 1_000;

function lastChange(changes: readonly DatedChange[]): number {
  return Math.max(0, ...changes.map(({ at, where }) => (where === 'tree' ? (at ?? 0) : 0)));
}

/** The session whose tool last wrote the file; the current one if none was recorded. */
function lastWriter(file: string, root: string, since: number, store: Store, asking: string): string {
  const calls = callsIn(root, since, store).filter(
    ({ tool, label }) => ['Edit', 'Write'].includes(tool) && label === file,
  );
  return calls.sort((a, b) => a.at - b.at).at(-1)?.session_id ?? asking;
}

function findCheckpoint(
  session_id: string,
  root: string,
  changes: readonly DatedChange[],
  since: number,
  store: Store,
  now: number,
): FoundCheckpoint | undefined {
  const file = join(root, checkpointFile);
  if (!existsSync(file)) return undefined;
  const text = readRegularFile(file, maxCheckpointSize);
  if (text === undefined) return { body: undefined, state: 'mine' };
  const body = attempt(() => JSON.parse(text) as unknown);
  const content = workId(changes);
  const hash = hashText(text);
  const written = attempt(() => statSync(file).mtimeMs) ?? 0;
  const stored = store.read((db) => sql().readCheckpoint(db, root, hash));
  if (stored && stored.session_id !== session_id) return { body, state: 'foreign' };
  // The same text written again is about the current work.
  if (stored && written <= stored.at) return { body, state: stored.content === content ? 'mine' : 'old' };
  // Written before this session's first snapshot, or by another session.
  if (written + timeTolerance < since || lastWriter(file, root, since, store, session_id) !== session_id)
    return { body, state: 'foreign' };
  if (lastChange(changes) > written + timeTolerance) return { body, state: 'old' };
  // A person outside of any session does not claim the checkpoint.
  if (!session_id) return { body, state: 'mine' };
  store.later((db) => sql().saveCheckpoint(db, root, hash, { session_id, content, body: text, at: now }));
  return { body, state: 'mine' };
}
