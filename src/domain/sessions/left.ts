// Tool calls that a session left out, because a policy asks about them and nobody was there to answer.
import type { Session, SessionSignal } from './session.ts';

export interface LeftCall {
  at: number;
  tool: string;
  /** The command, path or address of the call; absent if labels are not recorded. */
  label?: string;
  policy: string;
  why: string;
  agent_id?: string;
}

/** How many are kept; the oldest are dropped. */
const kept = 20;

/** A call that ran after all, because a person allowed it, is no longer left. */
export function updateLeft(session: Session, signal: SessionSignal): void {
  const { event, input_hash: hash, at } = signal;
  if (!hash) return;
  if (wasLeft(session, signal)) session.left = newest({ ...session.left, [hash]: leftCall(signal) });
  else if (event === 'PostToolUse' && (session.left?.[hash]?.at ?? at) < at) delete session.left![hash];
}

/** `claude -p` refuses every call that it would have to ask about. */
function wasLeft({ entrypoint }: Session, { event, left, decision }: SessionSignal): boolean {
  return event === 'PreToolUse' && (left === true || (decision === 'ask' && entrypoint === 'sdk-cli'));
}

function leftCall({ at, tool = '', label, reasons = [], agent_id }: SessionSignal): LeftCall {
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

function newest(left: Record<string, LeftCall>): Record<string, LeftCall> {
  const sorted = Object.entries(left).sort(([, a], [, b]) => a.at - b.at);
  return Object.fromEntries(sorted.slice(-kept));
}
