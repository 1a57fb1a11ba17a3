// Selects the policies that apply to an event: the built-in ones by their cards, then the user's.
import {
  appliesTo,
  notSelected,
  type Selected,
  type Skipped,
  whyNoVerdict,
  withSettings,
} from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import type { Facts } from '../core/facts.ts';
import { allPolicies, policiesFor } from '../policies/registry.ts';
import type { ShellReading } from '../shell/types.ts';
import { pausedBy, readPauses } from '../store/files/overrides.ts';
import { attempt } from '../system/attempt.ts';
import type { HookContext } from './context.ts';
import type { Decided } from './decide.ts';

export interface Selection {
  selected: Selected[];
  /** Policies that a person has paused. */
  paused: Skipped[];
}

/**
 * Reads what a tool call would do, before any policy is asked. Returns undefined for other events, and for a command
 * that can't be read: it is then not known to be harmless, and each policy that needs the reading reports the problem.
 */
export function readCall(event: Event, facts: Pick<Facts, 'shell'>): ShellReading | undefined {
  return event.hook_event_name === 'PreToolUse' ? attempt(() => facts.shell) : undefined;
}

/** For a harmless call, the policies about shell effects are skipped unless the config sets options of one. */
export function selectPolicies(
  event: Event,
  call: ShellReading | undefined,
  { config, userPolicies, world }: Pick<HookContext, 'config' | 'userPolicies' | 'world'>,
): Selection {
  const policies = policiesFor(event, { harmless: call?.harmless === true && !config.hasOptions('guard') });
  for (const policy of userPolicies) if (appliesTo(policy, event)) policies.push(policy);
  return withoutPaused(withSettings(policies, config.setting), event, world);
}

function withoutPaused(
  selected: Selected[],
  { session_id }: Event,
  { home, now }: HookContext['world'],
): Selection {
  const pauses = readPauses(home, now);
  if (pauses.length === 0) return { selected, paused: [] };
  const paused = selected.flatMap(({ policy }) => {
    const pause = pausedBy(pauses, policy.id, session_id);
    return pause
      ? [{ policy: policy.id, because: `paused by a person until ${new Date(pause.until).toISOString()}` }]
      : [];
  });
  const ids = paused.map((skipped) => skipped.policy);
  return { selected: selected.filter(({ policy }) => !ids.includes(policy.id)), paused };
}

/** The policies without a finding, each with the reason, for `explain`. */
export function whyNoFinding({ event, config, userPolicies, findings, paused, facts }: Decided): Skipped[] {
  const policies = [...allPolicies(), ...userPolicies];
  const skipped = [...notSelected(policies, event, config.setting), ...paused];
  const reported = new Set([...skipped, ...findings].map((item) => item.policy));
  const unconcerned = policies
    .filter(({ id }) => !reported.has(id))
    .map((policy) => ({ policy: policy.id, because: whyNoVerdict(policy, facts.shell.harmless) }));
  return [...skipped, ...unconcerned];
}
