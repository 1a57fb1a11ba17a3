// Progress of workflow runs: deliveries of agents, observed test runs and commits, and the text saved before a
// compaction.

import type { ShellCommand } from '../../shell/types.ts';
import { isPartialRun } from '../checkpoint/evidence.ts';
import { madeCommit, seenRuns } from '../checkpoint/test-runs.ts';
import type { AgentRun } from '../sessions/agents.ts';
import { hasInlineTest, isTestFile, mayConcern } from './code-files.ts';
import {
  concerns,
  describeStep,
  missingOf,
  namingFor,
  phaseOf,
  relevantRuns,
  type WorkflowEngine,
  workflowOf,
} from './context.ts';
import { describeChecks, describeNeeds, describePhase } from './describe.ts';
import type { Announcement, CommandResult } from './facts.ts';
import { agentSpec } from './launch.ts';
import { observe, type PhaseStep, recordDelivery } from './machine.ts';
import { patternOf } from './naming.ts';
import type { TestRun, WorkflowRun } from './types.ts';

/**
 * The missing deliverables of a stopping agent. If nothing is missing, the delivery is recorded and may end the phase.
 */
export function missingDeliverables(engine: WorkflowEngine, agent: string): string[] {
  const owed: string[] = [];
  for (const run of relevantRuns(engine)) {
    const workflow = workflowOf(engine, run);
    const spec = agentSpec(phaseOf(engine, run)?.agents, agent);
    if (!workflow || !spec) continue;
    const lacks = missingOf(engine, spec.delivers, workflow, run);
    owed.push(...lacks);
    if (lacks.length === 0) markDelivered(engine, run, agent);
  }
  return owed;
}

function markDelivered(engine: WorkflowEngine, { workflow, owner }: WorkflowRun, agent: string): void {
  engine.apply((state) => {
    const run = state.runs.find((candidate) => candidate.workflow === workflow && candidate.owner === owner);
    if (!run) return { state, steps: [] };
    return recordDelivery(state, run, agent, (noted) => allDone(engine, noted), engine.machine);
  });
}

/** True if every agent of the phase has delivered, or its deliverables exist anyway. */
function allDone(engine: WorkflowEngine, run: WorkflowRun): boolean {
  const workflow = workflowOf(engine, run);
  return Object.entries(phaseOf(engine, run)?.agents ?? {}).every(
    ([name, spec]) =>
      isDone(run, name) ||
      (spec.delivers && workflow && missingOf(engine, spec.delivers, workflow, run).length === 0),
  );
}

function isDone({ agents }: WorkflowRun, name: string): boolean {
  return agents[name]?.state === 'done';
}

/** Handles the end of a command. The hints say why an observed test run did not end a phase. */
export function observeCommand(
  engine: WorkflowEngine,
  source: string,
  commands: readonly ShellCommand[],
  ended: CommandResult,
): string[] {
  const committed = madeCommit(commands, ended.ok);
  const test = testRunIn(engine, source, ended) ?? verifiedTestRun(engine, commands);
  if (!test && !committed) return [];
  const concerned = (run: WorkflowRun) => concerns(engine, run);
  const before = relevantRuns(engine);
  const newTests = test && !test.ok ? writtenTests(engine, before) : [];
  const isNew = newTests.length > 0 && mayConcern(newTests, source, ended.output);
  const seen = test && { ...test, ...(isNew && { new_test: true }) };
  engine.apply((state) =>
    observe(state, { ...(seen && { test: seen }), committed, concerns: concerned }, engine.machine),
  );
  return seen ? before.flatMap((run) => hintFor(engine, run, seen, newTests) ?? []) : [];
}

/** The last test run in the command. A failed command that names a test of this phase counts as one, whatever runs it. */
function testRunIn(engine: WorkflowEngine, source: string, ended: CommandResult): TestRun | undefined {
  const run = seenRuns(source, ended, engine.testCommands()).findLast((seen) => seen.kind === 'test');
  if (run) {
    const { ok, command } = run;
    return { at: engine.now, ok, command, ...(isPartialRun(command) && { partial: true }) };
  }
  if (ended.ok || ended.resultUnknown) return undefined;
  const named = writtenTests(engine, relevantRuns(engine)).some((path) => source.includes(path));
  return named ? { at: engine.now, ok: false, command: source.slice(0, 200), partial: true } : undefined;
}

/** The tests that were written since the phase began, in phases in which the test comes first. */
function writtenTests(engine: WorkflowEngine, runs: readonly WorkflowRun[]): string[] {
  const first = runs.find((run) => phaseOf(engine, run)?.test_first);
  if (!first) return [];
  const { root, files } = engine;
  const isFresh = (path: string) => (files.modified(`${root}/${path}`) ?? 0) >= first.entered_at;
  const changed = (engine.git.changed() ?? []).filter(
    (path) => isTestFile(path) || hasInlineTest(path, files.read(`${root}/${path}`) ?? ''),
  );
  const { places } = engine.loaded();
  // A test may be committed already, or the project may not be in git.
  const found = () => files.find(root, places.tests ?? '').map((path) => path.slice(root.length + 1));
  const newTests = changed.filter(isFresh);
  return newTests.length > 0 ? newTests : found().filter(isFresh);
}

/** Why this test run did not end the phase, if it looks as if it should have. */
function hintFor(
  engine: WorkflowEngine,
  run: WorkflowRun,
  test: TestRun,
  newTests: readonly string[],
): string | undefined {
  const phase = phaseOf(engine, run);
  const hint = (text: string) => `Workflow \`${run.workflow}\`: ${text}`;
  if (phase?.test_first && test.ok)
    return hint(`this run passed. Phase \`${run.phase}\` ends when a test that you wrote in it fails.`);
  if (phase?.test_first && !test.new_test)
    return hint(
      newTests.length > 0
        ? `this run failed, but not in ${newTests.slice(0, 3).join(', ')}, which you wrote in phase \`${run.phase}\`. Run that test.`
        : `this run failed, but no test was written in phase \`${run.phase}\` yet. Write the new test first, then run it.`,
    );
  const waits = phase?.moves?.some(({ when }) => when.tests === 'passing');
  if (!waits || !test.ok || !test.partial) return undefined;
  const wholeCommand = engine.testCommands()[0];
  return hint(
    `\`${test.command}\` ran only some of the tests. Run all of them${wholeCommand ? `: \`${wholeCommand}\`` : ''}.`,
  );
}

/** The test run that `pawl verify` recorded, if the command called it. */
function verifiedTestRun(engine: WorkflowEngine, commands: readonly ShellCommand[]): TestRun | undefined {
  const calledVerify = commands.some(({ name, words }) => name === 'pawl' && words[1]?.text === 'verify');
  const test = calledVerify ? engine.evidence() : undefined;
  return test && test.at > (engine.state.tests?.at ?? 0) ? test : undefined;
}

/** Records agents that the stop gate released without their deliverables. This can move a phase. */
export function noticeReleased(engine: WorkflowEngine): void {
  const stopped = engine.agents.ran().filter((agent) => agent.stopped_at !== undefined);
  const released = (run: WorkflowRun) =>
    stopped.filter(
      ({ id, type, started_at, stopped_at = 0 }) =>
        started_at >= run.entered_at &&
        concerns({ agent: id, agents: engine.agents }, run) &&
        agentSpec(phaseOf(engine, run)?.agents, type)?.delivers &&
        stopped_at > knownUntil(run, type),
    );
  const steps = relevantRuns(engine).flatMap((run) =>
    released(run).map(({ type }) => releasedStep(engine, run, type)),
  );
  if (steps.length === 0) return;
  engine.apply((state) => {
    const runs = state.runs.map((run) => withReleased(run, released(run)));
    const before = (run: WorkflowRun) =>
      state.runs.find((earlier) => earlier.workflow === run.workflow && earlier.owner === run.owner);
    const hasReleased = (run: WorkflowRun) => released(before(run) ?? run).length > 0;
    const next = observe({ ...state, runs }, { released: hasReleased }, engine.machine);
    return { ...next, steps: [...steps, ...next.steps] };
  });
}

/** The time until which we know how this agent ended. A delivery is final. */
function knownUntil({ agents }: WorkflowRun, type: string): number {
  const { state, at } = agents[type] ?? { state: 'released', at: -1 };
  return state === 'done' ? Number.POSITIVE_INFINITY : at;
}

function releasedStep(engine: WorkflowEngine, run: WorkflowRun, agent: string): PhaseStep {
  const workflow = workflowOf(engine, run)!;
  const owed = missingOf(engine, agentSpec(phaseOf(engine, run)?.agents, agent)?.delivers, workflow, run);
  return { kind: 'released', run, workflow, agent, owed };
}

function withReleased(run: WorkflowRun, released: readonly AgentRun[]): WorkflowRun {
  const oldestFirst = [...released].sort((a, b) => a.stopped_at! - b.stopped_at!);
  const outcomes = oldestFirst.map(({ type, stopped_at = 0 }) => [
    type,
    { state: 'released' as const, at: stopped_at },
  ]);
  return { ...run, agents: { ...run.agents, ...Object.fromEntries(outcomes) } };
}

/** Takes the announcements of this event, one text for each conversation that must act on them. */
export function takeAnnouncements(engine: WorkflowEngine): Announcement[] {
  const steps = engine.announcements.splice(0);
  const owners = [...new Set(steps.map(({ run }) => run.owner))];
  return owners.map((to) => {
    const mine = steps.filter(({ run }) => run.owner === to);
    return { to, text: mine.map((step) => describeStep(engine, step)).join('\n\n') };
  });
}

/** Instructions for a starting agent. */
export function instructionsFor(engine: WorkflowEngine, agent: string): string | undefined {
  const words = relevantRuns(engine).flatMap((run) => {
    const workflow = workflowOf(engine, run);
    const spec = agentSpec(phaseOf(engine, run)?.agents, agent);
    if (!workflow || !spec) return [];
    const naming = namingFor(engine, workflow);
    const [needs, deliverables] = [
      describeNeeds(spec.requires, naming),
      describeChecks(spec.delivers, naming),
    ];
    const namesSession = (spec.delivers ?? []).some(
      ({ file }) => file && patternOf(file, naming).includes('{session}'),
    );
    return [
      `Workflow \`${run.workflow}\`, phase \`${run.phase}\`.${needs ? ` ${agent} needs: ${needs}.` : ''}${deliverables ? ` Before it stops, ${agent} must deliver: ${deliverables}.` : ''}${namesSession ? ` The front matter of such a file says \`session: ${naming.session}\`.` : ''}`,
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
    const done = [...run.done.map((name) => `phase \`${name}\``), ...Object.keys(run.agents)];
    const words = describePhase(run.phase, phase, workflow, run, namingFor(engine, workflow));
    return [`${words}${done.length > 0 ? `\nDone so far: ${done.join(', ')}.` : ''}`];
  });
}

export function save(engine: WorkflowEngine, extraTexts: readonly string[]): void {
  const text = [...describeRuns(engine), ...describeRunningAgents(engine), ...extraTexts].join('\n\n');
  const { agent } = engine;
  engine.apply((state) => ({ state: { ...state, saved: { ...state.saved, [agent]: text } }, steps: [] }));
}

function describeRunningAgents({ agents, agent }: WorkflowEngine): string[] {
  const names = agents
    .ran()
    .filter((run) => run.parent === agent && run.stopped_at === undefined)
    .map((run) => `${run.type} (${run.id})`);
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

const maxRecoveryAge = 30 * 60_000;

/** The text restored in the main conversation, while it is recent enough to help new agents. */
export function recentlyRestored({ state, now }: WorkflowEngine): string | undefined {
  const { at = 0, text } = state.recovered ?? {};
  return now - at < maxRecoveryAge ? text : undefined;
}
