// Turns the program's answer into the result of a callback. The client reads only these fields of it, and there is no
// exit code.
import { channels, type EventName } from '../core/channels.ts';
import type { HookOutput } from './index.ts';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export function outputOf(event: EventName, { code, stdout, stderr }: Ended): HookOutput {
  if (code === 2) return block(event, stderr.trim() || 'Pawl refused this without a reason');
  if (code !== 0) throw new Error(`pawl ended with ${code}: ${stderr.trim() || 'no message'}`);
  if (stdout.trim() === '') return {};
  try {
    return JSON.parse(stdout) as HookOutput;
  } catch {
    throw new Error(`pawl answered with something other than JSON: ${stdout.slice(0, 200)}`);
  }
}

/** A callback has no exit code, so a refusal by exit code 2 becomes a decision. */
function block(event: EventName, reason: string): HookOutput {
  const { refuse } = channels[event];
  if (refuse === 'permission') return deny(event, reason);
  if (refuse === 'decline') return { hookSpecificOutput: { hookEventName: event, action: 'decline' } };
  return { decision: 'block', reason };
}

const deny = (event: EventName, reason: string): HookOutput => ({
  hookSpecificOutput: {
    hookEventName: event,
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  },
});

/** A tool call that could not be checked is refused; other events pass, and the person is told with each prompt. */
export function failed(event: EventName, problem: string): HookOutput {
  if (event === 'PreToolUse') return deny(event, `Pawl could not check this call: ${problem}`);
  if (event !== 'UserPromptSubmit') return {};
  return { systemMessage: `Pawl does not work here, so every tool call is refused: ${problem}` };
}

/** Keeps the texts of an answer to SessionStart, which are all that the answer to a prompt can carry of it. */
export function atPrompt({ systemMessage, hookSpecificOutput }: HookOutput): HookOutput {
  const additionalContext = hookSpecificOutput?.additionalContext;
  return {
    ...(systemMessage && { systemMessage }),
    ...(additionalContext && {
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext },
    }),
  };
}
