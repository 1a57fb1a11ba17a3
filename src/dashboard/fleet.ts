// The board of sessions, and one session from near.
import type { Database } from 'bun:sqlite';
import { plainSession } from '../commands/fleet.ts';
import type { Session } from '../core/session.ts';
import { findGauge } from '../facts/gauge.ts';
import { figuresOfSession } from '../figures.ts';
import { type Home, tryTo } from '../home.ts';
import { type BoardQuery, boardPage, stateCounts } from '../store/board.ts';
import { taskCounts } from '../store/counts.ts';
import { checkpointOf, evidenceOf, filesOf, memoriesOf, promptsOf, toolsOf } from '../store/detail.ts';
import { listGrants } from '../store/grants.ts';
import { getSession } from '../store/sessions.ts';
import { tasksOf } from '../store/tasks.ts';
import { curveOf } from './curve.ts';
import type { FleetPage, SessionDetail, SessionShown } from './shapes.ts';

const gaugeOf = (home: Home, { state, session_id, transcript_path }: Session) =>
  state === 'ended' ? undefined : tryTo(() => findGauge(home, session_id, transcript_path));

export function fleetPage(db: Database, home: Home, query: BoardQuery, now: number): FleetPage {
  const { sessions, count } = boardPage(db, query);
  const ids = sessions.map(({ session_id }) => session_id);
  const tasks = taskCounts(db, ids);
  const granted = listGrants(home).filter(({ until }) => until > now);
  const shown = sessions.map((session) => ({
    ...plainSession({ session, gauge: gaugeOf(home, session), tasks: tasks.get(session.session_id) }),
    granted: granted.some((grant) => grant.session_id === session.session_id),
  }));
  return { sessions: shown as unknown as SessionShown[], count, states: stateCounts(db) };
}

export function sessionDetail(db: Database, home: Home, id: string): SessionDetail {
  const session = getSession(db, id);
  if (!session) throw new Error(`No session ${id} is recorded.`);
  const gauge = gaugeOf(home, session);
  const tasks = tasksOf(db, { session_id: id });
  const curve = session.transcript_path ? (tryTo(() => curveOf(session.transcript_path!)) ?? []) : [];
  return {
    session: plainSession({ session, gauge, tasks: taskCounts(db, [id]).get(id) }) as unknown as SessionShown,
    prompts: promptsOf(db, id),
    tools: toolsOf(db, id),
    files: filesOf(db, id),
    tasks,
    checkpoint: checkpointOf(db, id) ?? null,
    evidence: evidenceOf(db, id),
    memories: memoriesOf(db, id),
    curve,
    window: gauge?.window ?? 200_000,
    figures: figuresOfSession(db, session),
  };
}
