// The changes that one session made in a tree, since its first snapshot and in the current turn.

import { endlessCommand } from '../core/stop-gate.ts';
import { nonCodePaths } from '../domain/checkpoint/change-types.ts';
import { pathMatcher } from '../domain/checkpoint/work.ts';
import type { CallRow } from '../store/db/work.ts';
import type { Store } from '../store/store.ts';
import { attempt } from '../system/attempt.ts';
import { realpathSync } from '../system/fs/index.ts';
import { basename, dirname, join } from '../system/path.ts';
import { changesByCalls, editTools, mayHaveChanged, type RecordedCall } from './change-owner.ts';
import { changedSince, type DatedChange } from './changes.ts';
import { contentId, readRegularFile } from './content.ts';
import { findPlace, type ProjectPlace } from './project.ts';
import { type ReflogEntry, readReflog, stashReflog, type TreeState } from './tree.ts';

const sql = () => require('../store/db/work.ts') as typeof import('../store/db/work.ts');

export interface Snapshot {
  at: number;
  tree: TreeState;
}

export interface SessionChanges {
  /** Since the session first worked in this tree. */
  all: readonly DatedChange[];
  /** Made by the calls of this turn. */
  inTurn: readonly DatedChange[];
}

const noChanges: SessionChanges = { all: [], inTurn: [] };

export function sessionChanges(
  session: string,
  place: ProjectPlace,
  start: Snapshot | undefined,
  now: () => TreeState,
  store: Store,
): SessionChanges {
  start = withEditsFromElsewhere(
    session,
    place,
    start ?? newWorktreeSnapshot(session, place, store),
    now,
    store,
  );
  const calls = callsIn(place.root, start?.at ?? 0, store);
  const ownCalls = calls.filter(({ session_id }) => session_id === session);
  if (ownCalls.length === 0) return changesWithoutCalls(session, place, start, now, store);
  const recent = callsOfTurn(session, ownCalls, store);
  if (!start || start.tree.unknown || now().unknown)
    return { all: recordedEdits(ownCalls, place.root), inTurn: recordedEdits(recent, place.root) };
  const changed = changedSince(start.tree, now(), place);
  if (changed.length === 0) return noChanges;
  const others = calls.filter(({ session_id }) => session_id !== session);
  const all = changesByCalls(changed, ownCalls, others, place.root);
  return { all, inTurn: changesByCalls(all, recent, others, place.root) };
}

/**
 * A session without calls changed nothing: what a person runs with `!` in the client's prompt is no call. But if nothing
 * of the session is recorded, the record does not tell, and then every change counts.
 */
function changesWithoutCalls(
  session: string,
  place: ProjectPlace,
  start: Snapshot | undefined,
  now: () => TreeState,
  store: Store,
): SessionChanges {
  const recorded = store.readCurrent((db) => sql().isRecorded(db, session)) ?? true;
  if (recorded || !start || start.tree.unknown || now().unknown) return noChanges;
  const all = changedSince(start.tree, now(), place);
  return { all, inTurn: all };
}

/** True if this session, in this turn, edited a file or ran something that may have changed one. */
export function workedInTurn(session: string, root: string, store: Store): boolean {
  const calls = callsIn(root, turnStart(session, store), store);
  return calls.some((call) => call.session_id === session && mayHaveChanged(call));
}

/**
 * True if a call of this session that ended after this time may have changed code, or a command that it started in this
 * turn still runs in the background. Otherwise someone else made the changes since then.
 */
export function touchedSince(session: string, root: string, since: number, store: Store): boolean {
  const rows = store.readCurrent((db) =>
    sql().isRecorded(db, session) ? sql().callsOfSession(db, session, 0) : undefined,
  );
  if (!rows) return true;
  const ignored = pathMatcher(nonCodePaths);
  const editsNonCode = ({ tool, label }: RecordedCall) =>
    editTools.includes(tool) && label?.startsWith(`${root}/`) && ignored(label.slice(root.length + 1));
  const turn = turnStart(session, store);
  const mayRunSince = (call: RecordedCall) => call.at > since || (call.background && call.at >= turn);
  return rows
    .map(recordedCall)
    .some((call) => mayRunSince(call) && !editsNonCode(call) && mayHaveChanged(call));
}

export const turnStart = (session: string, store: Store): number =>
  store.readCurrent((db) => sql().turnStart(db, session)) ?? 0;

/** A command that runs in the background longer than its turn is probably a server, and changes nothing itself. */
function callsOfTurn(session: string, ownCalls: readonly RecordedCall[], store: Store): RecordedCall[] {
  const since = turnStart(session, store);
  return ownCalls.filter(({ at }) => at >= since);
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
  const log = (readRegularFile(join(gitDir!, 'logs/HEAD')) ?? '').indexOf('\n') + 1;
  return { at: first.at, tree: { head: first.oid, branch: '', dirty: {}, log, stashes: [] } };
}

/**
 * A file may be edited by its path while the session works in another tree, before it enters this one or without ever
 * doing so. Then this tree starts as the commit of that time; what else was uncommitted there is not known.
 */
function withEditsFromElsewhere(
  session: string,
  place: ProjectPlace,
  start: Snapshot | undefined,
  now: () => TreeState,
  store: Store,
): Snapshot | undefined {
  const { root, gitDir } = place;
  const edits = callsIn(root, 0, store).filter(
    (call) =>
      call.session_id === session && isEditFromElsewhere(call, root) && call.from < (start?.at ?? Infinity),
  );
  if (!gitDir || !edits[0]) return start;
  const at = edits[0].from;
  const edited = new Set(edits.map(({ label }) => label!.slice(root.length + 1)));
  const dirty = Object.entries(start?.tree.dirty ?? {}).filter(([path]) => !edited.has(path));
  return { at, tree: { ...start?.tree, ...commitAt(at, gitDir, now), dirty: Object.fromEntries(dirty) } };
}

/** The commit that was checked out at this time, and the lengths of the reflogs then. */
function commitAt(at: number, gitDir: string, now: () => TreeState): Omit<TreeState, 'dirty'> {
  const file = join(gitDir, 'logs/HEAD');
  // A reflog has whole seconds. What may have been before or after counts as after.
  const isBefore = (entry: { at: number }) => entry.at + 1_000 <= at;
  const log = readReflog(file);
  const before = log.filter(isBefore);
  const lines = (readRegularFile(file) ?? '').split('\n').slice(0, before.length);
  return {
    head: before.at(-1)?.oid ?? (isCreation(log[0]) ? log[0]?.oid : log[0]?.previousOid) ?? now().head,
    branch: '',
    log: Buffer.byteLength(lines.map((line) => `${line}\n`).join('')),
    stashes: stashReflog(gitDir)
      .filter(isBefore)
      .map(({ oid }) => oid),
  };
}

/** The first entry of a new worktree comes from no commit. */
const isCreation = (entry: ReflogEntry | undefined) => /^0+$/.test(entry?.previousOid ?? '');

/**
 * Other working trees of these repositories in which the session may have changed files: those that it edited by their
 * path, and those of its agents, which the client may give a worktree of their own.
 */
export function otherTreesWorkedIn(
  session: string,
  repositories: readonly string[],
  known: readonly string[],
  store: Store,
): string[] {
  const rows = store.readCurrent((db) => sql().callsOfSession(db, session, 0)) ?? [];
  const places = new Map<string, ProjectPlace>();
  const found = new Set<string>();
  for (const call of rows.map(recordedCall)) {
    const folder = isEdit(call) ? dirname(call.label!) : call.project;
    const place = places.get(folder) ?? findPlace(folder);
    places.set(folder, place);
    const isOther = !known.includes(place.root) && repositories.includes(place.repository);
    if (isOther && !found.has(place.root) && mayHaveChanged(call)) found.add(place.root);
  }
  return [...found];
}

const isEdit = ({ tool, label }: RecordedCall) => editTools.includes(tool) && label?.startsWith('/') === true;

/** True for an edit of a file in this tree, and not in one below it, made while the session worked in another tree. */
const isEditFromElsewhere = (call: RecordedCall, root: string): boolean =>
  call.project !== root && isEdit(call) && findPlace(dirname(call.label!)).root === root;

/** The calls in a tree, with edits from elsewhere. */
export function callsIn(root: string, since: number, store: Store): RecordedCall[] {
  const rows = store.readCurrent((db) => sql().callsSince(db, root, since)) ?? [];
  return rows.map(recordedCall).filter((call) => call.project === root || isEditFromElsewhere(call, root));
}

/** A call that was not recorded before it ran began at most this long before its duration says. */
const hookDelay = 1_500;

/** Commands that leave something running. */
const leavesRunning = /(^|[^&>])&\s*($|[^&\s>])|\b(nohup|setsid|disown)\b/;

function recordedCall({ label, command, began, duration, event, background, ...row }: CallRow): RecordedCall {
  const source = command ?? label ?? '';
  return {
    session_id: row.session_id,
    project: row.project,
    tool: row.tool,
    at: row.at,
    label: label && editTools.includes(row.tool) ? withoutLinks(label) : (label ?? undefined),
    command: command ?? undefined,
    ok: event === 'PostToolUse',
    from: began ?? row.at - duration - hookDelay,
    background: (background === 1 || leavesRunning.test(source)) && !endlessCommand.test(source),
  };
}

const realFolders = new Map<string, string>();

/** The path of an edited file as git knows it: the project may be opened through a symbolic link. */
function withoutLinks(path: string): string {
  const folder = dirname(path);
  const real = realFolders.get(folder) ?? attempt(() => realpathSync(folder)) ?? folder;
  realFolders.set(folder, real);
  return real === folder ? path : join(real, basename(path));
}

/** True if this or another session edited a file while a check was running. */
export function editedSince(root: string, since: number, store: Store): boolean {
  const ignored = pathMatcher(nonCodePaths);
  return callsIn(root, since, store).some(
    ({ tool, label }) =>
      editTools.includes(tool) && label?.startsWith(`${root}/`) && !ignored(label.slice(root.length + 1)),
  );
}

/** The edits recorded for this session; used without a snapshot, or if the tree is too large to read. */
function recordedEdits(calls: readonly RecordedCall[], root: string): DatedChange[] {
  const edits = calls.filter(
    ({ tool, label, ok }) => ok && editTools.includes(tool) && label?.startsWith(`${root}/`),
  );
  const paths = [...new Set(edits.map(({ label }) => label!.slice(root.length + 1)))];
  return paths.map((path) => ({ path, content: contentId(join(root, path)), where: 'tree' }));
}
