// From an event to an answer. Nothing here writes to stdout, so that `explain` and `backtest` use it too.

import { type Config, loadConfig } from '../config/load.ts';
import { isRefusal } from '../core/answer.ts';
import { innerDeadline } from '../core/channels.ts';
import { type Finding, notSelected, type Skipped, whyUnconcerned } from '../core/engine.ts';
import type { Event, EventOf } from '../core/event.ts';
import type { Facts } from '../core/facts.ts';
import type { Outcome } from '../core/merge.ts';
import type { Policy } from '../core/policy.ts';
import { machineFacts, type World } from '../facts/facts.ts';
import { findPlace, type Place } from '../facts/project.ts';
import { type AllowOnce, takeAllowOnce } from '../store/files/overrides.ts';
import type { Store } from '../store/store.ts';
import { existsSync, readdirSync } from '../system/fs/index.ts';
import { join } from '../system/path.ts';
import type { Own } from '../user-policies/user-policies.ts';
import { loadBundle } from './bundles/load.ts';
import { allPolicies } from './bundles/registry.ts';
import type { Known } from './notices.ts';
import { type Said, say } from './reply.ts';
import {
  heardAgain,
  judge,
  runEverything,
  type Soon,
  type Surroundings,
  then,
  timeLeft,
  whoIsAsked,
} from './run.ts';

interface Concluded extends Said {
  allowedOnce?: AllowOnce;
  inputHash: string | undefined;
  /** For the record only. */
  notes: string[];
}

export interface Decided extends Concluded {
  event: Event;
  place: Place;
  config: Config;
  /** Policies that people wrote. */
  others: readonly Policy[];
  findings: Finding[];
  paused: Skipped[];
  facts: Facts;
  own: Own;
}

export interface How {
  /** Only look: claim nothing, take nothing, use nothing up. */
  dry?: boolean;
}

export function decide(event: Event, world: World, store: Store, how: How = {}): Soon<Decided> {
  const end = performance.now() + innerDeadline(event.hook_event_name);
  const place = findPlace(event.cwd || process.cwd());
  const { CLAUDE_PROJECT_DIR: folder } = world.env;
  const project = folder && folder !== event.cwd ? findPlace(folder) : place;
  const config = loadConfig(world.home, project, allPolicies);
  return then(othersOf(config, project, world, end), ({ policies: others, own }) => {
    const dry = how.dry === true;
    const surroundings: Surroundings = { event, place, world, store, config, others, end, dry };
    const { workflows, retention } = config;
    const facts = machineFacts(event, place, world, { store, workflows, retention });
    const { run, paused } = whoIsAsked(event, facts, surroundings);
    const known: Known = { event, config, own, others, world, project: project.root };
    return then(runEverything(run, facts, surroundings), (first) =>
      then(isAsking(event) ? heardAgain(first, surroundings) : first, (findings) => ({
        event,
        place,
        config,
        others,
        findings,
        paused,
        facts,
        own,
        ...conclude(findings, known, surroundings),
      })),
    );
  });
}

const isAsking = (event: Event) => event.hook_event_name === 'PermissionRequest';

/** From what everybody found to what is said. */
function conclude(findings: Finding[], known: Known, surroundings: Surroundings): Concluded {
  const { event, config, world, dry } = surroundings;
  const inputHash = hashInput(event);
  const judged = judge(findings, surroundings);
  const gated = isHeldStop(event, judged)
    ? gate(event, judged, surroundings)
    : { outcome: judged, notes: [] };
  const merged = isWell(known) ? gated.outcome : stateful().notices.withNotices(gated.outcome, known);
  const { outcome, allowedOnce } =
    isRefusal(merged.decision) && !dry
      ? spared(merged, event, inputHash, world)
      : { outcome: merged, allowedOnce: undefined };
  return {
    inputHash,
    notes: gated.notes,
    ...(allowedOnce && { allowedOnce }),
    ...say(event, outcome, config, world, dry),
  };
}

/** Why everybody else said nothing, for `explain`. */
export function silentOnes({ others, event, config, findings, paused, facts }: Decided): Skipped[] {
  const policies = [...allPolicies(), ...others];
  const elsewhere = [...notSelected(policies, event, config.setting), ...paused];
  const known = new Set([...elsewhere, ...findings].map((one) => one.policy));
  const unconcerned = policies
    .filter(({ id }) => !known.has(id))
    .map((policy) => ({ policy: policy.id, because: whyUnconcerned(policy, facts.shell.harmless) }));
  return [...elsewhere, ...unconcerned];
}

/** Opened by the events that need it. */
const stateful = () => loadBundle('stateful');

interface Others {
  policies: Policy[];
  own: Own;
}

/** Rules, adopted scripts and own policies. Who has none loads nothing of it, and waits for nothing. */
function othersOf(config: Config, project: Place, world: World, end: number): Soon<Others> {
  const { rules, external } = config;
  const files = existsSync(join(project.root, '.pawl', 'policies')) || hasFiles(world.home.policies);
  if (rules.length === 0 && external.length === 0 && !files)
    return { policies: [], own: { policies: [], broken: [], untrusted: [] } };
  const { rulePolicy, externalPolicy, findOwn } = loadBundle('user-policies');
  return findOwn(world.home, project, allPolicies(), world.env, { ms: timeLeft(end) / 3 }).then((own) => ({
    policies: [...rules.map(rulePolicy), ...external.map(externalPolicy), ...own.policies],
    own,
  }));
}

/** Nothing the person must be told about the state of things. */
function isWell({ event, config, own }: Known): boolean {
  if (event.hook_event_name === 'SessionStart' || own.broken.length > 0 || own.untrusted.length > 0)
    return false;
  for (const { state, problems } of config.layers) if (state !== 'ok' || problems.length > 0) return false;
  return true;
}

function hasFiles(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}

type Stopping = EventOf<'Stop' | 'SubagentStop'>;

const isHeldStop = (event: Event, { decision }: Outcome): event is Stopping =>
  decision === 'block' && (event.hook_event_name === 'Stop' || event.hook_event_name === 'SubagentStop');

/** A stop that somebody wants to hold goes through the one gate; everything else passes by it. */
function gate(
  event: Stopping,
  outcome: Outcome,
  { world, store, dry }: Surroundings,
): { outcome: Outcome; notes: string[] } {
  const { freshGate, ruleStop } = stateful().stopping;
  const { progressMark, readGate, writeGate } = stateful().gate;
  const { session_id, agent_id } = event;
  const seen = store.readCurrent((db) => ({
    state: readGate(db, session_id, agent_id) ?? freshGate,
    mark: progressMark(db, session_id),
  }));
  const cap = Number(world.env.CLAUDE_CODE_STOP_HOOK_BLOCK_CAP) || undefined;
  const ruling = ruleStop({ event, outcome, state: seen?.state, mark: seen?.mark ?? '', cap });
  if (!dry && seen) store.later((db) => writeGate(db, ruling.state, session_id, agent_id, world.now));
  return { outcome: ruling.outcome, notes: [ruling.note] };
}

/** A person may have let exactly this through, once. */
function spared(
  outcome: Outcome,
  event: Event,
  inputHash: string | undefined,
  world: World,
): { outcome: Outcome; allowedOnce?: AllowOnce } {
  const refused = {
    session_id: event.session_id,
    input_hash: inputHash,
    policies: outcome.reasons.map((reason) => reason.policy),
  };
  const allowedOnce = takeAllowOnce(world.home, refused, world.now);
  if (!allowedOnce) return { outcome };
  const text = `Let through once, as a person said with \`pawl allow-once\`; ${refused.policies.join(', ')} would have refused.`;
  return {
    outcome: {
      ...outcome,
      decision: 'pass',
      reasons: [],
      messages: [...outcome.messages, { policy: 'pawl', text }],
    },
    allowedOnce,
  };
}

/** Identifies a call by what it would do, where. Not a fast hash: nobody may find a second call with the same one. */
export function hashInput(event: Event): string | undefined {
  if (!('tool_input' in event)) return undefined;
  const call = JSON.stringify([event.tool_name, event.cwd, event.tool_input]);
  return Bun.SHA256.hash(call, 'hex').slice(0, 32);
}
