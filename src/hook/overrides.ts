// A person's `pawl allow-once`: exactly this call goes through, once, although a policy refuses it.
import { isRefusal } from '../core/answer.ts';
import type { Event } from '../core/event.ts';
import type { Outcome } from '../core/merge.ts';
import { type AllowOnce, takeAllowOnce } from '../store/files/overrides.ts';
import type { RunContext } from './context.ts';

export interface Allowed {
  outcome: Outcome;
  allowedOnce?: AllowOnce;
}

/** A dry run uses nothing up, so there the refusal stands. */
export function applyAllowOnce(
  outcome: Outcome,
  inputHash: string | undefined,
  { event, world, dry }: RunContext,
): Allowed {
  if (dry || !isRefusal(outcome.decision)) return { outcome };
  const policies = outcome.reasons.map((reason) => reason.policy);
  const refused = { session_id: event.session_id, input_hash: inputHash, policies };
  const allowedOnce = takeAllowOnce(world.home, refused, world.now);
  return allowedOnce ? { outcome: letThrough(outcome, policies), allowedOnce } : { outcome };
}

function letThrough(outcome: Outcome, policies: readonly string[]): Outcome {
  const text = `Let through once, as a person said with \`pawl allow-once\`; ${policies.join(', ')} would have refused.`;
  const messages = [...outcome.messages, { policy: 'pawl', text }];
  return { ...outcome, decision: 'pass', reasons: [], messages };
}

/** Identifies a call by what it would do, where. Not a fast hash: nobody may find a second call with the same one. */
export function hashInput(event: Event): string | undefined {
  if (!('tool_input' in event)) return undefined;
  const call = JSON.stringify([event.tool_name, event.cwd, event.tool_input]);
  return Bun.SHA256.hash(call, 'hex').slice(0, 32);
}
