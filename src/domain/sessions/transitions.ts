// What each recorded event changes about its session. Lines of parallel hooks arrive late and out of order, so nothing
// here depends on the order of arrival: every part has its own time, and an older event never undoes a newer one.
import { type Agent, conversationOf, type Session, type Sign, type State, type Turn } from './session.ts';
import { followWaiting, notifications } from './waiting.ts';

/** What an event of the main conversation makes of the turn. */
const turns: Record<string, Turn['state']> = {
  SessionStart: 'idle',
  UserPromptSubmit: 'active',
  PreToolUse: 'active',
  PostToolUse: 'active',
  PostToolUseFailure: 'active',
  Stop: 'idle',
  StopFailure: 'idle',
  SessionEnd: 'ended',
};

/** What only a living session does. The client does not wait for other hooks when it ends, so they may come late. */
const returns = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SessionEnd'];

export function apply(session: Session, sign: Sign): void {
  session.started_at = Math.min(session.started_at, sign.at);
  session.last_seen_at = Math.max(session.last_seen_at, sign.at);
  learn(session, sign);
  if (sign.agent_id) followAgent(session, sign);
  else followMain(session, sign);
  followWaiting(session, sign);
  settle(session, sign.at);
}

function learn(session: Session, sign: Sign): void {
  const { parts } = session;
  if (sign.at >= session.last_seen_at && !sign.agent_id)
    Object.assign(session, { cwd: sign.cwd, project: sign.project, repository: sign.repository });
  if (sign.event === 'UserPromptSubmit' && sign.label) session.last_prompt = sign.label;
  if (!sign.identity || sign.at < parts.identity_at) return;
  const { client } = session;
  Object.assign(session, sign.identity);
  // Who started it is only looked up once.
  if (client?.ancestors && session.client?.pid === client.pid) session.client.ancestors ??= client.ancestors;
  parts.identity_at = sign.at;
}

function followMain(session: Session, sign: Sign): void {
  const { parts } = session;
  const next = nextTurn(sign);
  if (next && (sign.event === 'UserPromptSubmit' || next !== 'active')) forgetCalls(session, sign.at);
  followCalls(session, sign);
  if (sign.words && sign.event !== 'Notification') remember(session, sign);
  if (!next || sign.at < parts.turn.at) return;
  if (parts.turn.state === 'ended' && !returns.includes(sign.event)) return;
  parts.turn = { state: next, at: sign.at, ...whyOf(sign) };
  if (next === 'ended') endSession(session, sign.at, sign.kind ?? 'other');
  else reopen(session);
}

function remember(session: Session, { at, words }: Sign): void {
  if (at < session.parts.words_at) return;
  session.last_words = words!;
  session.parts.words_at = at;
}

function nextTurn(sign: Sign): Turn['state'] | undefined {
  const { event, kind, decision } = sign;
  if (event === 'Notification') return notifications[kind ?? ''] === 'idle' ? 'idle' : undefined;
  // The context was renewed in the middle of whatever the session was doing.
  if (event === 'SessionStart' && kind === 'compact') return undefined;
  // The same person goes on in the same place, under a new id.
  if (event === 'SessionEnd' && kind === 'clear') return 'idle';
  if (event === 'Stop' && decision === 'block') return 'active';
  if (event === 'UserPromptSubmit' && decision === 'block') return 'idle';
  return turns[event];
}

function whyOf({ event, kind }: Sign): { why?: string } {
  return event === 'StopFailure' ? { why: `the turn failed: ${kind ?? 'unknown error'}` } : {};
}

function endSession(session: Session, at: number, reason: string): void {
  session.ended_at = at;
  session.end_reason = reason;
  for (const agent of Object.values(session.agents)) endAgent(agent, at);
}

function reopen(session: Session): void {
  delete session.ended_at;
  delete session.end_reason;
  delete session.successor;
}

/** A call is open from its start until its end, whichever of the two is heard of first. */
function followCalls({ parts }: Session, sign: Sign): void {
  const { event, tool_use_id, at, tool, input_hash } = sign;
  if (!tool_use_id || at <= parts.reset_at) return;
  const known = parts.calls[tool_use_id] ?? {};
  const about = { ...(tool && { tool }), ...(input_hash && { hash: input_hash }) };
  if (event === 'PreToolUse' && sign.decision !== 'deny')
    parts.calls[tool_use_id] = { ...known, ...about, from: at };
  if (event === 'PostToolUse' || event === 'PostToolUseFailure')
    parts.calls[tool_use_id] = { ...known, ...about, to: at };
}

/** A new prompt, and the end of a turn: whatever was open then is over, also what was never heard of again. */
function forgetCalls({ parts }: Session, at: number): void {
  parts.reset_at = Math.max(parts.reset_at, at);
  for (const [id, call] of Object.entries(parts.calls))
    if ((call.from ?? call.to ?? 0) <= at) delete parts.calls[id];
}

function openTools(parts: Session['parts']): string[] {
  return Object.values(parts.calls).flatMap(({ from, to, tool }) =>
    from !== undefined && (to ?? -1) < from ? [tool ?? 'tool'] : [],
  );
}

function followAgent(session: Session, sign: Sign): void {
  const { agent_id, agent_type, event, at } = sign;
  const known = session.agents[agent_id!];
  // The client has helpers of its own, for summaries and suggestions; they only ever stop.
  if (!known && (event === 'SubagentStop' || !agent_type)) return;
  const agent = known ?? newAgent(agent_id!, agent_type!, at);
  session.agents[agent_id!] = agent;
  agent.started_at = Math.min(agent.started_at, at);
  if (at < agent.last_seen_at) return;
  agent.last_seen_at = at;
  if (event === 'SubagentStop') {
    if (sign.words) agent.last_words = sign.words;
    if (sign.decision !== 'block') {
      endAgent(agent, at);
      return;
    }
  }
  agent.state = 'running';
  delete agent.ended_at;
  if (event === 'PreToolUse' && sign.tool) agent.tool = sign.tool;
  else delete agent.tool;
}

function newAgent(agent_id: string, agent_type: string, at: number): Agent {
  return { agent_id, agent_type, state: 'running', started_at: at, last_seen_at: at };
}

function endAgent(agent: Agent, at: number): void {
  if (agent.state === 'ended') return;
  agent.state = 'ended';
  agent.ended_at = at;
  delete agent.tool;
}

function settle(session: Session, at: number): void {
  const { state, why } = stateOf(session);
  if (state !== session.state) session.since = at;
  session.state = state;
  if (why) session.why = why;
  else delete session.why;
}

function stateOf({ parts, end_reason }: Session): { state: State; why?: string } {
  const { turn, waiting } = parts;
  if (turn.state === 'ended') return { state: 'ended', ...(end_reason && { why: end_reason }) };
  if (waiting) return { state: 'needs_input', why: waiting.why };
  if (turn.state === 'idle') return { state: 'idle', ...(turn.why && { why: turn.why }) };
  const tools = openTools(parts);
  return tools.length > 0
    ? { state: 'tool_active', why: [...new Set(tools)].join(', ') }
    : { state: 'active' };
}

/** An end that no event told us of: the process is gone, its pane belongs to another, or a clear came after it. */
export function end(session: Session, at: number, reason: string, successor?: string): void {
  if (at < session.parts.turn.at) return;
  session.parts.turn = { state: 'ended', at };
  delete session.parts.waiting;
  session.parts.calls = {};
  endSession(session, at, reason);
  if (successor) session.successor = successor;
  settle(session, at);
}

/** What a session that goes on after a clear takes over from the one before. */
export function inherit(session: Session, before: Session): void {
  session.conversation_id ??= conversationOf(before);
  for (const key of inherited)
    if (session[key] === undefined && before[key] !== undefined)
      Object.assign(session, { [key]: before[key] });
}

const inherited = [
  'alias',
  'role',
  'mode',
  'description',
  'mission',
  'parent_session_id',
  'model',
  'status_text',
] as const;
