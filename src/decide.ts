// From an event to an answer. Nothing here writes to stdout, so that `explain` and `backtest` use it too.

import { type Config, loadConfig } from './config/load.ts';
import { rulePolicy } from './config/rules.ts';
import { type Answer, isRefusal, speak } from './core/answer.ts';
import { type Fitted, fitContext } from './core/budget.ts';
import { innerDeadline } from './core/channels.ts';
import { type Finding, runAll, type Selected, type Skipped, select, whyUnconcerned } from './core/engine.ts';
import type { Event } from './core/event.ts';
import type { Facts } from './core/facts.ts';
import { freshGate, ruleStop } from './core/gate.ts';
import { merge, type Outcome } from './core/merge.ts';
import { type Context, optionValues, type Policy } from './core/policy.ts';
import { door } from './door.ts';
import { machineFacts, type World } from './facts/facts.ts';
import { findPlace, type Place } from './facts/project.ts';
import { withNotices } from './notices.ts';
import { externalPolicy, runExternal } from './own/external.ts';
import { findOwn, type Own, type OwnPolicy, runOwn } from './own/own.ts';
import { policies as builtIn } from './policies/index.ts';
import { type AllowOnce, pausedBy, readPauses, takeAllowOnce } from './store/escape.ts';
import {
  firstTime,
  forgetTold,
  keepText,
  type Listener,
  type Pending,
  takePending,
  wasTold,
} from './store/run.ts';
import { slotOf, stateScope } from './store/slot.ts';
import { Store } from './store/store.ts';

export interface Decided {
  event: Event;
  place: Place;
  config: Config;
  outcome: Outcome;
  findings: Finding[];
  skipped: Skipped[];
  /** Selected, but the event was none of their business. */
  unconcerned: Skipped[];
  /** The text the model gets. */
  context: Fitted;
  answer: Answer;
  listener: Listener;
  /** What this event can't carry. */
  pending: Pending[];
  allowedOnce?: AllowOnce;
  own: Own;
  inputHash: string | undefined;
  /** For the record only. */
  notes: string[];
}

export interface How {
  /** Only look: claim nothing, take nothing, use nothing up. */
  dry?: boolean;
}

export async function decide(event: Event, world: World, store: Store, how: How = {}): Promise<Decided> {
  const end = performance.now() + innerDeadline(event.hook_event_name);
  const place = findPlace(event.cwd || process.cwd());
  const project = world.env.CLAUDE_PROJECT_DIR ? findPlace(world.env.CLAUDE_PROJECT_DIR) : place;
  const config = loadConfig(world.home, project, builtIn);
  const own = await findOwn(world.home, project, builtIn, world.env, { ms: timeLeft(end) / 3 });
  const policies = [
    ...builtIn,
    ...config.rules.map(rulePolicy),
    ...config.external.map(externalPolicy),
    ...own.policies,
  ];
  const { run, skipped } = selectUnpaused(policies, event, config, world);
  const facts = machineFacts(event, place, world, {
    store,
    workflows: config.workflows,
    retention: config.retention,
  });
  const surroundings: Surroundings = {
    event,
    place,
    world,
    store,
    workflows: config.workflows,
    end,
    dry: how.dry === true,
  };
  const first = await runEverything(run, facts, surroundings);
  const findings = await heardAgain(first, policies, config, surroundings);
  const inputHash = hashInput(event);
  const gated = gate(judge(run, findings, surroundings), surroundings);
  const merged = withNotices(gated.outcome, { event, config, own, policies, world, project: project.root });
  const { outcome, allowedOnce } = spared(merged, event, inputHash, world, how);
  const said = say(event, outcome, config, world, how);
  return {
    event,
    place,
    config,
    findings,
    skipped,
    unconcerned: run
      .filter(({ policy }) => !findings.some((one) => one.policy === policy.id))
      .map(({ policy }) => ({ policy: policy.id, because: whyUnconcerned(policy) })),
    own,
    inputHash,
    notes: gated.notes,
    ...(allowedOnce && { allowedOnce }),
    ...said,
  };
}

function selectUnpaused(policies: readonly Policy[], event: Event, config: Config, world: World) {
  const { run, skipped } = select(policies, event, (policy) => config.setting(policy));
  const pauses = readPauses(world.home, world.now);
  if (pauses.length === 0) return { run, skipped };
  const paused = run.flatMap(({ policy }) => {
    const pause = pausedBy(pauses, policy.id, event.session_id);
    return pause
      ? [{ policy: policy.id, because: `paused by a person until ${new Date(pause.until).toISOString()}` }]
      : [];
  });
  const names = paused.map((one) => one.policy);
  return { run: run.filter(({ policy }) => !names.includes(policy.id)), skipped: [...skipped, ...paused] };
}

/** What all policies of one event share. */
interface Surroundings {
  event: Event;
  place: Place;
  world: World;
  store: Store;
  workflows: Config['workflows'];
  /** Clock time at which we must be done, whatever was slow before. */
  end: number;
  dry: boolean;
}

function timeLeft(end: number): number {
  return Math.max(1, end - performance.now());
}

/** Our own policies run here; other people's code runs in processes beside us, at the same time. */
async function runEverything(
  run: readonly Selected[],
  facts: Facts,
  surroundings: Surroundings,
): Promise<Finding[]> {
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
  if (scripts.length === 0 && own.length === 0) return mine;
  return [...mine, ...(await Promise.all(beside)).flat()];
}

function runHere(
  run: readonly Selected[],
  facts: Facts,
  { event, place, world, store, end }: Surroundings,
): Finding[] {
  const context = ({ policy, options }: Selected): Context => {
    const state = slotOf(store, policy, stateScope(policy, event, place), world.now);
    return Object.create(
      facts,
      Object.getOwnPropertyDescriptors({ options: optionValues(policy, options), state }),
    );
  };
  return runAll(run, event, { facts, context, clock: () => performance.now(), deadline: end });
}

/** A yes to a dialog must not pass by those who look at the call itself: one of them may have opened the dialog. */
async function heardAgain(
  findings: Finding[],
  policies: readonly Policy[],
  config: Config,
  surroundings: Surroundings,
): Promise<Finding[]> {
  const { event, place, world, workflows } = surroundings;
  if (event.hook_event_name !== 'PermissionRequest' || merge(findings).decision !== 'allow') return findings;
  const call = { ...event, hook_event_name: 'PreToolUse' } as Event;
  const { run } = selectUnpaused(policies, call, config, world);
  // What they had to remember they remembered when the call was made.
  const store = new Store(world.home);
  const facts = machineFacts(call, place, world, { store, workflows, retention: config.retention });
  const again = await runEverything(
    run.filter(({ policy }) => !policy.loosens),
    facts,
    { ...surroundings, event: call, store },
  );
  return [...findings, ...again.map(onlyRefusals)];
}

function onlyRefusals(one: Finding): Finding {
  return { ...one, counts: one.counts.filter(({ kind }) => kind === 'deny' || kind === 'ask') };
}

/** A rewritten call is looked at again as it would run: a rewrite must not carry anything past the guard. */
function judge(run: readonly Selected[], findings: Finding[], surroundings: Surroundings): Outcome {
  const { event, place, world, store, workflows } = surroundings;
  const outcome = merge(findings);
  if (!outcome.set || !('tool_input' in event)) return outcome;
  const rewritten = { ...event, tool_input: { ...event.tool_input, ...outcome.set } } as Event;
  const here = run.filter(({ policy }) => !('external' in policy) && !('file' in policy));
  const facts = machineFacts(rewritten, place, world, { store, workflows });
  const again = runHere(here, facts, { ...surroundings, event: rewritten });
  const refusals = again.map(onlyRefusals);
  const looked = new Set(here.map(({ policy }) => policy.id));
  return merge([
    ...findings.map((one) => (looked.has(one.policy) ? withoutRefusals(one) : one)),
    ...refusals,
  ]);
}

function withoutRefusals(one: Finding): Finding {
  return { ...one, counts: one.counts.filter(({ kind }) => kind !== 'deny' && kind !== 'ask') };
}

/** A stop that somebody wants to hold goes through the one gate; everything else passes by it. */
function gate(
  outcome: Outcome,
  { event, world, store, dry }: Surroundings,
): { outcome: Outcome; notes: string[] } {
  const stops = event.hook_event_name === 'Stop' || event.hook_event_name === 'SubagentStop';
  if (!stops || outcome.decision !== 'block') return { outcome, notes: [] };
  const { progressMark, readGate, writeGate } = door<typeof import('./far.ts')>('far').gate;
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
  how: How,
): { outcome: Outcome; allowedOnce?: AllowOnce } {
  if (how.dry || !isRefusal(outcome.decision)) return { outcome };
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

function say(
  event: Event,
  outcome: Outcome,
  config: Config,
  world: World,
  how: How,
): Pick<Decided, 'outcome' | 'context' | 'answer' | 'listener' | 'pending'> {
  const name = event.hook_event_name;
  const listener: Listener = {
    session_id: event.session_id,
    ...(event.agent_id && { agent_id: event.agent_id }),
  };
  if (!how.dry && hasForgotten(event)) forgetTold(world.home, event.session_id);
  const waiting = how.dry ? [] : takePending(world.home, listener);
  const toModel = waiting.filter((one) => one.to === 'model').map((one) => one.note);
  const toUser = waiting.filter((one) => one.to === 'user').map((one) => one.note);
  const first = (key: string) =>
    how.dry ? !wasTold(world.home, listener, key) : firstTime(world.home, listener, key);
  const context = fitContext([...toModel, ...outcome.context], {
    limit: config.context.limit,
    firstTime: first,
    keep: (text) => (how.dry ? undefined : keepText(world.home, listener, text)),
  });
  // The person is told the same thing once a session; what is about this very call is always said.
  const messages = [...toUser, ...outcome.messages].filter(
    (note) => note.again !== false || first(`user-${Bun.hash(note.text).toString(36)}`),
  );
  const spoken = { ...outcome, messages };
  const { answer, undelivered } = speak(
    name,
    spoken,
    context.text,
    'tool_input' in event ? event.tool_input : {},
  );
  const pending: Pending[] = [
    ...undelivered.toModel.map((note): Pending => ({ to: 'model', note: { ...note, again: true } })),
    ...undelivered.toUser.map((note): Pending => ({ to: 'user', note })),
  ];
  // What a finishing subagent could not be told is for the conversation that started it.
  const heir = name === 'SubagentStop' ? { session_id: event.session_id } : listener;
  return { outcome: spoken, context, answer, listener: heir, pending };
}

function hasForgotten(event: Event): boolean {
  return event.hook_event_name === 'SessionStart' && ['compact', 'clear'].includes(event.source);
}

/** Identifies a call by what it would do, where. Not a fast hash: nobody may find a second call with the same one. */
export function hashInput(event: Event): string | undefined {
  if (!('tool_input' in event)) return undefined;
  const call = JSON.stringify([event.tool_name, event.cwd, event.tool_input]);
  return new Bun.CryptoHasher('sha256').update(call).digest('hex').slice(0, 32);
}
