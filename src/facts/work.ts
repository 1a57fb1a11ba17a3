// The work facts, looked up lazily: at most one `git status` per event, and only if a policy asks.

import type { Event } from '../core/event.ts';
import { commandsBehind } from '../domain/checkpoint/check-scripts.ts';
import { type Check, findChecks } from '../domain/checkpoint/checks.ts';
import {
  type Change,
  type ChangedLine,
  changedDuringCheck,
  type Evidence,
  type FoundCheckpoint,
  pathMatcher,
  type Work,
} from '../domain/checkpoint/work.ts';
import type { Store } from '../store/store.ts';
import { attempt } from '../system/attempt.ts';
import { existsSync, statSync } from '../system/fs/index.ts';
import { userHome } from '../system/home.ts';
import { join } from '../system/path.ts';
import type { DatedChange } from './changes.ts';
import { excludeProofsFromGit } from './checkpoint-exclude.ts';
import { readRegularFile, shortHash } from './content.ts';
import type { World } from './facts.ts';
import { tryGit } from './git.ts';
import { once } from './once.ts';
import { findPlace, type ProjectPlace } from './project.ts';
import {
  callsIn,
  editedSince,
  otherTreesWorkedIn,
  sessionChanges,
  touchedSince,
  turnStart,
  workedInTurn,
} from './session-changes.ts';
import { committedFiles, readReflog, readTree, type TreeState } from './tree.ts';

const sql = () => require('../store/db/work.ts') as typeof import('../store/db/work.ts');

export const checkpointFile = '.claude/completion-checkpoint.json';

export interface SessionRef {
  session_id: string;
  permission_mode?: string | undefined;
}

export function workFacts(
  event: SessionRef | Event,
  place: ProjectPlace,
  world: Pick<World, 'env' | 'now' | 'later'>,
  store: Store,
): Work {
  const { root } = place;
  const { session_id } = event;
  const current = once(() => readTree(place, userHome(world.env)));
  const start = once(() => store.read((db) => sql().readSnapshot<TreeState>(db, session_id, root)));
  const changes = once(() => sessionChanges(session_id, place, start(), current, store));
  const ids = new Map<readonly string[], string>();
  const work: Work = {
    snapshot: (directory) => {
      const target = directory ? findPlace(directory) : place;
      if (target.root !== root) return workFacts(event, target, world, store).snapshot();
      if (!session_id || start()) return;
      if (world.later) excludeProofsFromGit(place);
      const tree = current();
      store.later((db) => sql().addSnapshot(db, session_id, root, world.now, tree));
    },
    trees: () => {
      const roots = store.read((db) => sql().snapshotRoots(db, session_id)) ?? [];
      const entered = roots.filter((folder) => folder !== root && existsSync(folder)).map(findPlace);
      const repositories = [place, ...entered].map(({ repository }) => repository);
      const known = [root, ...entered.map((tree) => tree.root)];
      const others = [
        ...entered,
        ...otherTreesWorkedIn(session_id, repositories, known, store).map(findPlace),
      ];
      return [
        { root, work },
        ...others.map((tree) => ({ root: tree.root, work: workFacts(event, tree, world, store) })),
      ];
    },
    changes: (ignore) => {
      const ignored = pathMatcher(ignore);
      return changes().all.filter(({ path }) => !ignored(path));
    },
    changesInTurn: (ignore) => {
      const ignored = pathMatcher(ignore);
      return changes().inTurn.filter(({ path }) => !ignored(path));
    },
    workedInTurn: () => workedInTurn(session_id, root, store),
    touchedSince: (at) => touchedSince(session_id, root, at, store),
    turnStart: () => turnStart(session_id, store),
    uncommitted: () => (place.gitDir ? Object.keys(current().dirty) : []),
    lines: (changed) => changedLines(changed, place, start()?.tree.head),
    tree: (ignore) => {
      const id = ids.get(ignore) ?? treeId(current(), ignore, root);
      ids.set(ignore, id);
      return id;
    },
    version: (ignore) => versionOf(current(), ignore, place),
    versions: () => versionsSince(start()?.tree, place),
    checks: (configured) => projectChecks(root, configured),
    evidence: () => store.read((db) => sql().latestEvidence(db, root)) ?? [],
    failedAtStart: (ignore) => {
      const tree = start()?.tree;
      if (!tree || tree.unknown) return [];
      return store.read((db) => sql().failedEvidence(db, root, treeId(tree, ignore, root))) ?? [];
    },
    addEvidence: (evidence) => {
      const [first] = evidence;
      const moved = first?.source === 'bash' && editedSince(root, world.now - first.ms, store);
      const tree = moved ? { tree: changedDuringCheck } : {};
      store.later((db) => {
        for (const result of evidence)
          sql().addEvidence(db, session_id, root, { ...result, ...tree, at: world.now } as Evidence);
      });
    },
    invalidateEvidence: (because) =>
      store.later((db) => sql().markEvidenceStale(db, root, because, world.now)),
    checkpoint: (changed) => {
      // `later` is absent in a dry run, which must not change anything.
      if (world.later) excludeProofsFromGit(place);
      return findCheckpoint(session_id, root, changed, start()?.at ?? 0, store, world.now);
    },
    bypassesPermissions: () => event.permission_mode === 'bypassPermissions',
  };
  return work;
}

/**
 * Identifies the content of a tree, committed or not, so that a commit of exactly the checked files changes nothing.
 */
export function treeId({ head, dirty }: TreeState, ignore: readonly string[], root: string): string {
  const ignored = pathMatcher(ignore);
  const files: string[] = [];
  for (const line of committedFiles(root, head)) {
    const end = line.indexOf('\t');
    const path = line.slice(end + 1);
    if (!Object.hasOwn(dirty, path) && !ignored(path))
      files.push(`${path}\0${line.slice(line.lastIndexOf(' ', end) + 1, end)}`);
  }
  for (const path in dirty) if (dirty[path] !== '' && !ignored(path)) files.push(`${path}\0${dirty[path]}`);
  return shortHash(files.sort().join('\n'));
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

/** The commits that were checked out since the session began, newest first. */
function versionsSince(start: TreeState | undefined, { gitDir }: ProjectPlace): string[] {
  if (!gitDir || !start) return [];
  const log = readReflog(join(gitDir, 'logs/HEAD'), start.log);
  return [...log.map(({ oid }) => oid), start.head].filter(Boolean).slice(-200).reverse();
}

export function projectChecks(root: string, configured: Readonly<Record<string, unknown>>): Check[] {
  return findChecks(
    { read: (name) => readRegularFile(join(root, name)), exists: (name) => existsSync(join(root, name)) },
    configured,
  );
}

/** Every command that the project's checks would run, with the scripts and recipes behind them. */
export function commandsOfChecks(root: string, configured: Readonly<Record<string, unknown>>): string[] {
  const read = (name: string) => readRegularFile(join(root, name));
  return [
    ...new Set(projectChecks(root, configured).flatMap((check) => commandsBehind(check.command, read))),
  ];
}

const maxLines = 20_000;

function changedLines(
  changes: readonly Change[],
  { root, gitDir }: ProjectPlace,
  base: string | undefined,
): ChangedLine[] {
  const paths = changes.slice(0, 500).map(({ path }) => path);
  const diff =
    gitDir && base
      ? (tryGit(
          root,
          [
            '-c',
            'core.quotePath=false',
            // Otherwise git looks at every file of the tree, not only at these.
            '-c',
            'core.preloadIndex=false',
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
  for (const path of paths.filter((changed) => !seen.has(changed)).slice(0, 100))
    for (const text of (readRegularFile(join(root, path)) ?? '').slice(0, 200_000).split('\n'))
      lines.push({ path, text });
  return lines.slice(0, maxLines);
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
  return shortHash(JSON.stringify(changes.map(({ path, content }) => [path, content]).sort()));
}

/** A longer file is not a checkpoint. */
const maxCheckpointSize = 256 * 1024;
/** File systems and clocks are not exact. */
const timeTolerance = 1_000;

function lastChange(changes: readonly DatedChange[]): number {
  return Math.max(0, ...changes.map(({ at, where }) => (where === 'tree' ? (at ?? 0) : 0)));
}

/** The session whose tool wrote the file at this time; the asking one if none was recorded, as for `pawl checkpoint`. */
function lastWriter(file: string, root: string, written: number, store: Store, asking: string): string {
  const calls = callsIn(root, written - timeTolerance, store).filter(
    ({ tool, label }) => ['Edit', 'Write'].includes(tool) && label === file,
  );
  return calls.sort((a, b) => a.at - b.at).at(-1)?.session_id ?? asking;
}

/** The checkpoint in the file; if that is another session's, the last one that this session gave. */
function findCheckpoint(
  session_id: string,
  root: string,
  changes: readonly DatedChange[],
  since: number,
  store: Store,
  now: number,
): FoundCheckpoint | undefined {
  const found = checkpointInFile(session_id, root, changes, since, store, now);
  if (found?.state !== 'foreign' || !session_id) return found;
  const own = store.read((db) => sql().lastCheckpoint(db, root, session_id));
  const body = own && attempt(() => JSON.parse(own.body) as unknown);
  if (!own || body === undefined) return found;
  const isCurrent = own.content === workId(changes) || !touchedSince(session_id, root, own.at, store);
  return { body, state: isCurrent ? 'mine' : 'old' };
}

function checkpointInFile(
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
  const hash = shortHash(text);
  const written = Math.ceil(attempt(() => statSync(file).mtimeMs) ?? 0);
  const stored = store.read((db) => sql().readCheckpoint(db, root, hash));
  // The same text written again is about the current work of whoever wrote it.
  const isKnown = stored !== undefined && written <= stored.at;
  if (isKnown && stored.session_id !== session_id) return { body, state: 'foreign' };
  const touched = () => touchedSince(session_id, root, written, store);
  if (isKnown) return { body, state: stored.content === content || !touched() ? 'mine' : 'old' };
  // Written before this session's first snapshot, or by another session.
  if (written + timeTolerance < since || lastWriter(file, root, written, store, session_id) !== session_id)
    return { body, state: 'foreign' };
  if (lastChange(changes) > written + timeTolerance && touched()) return { body, state: 'old' };
  claimCheckpoint(session_id, root, text, changes, store, Math.max(now, written));
  return { body, state: 'mine' };
}

/** Remembers whose checkpoint this is, and for which work. A person outside of any session claims none. */
export function claimCheckpoint(
  session_id: string,
  root: string,
  text: string,
  changes: readonly Change[],
  store: Store,
  at: number,
): void {
  const claimed = { session_id, content: workId(changes), body: text, at };
  if (session_id) store.later((db) => sql().saveCheckpoint(db, root, shortHash(text), claimed));
}
