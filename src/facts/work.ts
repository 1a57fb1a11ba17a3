// What a session did to its tree, asked lazily: one `git status` per event, and only if a policy asks.

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
import { ofSession } from './change-owner.ts';
import { changedSince, type Dated } from './changes.ts';
import { contentId, hashText, readPlain } from './content.ts';
import type { World } from './facts.ts';
import { git } from './git.ts';
import { findPlace, type ProjectPlace } from './project.ts';
import { readLog, readTree, type TreeState } from './tree.ts';

const sql = () => require('../store/db/work.ts') as typeof import('../store/db/work.ts');

export const checkpointFile = '.claude/completion-checkpoint.json';

export interface Whose {
  session_id: string;
  permission_mode?: string | undefined;
}

export function workFacts(
  event: Whose | Event,
  place: ProjectPlace,
  world: Pick<World, 'env' | 'now'>,
  store: Store,
): Work {
  const { root } = place;
  const { session_id } = event;
  const now = once(() => readTree(place, userHome(world.env)));
  const start = once(() => store.read((db) => sql().readSnapshot<TreeState>(db, session_id, root)));
  const changes = once(() => sessionChanges(session_id, place, start(), now, store));
  const work: Work = {
    snapshot: (directory) => {
      const next = directory ? findPlace(directory) : place;
      if (next.root !== root) return workFacts(event, next, world, store).snapshot();
      if (!session_id || start()) return;
      const tree = now();
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
    uncommitted: () => (place.gitDir ? Object.keys(now().dirty) : []),
    lines: (some) => changedLines(some, place, start()?.tree.head),
    tree: (ignore) => treeId(now(), ignore),
    version: (ignore) => versionOf(now(), ignore, place),
    checks: (configured) => projectChecks(root, configured),
    evidence: () => store.read((db) => sql().latestEvidence(db, root)) ?? [],
    addEvidence: (evidence) => {
      const [first] = evidence;
      const moved = first?.source === 'bash' && editedSince(root, world.now - first.ms, store);
      const tree = moved ? { tree: movedMeanwhile } : {};
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

interface Start {
  at: number;
  tree: TreeState;
}

function sessionChanges(
  session: string,
  place: ProjectPlace,
  start: Start | undefined,
  now: () => TreeState,
  store: Store,
): Dated[] {
  start ??= bornClean(session, place, store);
  if (!start) return recordedEdits(session, place.root, 0, store);
  const calls = () => callsIn(place.root, start.at, store);
  if (start.tree.unknown || now().unknown) return recordedEdits(session, place.root, start.at, store);
  const changed = changedSince(start.tree, now(), place);
  if (changed.length === 0 || onlyLooked(session, start.at, store)) return [];
  return ofSession(changed, session, calls(), place.root);
}

const lookers = ['Read', 'Grep', 'Glob', 'WebFetch', 'WebSearch', 'LSP', 'ToolSearch'];

/** It read and nothing else: what changed meanwhile is the person's own work in an editor. */
function onlyLooked(session: string, since: number, store: Store): boolean {
  const tools = store.readCurrent((db) => sql().toolsUsed(db, session, since)) ?? [];
  return tools.length > 0 && tools.every((tool) => lookers.includes(tool));
}

/** A worktree that was made during this session began as the commit it was made from. */
function bornClean(session: string, { worktree, gitDir }: ProjectPlace, store: Store): Start | undefined {
  const [first] = worktree && gitDir ? readLog(join(gitDir, 'logs/HEAD')) : [];
  const since = first && store.readCurrent((db) => sql().firstSeen(db, session));
  if (!first || since === undefined || first.at + 1_000 < since) return undefined;
  // Its log has that one line at its beginning; what follows was done here.
  const log = (readText(join(gitDir!, 'logs/HEAD')) ?? '').indexOf('\n') + 1;
  return { at: first.at, tree: { head: first.oid, branch: '', dirty: {}, log, stashes: [] } };
}

function callsIn(root: string, since: number, store: Store) {
  const rows = store.readCurrent((db) => sql().callsSince(db, root, since)) ?? [];
  return rows.map(({ label, ...row }) => ({ ...row, label: label ?? undefined }));
}

/** In the place of a tree's name: what was proven is about neither the one before nor the one after. */
export const movedMeanwhile = 'the tree changed while it ran';

/** An edit beside a running check, by this session or another. */
function editedSince(root: string, since: number, store: Store): boolean {
  const ignored = pathMatcher(nonCodePaths);
  return callsIn(root, since, store).some(
    ({ tool, label }) =>
      ['Edit', 'Write', 'NotebookEdit'].includes(tool) &&
      label?.startsWith(`${root}/`) &&
      !ignored(label.slice(root.length + 1)),
  );
}

/** Without a snapshot, or where a tree is too large to look at, the session's own edits are what we know. */
function recordedEdits(session: string, root: string, since: number, store: Store): Dated[] {
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
    { read: (name) => readPlain(join(root, name)), exists: (name) => existsSync(join(root, name)) },
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
    for (const text of (readPlain(join(root, path)) ?? '').slice(0, 200_000).split('\n'))
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

/** The work a checkpoint is about: what changed and into what, committed or not. */
export function workId(changes: readonly Change[]): string {
  return hashText(JSON.stringify(changes.map(({ path, content }) => [path, content]).sort()));
}

/** What a person could have written; more is not read. */
const checkpointSize = 256 * 1024;
/** File systems and clocks are not exact. */
const slack = 1_000;

function lastChange(changes: readonly Dated[]): number {
  return Math.max(0, ...changes.map(({ at, where }) => (where === 'tree' ? (at ?? 0) : 0)));
}

/** Whose tool wrote it last; the session that asks, if nobody was seen. */
function writer(file: string, root: string, since: number, store: Store, asking: string): string {
  const calls = callsIn(root, since, store).filter(
    ({ tool, label }) => ['Edit', 'Write'].includes(tool) && label === file,
  );
  return calls.sort((a, b) => a.at - b.at).at(-1)?.session_id ?? asking;
}

function findCheckpoint(
  session_id: string,
  root: string,
  changes: readonly Dated[],
  since: number,
  store: Store,
  now: number,
): FoundCheckpoint | undefined {
  const file = join(root, checkpointFile);
  if (!existsSync(file)) return undefined;
  const text = readPlain(file, checkpointSize);
  if (text === undefined) return { body: undefined, state: 'mine' };
  const body = attempt(() => JSON.parse(text) as unknown);
  const content = workId(changes);
  const hash = hashText(text);
  const written = attempt(() => statSync(file).mtimeMs) ?? 0;
  const bound = store.read((db) => sql().readCheckpoint(db, root, hash));
  if (bound && bound.session_id !== session_id) return { body, state: 'foreign' };
  // The same words written once more are about the work as it is now.
  if (bound && written <= bound.at) return { body, state: bound.content === content ? 'mine' : 'old' };
  // Written before this session came to the tree: somebody else's.
  if (written + slack < since || writer(file, root, since, store, session_id) !== session_id)
    return { body, state: 'foreign' };
  if (lastChange(changes) > written + slack) return { body, state: 'old' };
  // A person who calls from outside any session takes it from nobody.
  if (!session_id) return { body, state: 'mine' };
  store.later((db) => sql().saveCheckpoint(db, root, hash, { session_id, content, body: text, at: now }));
  return { body, state: 'mine' };
}
