// From what a config holds to workflows in force, with every problem named by its key.

import { type Problem, validate } from '../../config/validate.ts';
import type { JsonObject } from '../../core/json.ts';
import { builtIn, places as builtInPlaces } from './builtin.ts';
import { graphProblems, placeProblems } from './graph.ts';
import { placesShape, workflowShape } from './shape.ts';
import type { AgentSpec, Check, Phase, Workflow, Workflows } from './types.ts';

export interface Reading {
  workflows: Workflows;
  places: Record<string, string>;
  problems: Problem[];
  /** Where each comes from. */
  from: Record<string, 'built in' | 'config' | 'built in, changed by config'>;
}

/** Keys with a dollar are not workflows; `false` switches one that is built in off. */
export function readWorkflows(config: JsonObject = {}): Reading {
  const reading: Reading = {
    workflows: { ...builtIn },
    places: { ...builtInPlaces },
    problems: [],
    from: Object.fromEntries(Object.keys(builtIn).map((name) => [name, 'built in' as const])),
  };
  for (const [name, value] of Object.entries(config)) {
    if (name.startsWith('$')) readSetting(reading, name, value);
    else if (value !== false) readOne(reading, name, value);
  }
  const off = Object.keys(config).filter((name) => config[name] === false);
  const before = documents(reading.workflows);
  for (const name of off) drop(reading, name);
  const still = documents(reading.workflows);
  const gone = before.filter((one) => !still.includes(one));
  if (off.length > 0) reading.workflows = mapped(reading.workflows, (one) => without(one, off, gone));
  const whole = withoutBroken(reading);
  whole.problems.push(...sharedStarts(whole));
  return whole;
}

/** A trigger starts one workflow, the first that names it; who wrote the other one should know. */
function sharedStarts({ workflows, from }: Reading): Problem[] {
  const first = new Map<string, string>();
  return Object.entries(workflows).flatMap(([name, { start }]) =>
    (['commands', 'skills', 'prompts'] as const).flatMap((kind) =>
      (start?.[kind] ?? []).flatMap((word): Problem[] => {
        const trigger = `${kind} ${word.replace(/^\//, '').toLowerCase()}`;
        const other = first.get(trigger) ?? name;
        first.set(trigger, other);
        if (other === name || from[name] === 'built in') return [];
        const message = `“${word}” starts ${other} already, and not this`;
        return [{ path: [name, 'start', kind], message, severity: 'warning' }];
      }),
    ),
  );
}

function readSetting(reading: Reading, name: string, value: unknown): void {
  const unknown: Problem = { path: [name], message: 'unknown key; known is $places', severity: 'warning' };
  const problems = name === '$places' ? validate(value, placesShape, [name]) : [unknown];
  // A place that is nowhere would break every workflow: those that are built in stay as they were.
  if (problems.length === 0)
    problems.push(...placeProblems([name], value as Reading['places'], reading.places));
  reading.problems.push(...problems);
  if (problems.length === 0) Object.assign(reading.places, value);
}

function drop(reading: Reading, name: string): void {
  delete reading.workflows[name];
  delete reading.from[name];
}

function readOne(reading: Reading, name: string, value: unknown): void {
  const problems = validate(value, workflowShape, [name]);
  reading.problems.push(...problems);
  if (problems.some((one) => one.severity === 'error')) return;
  const base = Object.hasOwn(reading.workflows, name) ? reading.workflows[name] : undefined;
  const { agents, ...rest } = value as Workflow & { agents?: Phase['agents'] };
  // The short form: a workflow with agents and no phases is one phase.
  const given = agents ? { ...rest, phases: { ...rest.phases, [onlyPhase(base, name)]: { agents } } } : rest;
  reading.workflows[name] = over(base ?? { about: '', phases: {} }, given);
  reading.from[name] = base ? 'built in, changed by config' : 'config';
}

function mapped(workflows: Workflows, change: (one: Workflow) => Workflow): Workflows {
  return Object.fromEntries(Object.entries(workflows).map(([name, one]) => [name, change(one)]));
}

/** What agents of these workflows deliver. */
function documents(workflows: Workflows): string[] {
  return Object.values(workflows).flatMap(({ phases }) =>
    Object.values(phases).flatMap(({ agents }) =>
      Object.values(agents ?? {}).flatMap(({ delivers }) =>
        (delivers ?? []).flatMap((one) => one.file ?? []),
      ),
    ),
  );
}

/** What is switched off is left out wherever it was a part; so are documents that nobody writes any more. */
function without(workflow: Workflow, off: readonly string[], gone: readonly string[]): Workflow {
  const stays = (one: Check) =>
    !(one.phase && off.includes(one.phase.split('.')[0]!)) && !(one.file && gone.includes(one.file));
  const checks = (list: Check[]) =>
    list.filter(stays).map((one) => (one.any ? { ...one, any: one.any.filter(stays) } : one));
  const phases = Object.entries(workflow.phases).filter(
    ([, phase]) => !phase.runs || !off.includes(phase.runs),
  );
  const agents = (all: Record<string, AgentSpec>) =>
    Object.fromEntries(
      Object.entries(all).map(([name, spec]) => [
        name,
        {
          ...spec,
          ...(spec.requires && { requires: checks(spec.requires) }),
          ...(spec.outside && { outside: checks(spec.outside) }),
        },
      ]),
    );
  const { next, requires, ...rest } = workflow;
  return {
    ...rest,
    ...(next && !off.includes(next) && { next }),
    ...(requires && { requires: checks(requires) }),
    phases: Object.fromEntries(
      phases.map(([name, phase]) => [
        name,
        phase.agents ? { ...phase, agents: agents(phase.agents) } : phase,
      ]),
    ),
  };
}

function onlyPhase(base: Workflow | undefined, name: string): string {
  return Object.keys(base?.phases ?? {})[0] ?? name;
}

/** Phases, agents and places are changed one by one; everything else is replaced. */
function over(base: Workflow, given: Partial<Workflow>): Workflow {
  const phases = { ...base.phases };
  for (const [name, phase] of Object.entries(given.phases ?? {})) {
    const agents = { ...phases[name]?.agents, ...phase.agents };
    phases[name] = { ...phases[name], ...phase, ...(Object.keys(agents).length > 0 && { agents }) };
  }
  return { ...base, ...given, phases, places: { ...base.places, ...given.places } };
}

/** A workflow that leads nowhere is worse than none: it is left out, and the person is told. */
function withoutBroken(reading: Reading): Reading {
  const broken = Object.entries(reading.workflows).flatMap(([name, workflow]) => {
    const problems = graphProblems(name, workflow, reading);
    reading.problems.push(...problems);
    return problems.length > 0 ? [name] : [];
  });
  if (broken.length === 0) return reading;
  for (const name of broken) putBack(reading, name);
  // What rested on them may be broken now.
  return withoutBroken(reading);
}

/** A slip of the pen must not open a gate: what is built in stays as it was. */
function putBack(reading: Reading, name: string): void {
  const changed = reading.from[name] === 'built in, changed by config';
  drop(reading, name);
  if (!changed) return;
  reading.workflows[name] = builtIn[name]!;
  reading.from[name] = 'built in';
}
