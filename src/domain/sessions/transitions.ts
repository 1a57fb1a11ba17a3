// How each recorded event changes its session. Records of parallel hooks arrive late and out of order, so nothing here
// depends on the order of arrival: every part has its own timestamp, and an older event never undoes a newer one.

import {
  conversationOf,
  type Session,
  type SessionAgent,
  type SessionSignal,
  type SessionState,
  type Turn,
} from './session.ts';
import { updateUnansweredCalls } from './unanswered-calls.ts';
import { notificationMeaning, updateWaiting } from './waiting.ts';

/** The state of the turn after an event of the main conversation. */
const turnAfter: Record<string, Turn['state']> = {
  SessionStart: 'idle',
  UserPromptSubmit: 'active',
  PreToolUse: 'active',
  PostToolUse: 'active',
  PostToolUseFailure: 'active',
  Stop: 'idle',
  StopFailure: 'idle',
  SessionEnd: 'ended',
};

/**
 * Events that reopen an ended session. Others may be late records, because the client does not wait for hooks when it
 * ends.
 */
const reopeningEvents = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SessionEnd'];

export function applySignal(session: Session, signal: SessionSignal): void {
  session.started_at = Math.min(session.started_at, signal.at);
  session.last_seen_at = Math.max(session.last_seen_at, signal.at);
  updateIdentity(session, signal);
  if (signal.agent_id) updateAgent(session, signal);
  else updateMain(session, signal);
  updateWaiting(session, signal);
  updateUnansweredCalls(session, signal);
  updateState(session, signal.at);
}

function updateIdentity(session: Session, signal: SessionSignal): void {
  const { parts } = session;
  if (signal.at >= session.last_seen_at && !signal.agent_id)
    Object.assign(session, { cwd: signal.cwd, project: signal.project, repository: signal.repository });
  if (signal.event === 'UserPromptSubmit' && signal.label) session.last_prompt = signal.label;
  if (!signal.identity || signal.at < parts.identity_at) return;
  const { client } = session;
  Object.assign(session, signal.identity);
  // Only the start of a session names another client: any process can forge one of the other events.
  if (client && signal.event !== 'SessionStart' && session.client?.pid !== client.pid)
    session.client = client;
  // The parent processes are looked up only once.
  if (client?.ancestors && session.client?.pid === client.pid) session.client.ancestors ??= client.ancestors;
  parts.identity_at = signal.at;
}

function updateMain(session: Session, signal: SessionSignal): void {
  const { parts } = session;
  const nextState = nextTurn(signal);
  if (nextState && (signal.event === 'UserPromptSubmit' || nextState !== 'active'))
    forgetCalls(session, signal.at);
  updateCalls(session, signal);
  if (signal.words && signal.event !== 'Notification') rememberLastMessage(session, signal);
  if (!nextState || signal.at < parts.turn.at) return;
  if (parts.turn.state === 'ended' && !reopeningEvents.includes(signal.event)) return;
  parts.turn = { state: nextState, at: signal.at, ...failureReason(signal) };
  if (nextState === 'ended') endSession(session, signal.at, signal.kind ?? 'other');
  else reopen(session);
}

function rememberLastMessage(session: Session, { at, words }: SessionSignal): void {
  if (at < session.parts.words_at) return;
  session.last_words = words!;
  session.parts.words_at = at;
}

function nextTurn(signal: SessionSignal): Turn['state'] | undefined {
  const { event, kind, decision } = signal;
  if (event === 'Notification') return notificationMeaning[kind ?? ''] === 'idle' ? 'idle' : undefined;
  // A compaction happens in the middle of a turn and changes nothing about it.
  if (event === 'SessionStart' && kind === 'compact') return undefined;
  // After `/clear` the same person continues in the same place under a new session id.
  if (event === 'SessionEnd' && kind === 'clear') return 'idle';
  if (event === 'Stop' && decision === 'block') return 'active';
  if (event === 'UserPromptSubmit' && decision === 'block') return 'idle';
  return turnAfter[event];
}

function failureReason({ event, kind }: SessionSignal): { why?: string } {
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

/** A call is open from its start to its end, whichever of the two is recorded first. */
function updateCalls({ parts }: Session, signal: SessionSignal): void {
  const { event, tool_use_id, at, tool, input_hash } = signal;
  if (!tool_use_id || at <= parts.reset_at) return;
  const call = parts.calls[tool_use_id] ?? {};
  const details = { ...(tool && { tool }), ...(input_hash && { hash: input_hash }) };
  if (event === 'PreToolUse' && signal.decision !== 'deny')
    parts.calls[tool_use_id] = { ...call, ...details, from: at };
  if (event === 'PostToolUse' || event === 'PostToolUseFailure')
    parts.calls[tool_use_id] = { ...call, ...details, to: at };
}

/** A new prompt or the end of a turn closes all calls, including those whose end was never reported. */
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

function updateAgent(session: Session, signal: SessionSignal): void {
  const { agent_id, agent_type, event, at } = signal;
  const existing = session.agents[agent_id!];
  // The client runs internal agents for summaries and suggestions, of which only the stop is reported.
  if (!existing && (event === 'SubagentStop' || !agent_type)) return;
  const agent = existing ?? newAgent(agent_id!, agent_type!, at);
  session.agents[agent_id!] = agent;
  agent.started_at = Math.min(agent.started_at, at);
  if (at < agent.last_seen_at) return;
  agent.last_seen_at = at;
  if (event === 'SubagentStop') {
    if (signal.words) agent.last_words = signal.words;
    if (signal.decision !== 'block') {
      endAgent(agent, at);
      return;
    }
  }
  agent.state = 'running';
  delete agent.ended_at;
  if (event === 'PreToolUse' && signal.tool) agent.tool = signal.tool;
  else delete agent.tool;
}

function newAgent(agent_id: string, agent_type: string, at: number): SessionAgent {
  return { agent_id, agent_type, state: 'running', started_at: at, last_seen_at: at };
}

function endAgent(agent: SessionAgent, at: number): void {
  if (agent.state === 'ended') return;
  agent.state = 'ended';
  agent.ended_at = at;
  delete agent.tool;
}

function updateState(session: Session, at: number): void {
  const { state, why } = stateOf(session);
  if (state !== session.state) session.since = at;
  session.state = state;
  if (why) session.why = why;
  else delete session.why;
}

function stateOf({ parts, end_reason }: Session): { state: SessionState; why?: string } {
  const { turn, waiting } = parts;
  if (turn.state === 'ended') return { state: 'ended', ...(end_reason && { why: end_reason }) };
  if (waiting) return { state: 'needs_input', why: waiting.why };
  if (turn.state === 'idle') return { state: 'idle', ...(turn.why && { why: turn.why }) };
  const tools = openTools(parts);
  return tools.length > 0
    ? { state: 'tool_active', why: [...new Set(tools)].join(', ') }
    : { state: 'active' };
}

/** Ends a session without a SessionEnd event: its process is gone, its pane has another session, or it was cleared. */
export function markEnded(session: Session, at: number, reason: string, successor?: string): void {
  if (at < session.parts.turn.at) return;
  session.parts.turn = { state: 'ended', at };
  delete session.parts.waiting;
  session.parts.calls = {};
  endSession(session, at, reason);
  if (successor) session.successor = successor;
  updateState(session, at);
}

/** Copies the fields that survive a `/clear` from the session before it. */
export function inheritFrom(session: Session, before: Session): void {
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
