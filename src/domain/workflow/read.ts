// Reads the workflows of a config and merges them with the built-in ones. Every problem is reported with its key.

import { type Problem, validate } from '../../config/validate.ts';
import type { JsonObject } from '../../core/json.ts';
import { builtIn, places as builtInPlaces } from './builtin.ts';
import { graphProblems, placeProblems } from './graph.ts';
import { placesShape, workflowShape } from './shape.ts';
import type { AgentSpec, Phase, Workflow, WorkflowCheck, Workflows } from './types.ts';

export interface LoadedWorkflows {
  workflows: Workflows;
  places: Record<string, string>;
  problems: Problem[];
  /** Where each workflow comes from. */
  from: Record<string, 'built in' | 'config' | 'built in, changed by config'>;
  /** Built-in workflows that the project has neither a command nor an agent for: nothing starts them. */
  unused: readonly string[];
}

/** Keys that start with `$` are settings, not workflows; `false` switches a built-in workflow off. */
export function readWorkflows(config: JsonObject = {}): LoadedWorkflows {
  const loaded: LoadedWorkflows = {
    workflows: { ...builtIn },
    places: { ...builtInPlaces },
    problems: [],
    from: Object.fromEntries(Object.keys(builtIn).map((name) => [name, 'built in' as const])),
    unused: [],
  };
  for (const [name, value] of Object.entries(config)) {
    if (name.startsWith('$')) readSetting(loaded, name, value);
    else if (value !== false) readWorkflow(loaded, name, value);
  }
  const disabled = Object.keys(config).filter((name) => config[name] === false);
  const filesBefore = deliveredFiles(loaded.workflows);
  for (const name of disabled) removeWorkflow(loaded, name);
  const filesAfter = deliveredFiles(loaded.workflows);
  const lostFiles = filesBefore.filter((file) => !filesAfter.includes(file));
  if (disabled.length > 0)
    loaded.workflows = mapWorkflows(loaded.workflows, (workflow) =>
      withoutDisabled(workflow, disabled, lostFiles),
    );
  const whole = withoutBroken(loaded);
  whole.problems.push(...duplicateTriggers(whole));
  return whole;
}

/** A trigger starts only the first workflow that names it. The author of the other one is warned. */
function duplicateTriggers({ workflows, from }: LoadedWorkflows): Problem[] {
  const first = new Map<string, string>();
  return Object.entries(workflows).flatMap(([name, { start }]) =>
    (['commands', 'skills', 'prompts'] as const).flatMap((kind) =>
      (start?.[kind] ?? []).flatMap((word): Problem[] => {
        const trigger = `${kind} ${word.replace(/^\//, '').toLowerCase()}`;
        const owner = first.get(trigger) ?? name;
        first.set(trigger, owner);
        if (owner === name || from[name] === 'built in') return [];
        const message = `“${word}” already starts ${owner}, so it does not start this one`;
        return [{ path: [name, 'start', kind], message, severity: 'warning' }];
      }),
    ),
  );
}

function readSetting(loaded: LoadedWorkflows, name: string, value: unknown): void {
  const unknownKey: Problem = {
    path: [name],
    message: 'unknown key; the only known one is $places',
    severity: 'warning',
  };
  const problems = name === '$places' ? validate(value, placesShape, [name]) : [unknownKey];
  // An invalid place would break every workflow, so the built-in places are kept.
  if (problems.length === 0)
    problems.push(...placeProblems([name], value as LoadedWorkflows['places'], loaded.places));
  loaded.problems.push(...problems);
  if (problems.length === 0) Object.assign(loaded.places, value);
}

function removeWorkflow(loaded: LoadedWorkflows, name: string): void {
  delete loaded.workflows[name];
  delete loaded.from[name];
}

function readWorkflow(loaded: LoadedWorkflows, name: string, value: unknown): void {
  const problems = validate(value, workflowShape, [name]);
  loaded.problems.push(...problems);
  if (problems.some((problem) => problem.severity === 'error')) return;
  const base = Object.hasOwn(loaded.workflows, name) ? loaded.workflows[name] : undefined;
  const { agents, ...rest } = value as Workflow & { agents?: Phase['agents'] };
  // Short form: a workflow with agents and no phases has a single phase.
  const expanded = agents
    ? { ...rest, phases: { ...rest.phases, [firstPhase(base, name)]: { agents } } }
    : rest;
  loaded.workflows[name] = mergeWorkflow(base ?? { about: '', phases: {} }, expanded);
  loaded.from[name] = base ? 'built in, changed by config' : 'config';
}

function mapWorkflows(workflows: Workflows, change: (workflow: Workflow) => Workflow): Workflows {
  return Object.fromEntries(Object.entries(workflows).map(([name, workflow]) => [name, change(workflow)]));
}

/** The files that agents of these workflows deliver. */
function deliveredFiles(workflows: Workflows): string[] {
  return Object.values(workflows).flatMap(({ phases }) =>
    Object.values(phases).flatMap(({ agents }) =>
      Object.values(agents ?? {}).flatMap(({ delivers }) =>
        (delivers ?? []).flatMap((check) => check.file ?? []),
      ),
    ),
  );
}

/** Removes references to disabled workflows, and requirements for files that no workflow delivers any more. */
function withoutDisabled(
  workflow: Workflow,
  disabled: readonly string[],
  lostFiles: readonly string[],
): Workflow {
  const isKept = (check: WorkflowCheck) =>
    !(check.phase && disabled.includes(check.phase.split('.')[0]!)) &&
    !(check.file && lostFiles.includes(check.file));
  const checks = (list: WorkflowCheck[]) =>
    list.filter(isKept).map((check) => (check.any ? { ...check, any: check.any.filter(isKept) } : check));
  const phases = Object.entries(workflow.phases).filter(
    ([, phase]) => !phase.runs || !disabled.includes(phase.runs),
  );
  const agents = (specs: Record<string, AgentSpec>) =>
    Object.fromEntries(
      Object.entries(specs).map(([name, spec]) => [
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
    ...(next && !disabled.includes(next) && { next }),
    ...(requires && { requires: checks(requires) }),
    phases: Object.fromEntries(
      phases.map(([name, phase]) => [
        name,
        phase.agents ? { ...phase, agents: agents(phase.agents) } : phase,
      ]),
    ),
  };
}

function firstPhase(base: Workflow | undefined, name: string): string {
  return Object.keys(base?.phases ?? {})[0] ?? name;
}

/** Merges phases, agents, their keys and places one by one; every other key is replaced. */
function mergeWorkflow(base: Workflow, changes: Partial<Workflow>): Workflow {
  const phases = { ...base.phases };
  for (const [name, phase] of Object.entries(changes.phases ?? {})) {
    const agents = { ...phases[name]?.agents };
    for (const [agent, spec] of Object.entries(phase.agents ?? {}))
      agents[agent] = { ...agents[agent], ...spec };
    phases[name] = { ...phases[name], ...phase, ...(Object.keys(agents).length > 0 && { agents }) };
  }
  return { ...base, ...changes, phases, places: { ...base.places, ...changes.places } };
}

/**
 * Removes workflows with errors, because a workflow without an end would be worse than none. The problems are reported.
 */
function withoutBroken(loaded: LoadedWorkflows): LoadedWorkflows {
  const broken = Object.entries(loaded.workflows).flatMap(([name, workflow]) => {
    const problems = graphProblems(name, workflow, loaded);
    loaded.problems.push(...problems);
    return problems.length > 0 ? [name] : [];
  });
  if (broken.length === 0) return loaded;
  for (const name of broken) restoreBuiltIn(loaded, name);
  // Workflows that depended on them may be broken now.
  return withoutBroken(loaded);
}

/** Restores the built-in workflow, so that a typo in the config does not remove its gates. */
function restoreBuiltIn(loaded: LoadedWorkflows, name: string): void {
  const changed = loaded.from[name] === 'built in, changed by config';
  removeWorkflow(loaded, name);
  if (!changed) return;
  loaded.workflows[name] = builtIn[name]!;
  loaded.from[name] = 'built in';
}
