// The subagents of a session, derived from its recorded events.
import type { Database } from 'bun:sqlite';
import type { AgentRun } from '../../domain/sessions/agents.ts';

interface Row {
  event: string;
  agent_id: string | null;
  at: number;
  decision: string;
  label: string | null;
  agent_type: string | null;
}

export function agentRuns(db: Database, session_id: string): AgentRun[] {
  const rows = db
    .query(
      `SELECT event, agent_id, at, decision, label, json_extract(detail, '$.agent_type') AS agent_type FROM events
       WHERE session_id = ? AND (event IN ('SubagentStart', 'SubagentStop') OR (event = 'PreToolUse' AND tool = 'Agent'))
       ORDER BY at, id`,
    )
    .all(session_id) as Row[];
  return runsFrom(rows);
}

interface Launch {
  label: string;
  parent: string;
}

function runsFrom(rows: readonly Row[]): AgentRun[] {
  const runs = new Map<string, AgentRun>();
  const launches: Launch[] = [];
  for (const row of rows) {
    if (row.event !== 'PreToolUse') addRun(row, runs, launches);
    else if (row.decision !== 'deny') launches.push({ label: row.label ?? '', parent: row.agent_id ?? '' });
  }
  return [...runs.values()];
}

function addRun(row: Row, runs: Map<string, AgentRun>, launches: Launch[]): void {
  const { event, agent_id, at, decision, agent_type } = row;
  if (!agent_id || !agent_type) return;
  const stops = event === 'SubagentStop' && decision !== 'block';
  const existing = runs.get(agent_id);
  if (existing && event === 'SubagentStart') delete existing.stopped_at;
  else if (existing && stops) existing.stopped_at = at;
  if (existing) return;
  const run: AgentRun = {
    id: agent_id,
    type: agent_type,
    parent: takeParent(agent_type, launches),
    started_at: at,
  };
  // A stop without a recorded start: the agent is listed as having started and stopped at that time.
  if (stops) run.stopped_at = at;
  runs.set(agent_id, run);
}

/**
 * Removes the oldest call of the Agent tool for this type, and returns its caller: the parent of the agent that starts.
 * The events themselves don't name it.
 */
function takeParent(type: string, launches: Launch[]): string {
  const index = launches.findIndex((launch) => launch.label.startsWith(type));
  return launches.splice(index, index < 0 ? 0 : 1)[0]?.parent ?? '';
}
