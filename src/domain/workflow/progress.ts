// What agents deliver, what test runs and commits move, and what is going on when a context is compacted.

import type { ShellCommand } from '../../shell/types.ts';
import { commits, seenRuns } from '../checkpoint/test-runs.ts';
import { type AgentRun, sameAgent } from '../sessions/agents.ts';
import {
  concerns,
  type Engine,
  lacking,
  namingFor,
  phaseOf,
  runsHere,
  stepWords,
  workflowOf,
} from './context.ts';
import type { Ended } from './facts.ts';
import { specOf } from './launch.ts';
import { delivered, observe, type Step } from './machine.ts';
import type { Run, TestRun } from './types.ts';
import { checksWords, phaseWords } from './words.ts';

/** What a stopping agent still owes. If nothing: noted, and the phase may be over. */
export function stop(engine: Engine, agent: string): string[] {
  const owed: string[] = [];
  for (const run of runsHere(engine)) {
    const workflow = workflowOf(engine, run);
    const spec = specOf(phaseOf(engine, run)?.agents, agent);
    if (!workflow || !spec) continue;
    const lacks = lacking(engine, spec.delivers, workflow, run);
    owed.push(...lacks);
    if (lacks.length === 0) note(engine, run, agent);
  }
  return owed;
}

function note(engine: Engine, { workflow, owner }: Run, agent: string): void {
  engine.apply((state) => {
    const run = state.runs.find((one) => one.workflow === workflow && one.owner === owner);
    if (!run) return { state, steps: [] };
    return delivered(state, run, agent, (now) => allDone(engine, now), engine.seeing);
  });
}

/** Every agent of the phase has delivered, or what it should deliver is there. */
function allDone(engine: Engine, run: Run): boolean {
  const workflow = workflowOf(engine, run);
  return Object.entries(phaseOf(engine, run)?.agents ?? {}).every(
    ([name, spec]) =>
      isDone(run, name) ||
      (spec.delivers && workflow && lacking(engine, spec.delivers, workflow, run).length === 0),
  );
}

function isDone({ agents }: Run, name: string): boolean {
  return Object.entries(agents).some(([one, { state }]) => sameAgent(one, name) && state === 'done');
}

export function ran(engine: Engine, source: string, commands: readonly ShellCommand[], ended: Ended): void {
  const run = seenRuns(source, ended, engine.testCommands()).findLast((one) => one.kind === 'test');
  const committed = commits(commands, ended.ok);
  const test = run ? { at: engine.now, ok: run.ok, command: run.command } : verified(engine, commands);
  if (!test && !committed) return;
  const seen = {
    ...(test && { test }),
    committed,
    concerns: (run: Run) => concerns(engine, run),
  };
  engine.apply((state) => observe(state, seen, engine.seeing));
}

/** `pawl verify` ran the tests itself and put the result on record. */
function verified(engine: Engine, commands: readonly ShellCommand[]): TestRun | undefined {
  const asked = commands.some(({ name, words }) => name === 'pawl' && words[1]?.text === 'verify');
  const test = asked ? engine.evidence() : undefined;
  return test && test.at > (engine.state.tests?.at ?? 0) ? test : undefined;
}

/** Agents that stopped without their deliverables, as the shared gate let them go: noted, and a phase may move by it. */
export function noticeReleased(engine: Engine): void {
  const stopped = engine.agents.ran().filter((one) => one.stopped_at !== undefined);
  const letGo = (run: Run) =>
    stopped.filter(
      ({ id, type, started_at, stopped_at = 0 }) =>
        started_at >= run.entered_at &&
        concerns({ agent: id, agents: engine.agents }, run) &&
        specOf(phaseOf(engine, run)?.agents, type)?.delivers &&
        stopped_at > knownUntil(run, type),
    );
  const words = runsHere(engine).flatMap((run) => letGo(run).map(({ type }) => released(engine, run, type)));
  if (words.length === 0) return;
  engine.apply((state) => {
    const runs = state.runs.map((run) => noted(run, letGo(run)));
    const before = (run: Run) =>
      state.runs.find((one) => one.workflow === run.workflow && one.owner === run.owner);
    const had = (run: Run) => letGo(before(run) ?? run).length > 0;
    const next = observe({ ...state, runs }, { released: had }, engine.seeing);
    return { ...next, steps: [...words, ...next.steps] };
  });
}

/** Up to when it is known how this agent ended; what was delivered stays delivered. */
function knownUntil({ agents }: Run, type: string): number {
  const { state, at } = agents[type] ?? { state: 'released', at: -1 };
  return state === 'done' ? Number.POSITIVE_INFINITY : at;
}

function released(engine: Engine, run: Run, agent: string): Step {
  const workflow = workflowOf(engine, run)!;
  const owed = lacking(engine, specOf(phaseOf(engine, run)?.agents, agent)?.delivers, workflow, run);
  return { kind: 'released', run, workflow, agent, owed };
}

function noted(run: Run, letGo: readonly AgentRun[]): Run {
  const oldestFirst = [...letGo].sort((a, b) => a.stopped_at! - b.stopped_at!);
  const how = oldestFirst.map(({ type, stopped_at = 0 }) => [
    type,
    { state: 'released' as const, at: stopped_at },
  ]);
  return { ...run, agents: { ...run.agents, ...Object.fromEntries(how) } };
}

/** What moved during this event, in words; said by whoever can. */
export function news(engine: Engine): string | undefined {
  const words = engine.said.splice(0).map((step) => stepWords(engine, step));
  return words.length > 0 ? words.join('\n\n') : undefined;
}

/** What an agent that starts has to know. */
export function duties(engine: Engine, agent: string): string | undefined {
  const words = runsHere(engine).flatMap((run) => {
    const workflow = workflowOf(engine, run);
    const spec = specOf(phaseOf(engine, run)?.agents, agent);
    if (!workflow || !spec) return [];
    const naming = namingFor(engine, workflow);
    const [given, owed] = [checksWords(spec.requires, naming), checksWords(spec.delivers, naming)];
    return [
      `Workflow ${run.workflow}, phase ${run.phase}.${given ? ` Rests on: ${given}.` : ''}${owed ? ` Before it ends, ${agent} delivers: ${owed}.` : ''}`,
    ];
  });
  return words.length > 0 ? words.join('\n') : undefined;
}

/** Every run of this agent, as it stands. */
export function standing(engine: Engine): string[] {
  return runsHere(engine).flatMap((run) => {
    const workflow = workflowOf(engine, run);
    const phase = phaseOf(engine, run);
    if (!workflow || !phase || phase.runs) return [];
    const done = [...run.done.map((name) => `phase ${name}`), ...Object.keys(run.agents)];
    const words = phaseWords(run.phase, phase, workflow, run, namingFor(engine, workflow));
    return [`${words}${done.length > 0 ? `\nDone so far: ${done.join(', ')}.` : ''}`];
  });
}

export function save(engine: Engine, more: readonly string[]): void {
  const text = [...standing(engine), ...working(engine), ...more].join('\n\n');
  const { agent } = engine;
  engine.apply((state) => ({ state: { ...state, saved: { ...state.saved, [agent]: text } }, steps: [] }));
}

function working({ agents, agent }: Engine): string[] {
  const names = agents
    .ran()
    .filter((one) => one.parent === agent && one.stopped_at === undefined)
    .map((one) => `${one.type} (${one.id})`);
  return names.length > 0 ? [`Agents at work: ${names.join(', ')}.`] : [];
}

export function restore(engine: Engine): string | undefined {
  const { agent } = engine;
  const text = engine.state.saved[agent];
  if (text === undefined) return undefined;
  engine.apply((state) => {
    const { [agent]: _, ...saved } = state.saved;
    // Agents that start from now on know as little of it as the conversation did.
    const recovered = text && agent === '' ? { recovered: { at: engine.now, text } } : {};
    return { state: { ...state, saved, ...recovered }, steps: [] };
  });
  return text || undefined;
}

const recoveryLasts = 30 * 60_000;

/** What the main conversation did before it was compacted, while that is news to agents. */
export function recovered({ state, now }: Engine): string | undefined {
  const { at = 0, text } = state.recovered ?? {};
  return now - at < recoveryLasts ? text : undefined;
}
