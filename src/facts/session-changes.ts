// The changes that one session made in a tree, since its first snapshot and in the current turn.

import { nonCodePaths } from '../domain/checkpoint/change-types.ts';
import { pathMatcher } from '../domain/checkpoint/work.ts';
import type { CallRow } from '../store/db/work.ts';
import type { Store } from '../store/store.ts';
import { join } from '../system/path.ts';
import { changesByCalls, editTools, mayHaveChanged, type RecordedCall } from './change-owner.ts';
import { changedSince, type DatedChange } from './changes.ts';
import { contentId, readRegularFile } from './content.ts';
import type { ProjectPlace } from './project.ts';
import { readReflog, type TreeState } from './tree.ts';

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

const none: SessionChanges = { all: [], inTurn: [] };

export function sessionChanges(
  session: string,
  place: ProjectPlace,
  start: Snapshot | undefined,
  now: () => TreeState,
  store: Store,
): SessionChanges {
  start ??= newWorktreeSnapshot(session, place, store);
  const calls = callsIn(place.root, start?.at ?? 0, store);
  const mine = calls.filter(({ session_id }) => session_id === session);
  if (mine.length === 0) return changesWithoutCalls(session, place, start, now, store);
  const recent = callsOfTurn(session, mine, store);
  if (!start || start.tree.unknown || now().unknown)
    return { all: recordedEdits(mine, place.root), inTurn: recordedEdits(recent, place.root) };
  const changed = changedSince(start.tree, now(), place);
  if (changed.length === 0) return none;
  const others = calls.filter(({ session_id }) => session_id !== session);
  const all = changesByCalls(changed, mine, others, place.root);
  return { all, inTurn: changesByCalls(all, recent, others, place.root) };
}

/**
 * A session without calls changed nothing. But if not even its prompts are recorded, the client does not send the
 * events that would tell, and then every change counts.
 */
function changesWithoutCalls(
  session: string,
  place: ProjectPlace,
  start: Snapshot | undefined,
  now: () => TreeState,
  store: Store,
): SessionChanges {
  const recorded = store.readCurrent((db) => sql().hasRecordedActivity(db, session)) ?? true;
  if (recorded || !start || start.tree.unknown || now().unknown) return none;
  const all = changedSince(start.tree, now(), place);
  return { all, inTurn: all };
}

/** True if this session, in this turn, edited a file or ran something that may have changed one. */
export function workedInTurn(session: string, root: string, store: Store): boolean {
  const calls = callsIn(root, turnStart(session, store), store);
  return calls.some((call) => call.session_id === session && mayHaveChanged(call));
}

/**
 * True if a call of this session that ended after this time may have changed code, or a command of it still runs in the
 * background. Otherwise someone else made the changes since then.
 */
export function touchedSince(session: string, root: string, since: number, store: Store): boolean {
  const rows = store.readCurrent((db) =>
    sql().hasRecordedActivity(db, session) ? sql().callsOfSession(db, session, 0) : undefined,
  );
  if (!rows) return true;
  const ignored = pathMatcher(nonCodePaths);
  const editsNonCode = ({ tool, label }: RecordedCall) =>
    editTools.includes(tool) && label?.startsWith(`${root}/`) && ignored(label.slice(root.length + 1));
  return rows
    .map(recordedCall)
    .some((call) => (call.at > since || call.background) && !editsNonCode(call) && mayHaveChanged(call));
}

export const turnStart = (session: string, store: Store): number =>
  store.readCurrent((db) => sql().turnStart(db, session)) ?? 0;

/** A command that runs in the background may still work in a later turn. */
function callsOfTurn(session: string, mine: readonly RecordedCall[], store: Store): RecordedCall[] {
  const since = turnStart(session, store);
  return mine
    .filter(({ at, background }) => at >= since || background)
    .map((call) => ({ ...call, from: call.background ? Math.max(call.from, since) : call.from }));
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

export function callsIn(root: string, since: number, store: Store): RecordedCall[] {
  return (store.readCurrent((db) => sql().callsSince(db, root, since)) ?? []).map(recordedCall);
}

/** A call that was not recorded before it ran began at most this long before its duration says. */
const hookDelay = 1_500;

/** Commands that leave something running. */
const leavesRunning = /(^|[^&>])&\s*($|[^&\s>])|\b(nohup|setsid|disown)\b/;

function recordedCall({ label, command, began, duration, event, background, ...row }: CallRow): RecordedCall {
  return {
    session_id: row.session_id,
    tool: row.tool,
    at: row.at,
    label: label ?? undefined,
    command: command ?? undefined,
    ok: event === 'PostToolUse',
    from: began ?? row.at - duration - hookDelay,
    background: background === 1 || leavesRunning.test(command ?? label ?? ''),
  };
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
