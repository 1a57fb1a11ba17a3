// Progress of workflow runs: deliveries of agents, observed test runs and commits, and the text saved before a
// compaction.

import type { ShellCommand } from '../../shell/types.ts';
import { madeCommit, seenRuns } from '../checkpoint/test-runs.ts';
import { type AgentRun, sameAgent } from '../sessions/agents.ts';
import {
  concerns,
  describeStep,
  failedChecks,
  namingFor,
  phaseOf,
  relevantRuns,
  type WorkflowEngine,
  workflowOf,
} from './context.ts';
import { describeChecks, describePhase } from './describe.ts';
import type { CommandResult } from './facts.ts';
import { agentSpec } from './launch.ts';
import { observe, type PhaseStep, recordDelivery } from './machine.ts';
import type { TestRun, WorkflowRun } from './types.ts';

/** What a stopping agent has not delivered. If nothing is missing, the delivery is recorded and may end the phase. */
export function missingDeliverables(engine: WorkflowEngine, agent: string): string[] {
  const owed: string[] = [];
  for (const run of relevantRuns(engine)) {
    const workflow = workflowOf(engine, run);
    const spec = agentSpec(phaseOf(engine, run)?.agents, agent);
    if (!workflow || !spec) continue;
    const lacks = failedChecks(engine, spec.delivers, workflow, run);
    owed.push(...lacks);
    if (lacks.length === 0) recordDelivered(engine, run, agent);
  }
  return owed;
}

function recordDelivered(engine: WorkflowEngine, { workflow, owner }: WorkflowRun, agent: string): void {
  engine.apply((state) => {
    const run = state.runs.find((one) => one.workflow === workflow && one.owner === owner);
    if (!run) return { state, steps: [] };
    return recordDelivery(state, run, agent, (now) => allDone(engine, now), engine.machine);
  });
}

/** True if every agent of the phase has delivered, or its deliverables exist anyway. */
function allDone(engine: WorkflowEngine, run: WorkflowRun): boolean {
  const workflow = workflowOf(engine, run);
  return Object.entries(phaseOf(engine, run)?.agents ?? {}).every(
    ([name, spec]) =>
      isDone(run, name) ||
      (spec.delivers && workflow && failedChecks(engine, spec.delivers, workflow, run).length === 0),
  );
}

function isDone({ agents }: WorkflowRun, name: string): boolean {
  return Object.entries(agents).some(([one, { state }]) => sameAgent(one, name) && state === 'done');
}

export function observeCommand(
  engine: WorkflowEngine,
  source: string,
  commands: readonly ShellCommand[],
  ended: CommandResult,
): void {
  const run = seenRuns(source, ended, engine.testCommands()).findLast((one) => one.kind === 'test');
  const committed = madeCommit(commands, ended.ok);
  const test = run ? { at: engine.now, ok: run.ok, command: run.command } : verifiedTestRun(engine, commands);
  if (!test && !committed) return;
  const seen = {
    ...(test && { test }),
    committed,
    concerns: (run: WorkflowRun) => concerns(engine, run),
  };
  engine.apply((state) => observe(state, seen, engine.machine));
}

/** The test run that `pawl verify` recorded, if the command called it. */
function verifiedTestRun(engine: WorkflowEngine, commands: readonly ShellCommand[]): TestRun | undefined {
  const asked = commands.some(({ name, words }) => name === 'pawl' && words[1]?.text === 'verify');
  const test = asked ? engine.evidence() : undefined;
  return test && test.at > (engine.state.tests?.at ?? 0) ? test : undefined;
}

/** Records agents that the stop gate released without their deliverables. This can move a phase. */
export function noticeReleased(engine: WorkflowEngine): void {
  const stopped = engine.agents.ran().filter((one) => one.stopped_at !== undefined);
  const letGo = (run: WorkflowRun) =>
    stopped.filter(
      ({ id, type, started_at, stopped_at = 0 }) =>
        started_at >= run.entered_at &&
        concerns({ agent: id, agents: engine.agents }, run) &&
        agentSpec(phaseOf(engine, run)?.agents, type)?.delivers &&
        stopped_at > knownUntil(run, type),
    );
  const words = relevantRuns(engine).flatMap((run) =>
    letGo(run).map(({ type }) => releasedStep(engine, run, type)),
  );
  if (words.length === 0) return;
  engine.apply((state) => {
    const runs = state.runs.map((run) => withReleased(run, letGo(run)));
    const before = (run: WorkflowRun) =>
      state.runs.find((one) => one.workflow === run.workflow && one.owner === run.owner);
    const had = (run: WorkflowRun) => letGo(before(run) ?? run).length > 0;
    const next = observe({ ...state, runs }, { released: had }, engine.machine);
    return { ...next, steps: [...words, ...next.steps] };
  });
}

/** The time until which we know how this agent ended. A delivery is final. */
function knownUntil({ agents }: WorkflowRun, type: string): number {
  const { state, at } = agents[type] ?? { state: 'released', at: -1 };
  return state === 'done' ? Number.POSITIVE_INFINITY : at;
}

function releasedStep(engine: WorkflowEngine, run: WorkflowRun, agent: string): PhaseStep {
  const workflow = workflowOf(engine, run)!;
  const owed = failedChecks(engine, agentSpec(phaseOf(engine, run)?.agents, agent)?.delivers, workflow, run);
  return { kind: 'released', run, workflow, agent, owed };
}

function withReleased(run: WorkflowRun, letGo: readonly AgentRun[]): WorkflowRun {
  const oldestFirst = [...letGo].sort((a, b) => a.stopped_at! - b.stopped_at!);
  const how = oldestFirst.map(({ type, stopped_at = 0 }) => [
    type,
    { state: 'released' as const, at: stopped_at },
  ]);
  return { ...run, agents: { ...run.agents, ...Object.fromEntries(how) } };
}

/** Takes the announcements of this event as text. */
export function takeAnnouncements(engine: WorkflowEngine): string | undefined {
  const words = engine.announcements.splice(0).map((step) => describeStep(engine, step));
  return words.length > 0 ? words.join('\n\n') : undefined;
}

/** What a starting agent must know. */
export function instructionsFor(engine: WorkflowEngine, agent: string): string | undefined {
  const words = relevantRuns(engine).flatMap((run) => {
    const workflow = workflowOf(engine, run);
    const spec = agentSpec(phaseOf(engine, run)?.agents, agent);
    if (!workflow || !spec) return [];
    const naming = namingFor(engine, workflow);
    const [given, owed] = [describeChecks(spec.requires, naming), describeChecks(spec.delivers, naming)];
    return [
      `Workflow ${run.workflow}, phase ${run.phase}.${given ? ` Already there: ${given}.` : ''}${owed ? ` Before it stops, ${agent} must deliver: ${owed}.` : ''}`,
    ];
  });
  return words.length > 0 ? words.join('\n') : undefined;
}

/** A description of every run that concerns this agent. */
export function describeRuns(engine: WorkflowEngine): string[] {
  return relevantRuns(engine).flatMap((run) => {
    const workflow = workflowOf(engine, run);
    const phase = phaseOf(engine, run);
    if (!workflow || !phase || phase.runs) return [];
    const done = [...run.done.map((name) => `phase ${name}`), ...Object.keys(run.agents)];
    const words = describePhase(run.phase, phase, workflow, run, namingFor(engine, workflow));
    return [`${words}${done.length > 0 ? `\nDone so far: ${done.join(', ')}.` : ''}`];
  });
}

export function save(engine: WorkflowEngine, more: readonly string[]): void {
  const text = [...describeRuns(engine), ...describeRunningAgents(engine), ...more].join('\n\n');
  const { agent } = engine;
  engine.apply((state) => ({ state: { ...state, saved: { ...state.saved, [agent]: text } }, steps: [] }));
}

function describeRunningAgents({ agents, agent }: WorkflowEngine): string[] {
  const names = agents
    .ran()
    .filter((one) => one.parent === agent && one.stopped_at === undefined)
    .map((one) => `${one.type} (${one.id})`);
  return names.length > 0 ? [`Running agents: ${names.join(', ')}.`] : [];
}

export function restore(engine: WorkflowEngine): string | undefined {
  const { agent } = engine;
  const text = engine.state.saved[agent];
  if (text === undefined) return undefined;
  engine.apply((state) => {
    const { [agent]: _, ...saved } = state.saved;
    // Agents that start from now on need the same text as the conversation.
    const recovered = text && agent === '' ? { recovered: { at: engine.now, text } } : {};
    return { state: { ...state, saved, ...recovered }, steps: [] };
  });
  return text || undefined;
}

const recoveryLasts = 30 * 60_000;

/** The text restored in the main conversation, while it is recent enough to help new agents. */
export function recentlyRestored({ state, now }: WorkflowEngine): string | undefined {
  const { at = 0, text } = state.recovered ?? {};
  return now - at < recoveryLasts ? text : undefined;
}
