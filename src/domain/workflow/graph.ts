// Does a workflow hang together? Names that lead nowhere, phases nobody can leave.
import type { Problem } from '../../config/validate.ts';
import { nearest } from '../../core/text.ts';
import type { AgentSpec, Check, Phase, Workflow, Workflows } from './types.ts';

/** What a pattern may use besides places. */
const variables = ['session', 'date', 'current_milestone', 'milestone_description'];

interface All {
  workflows: Workflows;
  places: Record<string, string>;
}

export function graphProblems(name: string, workflow: Workflow, all: All): Problem[] {
  const phases = Object.keys(workflow.phases);
  if (phases.length === 0) return [wrong([name], 'needs "phases", or "agents" for a single phase')];
  return [
    ...(workflow.next ? known([name, 'next'], workflow.next, Object.keys(all.workflows), 'workflow') : []),
    ...Object.entries(workflow.phases).flatMap(([phase, one]) =>
      phaseProblems([name, 'phases', phase], one, [...phases, 'end'], name, all),
    ),
    ...(phases.includes('end')
      ? [wrong([name, 'phases', 'end'], 'is the name for the end; call it otherwise')]
      : []),
    ...deadEnds(name, workflow),
    ...rounds(name, workflow, all),
    ...placeProblems([name, 'places'], workflow.places, all.places),
    ...placed(workflow).flatMap(([path, check]) => checkProblems([name, ...path], check, workflow, all)),
  ];
}

function phaseProblems(
  path: Problem['path'],
  phase: Phase,
  phases: string[],
  self: string,
  all: All,
): Problem[] {
  const others = Object.keys(all.workflows).filter((one) => one !== self);
  return [
    ...(phase.runs ? known([...path, 'runs'], phase.runs, others, 'other workflow') : []),
    ...(phase.next ? known([...path, 'next'], phase.next, phases, 'phase') : []),
    ...(phase.moves ?? []).flatMap(({ to, when }, at) => [
      ...(Object.keys(when).some((key) => key !== 'times')
        ? []
        : [wrong([...path, 'moves', at, 'when'], 'names nothing that can be seen, so it never happens')]),
      ...known([...path, 'moves', at, 'to'], to, phases, 'phase'),
    ]),
  ];
}

function known(path: Problem['path'], word: string, words: readonly string[], kind: string): Problem[] {
  if (words.includes(word)) return [];
  const near = nearest(word, words);
  return [wrong(path, `there is no ${kind} "${word}"${near ? `; did you mean "${near}"?` : ''}`)];
}

function wrong(path: Problem['path'], message: string): Problem {
  return { path, message, severity: 'error' };
}

/** The phase that follows by itself. */
export function following(workflow: Workflow, phase: string): string {
  const names = Object.keys(workflow.phases);
  return workflow.phases[phase]?.next ?? names[names.indexOf(phase) + 1] ?? 'end';
}

/** Where a phase can lead without a person. */
export function exits(workflow: Workflow, name: string): string[] {
  const phase = workflow.phases[name];
  // A phase with moves is left by what is observed, one without by its agents or by the workflow it runs.
  if (phase?.moves) return phase.moves.map(({ to }) => to);
  const byItself = phase?.runs || Object.keys(phase?.agents ?? {}).length > 0;
  return byItself ? [following(workflow, name)] : [];
}

function deadEnds(name: string, workflow: Workflow): Problem[] {
  const leads = new Set(['end']);
  const phases = Object.keys(workflow.phases);
  for (let size = 0; size !== leads.size; ) {
    size = leads.size;
    for (const phase of phases) if (exits(workflow, phase).some((one) => leads.has(one))) leads.add(phase);
  }
  return phases
    .filter((phase) => !leads.has(phase))
    .map((phase) =>
      wrong(
        [name, 'phases', phase],
        'leads nowhere: give it agents, moves or "runs", so that the workflow can end',
      ),
    );
}

/** What would go on for ever: workflows made of each other, phases that pass a clean tree round. */
function rounds(name: string, workflow: Workflow, { workflows }: All): Problem[] {
  const parts = (one: string) =>
    Object.values(workflows[one]?.phases ?? {}).flatMap(({ runs }) => runs ?? []);
  const passes = (phase: string) =>
    (workflow.phases[phase]?.moves ?? []).flatMap(({ when, to }) => (when.clean ? [to] : []));
  return [
    ...(comesBack(name, parts) ? [wrong([name], 'is made of workflows that are made of it')] : []),
    ...Object.keys(workflow.phases)
      .filter((phase) => comesBack(phase, passes))
      .map((phase) =>
        wrong([name, 'phases', phase], 'comes back to itself as long as nothing is uncommitted'),
      ),
  ];
}

type Places = Record<string, string>;

/** What is wrong with these places, of all that there are: those made of each other are nowhere, and nobody looks outside. */
export function placeProblems(path: Problem['path'], given: Places = {}, all: Places = {}): Problem[] {
  const places: Places = { ...all, ...given };
  const parts = (place: string) =>
    [...(places[place] ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  return Object.entries(given).flatMap(([place, pattern]) => [
    ...(comesBack(place, parts) ? [wrong([...path, place], 'is made of itself')] : []),
    ...outside([...path, place], pattern),
  ]);
}

function outside(path: Problem['path'], pattern: string): Problem[] {
  const leaves = /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(pattern);
  return leaves ? [wrong(path, 'lies outside the project, where nobody looks')] : [];
}

function comesBack(start: string, next: (one: string) => string[]): boolean {
  const seen = new Set<string>();
  for (const todo = next(start); todo.length > 0; ) {
    const one = todo.pop()!;
    if (one === start) return true;
    if (!seen.has(one)) todo.push(...next(one));
    seen.add(one);
  }
  return false;
}

/** Every check of a workflow, with its place in the data. */
function placed(workflow: Workflow): [path: Problem['path'], check: Check][] {
  const list = (path: Problem['path'], checks: Check[] | undefined) =>
    (checks ?? []).flatMap((check, at): [Problem['path'], Check][] => [
      [[...path, at], check],
      ...(check.any ?? []).map((one, index): [Problem['path'], Check] => [[...path, at, 'any', index], one]),
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

function checkProblems(path: Problem['path'], check: Check, workflow: Workflow, all: All): Problem[] {
  const problems: Problem[] = [];
  const without = check.file ? undefined : needFile.find((key) => check[key] !== undefined);
  if (without) problems.push(wrong([...path, without], 'needs "file" beside it'));
  if (check.any?.length === 0) problems.push(wrong([...path, 'any'], 'needs at least one check'));
  if (check.file) problems.push(...outside([...path, 'file'], check.file));
  if (Object.keys(check).every((key) => key === 'message')) problems.push(wrong(path, 'checks nothing'));
  const names = [...Object.keys({ ...all.places, ...workflow.places }), ...variables];
  for (const [key, text] of [
    ['file', check.file],
    ['message', check.message],
  ] as const)
    for (const [, word] of (text ?? '').matchAll(/\{(\w+)\}/g))
      problems.push(...known([...path, key], word!, names, 'place'));
  if (check.agent) problems.push(...known([...path, 'agent'], check.agent, agentsOf(all.workflows), 'agent'));
  if (check.phase)
    problems.push(...known([...path, 'phase'], check.phase, phasesFor(workflow, all), 'phase'));
  return problems;
}

function agentsOf(workflows: Workflows): string[] {
  return Object.values(workflows).flatMap(({ phases }) =>
    Object.values(phases).flatMap((phase) => Object.keys(phase.agents ?? {})),
  );
}

function phasesFor(workflow: Workflow, all: All): string[] {
  const everywhere = Object.entries(all.workflows).flatMap(([name, one]) => [
    name,
    ...Object.keys(one.phases).map((phase) => `${name}.${phase}`),
  ]);
  return [...Object.keys(workflow.phases), ...everywhere];
}
