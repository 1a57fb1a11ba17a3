// Tool calls that a policy asked about while nobody was there to answer. The session left them out, and `pawl sessions`
// lists them for the person.
import type { Session, SessionSignal } from './session.ts';

export interface UnansweredCall {
  at: number;
  tool: string;
  /** The command, path or address of the call; absent if labels are not recorded. */
  label?: string;
  policy: string;
  why: string;
  agent_id?: string;
}

/** How many are kept; the oldest are dropped. */
const maxKept = 20;

/** Adds a call that nobody could answer for. One that ran later, because a person allowed it, is removed. */
export function updateUnansweredCalls(session: Session, signal: SessionSignal): void {
  const { event, input_hash: hash, at } = signal;
  if (!hash) return;
  if (wasUnanswered(session, signal))
    session.unanswered = newest({ ...session.unanswered, [hash]: unansweredCall(signal) });
  else if (event === 'PostToolUse' && (session.unanswered?.[hash]?.at ?? at) < at)
    delete session.unanswered![hash];
}

/** `claude -p` refuses every call that it would have to ask about. */
function wasUnanswered({ entrypoint }: Session, { event, unanswered, decision }: SessionSignal): boolean {
  return event === 'PreToolUse' && (unanswered === true || (decision === 'ask' && entrypoint === 'sdk-cli'));
}

function unansweredCall({ at, tool = '', label, reasons = [], agent_id }: SessionSignal): UnansweredCall {
  const [first] = reasons;
  return {
    at,
    tool,
    ...(label && { label }),
    policy: first?.policy ?? '',
    why: first?.text ?? '',
    ...(agent_id && { agent_id }),
  };
}

function newest(calls: Record<string, UnansweredCall>): Record<string, UnansweredCall> {
  const sorted = Object.entries(calls).sort(([, a], [, b]) => a.at - b.at);
  return Object.fromEntries(sorted.slice(-maxKept));
}
