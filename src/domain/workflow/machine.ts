// The state machine of workflow runs. Pure: from one state to the next, with the steps taken.
import { nextPhase } from './graph.ts';
import type { Move, Phase, TestRun, Workflow, WorkflowRun, WorkflowState, Workflows } from './types.ts';

export interface Transition {
  state: WorkflowState;
  /** The phases that were entered or ended on the way, in order. */
  steps: PhaseStep[];
}

export type PhaseStep =
  | { kind: 'entered'; run: WorkflowRun; phase: Phase; workflow: Workflow }
  | { kind: 'ended'; run: WorkflowRun; workflow: Workflow }
  /** An agent stopped without its deliverables. */
  | { kind: 'released'; run: WorkflowRun; workflow: Workflow; agent: string; owed: string[] };

/** The values that the conditions of a move can depend on. */
export interface MachineContext {
  now: number;
  workflows: Workflows;
  /** True if nothing is uncommitted. */
  clean(): boolean;
  /** True if none of the workflow's code is uncommitted. */
  codeClean(workflow: Workflow): boolean;
}

export interface StartRequest {
  workflow: string;
  phase?: string;
  owner: string;
  root: string;
  by: string;
  prompt_id?: string;
  parent?: string;
}

const maxEnded = 10;

export function startRun(state: WorkflowState, request: StartRequest, machine: MachineContext): Transition {
  const workflow = machine.workflows[request.workflow]!;
  const phase = request.phase ?? Object.keys(workflow.phases)[0]!;
  const { now } = machine;
  const run: WorkflowRun = {
    workflow: request.workflow,
    phase,
    owner: request.owner,
    root: request.root,
    started_at: now,
    entered_at: now,
    by: request.by,
    ...(request.prompt_id && { prompt_id: request.prompt_id }),
    ...(request.parent && { parent: request.parent }),
    done: [],
    agents: {},
    runs: { passing: 0, failing: 0 },
  };
  // Starting a workflow again discards its earlier run and the child workflows of it.
  const others = state.runs.filter(
    (other) => other.owner !== request.owner || !isPartOf(request.workflow, other),
  );
  return enterPhase({ ...state, runs: [...others, run] }, run, phase, machine);
}

const isPartOf = (workflow: string, run: WorkflowRun) => run.workflow === workflow || run.parent === workflow;

/** Moves a run into a phase. A phase that is another workflow starts it; `end` ends the run. */
export function enterPhase(
  state: WorkflowState,
  run: WorkflowRun,
  to: string,
  machine: MachineContext,
): Transition {
  const workflow = machine.workflows[run.workflow];
  if (!workflow || to === 'end' || !workflow.phases[to]) return endRun(state, run, 'done', machine);
  const phase = workflow.phases[to];
  const behind = run.phase === to ? run.done : [...new Set([...run.done, run.phase])];
  const moved: WorkflowRun = {
    ...run,
    phase: to,
    entered_at: machine.now,
    done: behind.filter((phaseName) => phaseName !== to),
    runs: { passing: 0, failing: 0 },
  };
  const entered: Transition = {
    state: replaceRun(withoutChildren(state, run), run, moved),
    steps: [{ kind: 'entered', run: moved, phase, workflow }],
  };
  if (phase.runs && machine.workflows[phase.runs]) {
    const { owner, root, by, prompt_id } = moved;
    const child = {
      workflow: phase.runs,
      owner,
      root,
      by,
      parent: run.workflow,
      ...(prompt_id && { prompt_id }),
    };
    return andThen(entered, (next) => startRun(next, child, machine));
  }
  const past = (phase.moves ?? []).find(({ when }) => when.clean && machine.clean());
  return past ? andThen(entered, (next) => enterPhase(next, moved, past.to, machine)) : entered;
}

/** Leaving a phase also ends the child workflow that runs in it. */
function withoutChildren(state: WorkflowState, { workflow, owner }: WorkflowRun): WorkflowState {
  const parts = state.runs.filter((run) => run.owner === owner && run.parent === workflow);
  if (parts.length === 0) return state;
  const rest = { ...state, runs: state.runs.filter((run) => !parts.includes(run)) };
  return parts.reduce(withoutChildren, rest);
}

export function endRun(
  state: WorkflowState,
  run: WorkflowRun,
  outcome: string,
  machine: MachineContext,
): Transition {
  const workflow = machine.workflows[run.workflow];
  const last = {
    ...run,
    done: [...new Set([...run.done, ...(outcome === 'done' ? [run.phase] : [])])],
    ended_at: machine.now,
    how: outcome,
  };
  const ended: Transition = {
    state: {
      ...state,
      runs: withoutChildren(state, run).runs.filter((other) => !sameRun(other, run)),
      ended: [last, ...state.ended].slice(0, maxEnded),
    },
    steps: workflow ? [{ kind: 'ended', run, workflow }] : [],
  };
  const parent = state.runs.find((other) => other.owner === run.owner && other.workflow === run.parent);
  const outer = parent && machine.workflows[parent.workflow];
  if (!parent || !outer || outcome !== 'done' || outer.phases[parent.phase]?.runs !== run.workflow)
    return ended;
  return andThen(ended, (next) => enterPhase(next, parent, nextPhase(outer, parent.phase), machine));
}

function andThen(first: Transition, more: (state: WorkflowState) => Transition): Transition {
  const second = more(first.state);
  return { state: second.state, steps: [...first.steps, ...second.steps] };
}

const sameRun = (a: WorkflowRun, b: WorkflowRun) => a.workflow === b.workflow && a.owner === b.owner;

export function replaceRun(state: WorkflowState, old: WorkflowRun, fresh: WorkflowRun): WorkflowState {
  return { ...state, runs: state.runs.map((run) => (sameRun(run, old) ? fresh : run)) };
}

/** An observation that can move a run: a test run, a commit, an agent that stopped without its deliverables. */
export interface Observation {
  test?: TestRun;
  committed?: boolean;
  /** The runs it can move; absent: all. */
  concerns?: (run: WorkflowRun) => boolean;
  /** True for runs with an agent that stopped without its deliverables. */
  released?: (run: WorkflowRun) => boolean;
}

export function observe(before: WorkflowState, seen: Observation, machine: MachineContext): Transition {
  let next: Transition = { state: { ...before, ...(seen.test && { tests: seen.test }) }, steps: [] };
  for (const { workflow, owner } of before.runs) {
    const run = next.state.runs.find((other) => sameRun(other, { workflow, owner } as WorkflowRun));
    if (run && seen.concerns?.(run) !== false)
      next = andThen(next, (state) => observeOne(state, run, seen, machine));
  }
  return next;
}

function observeOne(
  state: WorkflowState,
  run: WorkflowRun,
  seen: Observation,
  machine: MachineContext,
): Transition {
  const workflow = machine.workflows[run.workflow];
  const counted = seen.test ? countTestRun(run, seen.test) : run;
  const after = replaceRun(state, run, counted);
  const moves = workflow?.phases[run.phase]?.moves ?? [];
  const move =
    workflow && moves.find((candidate) => matchesMove(candidate, counted, seen, workflow, machine));
  return move ? enterPhase(after, counted, move.to, machine) : { state: after, steps: [] };
}

function countTestRun(run: WorkflowRun, test: TestRun): WorkflowRun {
  const word = test.ok ? 'passing' : 'failing';
  if (test.ok && test.partial) return { ...run, tests: test };
  return { ...run, tests: test, runs: { ...run.runs, [word]: run.runs[word] + 1 } };
}

function matchesMove(
  { when }: Move,
  run: WorkflowRun,
  seen: Observation,
  workflow: Workflow,
  machine: MachineContext,
): boolean {
  if (when.tests && !(seen.test && showsResult(seen.test, when.tests))) return false;
  if (when.tests && run.runs[when.tests] < (when.times ?? 1)) return false;
  if (when.new_test && !seen.test?.new_test) return false;
  if (when.committed && !(seen.committed && machine.codeClean(workflow))) return false;
  if (when.clean && !(seen.committed && machine.clean())) return false;
  if (when.released && !seen.released?.(run)) return false;
  return Object.keys(when).length > 0;
}

/** One failing test is enough to fail; to pass, all of them must have been run. */
function showsResult({ ok, partial }: TestRun, wanted: 'failing' | 'passing'): boolean {
  return wanted === 'failing' ? !ok : ok && !partial;
}

/** Records that an agent has delivered. When all agents of the phase have, the phase ends. */
export function recordDelivery(
  before: WorkflowState,
  run: WorkflowRun,
  agent: string,
  allDone: (run: WorkflowRun) => boolean,
  machine: MachineContext,
): Transition {
  const noted: WorkflowRun = {
    ...run,
    agents: { ...run.agents, [agent]: { state: 'done', at: machine.now } },
  };
  const state = replaceRun(before, run, noted);
  const workflow = machine.workflows[run.workflow];
  const phase = workflow?.phases[run.phase];
  // A phase with moves is left by an observation, not because its agents have finished.
  if (!workflow || !phase || phase.moves || !allDone(noted)) return { state, steps: [] };
  return enterPhase(state, noted, nextPhase(workflow, run.phase), machine);
}
