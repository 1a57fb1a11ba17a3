// Sends sessions, daily sums and memories: whole rows, so that sending one twice changes nothing.
import type { Database } from 'bun:sqlite';
import type { Session, SessionState } from '../domain/sessions/session.ts';
import {
  noteMemorySent,
  noteRetractionsSent,
  noteSent,
  type OutgoingMemory,
  type OutgoingSum,
  sumsOfDay,
  unsentDays,
  unsentMemories,
  unsentRetractions,
  unsentSessions,
} from '../store/db/team.ts';
import { pushMemories, pushMetrics, pushSessions, retract } from './postgres/calls.ts';
import type { SyncContext } from './push-events.ts';
import { isLocalName, type RepositoryNames } from './repository-name.ts';
import { clean, cleanOrNull } from './text.ts';

const sessionsAtOnce = 500;

export async function pushChangedSessions(context: SyncContext): Promise<number> {
  let sent = 0;
  while (!context.isOver()) {
    const changed = unsentSessions(context.db, sessionsAtOnce);
    if (changed.length === 0) break;
    const rows = changed.flatMap(({ detail }) => sessionRow(context, JSON.parse(detail) as Session));
    if (rows.length > 0) await pushSessions(context.team, context.machine, rows);
    noteSent(
      context.db,
      'session',
      changed.map(({ session_id, mark }) => ({ key: session_id, mark })),
    );
    sent += rows.length;
  }
  return sent;
}

/** The order of the board: sessions that need a person come first. */
const need: Record<SessionState, number> = { needs_input: 0, idle: 2, active: 3, tool_active: 3, ended: 4 };

function sessionRow({ names, isShared, config }: SyncContext, session: Session): object[] {
  const repository = names.nameOf(session.repository);
  if (!isShared(repository)) return [];
  const short = (text: string | undefined) => cleanOrNull(text, 200);
  const long = (text: string | undefined) => (config.labels === false ? null : cleanOrNull(text, 1_000));
  const { state, why, role, mode, branch, model } = session;
  return [
    {
      session_id: clean(session.session_id, 200),
      state,
      // An idle session whose turn failed will not continue on its own.
      need: state === 'idle' && why ? 1 : need[state],
      repository: clean(repository, 500),
      role: short(role),
      mode: short(mode),
      branch: short(branch),
      model: short(model),
      since: time(session.since),
      started_at: time(session.started_at),
      last_seen_at: time(session.last_seen_at),
      why: long(why),
      status_text: long(session.status_text),
      last_prompt: long(session.last_prompt),
      last_words: long(session.last_words),
    },
  ];
}

/** Limits a time to the year 2100. A value of another type becomes 0, or the server would refuse the rows of all sessions. */
const time = (at: unknown) => (typeof at === 'number' && at > 0 ? Math.min(at, 4_102_444_800_000) : 0);

const daysAtOnce = 10;

export async function pushChangedDays(context: SyncContext): Promise<number> {
  const { db, team, machine } = context;
  const changed = unsentDays(db);
  let sent = 0;
  for (let at = 0; at < changed.length && !context.isOver(); at += daysAtOnce) {
    const days = changed.slice(at, at + daysAtOnce);
    const rows = days.flatMap(({ day }) => sumsOfDay(db, day).flatMap((sum) => sumRow(context, sum)));
    await pushMetrics(
      team,
      machine,
      days.map(({ day }) => day),
      rows,
    );
    noteSent(
      db,
      'day',
      days.map(({ day, mark }) => ({ key: day, mark })),
    );
    sent += days.length;
  }
  return sent;
}

/** A project's path becomes its repository's name; a repository that is not shared gets no row. */
function sumRow({ names, isShared }: SyncContext, sum: OutgoingSum): object[] {
  const name = sum.kind === 'project' ? names.nameOf(sum.name) : sum.name;
  if (sum.kind === 'project' && !isShared(name)) return [];
  const n = Number.isFinite(sum.n) ? Math.min(Number.MAX_SAFE_INTEGER, Math.round(sum.n)) : 0;
  return [{ ...sum, n, name: clean(name, 200), figure: clean(sum.figure, 100) }];
}

const memoriesAtOnce = 200;

export async function pushNewMemories(context: SyncContext): Promise<number> {
  const { db, team, machine, names, isShared } = context;
  let sent = 0;
  while (!context.isOver()) {
    const fresh = unsentMemories(db, memoriesAtOnce);
    if (fresh.length === 0) break;
    const mayShare = ({ repository }: OutgoingMemory) => {
      const name = names.nameOf(repository);
      return isShared(name) && !isLocalName(name);
    };
    const [shared, kept] = [fresh.filter(mayShare), fresh.filter((memory) => !mayShare(memory))];
    if (shared.length > 0)
      await pushMemories(
        team,
        machine,
        shared.map((memory) => memoryRow(names, memory)),
      );
    noteMemories(db, shared, true);
    noteMemories(db, kept, false);
    sent += shared.length;
  }
  return sent;
}

const noteMemories = (db: Database, rows: readonly OutgoingMemory[], shared: boolean) =>
  noteMemorySent(
    db,
    rows.map(({ id }) => id),
    shared,
  );

function memoryRow(names: RepositoryNames, row: OutgoingMemory): object {
  const { uid, repository, at, kind, topic, category, problem, content, entities } = row;
  return {
    uid: clean(uid, 200),
    repository: clean(names.nameOf(repository), 500),
    at,
    kind,
    topic: cleanOrNull(topic, 500),
    category: clean(category, 200),
    problem: cleanOrNull(problem, 4_000),
    content: clean(content, 4_000),
    entities: (JSON.parse(entities) as string[]).map((entity) => clean(entity, 200)),
  };
}

export async function pushRetractions({ db, team }: SyncContext): Promise<number> {
  const uids = unsentRetractions(db);
  if (uids.length === 0) return 0;
  await retract(
    team,
    uids.map((uid) => clean(uid, 200)),
  );
  noteRetractionsSent(db, uids);
  return uids.length;
}
