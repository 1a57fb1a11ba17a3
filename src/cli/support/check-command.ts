// What the policies would say about a shell command, without an event having happened.

import { isAbsolute } from 'node:path';
import { type Config, loadConfig } from '../../config/load.ts';
import { rulePolicy } from '../../config/rules.ts';
import { type Finding, runAll, select } from '../../core/engine.ts';
import { type Event, parseEvent } from '../../core/event.ts';
import { merge, type Outcome } from '../../core/merge.ts';
import { type Context, type Level, optionValues, type Policy } from '../../core/policy.ts';
import { type Decision, isDecision } from '../../core/verdict.ts';
import { machineFacts } from '../../facts/facts.ts';
import { findPlace, type ProjectPlace } from '../../facts/project.ts';
import { allPolicies } from '../../policies/registry.ts';
import type { ShellReading } from '../../shell/types.ts';
import { Store } from '../../store/store.ts';
import type { Env } from '../../system/env.ts';
import type { Home } from '../../system/home.ts';

export interface Checked {
  outcome: Outcome;
  shell: ShellReading;
  /** Programs that the config teaches. */
  programs: Config['programs'];
  /** What policies object to and their level does not let count. */
  lowered: Lowered[];
}

interface Lowered {
  policy: string;
  level: Level;
  decision: Decision;
  reason: string;
}

export interface CheckContext {
  place: ProjectPlace;
  config: Config;
  policies: readonly Policy[];
}

/** One config per place: a batch of thousands asks about few directories. */
export function checkContexts(home: Home) {
  const places = new Map<string, CheckContext>();
  const at = (cwd: string): CheckContext => {
    const known = places.get(cwd);
    if (known) return known;
    const place = findPlace(cwd);
    const config = loadConfig(home, place, allPolicies);
    const found = { place, config, policies: [...allPolicies(), ...config.rules.map(rulePolicy)] };
    places.set(cwd, found);
    return found;
  };
  return at;
}

export function checker(home: Home, env: Env, now: number) {
  const at = checkContexts(home);
  return (command: string, cwd: string): Checked =>
    checkEvent(bashCall(command, cwd), at(cwd), { home, env, now });
}

export function checkEvent(
  event: Event,
  { place, config, policies }: CheckContext,
  world: Parameters<typeof machineFacts>[2],
): Checked {
  const facts = machineFacts(event, place, world, {
    store: new Store(world.home),
    programs: config.programs,
  });
  const run = select(policies, event, config.setting);
  const context = ({ policy, options }: { policy: Policy; options: Record<string, unknown> }) =>
    Object.create(
      facts,
      Object.getOwnPropertyDescriptors({
        options: optionValues(policy, options),
        state: nothingKept(policy),
      }),
    ) as Context;
  const findings = runAll(run, event, {
    facts,
    context,
    clock: () => performance.now(),
    deadline: Number.POSITIVE_INFINITY,
  });
  return {
    outcome: merge(findings),
    shell: facts.shell,
    programs: config.programs,
    lowered: findings.flatMap(lowered),
  };
}

function lowered({ policy, level, verdicts, effective }: Finding): Lowered[] {
  if (effective.some((verdict) => isDecision(verdict))) return [];
  return verdicts.filter(isDecision).map(({ kind, reason }) => ({ policy, level, decision: kind, reason }));
}

/** A check remembers nothing and reads no memory: it is about the command alone. */
const nothingKept = (policy: Policy) => ({ get: () => policy.state?.initial, update: () => {} });

function bashCall(command: string, cwd: string): Event {
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 'check',
    cwd,
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'check',
  };
  const parsed = parseEvent(JSON.stringify(payload));
  if (parsed.kind !== 'event') throw new Error('a command became no event');
  return parsed.event;
}

/** Also one that is not there, or not any more: the command was, or would be, run in it. */
export function usableDirectory(given: unknown, otherwise: string): string {
  return typeof given === 'string' && isAbsolute(given) ? given : otherwise;
}

/** The program is tuned for answers that are over at once; thousands of them are worth compiling for. */
export function runsLong(): void {
  (Bun.unsafe as { setJITPolicy?: (policy: number) => void }).setJITPolicy?.(1);
}
