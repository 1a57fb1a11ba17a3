// The state of the stop gate, and the mark that shows it whether a session has made progress.
import type { Database } from 'bun:sqlite';
import type { GateState } from '../../core/stop-gate.ts';
import { changeState, readState } from './policy-state.ts';

const gateKey = (session: string, agent: string | undefined) => ({
  policy: 'gate',
  scope: 'agent',
  key: `${session}/${agent ?? 'main'}`,
});

export function readGate(db: Database, session: string, agent?: string): GateState | undefined {
  return readState(db, gateKey(session, agent)) as GateState | undefined;
}

export function writeGate(
  db: Database,
  state: GateState,
  session: string,
  agent: string | undefined,
  now: number,
): void {
  changeState(db, gateKey(session, agent), state, () => state, now);
}

/** Tools that only read: an agent that has only read since the last stop has made no progress. */
const readOnlyTools = [
  'Read',
  'Grep',
  'Glob',
  'WebFetch',
  'WebSearch',
  'TaskList',
  'TaskGet',
  'ToolSearch',
  'LSP',
];

/** Changes whenever the session calls a tool that can change something, or its tasks or evidence change. */
export function progressMark(db: Database, session: string): string {
  const row = db
    .query(
      `SELECT
        (SELECT count(*) FROM events WHERE session_id = ?1 AND tool IS NOT NULL AND decision IN ('pass', 'allow')
          AND tool NOT IN (${readOnlyTools.map((name) => `'${name}'`).join(', ')})) AS calls,
        (SELECT max(updated_at) FROM tasks WHERE session_id = ?1) AS tasks,
        (SELECT count(*) FROM evidence WHERE session_id = ?1) AS evidence`,
    )
    .get(session) as { calls: number; tasks: number | null; evidence: number };
  return `${row.calls}.${row.tasks ?? 0}.${row.evidence}`;
}
