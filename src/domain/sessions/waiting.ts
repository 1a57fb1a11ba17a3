// Tracks when a session waits for an answer from a person, and when it got one.
import type { Session, SessionSignal, Waiting } from './session.ts';

/** The meaning of each notification: a person must act, has acted, or the session is idle. */
export const notificationMeaning: Record<string, 'needs' | 'answered' | 'idle'> = {
  permission_prompt: 'needs',
  agent_needs_input: 'needs',
  elicitation_dialog: 'needs',
  elicitation_url_dialog: 'needs',
  elicitation_complete: 'answered',
  elicitation_response: 'answered',
  // Sent a minute after the last turn. An interrupted turn has no Stop event, so this is how we learn of it.
  idle_prompt: 'idle',
};

export function updateWaiting(session: Session, signal: SessionSignal): void {
  const { parts } = session;
  const begun = startsWaiting(session, signal);
  if (begun) parts.waiting = begun;
  else if (parts.waiting && isAnswered(signal, parts.waiting)) delete parts.waiting;
  if (endsAnyWaiting(signal)) parts.answered_at = Math.max(parts.answered_at, signal.at);
}

function startsWaiting({ parts }: Session, signal: SessionSignal): Waiting | undefined {
  const { event, at, kind, agent_id, input_hash, decision } = signal;
  if (at < parts.answered_at || at < (parts.waiting?.at ?? 0)) return undefined;
  const details = { at, why: whyWaiting(signal), ...(agent_id && { agent: agent_id }) };
  // A policy that allows or denies has answered for the person; one that asks may have opened the dialog.
  if (event === 'PermissionRequest' && (decision === 'pass' || decision === 'ask')) {
    const hasEnded = Object.values(parts.calls).some(
      (call) => call.hash === input_hash && (call.to ?? 0) > at,
    );
    return hasEnded ? undefined : { ...details, ...(input_hash && { hash: input_hash }) };
  }
  if (event === 'Elicitation') return details;
  // The notification follows the dialog by seconds and says less about it.
  if (event === 'Notification' && notificationMeaning[kind ?? ''] === 'needs')
    return parts.waiting ?? details;
  return undefined;
}

function whyWaiting({ event, tool, label, words, kind }: SessionSignal): string {
  if (event !== 'PermissionRequest') return words ?? kind ?? 'a question';
  if (tool === 'AskUserQuestion') return label ? `asks: ${label}` : 'a question';
  if (tool === 'ExitPlanMode') return 'a plan to approve';
  return `permission for ${tool}${label ? `: ${label}` : ''}`;
}

const answeringEvents = ['UserPromptSubmit', 'Stop', 'StopFailure', 'SessionStart', 'SessionEnd'];

function endsAnyWaiting({ event, agent_id, kind }: SessionSignal): boolean {
  if (event === 'Notification') return ['answered', 'idle'].includes(notificationMeaning[kind ?? ''] ?? '');
  return (!agent_id && answeringEvents.includes(event)) || event === 'ElicitationResult';
}

/** Calls run in parallel: the end of one does not answer the question about another. */
function isAnswered(signal: SessionSignal, waiting: Waiting): boolean {
  if (signal.at < waiting.at) return false;
  if (endsAnyWaiting(signal)) return true;
  if (waiting.agent && waiting.agent !== signal.agent_id) return false;
  if (signal.event === 'SubagentStop') return true;
  if (signal.event === 'PreToolUse') return signal.at > waiting.at;
  const isEnd = ['PostToolUse', 'PostToolUseFailure', 'PermissionDenied'].includes(signal.event);
  return isEnd && (!waiting.hash || waiting.hash === signal.input_hash);
}

/**
 * When a person interrupted the turn with Esc, from the last lines of a transcript; undefined if the turn went on
 * afterwards, or was not interrupted.
 */
export function interruptionIn(lines: readonly string[]): number | undefined {
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!;
    if (!line.includes('"user"') && !line.includes('"assistant"')) continue;
    const entry = parseEntry(line);
    if (!entry || entry.isSidechain || !['user', 'assistant'].includes(entry.type ?? '')) continue;
    const interrupted = textsOf(entry).some((text) => text.startsWith('[Request interrupted by user'));
    return interrupted && entry.timestamp ? Date.parse(entry.timestamp) : undefined;
  }
  return undefined;
}

interface Entry {
  type?: string;
  isSidechain?: boolean;
  timestamp?: string;
  message?: { content?: string | { text?: string }[] };
}

function textsOf({ message }: Entry): string[] {
  const { content = [] } = message ?? {};
  return typeof content === 'string' ? [content] : content.map(({ text }) => text ?? '');
}

function parseEntry(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}
