// Validates a workflow as a graph: names that don't exist, phases that can't be left, cycles.
import type { Problem } from '../../config/validate.ts';
import { nearest } from '../../core/text.ts';
import type { AgentSpec, Phase, Workflow, WorkflowCheck, Workflows } from './types.ts';

/** Variables that a pattern may use besides places. */
const variables = ['session', 'date', 'current_milestone', 'milestone_description'];

interface AllWorkflows {
  workflows: Workflows;
  places: Record<string, string>;
}

export function graphProblems(name: string, workflow: Workflow, all: AllWorkflows): Problem[] {
  const phases = Object.keys(workflow.phases);
  if (phases.length === 0) return [problem([name], 'needs "phases", or "agents" for a single phase')];
  return [
    ...(workflow.next
      ? unknownName([name, 'next'], workflow.next, Object.keys(all.workflows), 'workflow')
      : []),
    ...Object.entries(workflow.phases).flatMap(([phaseName, phase]) =>
      phaseProblems([name, 'phases', phaseName], phase, [...phases, 'end'], name, all),
    ),
    ...(phases.includes('end')
      ? [problem([name, 'phases', 'end'], 'is reserved for the end of a workflow; choose another name')]
      : []),
    ...deadEnds(name, workflow),
    ...cycles(name, workflow, all),
    ...placeProblems([name, 'places'], workflow.places, all.places),
    ...checksWithPaths(workflow).flatMap(([path, check]) =>
      checkProblems([name, ...path], check, workflow, all),
    ),
  ];
}

function phaseProblems(
  path: Problem['path'],
  phase: Phase,
  phases: string[],
  self: string,
  all: AllWorkflows,
): Problem[] {
  const others = Object.keys(all.workflows).filter((other) => other !== self);
  return [
    ...(phase.runs ? unknownName([...path, 'runs'], phase.runs, others, 'other workflow') : []),
    ...(phase.next ? unknownName([...path, 'next'], phase.next, phases, 'phase') : []),
    ...(phase.moves ?? []).flatMap(({ to, when }, at) => [
      ...(Object.keys(when).some((key) => key !== 'times')
        ? []
        : [problem([...path, 'moves', at, 'when'], 'names no condition, so the move never happens')]),
      ...unknownName([...path, 'moves', at, 'to'], to, phases, 'phase'),
    ]),
  ];
}

function unknownName(path: Problem['path'], word: string, words: readonly string[], kind: string): Problem[] {
  if (words.includes(word)) return [];
  const near = nearest(word, words);
  return [problem(path, `there is no ${kind} "${word}"${near ? `; did you mean "${near}"?` : ''}`)];
}

function problem(path: Problem['path'], message: string): Problem {
  return { path, message, severity: 'error' };
}

/** The phase that follows when this one is done. */
export function nextPhase(workflow: Workflow, phase: string): string {
  const names = Object.keys(workflow.phases);
  return workflow.phases[phase]?.next ?? names[names.indexOf(phase) + 1] ?? 'end';
}

/** The phases that can follow without a person's help. */
export function exits(workflow: Workflow, name: string): string[] {
  const phase = workflow.phases[name];
  // A phase with moves is left by an observation; one without, when its agents have delivered or its workflow has
  // ended.
  if (phase?.moves) return phase.moves.map(({ to }) => to);
  const byItself = phase?.runs || Object.keys(phase?.agents ?? {}).length > 0;
  return byItself ? [nextPhase(workflow, name)] : [];
}

function deadEnds(name: string, workflow: Workflow): Problem[] {
  const leadToEnd = new Set(['end']);
  const phases = Object.keys(workflow.phases);
  for (let size = 0; size !== leadToEnd.size; ) {
    size = leadToEnd.size;
    for (const phase of phases)
      if (exits(workflow, phase).some((exit) => leadToEnd.has(exit))) leadToEnd.add(phase);
  }
  return phases
    .filter((phase) => !leadToEnd.has(phase))
    .map((phase) =>
      problem([name, 'phases', phase], 'has no way to the end: give it agents, moves or "runs"'),
    );
}

/**
 * Finds endless loops: workflows that contain each other, and phases that lead back to themselves while the tree is
 * clean.
 */
function cycles(name: string, workflow: Workflow, { workflows }: AllWorkflows): Problem[] {
  const parts = (other: string) =>
    Object.values(workflows[other]?.phases ?? {}).flatMap(({ runs }) => runs ?? []);
  const passes = (phase: string) =>
    (workflow.phases[phase]?.moves ?? []).flatMap(({ when, to }) => (when.clean ? [to] : []));
  return [
    ...(reachesItself(name, parts) ? [problem([name], 'contains itself through other workflows')] : []),
    ...Object.keys(workflow.phases)
      .filter((phase) => reachesItself(phase, passes))
      .map((phase) =>
        problem([name, 'phases', phase], 'leads back to itself as long as nothing is uncommitted'),
      ),
  ];
}

type Places = Record<string, string>;

/** Finds places that are defined by themselves or lie outside the project. */
export function placeProblems(path: Problem['path'], given: Places = {}, all: Places = {}): Problem[] {
  const places: Places = { ...all, ...given };
  const parts = (place: string) =>
    [...(places[place] ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  return Object.entries(given).flatMap(([place, pattern]) => [
    ...(reachesItself(place, parts) ? [problem([...path, place], 'is defined by itself')] : []),
    ...outsideProject([...path, place], pattern),
  ]);
}

function outsideProject(path: Problem['path'], pattern: string): Problem[] {
  const leaves = /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(pattern);
  return leaves ? [problem(path, 'lies outside the project, where no file is searched for')] : [];
}

function reachesItself(start: string, next: (name: string) => string[]): boolean {
  const seen = new Set<string>();
  for (const todo = next(start); todo.length > 0; ) {
    const current = todo.pop()!;
    if (current === start) return true;
    if (!seen.has(current)) todo.push(...next(current));
    seen.add(current);
  }
  return false;
}

/** Every check of a workflow, with its path in the config. */
function checksWithPaths(workflow: Workflow): [path: Problem['path'], check: WorkflowCheck][] {
  const list = (path: Problem['path'], checks: WorkflowCheck[] | undefined) =>
    (checks ?? []).flatMap((check, at): [Problem['path'], WorkflowCheck][] => [
      [[...path, at], check],
      ...(check.any ?? []).map((alternative, index): [Problem['path'], WorkflowCheck] => [
        [...path, at, 'any', index],
        alternative,
      ]),
    ]);
  const ofAgent = (path: Problem['path'], spec: AgentSpec) =>
    (['requires', 'outside', 'delivers'] as const).flatMap((key) => list([...path, key], spec[key]));
  return [
    ...list(['requires'], workflow.requires),
    ...Object.entries(workflow.phases).flatMap(([name, phase]) => [
      ...list(['phases', name, 'requires'], phase.requires),
      ...Object.entries(phase.agents ?? {}).flatMap(([agent, spec]) =>
        ofAgent(['phases', name, 'agents', agent], spec),
      ),
    ]),
  ];
}

const needFile = ['front_matter', 'marker', 'sections', 'min_length', 'committed'] as const;

function checkProblems(
  path: Problem['path'],
  check: WorkflowCheck,
  workflow: Workflow,
  all: AllWorkflows,
): Problem[] {
  const problems: Problem[] = [];
  const without = check.file ? undefined : needFile.find((key) => check[key] !== undefined);
  if (without) problems.push(problem([...path, without], 'needs "file" beside it'));
  if (check.any?.length === 0) problems.push(problem([...path, 'any'], 'needs at least one check'));
  if (check.file) problems.push(...outsideProject([...path, 'file'], check.file));
  if (Object.keys(check).every((key) => key === 'message')) problems.push(problem(path, 'checks nothing'));
  const names = [...Object.keys({ ...all.places, ...workflow.places }), ...variables];
  for (const [key, text] of [
    ['file', check.file],
    ['message', check.message],
  ] as const)
    for (const [, word] of (text ?? '').matchAll(/\{(\w+)\}/g))
      problems.push(...unknownName([...path, key], word!, names, 'place'));
  if (check.agent)
    problems.push(...unknownName([...path, 'agent'], check.agent, agentsOf(all.workflows), 'agent'));
  if (check.phase)
    problems.push(...unknownName([...path, 'phase'], check.phase, phasesFor(workflow, all), 'phase'));
  return problems;
}

function agentsOf(workflows: Workflows): string[] {
  return Object.values(workflows).flatMap(({ phases }) =>
    Object.values(phases).flatMap((phase) => Object.keys(phase.agents ?? {})),
  );
}

function phasesFor(workflow: Workflow, all: AllWorkflows): string[] {
  const everywhere = Object.entries(all.workflows).flatMap(([name, other]) => [
    name,
    ...Object.keys(other.phases).map((phase) => `${name}.${phase}`),
  ]);
  return [...Object.keys(workflow.phases), ...everywhere];
}
