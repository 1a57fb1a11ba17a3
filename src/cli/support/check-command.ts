// Checks a shell command against all policies in force without a real event, for `pawl check` and `pawl backtest`.

import { isAbsolute } from 'node:path';
import { type Config, loadConfig } from '../../config/load.ts';
import { rulePolicy } from '../../config/rules.ts';
import { type Finding, runAll, select } from '../../core/engine.ts';
import { type Event, parseEvent } from '../../core/event.ts';
import { merge, type Outcome } from '../../core/merge.ts';
import { type Context, type Level, optionValues, type Policy } from '../../core/policy.ts';
import { type Decision, isDecision } from '../../core/verdict.ts';
import { machineFacts, type World } from '../../facts/facts.ts';
import { findPlace, type ProjectPlace } from '../../facts/project.ts';
import { allPolicies } from '../../policies/registry.ts';
import type { ShellReading } from '../../shell/types.ts';
import { Store } from '../../store/store.ts';
import type { Env } from '../../system/env.ts';
import type { Home } from '../../system/home.ts';
import { externalPolicy } from '../../user-policies/external.ts';
import { findPolicyFiles, type PolicyFiles } from '../../user-policies/user-policies.ts';
import { askPolicyFiles, askScripts, type Failures, leftOutNotes } from './own-code.ts';

export interface CheckResult {
  outcome: Outcome;
  shell: ShellReading;
  /** Programs that the config describes. */
  programs: Config['programs'];
  /** Objections that have no effect because of the policy's level (observe or warn). */
  lowered: LoweredVerdict[];
  /** Policies that threw or took too long, and what happened. */
  failed: { policy: string; error: string }[];
  /** Facts found on the machine that policies decided by. */
  evidence: { policy: string; text: string }[];
  /** The policies that were asked. */
  policies: readonly Policy[];
  /** The user's own code that was not asked, and why. */
  leftOut: readonly string[];
}

interface LoweredVerdict {
  policy: string;
  level: Level;
  decision: Decision;
  reason: string;
}

export interface CheckContext {
  place: ProjectPlace;
  config: Config;
  /** Built-in policies and rules, which run in this process. */
  policies: readonly Policy[];
  scripts: readonly Policy[];
  files: PolicyFiles;
}

export type ContextFor = (cwd: string) => Promise<CheckContext>;

/** Caches the config by directory, because a batch of thousands of commands is about few directories. */
export function checkContexts(home: Home): ContextFor {
  const cached = new Map<string, Promise<CheckContext>>();
  return (cwd) => {
    const known = cached.get(cwd) ?? contextAt(home, cwd);
    cached.set(cwd, known);
    return known;
  };
}

async function contextAt(home: Home, cwd: string): Promise<CheckContext> {
  const place = findPlace(cwd);
  const config = loadConfig(home, place, allPolicies);
  const files = await findPolicyFiles(home, place, allPolicies(), process.env);
  const policies = [...allPolicies(), ...config.rules.map(rulePolicy)];
  return { place, config, policies, scripts: config.external.map(externalPolicy), files };
}

/** Asks every policy that the hook would ask, users' own code included. */
export function commandChecker(home: Home, env: Env, now: number) {
  const contextFor = checkContexts(home);
  return async (command: string, cwd: string): Promise<CheckResult> => {
    // A world of its own, because the time limit for looking at the machine is kept by world.
    const world = { home, env, now };
    const event = bashCall(command, cwd);
    const context = await contextFor(cwd);
    const failed: Failures = new Map();
    const [[ofFiles = []], ofScripts] = await Promise.all([
      askPolicyFiles([event], context, world, { failed }),
      askScripts(event, context, world),
    ]);
    const checked = checkEvent(event, context, world, { own: [...ofScripts, ...ofFiles] });
    return { ...checked, leftOut: leftOutNotes([context], failed, { scripts: false }) };
  };
}

export function checkEvent(
  event: Event,
  { place, config, policies, scripts, files }: CheckContext,
  world: World,
  { past = false, own = [] as readonly Finding[] } = {},
): CheckResult {
  const facts = machineFacts(event, place, world, {
    store: new Store(world.home),
    programs: config.programs,
    past,
  });
  const selected = select(policies, event, config.setting);
  const context = ({ policy, options }: { policy: Policy; options: Record<string, unknown> }) =>
    Object.create(
      facts,
      Object.getOwnPropertyDescriptors({
        options: optionValues(policy, options),
        state: initialState(policy),
      }),
    ) as Context;
  const builtIn = runAll(selected, event, {
    facts,
    context,
    clock: () => performance.now(),
    deadline: Number.POSITIVE_INFINITY,
  });
  const findings = [...builtIn, ...own];
  return {
    outcome: merge(findings),
    shell: facts.shell,
    programs: config.programs,
    lowered: findings.flatMap(lowered),
    failed: findings.flatMap(({ policy, error }) => (error ? [{ policy, error }] : [])),
    evidence: findings.flatMap(({ policy, verdicts }) =>
      verdicts.flatMap((verdict) => (verdict.kind === 'evidence' ? [{ policy, text: verdict.text }] : [])),
    ),
    policies: [...selected.map(({ policy }) => policy), ...scripts, ...files.policies],
    leftOut: [],
  };
}

function lowered({ policy, level, verdicts, effective }: Finding): LoweredVerdict[] {
  if (effective.some((verdict) => isDecision(verdict))) return [];
  return verdicts.filter(isDecision).map(({ kind, reason }) => ({ policy, level, decision: kind, reason }));
}

/** Policies start with their initial state, and changes of it are dropped. */
const initialState = (policy: Policy) => ({ get: () => policy.state?.initial, update: () => {} });

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
  if (parsed.kind !== 'event') throw new Error('the command could not be made into an event');
  return parsed.event;
}

/** The given directory if it is absolute. It need not exist: it may have been deleted since the command ran. */
export function usableDirectory(given: unknown, otherwise: string): string {
  return typeof given === 'string' && isAbsolute(given) ? given : otherwise;
}
