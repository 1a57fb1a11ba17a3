// Sends recorded events. The server has the cursor, and moves it in the transaction that stores the rows. So the next
// batch begins where the server is, even if an answer was lost or another process pushes at the same time.
import type { Database } from 'bun:sqlite';
import type { TeamConfig } from '../config/load.ts';
import { lastRowId } from '../store/db/events.ts';
import { countAfter, type OutgoingEvent, outgoingEvents, uidOfRow } from '../store/db/team.ts';
import { attempt } from '../system/attempt.ts';
import { type Cursor, push, restart } from './postgres/calls.ts';
import type { Team } from './postgres/connect.ts';
import { TeamProblem } from './postgres/problem.ts';
import type { RepositoryNames } from './repository-name.ts';
import { clean, cleanDeep, cleanOrNull } from './text.ts';

export interface SyncContext {
  team: Team;
  db: Database;
  config: TeamConfig;
  machine: string;
  names: RepositoryNames;
  isShared(repository: string): boolean;
  /** True when the time budget of this process is used up. */
  isOver(): boolean;
  progress(done: number, all: number): void;
}

export interface Pushed {
  events: number;
  refused: number;
  /** False if the time was used up before everything was sent. */
  complete: boolean;
}

/** Rows in one call: about 1 MB, and a quarter of a second at the server. */
const batchSize = 5_000;

export async function pushEvents(context: SyncContext, start: Cursor): Promise<Pushed> {
  const { db } = context;
  let cursor = await checkCursor(context, start);
  const all = countAfter(db, cursor.upto);
  let size = batchSize;
  let events = 0;
  let refused = 0;
  for (;;) {
    const rows = outgoingEvents(db, cursor.upto, size, context.config.content === true);
    if (rows.length === 0) return { events, refused, complete: true };
    if (context.isOver()) return { events, refused, complete: false };
    const sent = await send(context, cursor, rows);
    // A row that the server refuses is left out. To find it, its batch is sent in smaller parts.
    if (sent === 'refused') size = Math.max(1, Math.floor(rows.length / 4));
    else {
      size = Math.min(batchSize, size * 4);
      if (sent.moved) events += rows.length - sent.refused;
      refused += sent.refused;
      cursor = sent.moved ? sent.cursor : await checkCursor(context, sent.cursor);
    }
    context.progress(events, Math.max(all, events));
  }
}

interface Sent {
  cursor: Cursor;
  moved: boolean;
  refused: number;
}

async function send(
  { team, machine, ...context }: SyncContext,
  from: Cursor,
  rows: readonly OutgoingEvent[],
): Promise<Sent | 'refused'> {
  const last = rows.at(-1)!;
  const to = { upto: last.id, last_uid: clean(last.uid, 200) };
  const shared = rows.flatMap((row) => rowFor(context, row));
  try {
    const { moved, ...cursor } = await push(team, machine, { from, to, refused: 0, rows: shared });
    return { cursor, moved, refused: 0 };
  } catch (error) {
    if (!(error instanceof TeamProblem) || error.kind !== 'data') throw error;
    if (rows.length > 1) return 'refused';
    const { moved, ...cursor } = await push(team, machine, { from, to, refused: 1, rows: [] });
    return { cursor, moved, refused: 1 };
  }
}

/**
 * Makes sure that the server's cursor refers to a row of this store. It does not if the store was restored from a
 * backup, was replaced, or reuses the numbers of deleted rows; then everything is sent once more, and the server skips
 * rows that it has.
 */
async function checkCursor({ db, team, machine }: SyncContext, cursor: Cursor): Promise<Cursor> {
  if (cursor.upto === 0) return cursor;
  const uid = uidOfRow(db, cursor.upto);
  if (uid !== undefined && clean(uid, 200) === cursor.last_uid) return cursor;
  await restart(team, machine, cursor.upto, lastRowId(db));
  return { upto: 0, last_uid: '' };
}

/** Long enough for every id that a client makes, and short enough for an index. */
const maxIdLength = 200;

/** Returns the row as it is sent, or none if its repository is not shared. */
function rowFor(
  { names, config, isShared }: Pick<SyncContext, 'names' | 'config' | 'isShared'>,
  row: OutgoingEvent,
): object[] {
  const repository = names.nameOf(row.repository);
  if (!isShared(repository)) return [];
  const labelled = config.labels !== false;
  const id = (text: string | null) => cleanOrNull(text, maxIdLength);
  return [
    {
      uid: clean(row.uid, maxIdLength),
      at: Number(row.at),
      event: id(row.event),
      session_id: id(row.session_id),
      agent_id: id(row.agent_id),
      repository: clean(repository, 500),
      tool: id(row.tool),
      tool_use_id: id(row.tool_use_id),
      decision: id(row.decision),
      ms: finite(row.ms),
      ok: row.ok === null ? null : row.ok === 1,
      duration_ms: wholeOrNull(row.duration_ms),
      policies: row.spoke === null ? null : clean(row.spoke, 2_000).split(','),
      label: labelled ? cleanOrNull(row.label, 4_000) : null,
      reason: labelled ? cleanOrNull(row.reason, 4_000) : null,
      content: contentOf(row.content),
    },
  ];
}

const finite = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** Returns a number that fits PostgreSQL's `int`, or null. */
function wholeOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(2 ** 31 - 1, Math.max(0, Math.round(value)))
    : null;
}

function contentOf(text: string | null): unknown {
  if (text === null) return null;
  const value = attempt(() => JSON.parse(text) as Record<string, unknown>) ?? {};
  const present = Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
  return Object.keys(present).length > 0 ? cleanDeep(present, 20_000) : null;
}
