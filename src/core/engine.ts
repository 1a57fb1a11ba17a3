// Selects the policies for an event, runs them, and limits each verdict to the level of its policy.
import { channels, type EventName } from './channels.ts';
import type { Event } from './event.ts';
import type { Facts } from './facts.ts';
import { packOf } from './pack.ts';
import { type Context, type Level, levels, type Policy } from './policy.ts';
import { type Verdict, validateVerdicts, warn, withSuggestion } from './verdict.ts';

/** The settings of one policy in the config. */
export interface Setting {
  level: Level;
  /** Where the level comes from, for `pawl explain`. */
  from: string;
  options: Record<string, unknown>;
}
export type SettingOf = (policy: Policy) => Setting;

export interface Selected {
  policy: Policy;
  level: Level;
  options: Record<string, unknown>;
}

export interface Skipped {
  policy: string;
  because: string;
}

/** The result of running one policy. */
export interface Finding {
  policy: string;
  level: Level;
  /** The policy's verdicts, in terms that its event can carry. */
  verdicts: Verdict[];
  /** The verdicts that count after the policy's level was applied. */
  effective: Verdict[];
  ms: number;
  /** Set if the policy threw, missed the deadline or returned something that is not a verdict. */
  error?: string;
}

/** The policies that apply to an event, in the given order: packs by rank, then the user's own policies. */
export function select(policies: readonly Policy[], event: Event, settingOf: SettingOf): Selected[] {
  return withSettings(
    policies.filter((policy) => appliesTo(policy, event)),
    settingOf,
  );
}

/** Adds level and options to each policy and drops those that are off. */
export function withSettings(policies: readonly Policy[], settingOf: SettingOf): Selected[] {
  const selected: Selected[] = [];
  for (const policy of policies) {
    const { level, options } = settingOf(policy);
    if (level !== 'off') selected.push({ policy, level, options });
  }
  return selected;
}

type PolicyTarget = Pick<Policy, 'on' | 'tools'>;

/** Checked before the settings are looked up, because most policies are about other events. */
export function appliesTo(policy: PolicyTarget, event: Event): boolean {
  return appliesToEvent(policy, event) && appliesToTool(policy, event);
}

function appliesToEvent({ on }: PolicyTarget, { hook_event_name: name }: Event): boolean {
  return typeof on === 'string' ? on === name : on.includes(name);
}

export function appliesToTool({ tools }: PolicyTarget, event: Event): boolean {
  return !tools || !('tool_name' in event) || matchesTool(tools, event.tool_name);
}

/** The policies that were not run, each with the reason, for `pawl explain`. */
export function notSelected(policies: readonly Policy[], event: Event, settingOf: SettingOf): Skipped[] {
  return policies.flatMap((policy) => {
    const because = whyNotSelected(policy, event, settingOf);
    return because ? [{ policy: policy.id, because }] : [];
  });
}

function whyNotSelected(policy: Policy, event: Event, settingOf: SettingOf): string | undefined {
  if (!appliesToEvent(policy, event)) return 'other event';
  if (!appliesToTool(policy, event)) return 'other tool';
  const { level, from } = settingOf(policy);
  return level === 'off' ? `off (${from})` : undefined;
}

/** Upper and lower case count as equal: people write `bash`, and servers spell their names as they like. */
export function matchesTool(patterns: readonly string[], tool: string): boolean {
  for (const pattern of patterns) {
    if (pattern === tool) return true;
    if (!pattern.includes('*') && pattern.length !== tool.length) continue;
    if (matchesWildcard(pattern.toLowerCase(), tool.toLowerCase())) return true;
  }
  return false;
}

/**
 * `*` matches any characters. This is not a regular expression, because a pattern may come from an untrusted project.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const first = parts[0]!;
  const last = parts[parts.length - 1]!;
  if (parts.length === 1) return pattern === text;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

export interface RunContext {
  facts: Pick<Facts, 'shell'>;
  context(selected: Selected): Context;
  clock(): number;
  /** Clock time by which all policies must be done. */
  deadline: number;
}

export function runAll(policies: readonly Selected[], event: Event, run: RunContext): Finding[] {
  const findings: Finding[] = [];
  for (const selected of policies) {
    const found = runOne(selected, event, run);
    if (found) findings.push(found);
  }
  return findings;
}

/** Returns undefined if the command has none of the effects the policy is about. */
function runOne(
  selected: Selected,
  event: Event,
  { facts, context, clock, deadline }: RunContext,
): Finding | undefined {
  let start = clock();
  if (start > deadline) return failedFinding(selected, event, 'was not reached before the deadline', 0);
  let result: Verdict[] | string;
  try {
    if (!hasRelevantEffects(selected, event, facts)) return undefined;
    // The time spent reading the shell command is not charged to this policy.
    start = clock();
    result = validateVerdicts(selected.policy.check?.(event, context(selected)));
  } catch (error) {
    result = `threw ${(error as Error)?.message ?? String(error)}`;
  }
  const ms = clock() - start;
  if (start + ms > deadline)
    return failedFinding(selected, event, `overran the deadline (${Math.round(ms)} ms)`, ms);
  return typeof result === 'string'
    ? failedFinding(selected, event, result, ms)
    : toFinding(selected, event, result, ms);
}

/** Why a selected policy gave no verdict, for `pawl explain`. */
export function whyNoVerdict({ effects, check }: Policy, harmless: boolean | undefined): string {
  if (!check) return 'records only';
  if (!effects) return 'did not run for this event';
  if (harmless || effects === 'any')
    return 'the call only inspects, builds or tests, or uses ordinary files of the project';
  return `the command has none of its effects (${effects.filter((effect) => effect !== 'no-command').join(', ')})`;
}

/**
 * A policy is skipped, and not even loaded, when the command has none of the effects it is about. A configured option
 * can widen what a policy is about, so with options it always runs.
 */
function hasRelevantEffects(
  { policy, options }: Selected,
  event: Event,
  facts: Pick<Facts, 'shell'>,
): boolean {
  const { effects, check } = policy;
  if (!check || !effects) return check !== undefined;
  const { shell } = facts;
  if (Object.keys(options).length > 0) return true;
  if (shell.harmless) return false;
  if (effects === 'any') return true;
  // An MCP tool does more than its `command` argument says.
  const doesMore = shell.absent || ('tool_name' in event && event.tool_name.startsWith('mcp__'));
  if (doesMore && effects.includes('no-command')) return true;
  return shell.notes.length > 0 || shell.effects.some((effect) => effects.includes(effect.kind));
}

export function toFinding(selected: Selected, event: Event, verdicts: Verdict[], ms: number): Finding {
  // The common case, kept short because it runs for every policy.
  if (verdicts.length === 0)
    return { policy: selected.policy.id, level: selected.level, verdicts: [], effective: [], ms };
  const fitted = verdicts.flatMap((verdict) => fitToEvent(verdict, event.hook_event_name) ?? []);
  const effective = fitted.flatMap((verdict) => limitToLevel(verdict, selected.level, event.hook_event_name));
  return { policy: selected.policy.id, level: selected.level, verdicts: fitted, effective, ms };
}

/** A failing policy does what its `onError` says, and the person is told once that it failed. */
export function failedFinding(selected: Selected, event: Event, error: string, ms: number): Finding {
  const verdicts = [
    ...verdictOnError(selected.policy, event, error),
    {
      kind: 'tell',
      text: withSuggestion(`${selected.policy.id} failed: it ${error}`),
      again: false,
    } as Verdict,
  ];
  return { ...toFinding(selected, event, verdicts, ms), error };
}

function verdictOnError(policy: Policy, event: Event, error: string): Verdict[] {
  const onError = policy.onError ?? (packOf(policy.id) === 'guard' ? 'deny' : 'pass');
  const canRefuse = event.hook_event_name === 'PreToolUse' || event.hook_event_name === 'PermissionRequest';
  // Only a tool call is refused because Pawl failed: a failure must never block a stop.
  if (onError === 'pass' || !canRefuse) return [];
  return [
    {
      kind: onError,
      reason: `This check failed (it ${error}), so the call was not checked. Run \`pawl explain\` to see the error`,
    },
  ];
}

/** Changes a verdict into one that the event can carry; undefined if the event can carry nothing like it. */
export function fitToEvent(verdict: Verdict, name: EventName): Verdict | undefined {
  const { refuse } = channels[name];
  switch (verdict.kind) {
    case 'inject':
    case 'tell':
    case 'evidence':
      return verdict;
    case 'allow':
    case 'rewrite':
      return refuse === 'permission' || refuse === 'request' ? verdict : undefined;
    case 'ask':
    case 'deny':
    case 'block':
      return fitObjection(verdict, refuse);
  }
}

function fitObjection(
  verdict: Extract<Verdict, { reason: string }> & { kind: 'ask' | 'deny' | 'block' },
  refuse: string,
): Verdict {
  const { kind: _, ...rest } = verdict;
  if (refuse === 'none') return { kind: 'tell', text: rest.reason };
  if (refuse === 'permission' || refuse === 'request')
    return { ...rest, kind: verdict.kind === 'ask' ? 'ask' : 'deny' };
  return { ...rest, kind: 'block' };
}

/**
 * A level is a ceiling: at `warn` refusals and questions become warnings, at `ask` a denial becomes a question. A block
 * stays one at `ask`, because where it is possible nothing can be asked.
 */
export function limitToLevel(verdict: Verdict, level: Level, name: EventName): Verdict[] {
  const rank = levels.indexOf(level);
  if (rank <= levels.indexOf('observe')) return [];
  if (verdict.kind === 'ask' || verdict.kind === 'deny' || verdict.kind === 'block') {
    if (level === 'warn') return warning(verdict, name);
    if (level === 'ask' && verdict.kind === 'deny') return [{ ...verdict, kind: 'ask' }];
  }
  return [verdict];
}

function warning(verdict: { reason: string; instead?: string }, name: EventName): Verdict[] {
  const [toModel, toPerson] = warn(verdict.reason, verdict.instead);
  return channels[name].context ? [toModel, toPerson] : [toPerson];
}
