// A trigger starts a workflow, or a phase of one that is under way; never twice for the same prompt, never out of order.

import { type Engine, lacking, personsWay, stepWords } from './context.ts';
import type { Began, Refused } from './facts.ts';
import { begin, enter } from './machine.ts';
import { type Target, type Trigger, targetsOf } from './trigger.ts';
import type { Run, Workflow } from './types.ts';
import { startWords } from './words.ts';

/** What is to begin: a workflow of its own, or a phase of a run. */
interface Beginning extends Target {
  run?: Run;
}

export function start(engine: Engine, trigger: Trigger): Began | undefined {
  const found = targetsOf(trigger, engine.reading().workflows).flatMap((one) => placeIn(engine, one) ?? []);
  // A command that is a phase of what is under way means that phase.
  const target = found.find((one) => one.run) ?? found[0];
  if (!target || twice(engine, target)) return undefined;
  const refused = outOfOrder(engine, target) ?? notReady(engine, target);
  if (refused) return { kind: 'refused', ...refused };
  const said = engine.said.length;
  go(engine, target, wordsFor(trigger));
  return {
    kind: 'started',
    text: engine.said
      .splice(said)
      .map((step) => stepWords(engine, step))
      .join('\n\n'),
  };
}

const wordsFor = ({ command, skill }: Trigger) =>
  command ? `/${command}` : skill ? `skill ${skill}` : 'prompt';

function go(engine: Engine, { workflow, phase, run }: Beginning, by: string): void {
  const { agent: owner, root, prompt_id, seeing } = engine;
  const prompt = prompt_id ? { prompt_id } : {};
  engine.apply((state) => {
    const mine = run && state.runs.find((one) => one.workflow === run.workflow && one.owner === run.owner);
    if (mine && phase) return enter(state, { ...mine, ...prompt }, phase, seeing);
    return begin(state, { workflow, owner, root, by, ...prompt }, seeing);
  });
}

function placeIn(engine: Engine, target: Target): Beginning | undefined {
  const mine = engine.state.runs.filter((run) => run.owner === engine.agent);
  if (target.phase) {
    const run = mine.find((one) => one.workflow === target.workflow);
    return run && { ...target, run };
  }
  for (const run of mine) {
    const phases = Object.entries(engine.reading().workflows[run.workflow]?.phases ?? {});
    const phase = phases.find(([, one]) => one.runs === target.workflow)?.[0];
    if (phase) return { workflow: run.workflow, phase, run };
  }
  return target;
}

/** The client reports a typed command by two events, and an agent may repeat it. */
function twice({ state, agent, prompt_id, now }: Engine, { workflow, phase, run }: Beginning): boolean {
  const before = run ?? state.runs.find((one) => one.workflow === workflow && one.owner === agent);
  if (!before || (phase && before.phase !== phase)) return false;
  return prompt_id ? before.prompt_id === prompt_id : now - before.started_at < 5_000;
}

function outOfOrder(engine: Engine, { phase, run }: Beginning): Refused | undefined {
  if (!run || !phase) return undefined;
  const workflow = engine.reading().workflows[run.workflow]!;
  const names = Object.keys(workflow.phases);
  if (names.indexOf(phase) <= names.indexOf(run.phase)) return undefined;
  return {
    reason: `${run.workflow} goes ${names.join(' → ')}, and is in ${run.phase}; ${phase} comes later`,
    instead: `finish ${run.phase} first${howTo(engine, workflow, run.phase)}; ${personsWay}`,
  };
}

function howTo({ reading }: Engine, workflow: Workflow, phase: string): string {
  const runs = workflow.phases[phase]?.runs;
  const words = startWords(runs ? reading().workflows[runs]?.start : workflow.phases[phase]?.start);
  return words ? ` (${words})` : '';
}

function notReady(engine: Engine, { workflow: name, phase, run }: Beginning): Refused | undefined {
  const workflow = engine.reading().workflows[name]!;
  const inner = phase ? workflow.phases[phase]!.runs : undefined;
  const entered = inner ? engine.reading().workflows[inner] : undefined;
  const first = workflow.phases[phase ?? Object.keys(workflow.phases)[0]!];
  const lacks = [
    ...(phase ? [] : lacking(engine, workflow.requires, workflow, run)),
    ...(entered ? lacking(engine, entered.requires, entered, run) : []),
    ...lacking(engine, first?.requires, workflow, run),
  ];
  if (lacks.length === 0) return undefined;
  return { reason: lacks.join('. '), instead: `do that, then start ${inner ?? name} again; ${personsWay}` };
}
