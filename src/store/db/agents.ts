// Which subagents ran in a session, derived from its recorded events.
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

/**
 * A start is matched with the oldest unmatched call of the Agent tool for its type, and the caller of that is its
 * parent: the events themselves don't name it.
 */
function runsFrom(rows: readonly Row[]): AgentRun[] {
  const runs = new Map<string, AgentRun>();
  const launches: { label: string; parent: string }[] = [];
  for (const { event, agent_id, at, decision, label, agent_type } of rows) {
    const known = runs.get(agent_id ?? '');
    if (event === 'PreToolUse') {
      if (decision !== 'deny') launches.push({ label: label ?? '', parent: agent_id ?? '' });
    } else if (!agent_id || !agent_type) continue;
    else if (event === 'SubagentStart' && known) delete known.stopped_at;
    else if (event === 'SubagentStop' && known) {
      if (decision !== 'block') known.stopped_at = at;
    } else {
      const index = launches.findIndex((one) => one.label.startsWith(agent_type));
      const parent = launches.splice(index, index < 0 ? 0 : 1)[0]?.parent ?? '';
      const run: AgentRun = { id: agent_id, type: agent_type, parent, started_at: at };
      // A stop without a recorded start: the agent is listed as having started and stopped at that time.
      if (event === 'SubagentStop' && decision !== 'block') run.stopped_at = at;
      runs.set(agent_id, run);
    }
  }
  return [...runs.values()];
}
