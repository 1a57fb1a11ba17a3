// The list of sessions, and the details of one.
import type { Database } from 'bun:sqlite';
import type { Session } from '../domain/sessions/session.ts';
import { sessionJson } from '../domain/sessions/session-json.ts';
import { findContextUse } from '../facts/context-use.ts';
import { figuresOfSession } from '../store/db/metrics-summary.ts';
import {
  checkpointOf,
  evidenceOf,
  filesOf,
  memoriesOf,
  promptsOf,
  toolsOf,
} from '../store/db/session-detail.ts';
import { type SessionPageQuery, sessionPage, stateCounts } from '../store/db/session-page.ts';
import { sessionTitles } from '../store/db/session-titles.ts';
import { getSession } from '../store/db/sessions.ts';
import { taskCounts } from '../store/db/task-counts.ts';
import { tasksOf } from '../store/db/tasks.ts';
import { listGrants } from '../store/files/grants.ts';
import { isInTeam } from '../store/files/team-state.ts';
import { attempt } from '../system/attempt.ts';
import type { Home } from '../system/home.ts';
import { contextCurve } from './context-curve.ts';
import type { FleetPage, SessionDetail, SessionShown } from './shapes.ts';

const contextUseOf = (home: Home, { state, session_id, transcript_path }: Session) =>
  state === 'ended' ? undefined : attempt(() => findContextUse(home, session_id, transcript_path));

export type FleetQuery = Omit<SessionPageQuery, 'all'> & {
  /** `open`, `all`, or nothing: open ones, and all of them if none is open. */
  which: string;
};

export function fleetPage(db: Database, home: Home, query: FleetQuery, now: number): FleetPage {
  const states = stateCounts(db);
  const isOpen = Object.entries(states).some(([state, n]) => state !== 'ended' && n > 0);
  const all = query.which === 'all' || (query.which !== 'open' && !isOpen);
  const { sessions, count } = sessionPage(db, { ...query, all });
  const ids = sessions.map(({ session_id }) => session_id);
  const tasks = taskCounts(db, ids);
  const titles = sessionTitles(db, ids);
  const granted = listGrants(home).filter(({ until }) => until > now);
  const shown = sessions.map((session) => ({
    ...sessionJson({
      session,
      contextUse: contextUseOf(home, session),
      tasks: tasks.get(session.session_id),
    }),
    granted: granted.some((grant) => grant.session_id === session.session_id),
    title: titles[session.session_id],
  }));
  return { team: isInTeam(home), sessions: shown as unknown as SessionShown[], count, states, all };
}

export function sessionDetail(db: Database, home: Home, id: string): SessionDetail {
  const session = getSession(db, id);
  if (!session) throw new Error(`No session ${id} is recorded.`);
  const contextUse = contextUseOf(home, session);
  const tasks = tasksOf(db, { session_id: id });
  const curve = session.transcript_path ? (attempt(() => contextCurve(session.transcript_path!)) ?? []) : [];
  return {
    session: {
      ...sessionJson({ session, contextUse, tasks: taskCounts(db, [id]).get(id) }),
      title: sessionTitles(db, [id])[id],
    } as unknown as SessionShown,
    prompts: promptsOf(db, id),
    tools: toolsOf(db, id),
    files: filesOf(db, id),
    tasks,
    checkpoint: checkpointOf(db, id) ?? null,
    evidence: evidenceOf(db, id),
    memories: memoriesOf(db, id),
    curve,
    window: contextUse?.window ?? 200_000,
    figures: figuresOfSession(db, session),
  };
}
