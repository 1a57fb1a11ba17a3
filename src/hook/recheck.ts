// Asks the policies again where an approval or a rewrite would let a tool call pass unchecked.
import type { Finding } from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import { merge, type Outcome } from '../core/merge.ts';
import { allPolicies } from '../policies/registry.ts';
import { Store } from '../store/store.ts';
import { loadBundle } from './bundles/load.ts';
import { factsOf, type HookContext } from './context.ts';
import { chain, type MaybePromise } from './maybe-promise.ts';
import { isUserCode, runInProcess, runPolicies, runsInProcess } from './run.ts';
import { readCall, selectPolicies } from './select.ts';

/** A policy's yes to a permission dialog is checked by the PreToolUse policies, one of which may have opened it. */
export function recheckDialog(findings: Finding[], context: HookContext): MaybePromise<Finding[]> {
  const { event } = context;
  if (event.hook_event_name !== 'PermissionRequest' || merge(findings).decision !== 'allow') return findings;
  const call = asToolCall(event, context);
  return chain(runPolicies(call.selected, call.facts, call.context), (recheck) => [
    ...findings,
    ...recheck.map(onlyObjections),
  ]);
}

/**
 * An approved `pawl verify` runs the project's checks without another dialog, so the policies judge each command of the
 * checks first, as if the agent had typed it.
 */
export function recheckProjectChecks(findings: Finding[], context: HookContext): MaybePromise<Finding[]> {
  const approved = findings.flatMap(({ effective }) =>
    effective.filter((verdict) => verdict.kind === 'allow'),
  );
  const verify = approved.find(({ runs }) => runs === 'checks');
  if (!verify || merge(findings).decision !== 'allow') return findings;
  const proof = allPolicies().find(({ id }) => id === 'checkpoint/proof')!;
  const { checks = {} } = context.config.setting(proof).options as { checks?: Record<string, unknown> };
  const { root = context.place.root } = verify;
  const commands = loadBundle('stateful').work.commandsOfChecks(root, checks);
  return commands.reduce<MaybePromise<Finding[]>>(
    (before, command) => chain(before, (found) => judgeCommand(command, root, found, context)),
    findings,
  );
}

function judgeCommand(
  command: string,
  cwd: string,
  found: Finding[],
  context: HookContext,
): MaybePromise<Finding[]> {
  const event = { ...context.event, cwd, tool_name: 'Bash', tool_input: { command } } as Event;
  const call = asToolCall(event, context);
  return chain(runPolicies(call.selected, call.facts, call.context), (recheck) => [
    ...found,
    ...recheck.map(onlyObjections).filter(({ effective }) => effective.length > 0),
  ]);
}

/** The tool call of a permission dialog, with the policies that could refuse it. */
function asToolCall(dialog: Event, context: HookContext) {
  const event = { ...dialog, hook_event_name: 'PreToolUse' } as Event;
  // A separate store that is never written, because the policies stored their state when the call was made.
  const callContext = { ...context, event, store: new Store(context.world.home) };
  const { selected, facts } = selectFor(callContext);
  return { selected: selected.filter(({ policy }) => !policy.loosens), facts, context: callContext };
}

/** Merges all findings into one outcome. A rewritten call is checked again as it would run. */
export function mergeChecked(findings: Finding[], context: HookContext): Outcome {
  const { event, userPolicies } = context;
  const outcome = merge(findings);
  if (!outcome.set || !('tool_input' in event)) return outcome;
  const rewritten = { ...event, tool_input: { ...event.tool_input, ...outcome.set } } as Event;
  const userCode = new Set(userPolicies.filter(isUserCode).map(({ id }) => id));
  // Built-in policies and rules are asked about the new call, so their objections to the old one are dropped. The
  // user's scripts and policy files are not run twice, so their refusals stand.
  return merge([
    ...findings.map((finding) => (userCode.has(finding.policy) ? finding : withoutObjections(finding))),
    ...recheckRewrite({ ...context, event: rewritten }).map(onlyObjections),
  ]);
}

function recheckRewrite(context: HookContext): Finding[] {
  const { selected, facts } = selectFor(context);
  const found = runInProcess(selected.filter(runsInProcess), facts, context);
  if (context.event.hook_event_name !== 'PermissionRequest') return found;
  const call = asToolCall(context.event, context);
  return [...found, ...runInProcess(call.selected.filter(runsInProcess), call.facts, call.context)];
}

function selectFor(context: HookContext) {
  const { event } = context;
  const facts = factsOf(context);
  return { facts, selected: selectPolicies(event, readCall(event, facts), context).selected };
}

function onlyObjections(finding: Finding): Finding {
  return { ...finding, effective: finding.effective.filter(({ kind }) => kind === 'deny' || kind === 'ask') };
}

function withoutObjections(finding: Finding): Finding {
  return { ...finding, effective: finding.effective.filter(({ kind }) => kind !== 'deny' && kind !== 'ask') };
}
