// In a session that works alone no person can answer a question, and a dialog would block it for ever. So a
// question about a tool call becomes a refusal that says how to go on, and `pawl sessions` lists the call.
import type { Outcome } from '../core/merge.ts';
import { modeOf } from '../domain/sessions/modes.ts';
import { allPolicies } from '../policies/registry.ts';
import { loadBundle } from './bundles/load.ts';
import type { HookContext } from './context.ts';

export function refuseUnanswerable(outcome: Outcome, context: HookContext): Outcome {
  if (outcome.decision !== 'ask' || context.event.hook_event_name !== 'PreToolUse') return outcome;
  const reason = waitsForPerson(context) ? undefined : whyUnattended(context);
  if (!reason) return outcome;
  const lead = `Leave this out, go on with the rest, and say in your last message that it was left out: ${reason}, so nobody can answer the question below. The person finds it in \`pawl sessions\`.`;
  return { ...outcome, decision: 'deny', unanswered: true, lead };
}

/** Why no person is there to answer; undefined if one may be. */
export function whyUnattended({ event, place, world, store }: HookContext): string | undefined {
  const [grant] = loadBundle('stateful').grants.grantFacts(event, place, world, store).current();
  if (grant) return `this session works alone under grant ${grant.id}`;
  const mode = modeOf(world.env.CLAUDE_SESSION_MODE);
  return mode.attended ? undefined : `this session works alone (mode ${mode.name})`;
}

/** With `questions: "ask"` a person wants every question to wait for an answer, even if the session works alone. */
function waitsForPerson({ config }: HookContext): boolean {
  const approve = allPolicies().find(({ id }) => id === 'autonomy/approve')!;
  return config.setting(approve).options.questions === 'ask';
}
