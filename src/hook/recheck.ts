// Asks again where a yes or a rewrite would otherwise carry a tool call past the policies that look at it.
import type { Finding } from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import { merge, type Outcome } from '../core/merge.ts';
import { Store } from '../store/store.ts';
import { factsOf, type RunContext } from './context.ts';
import { chain, type MaybePromise } from './maybe-promise.ts';
import { isForeign, runHere, runPolicies, runsHere } from './run.ts';
import { readCall, selectPolicies } from './select.ts';

/**
 * A yes to a permission dialog is checked by the policies of the call itself: one of them may have opened the dialog.
 */
export function recheckDialog(findings: Finding[], context: RunContext): MaybePromise<Finding[]> {
  const { event } = context;
  if (event.hook_event_name !== 'PermissionRequest' || merge(findings).decision !== 'allow') return findings;
  const call = asToolCall(event, context);
  return chain(runPolicies(call.selected, call.facts, call.context), (again) => [
    ...findings,
    ...again.map(onlyRefusals),
  ]);
}

/** The call that a dialog is about, with the policies that could refuse it. */
function asToolCall(dialog: Event, context: RunContext) {
  const event = { ...dialog, hook_event_name: 'PreToolUse' } as Event;
  // A store of its own, which is never written: the policies remembered what they had to when the call was made.
  const around = { ...context, event, store: new Store(context.world.home) };
  const { selected, facts } = selectFor(around);
  return { selected: selected.filter(({ policy }) => !policy.loosens), facts, context: around };
}

/** One outcome of all findings. A rewritten call is checked again as it would run. */
export function mergeChecked(findings: Finding[], context: RunContext): Outcome {
  const { event, userPolicies } = context;
  const outcome = merge(findings);
  if (!outcome.set || !('tool_input' in event)) return outcome;
  const rewritten = { ...event, tool_input: { ...event.tool_input, ...outcome.set } } as Event;
  const foreign = new Set(userPolicies.filter(isForeign).map(({ id }) => id));
  // The policies that run here are asked about the new call, so what they had against the old one no longer counts.
  // Other people's code is not run twice, so its refusals stand.
  return merge([
    ...findings.map((one) => (foreign.has(one.policy) ? one : withoutRefusals(one))),
    ...recheckRewrite({ ...context, event: rewritten }).map(onlyRefusals),
  ]);
}

function recheckRewrite(context: RunContext): Finding[] {
  const { selected, facts } = selectFor(context);
  const found = runHere(selected.filter(runsHere), facts, context);
  if (context.event.hook_event_name !== 'PermissionRequest') return found;
  const call = asToolCall(context.event, context);
  return [...found, ...runHere(call.selected.filter(runsHere), call.facts, call.context)];
}

function selectFor(context: RunContext) {
  const { event } = context;
  const facts = factsOf(context);
  return { facts, selected: selectPolicies(event, readCall(event, facts), context).selected };
}

function onlyRefusals(one: Finding): Finding {
  return { ...one, effective: one.effective.filter(({ kind }) => kind === 'deny' || kind === 'ask') };
}

function withoutRefusals(one: Finding): Finding {
  return { ...one, effective: one.effective.filter(({ kind }) => kind !== 'deny' && kind !== 'ask') };
}
