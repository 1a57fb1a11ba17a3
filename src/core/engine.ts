// Which policies an event concerns, what each says, and how far its word counts.
import { channels, type EventName } from './channels.ts';
import type { Event } from './event.ts';
import type { Facts } from './facts.ts';
import { packOf } from './pack.ts';
import { type Context, type Level, levels, type Policy } from './policy.ts';
import { asVerdicts, type Verdict, warn, withWayOut } from './verdict.ts';

/** What the config says about one policy. */
export interface Setting {
  level: Level;
  /** Why the level is what it is, for `explain`. */
  from: string;
  options: Record<string, unknown>;
}
export type Settings = (policy: Policy) => Setting;

export interface Selected {
  policy: Policy;
  level: Level;
  options: Record<string, unknown>;
}

export interface Skipped {
  policy: string;
  because: string;
}

/** What came of running one policy. */
export interface Finding {
  policy: string;
  level: Level;
  /** What the policy said. */
  said: Verdict[];
  /** What of it counts at its level. */
  counts: Verdict[];
  ms: number;
  /** The policy threw, overran or returned garbage. */
  error?: string;
}

/** Those an event concerns, in the order in which they are given: packs by rank, then what people wrote. */
export function select(policies: readonly Policy[], event: Event, settings: Settings): Selected[] {
  return withSettings(
    policies.filter((policy) => isAbout(policy, event)),
    settings,
  );
}

/** With the level and options of each; without those that are off. */
export function withSettings(policies: readonly Policy[], settings: Settings): Selected[] {
  const run: Selected[] = [];
  for (const policy of policies) {
    const { level, options } = settings(policy);
    if (level !== 'off') run.push({ policy, level, options });
  }
  return run;
}

type Subject = Pick<Policy, 'on' | 'tools'>;

/** Asked first: most policies are about other events, and their setting need not be looked up. */
export function isAbout(policy: Subject, event: Event): boolean {
  return isAboutEvent(policy, event) && isAboutTool(policy, event);
}

function isAboutEvent({ on }: Subject, { hook_event_name: name }: Event): boolean {
  return typeof on === 'string' ? on === name : on.includes(name);
}

function isAboutTool({ tools }: Subject, event: Event): boolean {
  return !tools || !('tool_name' in event) || matchesTool(tools, event.tool_name);
}

/** The policies that were not asked, and why, for `explain`. */
export function notSelected(policies: readonly Policy[], event: Event, settings: Settings): Skipped[] {
  return policies.flatMap((policy) => {
    const because = whyNotSelected(policy, event, settings);
    return because ? [{ policy: policy.id, because }] : [];
  });
}

function whyNotSelected(policy: Policy, event: Event, settings: Settings): string | undefined {
  if (!isAboutEvent(policy, event)) return 'other event';
  if (!isAboutTool(policy, event)) return 'other tool';
  const { level, from } = settings(policy);
  return level === 'off' ? `off (${from})` : undefined;
}

export function matchesTool(patterns: readonly string[], tool: string): boolean {
  for (const pattern of patterns)
    if (pattern === tool || (pattern.includes('*') && starMatch(pattern, tool))) return true;
  return false;
}

/** `*` stands for any characters. No regular expression: patterns may come from strangers. */
export function starMatch(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const first = parts[0]!;
  const last = parts[parts.length - 1]!;
  if (parts.length === 1) return pattern === text;
  if (!text.startsWith(first) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

export interface Running {
  facts: Pick<Facts, 'shell'>;
  context(selected: Selected): Context;
  clock(): number;
  /** Clock time at which we must be done. */
  deadline: number;
}

export function runAll(selected: readonly Selected[], event: Event, running: Running): Finding[] {
  const findings: Finding[] = [];
  for (const one of selected) {
    const found = runOne(one, event, running);
    if (found) findings.push(found);
  }
  return findings;
}

/** Undefined: the event turned out to be none of the policy's business. */
function runOne(
  one: Selected,
  event: Event,
  { facts, context, clock, deadline }: Running,
): Finding | undefined {
  let start = clock();
  if (start > deadline) return failure(one, event, 'was not reached before the deadline', 0);
  let said: Verdict[] | string;
  try {
    if (!isConcerned(one, event, facts)) return undefined;
    // What it took to read the command is nobody's in particular.
    start = clock();
    said = asVerdicts(one.policy.check?.(event, context(one)));
  } catch (error) {
    said = `threw ${(error as Error)?.message ?? String(error)}`;
  }
  const ms = clock() - start;
  if (start + ms > deadline) return failure(one, event, `overran the deadline (${Math.round(ms)} ms)`, ms);
  return typeof said === 'string' ? failure(one, event, said, ms) : finding(one, event, said, ms);
}

/** Why a selected policy said nothing at all, for `explain`. */
export function whyUnconcerned({ effects, check }: Policy, harmless: boolean | undefined): string {
  if (!check) return 'has no opinion, only has the event recorded';
  if (!effects) return 'did not run then';
  if (harmless || effects === 'any')
    return 'the call only looks, builds, tests or uses ordinary files of the project';
  return `the command has none of its effects (${effects.filter((one) => one !== 'no-command').join(', ')})`;
}

/**
 * A command without the effects a policy is about is none of its business; the policy is not even loaded.
 * What a person set for it may widen what it is about, so then it is asked.
 */
function isConcerned({ policy, options }: Selected, event: Event, facts: Pick<Facts, 'shell'>): boolean {
  const { effects, check } = policy;
  if (!check || !effects) return check !== undefined;
  const { shell } = facts;
  if (Object.keys(options).length > 0) return true;
  if (shell.harmless) return false;
  if (effects === 'any') return true;
  // What a server's tool does is not only in its command.
  const more = shell.absent || ('tool_name' in event && event.tool_name.startsWith('mcp__'));
  if (more && effects.includes('no-command')) return true;
  return shell.notes.length > 0 || shell.effects.some((effect) => effects.includes(effect.kind));
}

export function finding(one: Selected, event: Event, verdicts: Verdict[], ms: number): Finding {
  // Most say nothing.
  if (verdicts.length === 0) return { policy: one.policy.id, level: one.level, said: [], counts: [], ms };
  const said = verdicts.flatMap((verdict) => fit(verdict, event.hook_event_name) ?? []);
  const counts = said.flatMap((verdict) => atLevel(verdict, one.level, event.hook_event_name));
  return { policy: one.policy.id, level: one.level, said, counts, ms };
}

/** A failing policy does what its `onError` says; the person is told once, by name. */
export function failure(one: Selected, event: Event, error: string, ms: number): Finding {
  const said = [
    ...onError(one.policy, event, error),
    { kind: 'tell', text: withWayOut(`${one.policy.id} failed: it ${error}`), again: false } as Verdict,
  ];
  return { ...finding(one, event, said, ms), error };
}

function onError(policy: Policy, event: Event, error: string): Verdict[] {
  const wish = policy.onError ?? (packOf(policy.id) === 'guard' ? 'deny' : 'pass');
  const canRefuse = event.hook_event_name === 'PreToolUse' || event.hook_event_name === 'PermissionRequest';
  // Only tool calls are refused because of us: a stop must never be held up by our own failure.
  if (wish === 'pass' || !canRefuse) return [];
  return [{ kind: wish, reason: `This check failed (it ${error}), and it refuses what it can’t check` }];
}

/** Puts a verdict into the words its event has; undefined if the event has none for it. */
export function fit(verdict: Verdict, name: EventName): Verdict | undefined {
  const { refuse } = channels[name];
  switch (verdict.kind) {
    case 'inject':
    case 'tell':
      return verdict;
    case 'allow':
    case 'rewrite':
      return refuse === 'permission' || refuse === 'request' ? verdict : undefined;
    case 'ask':
    case 'deny':
    case 'block':
      return fitRefusal(verdict, refuse);
  }
}

function fitRefusal(
  verdict: Extract<Verdict, { reason: string }> & { kind: 'ask' | 'deny' | 'block' },
  refuse: string,
): Verdict {
  const { kind: _, ...rest } = verdict;
  if (refuse === 'none') return { kind: 'tell', text: rest.reason };
  if (refuse === 'permission' || refuse === 'request')
    return { ...rest, kind: verdict.kind === 'ask' ? 'ask' : 'deny' };
  return { ...rest, kind: 'block' };
}

/** A level is a ceiling. What lies above it is turned into the next gentler thing the event can carry. */
export function atLevel(verdict: Verdict, level: Level, name: EventName): Verdict[] {
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
