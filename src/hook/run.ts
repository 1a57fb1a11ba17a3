// Runs the policies that an event concerns: ours here, other people's in processes beside us; and asks again where a
// yes or a rewrite would otherwise carry a call past those who look at it.
import type { Config } from '../config/load.ts';
import {
  type Finding,
  isElsewhere,
  runAll,
  type Selected,
  type Skipped,
  withSettings,
} from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import type { Facts } from '../core/facts.ts';
import { merge, type Outcome } from '../core/merge.ts';
import { type Context, optionValues, type Policy } from '../core/policy.ts';
import { machineFacts, type Sources, type World } from '../facts/facts.ts';
import type { Place } from '../facts/project.ts';
import { pausedBy, readPauses } from '../store/files/overrides.ts';
import { slotOf, stateScope } from '../store/slot.ts';
import { Store } from '../store/store.ts';
import { tryTo } from '../system/attempt.ts';
import type { OwnPolicy } from '../user-policies/user-policies.ts';
import { loadBundle } from './bundles/load.ts';
import { policiesOn } from './bundles/registry.ts';

/** What all policies of one event share. */
export interface Surroundings {
  event: Event;
  place: Place;
  world: World;
  store: Store;
  config: Config;
  /** Policies that people wrote: rules, adopted scripts, own ones. */
  others: readonly Policy[];
  /** Clock time at which we must be done, whatever was slow before. */
  end: number;
  dry: boolean;
}

/** Ours by their cards, then other people's; without those a person paused. */
export function whoIsAsked(
  event: Event,
  facts: Pick<Facts, 'shell'>,
  { config, others, world }: Pick<Surroundings, 'config' | 'others' | 'world'>,
): { run: Selected[]; paused: Skipped[] } {
  const asked = policiesOn(event, (id) => !config.tunes(id) && isHarmless(facts));
  for (const policy of others) if (!isElsewhere(policy, event)) asked.push(policy);
  const run = withSettings(asked, config.setting);
  const pauses = readPauses(world.home, world.now);
  if (pauses.length === 0) return { run, paused: [] };
  const paused = run.flatMap(({ policy }) => {
    const pause = pausedBy(pauses, policy.id, event.session_id);
    return pause
      ? [{ policy: policy.id, because: `paused by a person until ${new Date(pause.until).toISOString()}` }]
      : [];
  });
  const names = paused.map((one) => one.policy);
  return { run: run.filter(({ policy }) => !names.includes(policy.id)), paused };
}

/** What can't be read is not harmless; who looks at it then says why. */
const isHarmless = (facts: Pick<Facts, 'shell'>): boolean => tryTo(() => facts.shell.harmless) === true;

export function timeLeft(end: number): number {
  return Math.max(1, end - performance.now());
}

/** Something that may have to be waited for. */
export type Soon<T> = T | Promise<T>;

/** Goes on at once where there is nothing to wait for. */
export function then<T, R>(value: Soon<T>, next: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Our own policies run here; other people's code runs in processes beside us, at the same time. */
export function runEverything(
  run: readonly Selected[],
  facts: Facts,
  surroundings: Surroundings,
): Soon<Finding[]> {
  const alone = surroundings.others.length === 0;
  return alone ? runHere(run, facts, surroundings) : runBeside(run, facts, surroundings);
}

async function runBeside(
  run: readonly Selected[],
  facts: Facts,
  surroundings: Surroundings,
): Promise<Finding[]> {
  if (run.every(runsHere)) return runHere(run, facts, surroundings);
  const { runExternal, runOwn } = loadBundle('user-policies');
  const { event, world, end, dry } = surroundings;
  const ms = timeLeft(end);
  const scripts = run.filter(({ policy }) => 'external' in policy);
  const own = run.filter(({ policy }) => 'file' in policy) as (Selected & { policy: OwnPolicy })[];
  const here = run.filter((one) => !scripts.includes(one) && !own.includes(one as never));
  // A script can't be made to look only; it is told.
  const env = dry ? { ...world.env, PAWL_DRY_RUN: '1' } : world.env;
  const beside = [
    ...scripts.map((one) => runExternal(one, event, ms, env)),
    own.length > 0 ? runOwn(own, event, world.home, { ms, env, dry }) : [],
  ];
  const mine = runHere(here, facts, surroundings);
  return [...mine, ...(await Promise.all(beside)).flat()];
}

/** Somebody's script or policy: its code is not ours. */
const isForeign = (policy: Policy) => 'external' in policy || 'file' in policy;

function runHere(
  run: readonly Selected[],
  facts: Facts,
  { event, place, world, store, end }: Surroundings,
): Finding[] {
  const context = ({ policy, options }: Selected): Context => {
    const own = Object.create(facts) as { -readonly [K in keyof Context]: Context[K] };
    own.options = optionValues(policy, options);
    if (policy.state) own.state = slotOf(store, policy, stateScope(policy, event, place), world.now);
    return own;
  };
  return runAll(run, event, { facts, context, clock: () => performance.now(), deadline: end });
}

const sourcesOf = (store: Store, { workflows, retention }: Config): Sources => ({
  store,
  workflows,
  retention,
});

/** A yes to a dialog must not pass by those who look at the call itself: one of them may have opened the dialog. */
export function heardAgain(findings: Finding[], surroundings: Surroundings): Soon<Finding[]> {
  const { event } = surroundings;
  if (event.hook_event_name !== 'PermissionRequest' || merge(findings).decision !== 'allow') return findings;
  const { run, facts, around } = asCall(event, surroundings);
  return then(runEverything(run, facts, around), (again) => [...findings, ...again.map(onlyRefusals)]);
}

/** Those who would refuse the call that a dialog is about, and what they know. */
function asCall(event: Event, surroundings: Surroundings) {
  const { place, world, config } = surroundings;
  const call = { ...event, hook_event_name: 'PreToolUse' } as Event;
  // What they had to remember they remembered when the call was made.
  const store = new Store(world.home);
  const facts = machineFacts(call, place, world, sourcesOf(store, config));
  const run = whoIsAsked(call, facts, surroundings).run.filter(({ policy }) => !policy.loosens);
  return { run, facts, around: { ...surroundings, event: call, store } };
}

function onlyRefusals(one: Finding): Finding {
  return { ...one, counts: one.counts.filter(({ kind }) => kind === 'deny' || kind === 'ask') };
}

/** A rewritten call is looked at again as it would run: a rewrite must not carry anything past the guard. */
export function judge(findings: Finding[], surroundings: Surroundings): Outcome {
  const { event, others } = surroundings;
  const outcome = merge(findings);
  if (!outcome.set || !('tool_input' in event)) return outcome;
  const rewritten = { ...event, tool_input: { ...event.tool_input, ...outcome.set } } as Event;
  const foreign = new Set(others.filter(isForeign).map(({ id }) => id));
  // What ours had against the call as it was does not count any more; they are all asked about what became of it.
  return merge([
    ...findings.map((one) => (foreign.has(one.policy) ? one : withoutRefusals(one))),
    ...lookedAt(rewritten, surroundings).map(onlyRefusals),
  ]);
}

function lookedAt(event: Event, surroundings: Surroundings): Finding[] {
  const { place, world, store, config } = surroundings;
  const facts = machineFacts(event, place, world, sourcesOf(store, config));
  const { run } = whoIsAsked(event, facts, surroundings);
  const found = runHere(run.filter(runsHere), facts, { ...surroundings, event });
  if (event.hook_event_name !== 'PermissionRequest') return found;
  const call = asCall(event, surroundings);
  return [...found, ...runHere(call.run.filter(runsHere), call.facts, call.around)];
}

const runsHere = ({ policy }: Selected) => !isForeign(policy);

function withoutRefusals(one: Finding): Finding {
  return { ...one, counts: one.counts.filter(({ kind }) => kind !== 'deny' && kind !== 'ask') };
}
