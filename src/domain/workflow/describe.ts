// Describes workflows, phases and checks in text, for agents and for people.
import { fillPlaces, type Naming, pathToWrite, patternOf } from './naming.ts';
import type { AgentSpec, Phase, Start, Workflow, WorkflowCheck, WorkflowRun } from './types.ts';

export function describeCheck(check: WorkflowCheck, naming: Naming): string {
  if (check.any) return check.any.map((alternative) => describeCheck(alternative, naming)).join(' or ');
  const words = [
    check.file && describeFile(check.file, naming),
    ...Object.entries({ ...check.front_matter, ...check.marker }).map(
      ([key, value]) => `\`${key}: ${value}\``,
    ),
    check.sections && `with ${check.sections.join(', ')}`,
    check.min_length && `at least ${check.min_length} characters`,
    check.committed && 'committed',
    check.clean && `nothing uncommitted in ${check.clean.join(', ')}`,
    check.agent && `${check.agent} has delivered`,
    check.phase && `phase ${check.phase} reached`,
    check.tests && `a ${check.tests} test run`,
    check.new_test && 'a new test that was seen to fail',
  ];
  return words.filter(Boolean).join(', ');
}

/** The path to write. A pattern that matches many files is called by the name of its place. */
function describeFile(file: string, naming: Naming): string {
  const name = pathToWrite(file, naming);
  return name.includes('*') && naming.places[file] ? `a file for ${file}` : name;
}

export function describeChecks(checks: readonly WorkflowCheck[] | undefined, naming: Naming): string {
  const parts = (checks ?? []).map((check) => describeCheck(check, naming)).filter(Boolean);
  // Of two checks of one file, the first is left out if the second only adds something to it.
  return parts.filter((part) => !parts.some((other) => other.startsWith(`${part}, `))).join('; ');
}

/** Lists the files an agent needs. A committed one of another session counts if this session has written none. */
export function describeNeeds(checks: readonly WorkflowCheck[] | undefined, naming: Naming): string {
  const words = describeChecks(checks, naming);
  const flat = (checks ?? []).flatMap((check) => check.any ?? [check]);
  const ofSession = flat.some(({ file }) => file && patternOf(file, naming).includes('{session}'));
  return ofSession ? `${words} (or a committed one of an earlier session)` : words;
}

export function describeAgent(name: string, spec: AgentSpec, naming: Naming): string {
  const parts = [
    spec.requires?.length && `needs ${describeNeeds(spec.requires, naming)}`,
    spec.delivers?.length && `delivers ${describeChecks(spec.delivers, naming)}`,
  ].filter(Boolean);
  return parts.length > 0 ? `${name} (${parts.join('; ')})` : name;
}

/** The message for the agent when a phase starts. */
export function describePhase(
  name: string,
  phase: Phase,
  workflow: Workflow,
  run: WorkflowRun,
  naming: Naming,
): string {
  const title = run.phase === run.workflow ? `\`${name}\`` : `\`${run.workflow}\`, phase \`${name}\``;
  const about = phase.about ?? workflow.about;
  const agents = Object.entries(phase.agents ?? {}).map(
    ([agent, spec]) => `- ${describeAgent(agent, spec, naming)}`,
  );
  return [
    `Workflow ${title}${about ? `: ${about}` : ''}.${phase.message ? ` ${fillPlaces(phase.message, naming)}` : ''}`,
    ...(agents.length > 0 ? ['Agents:', ...agents] : []),
    ...(phase.main_only ? ['Agents that can edit files are refused in this phase.'] : []),
  ].join('\n');
}

export function describeStart(start: Start | undefined): string {
  const words = [
    ...(start?.commands ?? []).map((command) => `/${command}`),
    ...(start?.skills ?? [])
      .filter((skill) => !start?.commands?.includes(skill))
      .map((skill) => `skill ${skill}`),
    ...(start?.prompts ?? []).map((prompt) => `“${prompt}…”`),
  ];
  return words.join(', ');
}
