// How runs move from phase to phase. Pure: from a remembered state to the next one, and what there is to say.
import { following } from './graph.ts';
import type { Move, Phase, Remembered, Run, TestRun, Workflow, Workflows } from './types.ts';

export interface Next {
  state: Remembered;
  /** Runs that were entered or ended on the way, in order. */
  steps: Step[];
}

export type Step =
  | { kind: 'entered'; run: Run; phase: Phase; workflow: Workflow }
  | { kind: 'ended'; run: Run; workflow: Workflow; how: string }
  /** An agent stopped without what it owed. */
  | { kind: 'released'; run: Run; workflow: Workflow; agent: string; owed: string[] };

/** What a move may ask about. */
export interface Seeing {
  now: number;
  workflows: Workflows;
  /** Nothing at all is uncommitted. */
  clean(): boolean;
  /** None of the workflow's code is uncommitted. */
  codeClean(workflow: Workflow): boolean;
}

export interface Beginning {
  workflow: string;
  phase?: string;
  owner: string;
  root: string;
  by: string;
  prompt_id?: string;
  parent?: string;
}

const keepEnded = 10;

export function begin(state: Remembered, what: Beginning, seeing: Seeing): Next {
  const workflow = seeing.workflows[what.workflow]!;
  const phase = what.phase ?? Object.keys(workflow.phases)[0]!;
  const { now } = seeing;
  const run: Run = {
    workflow: what.workflow,
    phase,
    owner: what.owner,
    root: what.root,
    started_at: now,
    entered_at: now,
    by: what.by,
    ...(what.prompt_id && { prompt_id: what.prompt_id }),
    ...(what.parent && { parent: what.parent }),
    done: [],
    agents: {},
    runs: { passing: 0, failing: 0 },
  };
  // Starting again starts over: the run that was there, and what it had begun, are put aside.
  const others = state.runs.filter((one) => one.owner !== what.owner || !includes(what.workflow, one));
  return enter({ ...state, runs: [...others, run] }, run, phase, seeing);
}

const includes = (workflow: string, run: Run) => run.workflow === workflow || run.parent === workflow;

/** Puts a run into a phase: a phase that is another workflow begins it, `end` ends the run. */
export function enter(state: Remembered, run: Run, to: string, seeing: Seeing): Next {
  const workflow = seeing.workflows[run.workflow];
  if (!workflow || to === 'end' || !workflow.phases[to]) return end(state, run, 'done', seeing);
  const phase = workflow.phases[to];
  const behind = run.phase === to ? run.done : [...new Set([...run.done, run.phase])];
  const moved: Run = {
    ...run,
    phase: to,
    entered_at: seeing.now,
    done: behind.filter((one) => one !== to),
    runs: { passing: 0, failing: 0 },
  };
  const entered: Next = {
    state: replace(withoutParts(state, run), run, moved),
    steps: [{ kind: 'entered', run: moved, phase, workflow }],
  };
  if (phase.runs && seeing.workflows[phase.runs]) {
    const { owner, root, by, prompt_id } = moved;
    const child = {
      workflow: phase.runs,
      owner,
      root,
      by,
      parent: run.workflow,
      ...(prompt_id && { prompt_id }),
    };
    return then(entered, (now) => begin(now, child, seeing));
  }
  const past = (phase.moves ?? []).find(({ when }) => when.clean && seeing.clean());
  return past ? then(entered, (now) => enter(now, moved, past.to, seeing)) : entered;
}

/** A phase that is left takes along the workflow it was made of. */
function withoutParts(state: Remembered, { workflow, owner }: Run): Remembered {
  const parts = state.runs.filter((one) => one.owner === owner && one.parent === workflow);
  if (parts.length === 0) return state;
  const rest = { ...state, runs: state.runs.filter((one) => !parts.includes(one)) };
  return parts.reduce(withoutParts, rest);
}

export function end(state: Remembered, run: Run, how: string, seeing: Seeing): Next {
  const workflow = seeing.workflows[run.workflow];
  const last = {
    ...run,
    done: [...new Set([...run.done, ...(how === 'done' ? [run.phase] : [])])],
    ended_at: seeing.now,
    how,
  };
  const ended: Next = {
    state: {
      ...state,
      runs: withoutParts(state, run).runs.filter((one) => !same(one, run)),
      ended: [last, ...state.ended].slice(0, keepEnded),
    },
    steps: workflow ? [{ kind: 'ended', run, workflow, how }] : [],
  };
  const parent = state.runs.find((one) => one.owner === run.owner && one.workflow === run.parent);
  const over = parent && seeing.workflows[parent.workflow];
  if (!parent || !over || how !== 'done' || over.phases[parent.phase]?.runs !== run.workflow) return ended;
  return then(ended, (now) => enter(now, parent, following(over, parent.phase), seeing));
}

function then(first: Next, more: (state: Remembered) => Next): Next {
  const second = more(first.state);
  return { state: second.state, steps: [...first.steps, ...second.steps] };
}

const same = (a: Run, b: Run) => a.workflow === b.workflow && a.owner === b.owner;

export function replace(state: Remembered, old: Run, fresh: Run): Remembered {
  return { ...state, runs: state.runs.map((one) => (same(one, old) ? fresh : one)) };
}

/** What was observed: a test run, a commit, an agent that was let go. */
export interface Observed {
  test?: TestRun;
  committed?: boolean;
  /** Whose runs it can move. */
  concerns?: (run: Run) => boolean;
  /** Runs with an agent that stopped without its deliverables. */
  released?: (run: Run) => boolean;
}

export function observe(before: Remembered, seen: Observed, seeing: Seeing): Next {
  let next: Next = { state: { ...before, ...(seen.test && { tests: seen.test }) }, steps: [] };
  for (const { workflow, owner } of before.runs) {
    const run = next.state.runs.find((one) => same(one, { workflow, owner } as Run));
    if (run && seen.concerns?.(run) !== false)
      next = then(next, (state) => observeOne(state, run, seen, seeing));
  }
  return next;
}

function observeOne(state: Remembered, run: Run, seen: Observed, seeing: Seeing): Next {
  const workflow = seeing.workflows[run.workflow];
  const counted = seen.test ? counting(run, seen.test) : run;
  const after = replace(state, run, counted);
  const moves = workflow?.phases[run.phase]?.moves ?? [];
  const move = workflow && moves.find((one) => holds(one, counted, seen, workflow, seeing));
  return move ? enter(after, counted, move.to, seeing) : { state: after, steps: [] };
}

function counting(run: Run, test: TestRun): Run {
  const word = test.ok ? 'passing' : 'failing';
  return { ...run, tests: test, runs: { ...run.runs, [word]: run.runs[word] + 1 } };
}

function holds({ when }: Move, run: Run, seen: Observed, workflow: Workflow, seeing: Seeing): boolean {
  if (when.tests && !(seen.test && seen.test.ok === (when.tests === 'passing'))) return false;
  if (when.tests && run.runs[when.tests] < (when.times ?? 1)) return false;
  if (when.committed && !(seen.committed && seeing.codeClean(workflow))) return false;
  if (when.clean && !(seen.committed && seeing.clean())) return false;
  if (when.released && !seen.released?.(run)) return false;
  return Object.keys(when).length > 0;
}

/** An agent has delivered; when all of its phase have, the phase is over. */
export function delivered(
  before: Remembered,
  run: Run,
  agent: string,
  allDone: (run: Run) => boolean,
  seeing: Seeing,
): Next {
  const noted: Run = { ...run, agents: { ...run.agents, [agent]: { state: 'done', at: seeing.now } } };
  const state = replace(before, run, noted);
  const workflow = seeing.workflows[run.workflow];
  const phase = workflow?.phases[run.phase];
  // A phase with moves is left by what is observed, not by who has finished.
  if (!workflow || !phase || phase.moves || !allDone(noted)) return { state, steps: [] };
  return enter(state, noted, following(workflow, run.phase), seeing);
}
