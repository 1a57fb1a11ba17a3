// The context of the workflow engine: the facts and texts that its parts share during one event.

import type { Files, Git } from '../../core/facts.ts';
import { type Agents, agentNames } from '../sessions/agents.ts';
import { type CheckContext, describeMissing } from './checks.ts';
import { describePhase, describeStart } from './describe.ts';
import type { MachineContext, PhaseStep, Transition } from './machine.ts';
import { fillPlaces, type Naming, placesOf, readStatus } from './naming.ts';
import type { LoadedWorkflows } from './read.ts';
import type { Phase, TestRun, Workflow, WorkflowCheck, WorkflowRun, WorkflowState } from './types.ts';

export interface WorkflowStore {
  active(): boolean;
  get(): WorkflowState;
  unreadable(): boolean;
  change(change: (state: WorkflowState) => WorkflowState): void;
}

export interface WorkflowWorld {
  now: number;
  session: string;
  /** The agent of this event; empty for the main conversation. */
  agent: string;
  prompt_id?: string;
  root: string;
  loaded(): LoadedWorkflows;
  files: Pick<Files, 'find' | 'read' | 'modified'>;
  git: Pick<Git, 'committed'> & Pick<CheckContext, 'changed'>;
  agents: Agents;
  store: WorkflowStore;
  /** The latest test run that was recorded as evidence. */
  evidence(): TestRun | undefined;
  /** The project's test commands, the main one first. */
  testCommands(): readonly string[];
}

export interface WorkflowEngine extends WorkflowWorld {
  machine: MachineContext;
  /** The state before this event, plus the changes this event has made so far. */
  readonly state: WorkflowState;
  apply(change: (state: WorkflowState) => Transition): void;
  /** Phase changes during this event that have not been announced yet. */
  announcements: PhaseStep[];
}

export function makeEngine(world: WorkflowWorld): WorkflowEngine {
  let state: WorkflowState | undefined;
  const current = () => {
    state ??= world.store.get();
    return state;
  };
  const announcements: PhaseStep[] = [];
  return {
    ...world,
    announcements,
    machine: machineContext(world),
    get state() {
      return current();
    },
    apply(change) {
      const next = change(current());
      state = next.state;
      // The change is applied again to the newest state when the event is recorded, so that parallel events lose
      // nothing.
      world.store.change((newest) => change(newest).state);
      announcements.push(...next.steps);
    },
  };
}

export function machineContext({
  now,
  loaded,
  git,
}: Pick<WorkflowWorld, 'now' | 'loaded' | 'git'>): MachineContext {
  return {
    now,
    get workflows() {
      return loaded().workflows;
    },
    clean: () => git.changed()?.length === 0,
    codeClean: ({ paths = ['**'] }) => {
      const globs = paths.map((glob) => new Bun.Glob(glob));
      return git.changed()?.some((path) => globs.some((glob) => glob.match(path))) === false;
    },
  };
}

/** The runs of this event's agent and of the agents above it, up to the main conversation. */
export function relevantRuns(engine: WorkflowEngine): WorkflowRun[] {
  return engine.state.runs.filter((run) => concerns(engine, run));
}

export function concerns(
  { agent, agents }: Pick<WorkflowWorld, 'agent' | 'agents'>,
  { owner }: WorkflowRun,
): boolean {
  if (owner === '' || owner === agent) return true;
  const above = (id: string) => agents.ran().find((run) => run.id === id)?.parent ?? '';
  for (let [at, steps] = [above(agent), 0]; at !== '' && steps < 10; at = above(at), steps++)
    if (at === owner) return true;
  return false;
}

export function workflowOf({ loaded }: WorkflowWorld, run: WorkflowRun): Workflow | undefined {
  return loaded().workflows[run.workflow];
}

export function phaseOf(world: WorkflowWorld, run: WorkflowRun): Phase | undefined {
  return workflowOf(world, run)?.phases[run.phase];
}

export function namingFor(world: WorkflowWorld, workflow: Workflow | undefined): Naming {
  const places = placesOf(workflow, world.loaded().places);
  const status = readStatus(world.files.read(`${world.root}/${places.status}`));
  return { places, session: world.session, now: world.now, status };
}

function checkContext(
  engine: WorkflowEngine,
  workflow: Workflow,
  run: WorkflowRun | undefined,
  delivery: boolean,
): CheckContext {
  const { files, git, agents, root, state } = engine;
  return {
    naming: namingFor(engine, workflow),
    roots: [...new Set([root, ...(run ? [run.root] : [])])],
    find: files.find,
    read: (path) => files.read(path),
    modified: files.modified,
    committed: git.committed,
    changed: git.changed,
    agents: () => agents.ran(),
    knows: (agent) => agentNames(agents).includes(agent),
    delivery,
    state,
    workflow,
    ...(run && { run }),
    tests: () => newerTestRun(state.tests, engine.evidence()),
    testCommand: () => engine.testCommands()[0],
  };
}

function newerTestRun(a: TestRun | undefined, b: TestRun | undefined): TestRun | undefined {
  return !a || (b && b.at > a.at) ? b : a;
}

/** The checks that fail, each as a sentence. */
export function failedChecks(
  engine: WorkflowEngine,
  checks: readonly WorkflowCheck[] = [],
  workflow: Workflow,
  run?: WorkflowRun,
): string[] {
  if (checks.length === 0) return [];
  return failures(checks, checkContext(engine, workflow, run, false));
}

/** The deliverables that an agent has not delivered, each as a sentence. */
export function missingOf(
  engine: WorkflowEngine,
  checks: readonly WorkflowCheck[] = [],
  workflow: Workflow,
  run: WorkflowRun,
): string[] {
  return failures(checks, checkContext(engine, workflow, run, true));
}

const failures = (checks: readonly WorkflowCheck[], context: CheckContext) =>
  checks.flatMap((check) => describeMissing(check, context) ?? []);

const sessionOption = ({ session }: WorkflowWorld) => `--session ${session.slice(0, 8)}`;

/** How a person can leave the phase, for the end of a refusal. */
export function advanceHint(world: WorkflowWorld, phase?: string): string {
  return `a person can skip ahead with \`pawl workflow advance ${phase ? `${phase} ` : ''}${sessionOption(world)}\``;
}

/** How a person can start a refused workflow. It does not run yet, so there is nothing to advance. */
export function startAnywayHint(world: WorkflowWorld, workflow: string): string {
  return `a person can start it anyway with \`pawl workflow start ${workflow} ${sessionOption(world)}\``;
}

export function describeStep(world: WorkflowWorld, step: PhaseStep): string {
  const naming = namingFor(world, step.workflow);
  if (step.kind === 'released')
    return `${step.agent} ended without delivering what the workflow \`${step.run.workflow}\` requires: ${step.owed.join('. ')}.`;
  if (step.kind === 'entered')
    return describePhase(step.run.phase, step.phase, step.workflow, step.run, naming);
  const end = fillPlaces(step.workflow.end ?? `Workflow \`${step.run.workflow}\` is done.`, naming);
  return [end, comesNext(world, step.workflow, step.run)].filter(Boolean).join(' ');
}

/**
 * Names the next workflow, if this project has a command or an agent that starts it. A run inside another workflow
 * leaves that to the outer one.
 */
function comesNext({ loaded }: WorkflowWorld, { next }: Workflow, { parent }: WorkflowRun): string {
  const { workflows, unused } = loaded();
  if (!next || parent || unused.includes(next)) return '';
  const start = describeStart(workflows[next]?.start);
  return `Next comes \`${next}\`${start && ` (${start})`}.`;
}
