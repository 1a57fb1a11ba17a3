// When a session waits for an answer of the person, and when it has got it.
import type { Session, Sign, Waiting } from './session.ts';

/** Notifications after which a person has to do something, or has done it. */
export const notifications: Record<string, 'needs' | 'answered' | 'idle'> = {
  permission_prompt: 'needs',
  agent_needs_input: 'needs',
  elicitation_dialog: 'needs',
  elicitation_url_dialog: 'needs',
  elicitation_complete: 'answered',
  elicitation_response: 'answered',
  // A minute after the last turn. An interrupted turn has no Stop: this is how we hear of it.
  idle_prompt: 'idle',
};

export function followWaiting(session: Session, sign: Sign): void {
  const { parts } = session;
  const begun = beginsWaiting(session, sign);
  if (begun) parts.waiting = begun;
  else if (parts.waiting && answers(sign, parts.waiting)) delete parts.waiting;
  if (endsAnyWaiting(sign)) parts.answered_at = Math.max(parts.answered_at, sign.at);
}

function beginsWaiting({ parts }: Session, sign: Sign): Waiting | undefined {
  const { event, at, kind, agent_id, input_hash, decision } = sign;
  if (at < parts.answered_at || at < (parts.waiting?.at ?? 0)) return undefined;
  const about = { at, why: whyWaiting(sign), ...(agent_id && { agent: agent_id }) };
  // Another policy has answered for the person.
  if (event === 'PermissionRequest' && decision === 'pass') {
    const over = Object.values(parts.calls).some((call) => call.hash === input_hash && (call.to ?? 0) > at);
    return over ? undefined : { ...about, ...(input_hash && { hash: input_hash }) };
  }
  if (event === 'Elicitation') return about;
  // The notification comes seconds after the dialog, and knows less about it.
  if (event === 'Notification' && notifications[kind ?? ''] === 'needs') return parts.waiting ?? about;
  return undefined;
}

function whyWaiting({ event, tool, label, words, kind }: Sign): string {
  if (event !== 'PermissionRequest') return words ?? kind ?? 'a question';
  if (tool === 'AskUserQuestion') return label ? `asks: ${label}` : 'a question';
  if (tool === 'ExitPlanMode') return 'a plan to approve';
  return `permission for ${tool}${label ? `: ${label}` : ''}`;
}

const anyAnswer = ['UserPromptSubmit', 'Stop', 'StopFailure', 'SessionStart', 'SessionEnd'];

function endsAnyWaiting({ event, agent_id, kind }: Sign): boolean {
  if (event === 'Notification') return ['answered', 'idle'].includes(notifications[kind ?? ''] ?? '');
  return (!agent_id && anyAnswer.includes(event)) || event === 'ElicitationResult';
}

/** Calls run side by side: the end of one does not answer the question about another. */
function answers(sign: Sign, waiting: Waiting): boolean {
  if (sign.at < waiting.at) return false;
  if (endsAnyWaiting(sign)) return true;
  if (waiting.agent && waiting.agent !== sign.agent_id) return false;
  if (sign.event === 'SubagentStop') return true;
  if (sign.event === 'PreToolUse') return sign.at > waiting.at;
  const isEnd = ['PostToolUse', 'PostToolUseFailure', 'PermissionDenied'].includes(sign.event);
  return isEnd && (!waiting.hash || waiting.hash === sign.input_hash);
}
