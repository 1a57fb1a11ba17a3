// Starts a workflow, or a phase of a running one, when it is triggered: never twice for one prompt, never out of order.

import { advanceHint, describeStep, failedChecks, startAnywayHint, type WorkflowEngine } from './context.ts';
import { describeStart } from './describe.ts';
import type { StartResult, WorkflowRefusal } from './facts.ts';
import { enterPhase, startRun } from './machine.ts';
import { type Target, type Trigger, targetsOf } from './trigger.ts';
import type { Workflow, WorkflowRun } from './types.ts';

/** The thing to start: a workflow, or a phase of a run. */
interface StartTarget extends Target {
  run?: WorkflowRun;
}

export function start(engine: WorkflowEngine, trigger: Trigger): StartResult | undefined {
  const { workflows, unused } = engine.loaded();
  const found = targetsOf(trigger, workflows)
    .filter(({ workflow }) => !unused.includes(workflow))
    .flatMap((target) => targetInRun(engine, target) ?? []);
  // If a command names both a workflow and a phase of a running one, it means the phase.
  const target = found.find((candidate) => candidate.run) ?? found[0];
  if (!target || alreadyStarted(engine, target)) return undefined;
  const refused = outOfOrder(engine, target) ?? unmetRequirements(engine, target);
  if (refused) return { kind: 'refused', ...refused };
  const earlier = engine.announcements.length;
  startTarget(engine, target, describeTrigger(trigger));
  return {
    kind: 'started',
    text: engine.announcements
      .splice(earlier)
      .map((step) => describeStep(engine, step))
      .join('\n\n'),
  };
}

const describeTrigger = ({ command, skill }: Trigger) =>
  command ? `/${command}` : skill ? `skill ${skill}` : 'prompt';

function startTarget(engine: WorkflowEngine, { workflow, phase, run }: StartTarget, startedBy: string): void {
  const { agent: owner, root, prompt_id, machine } = engine;
  const prompt = prompt_id ? { prompt_id } : {};
  engine.apply((state) => {
    const ownRun =
      run && state.runs.find((other) => other.workflow === run.workflow && other.owner === run.owner);
    if (ownRun && phase) return enterPhase(state, { ...ownRun, ...prompt }, phase, machine);
    return startRun(state, { workflow, owner, root, by: startedBy, ...prompt }, machine);
  });
}

function targetInRun(engine: WorkflowEngine, target: Target): StartTarget | undefined {
  const ownRuns = engine.state.runs.filter((run) => run.owner === engine.agent);
  if (target.phase) {
    const run = ownRuns.find((candidate) => candidate.workflow === target.workflow);
    return run && { ...target, run };
  }
  for (const run of ownRuns) {
    const phases = Object.entries(engine.loaded().workflows[run.workflow]?.phases ?? {});
    const phase = phases.find(([, candidate]) => candidate.runs === target.workflow)?.[0];
    if (phase) return { workflow: run.workflow, phase, run };
  }
  return target;
}

/** The client reports a typed command with two events, and an agent may repeat it. */
function alreadyStarted(
  { state, agent, prompt_id, now }: WorkflowEngine,
  { workflow, phase, run }: StartTarget,
): boolean {
  const before = run ?? state.runs.find((other) => other.workflow === workflow && other.owner === agent);
  if (!before || (phase && before.phase !== phase)) return false;
  return prompt_id ? before.prompt_id === prompt_id : now - before.started_at < 5_000;
}

function outOfOrder(engine: WorkflowEngine, { phase, run }: StartTarget): WorkflowRefusal | undefined {
  if (!run || !phase) return undefined;
  const workflow = engine.loaded().workflows[run.workflow]!;
  const names = Object.keys(workflow.phases);
  if (names.indexOf(phase) <= names.indexOf(run.phase)) return undefined;
  return {
    reason: `The workflow \`${run.workflow}\` has the phases ${names.join(' → ')} and is in \`${run.phase}\`; \`${phase}\` comes later`,
    instead: `finish \`${run.phase}\` first${startHint(engine, workflow, run.phase)}; ${advanceHint(engine, phase)}`,
  };
}

function startHint({ loaded }: WorkflowEngine, workflow: Workflow, phase: string): string {
  const runs = workflow.phases[phase]?.runs;
  const words = describeStart(runs ? loaded().workflows[runs]?.start : workflow.phases[phase]?.start);
  return words ? ` (${words})` : '';
}

function unmetRequirements(
  engine: WorkflowEngine,
  { workflow: name, phase, run }: StartTarget,
): WorkflowRefusal | undefined {
  const workflow = engine.loaded().workflows[name]!;
  const inner = phase ? workflow.phases[phase]!.runs : undefined;
  const entered = inner ? engine.loaded().workflows[inner] : undefined;
  const first = workflow.phases[phase ?? Object.keys(workflow.phases)[0]!];
  const lacks = [
    ...(phase ? [] : failedChecks(engine, workflow.requires, workflow, run)),
    ...(entered ? failedChecks(engine, entered.requires, entered, run) : []),
    ...failedChecks(engine, first?.requires, workflow, run),
  ];
  if (lacks.length === 0) return undefined;
  return {
    reason: lacks.join('. '),
    instead: `do that, then start ${inner ?? name} again; ${phase ? advanceHint(engine, phase) : startAnywayHint(engine, name)}`,
  };
}
