// Applies a person's `pawl allow-once`: the exact call that was refused passes once.
import { isObjection } from '../core/answer.ts';
import type { Event } from '../core/event.ts';
import type { Outcome } from '../core/merge.ts';
import { type AllowOnce, hasAllowOnceRequests, takeAllowOnce } from '../store/files/overrides.ts';
import { attempt } from '../system/attempt.ts';
import { loadBundle } from './bundles/load.ts';
import type { HookContext } from './context.ts';

export interface Allowed {
  outcome: Outcome;
  allowedOnce?: AllowOnce;
}

/** A dry run does not use up the permission, so the call stays refused in it. */
export function applyAllowOnce(
  outcome: Outcome,
  inputHash: string | undefined,
  filesHash: string | undefined,
  { event, world, dry }: HookContext,
): Allowed {
  if (dry || !isObjection(outcome.decision)) return { outcome };
  const policies = outcome.reasons.map((reason) => reason.policy);
  const refused = { session_id: event.session_id, input_hash: inputHash, files_hash: filesHash, policies };
  settleRequests(event.session_id, world);
  const allowedOnce = takeAllowOnce(world.home, refused, world.now);
  return allowedOnce ? { outcome: letThrough(outcome, policies), allowedOnce } : { outcome };
}

/** `/pawl allow-once`, typed in the client, counts from the moment the client has recorded who typed it. */
function settleRequests(session_id: string, { home, now }: HookContext['world']): void {
  if (attempt(() => hasAllowOnceRequests(home)))
    attempt(() => loadBundle('stateful').allowOnceRequests.settleAllowOnceRequests(home, session_id, now));
}

function letThrough(outcome: Outcome, policies: readonly string[]): Outcome {
  const text = `Allowed once by a person with \`pawl allow-once\`; ${policies.join(', ')} would have refused it.`;
  const messages = [...outcome.messages, { policy: 'pawl', text }];
  const { unanswered: _unanswered, lead: _lead, ...rest } = outcome;
  return { ...rest, decision: 'pass', reasons: [], messages };
}

/** Identifies a call by tool, folder and input. A cryptographic hash, so that no other call can be made to match. */
export function hashInput(event: Event): string | undefined {
  if (!('tool_input' in event)) return undefined;
  const call = JSON.stringify([event.tool_name, event.cwd, event.tool_input]);
  return new Bun.CryptoHasher('sha256').update(call).digest('hex').slice(0, 32);
}
