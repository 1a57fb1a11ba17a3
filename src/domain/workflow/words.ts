// How workflows are put into words, for agents and for people.
import { fillIn, type Naming, nameOf } from './naming.ts';
import type { AgentSpec, Check, Phase, Run, Start, Workflow } from './types.ts';

export function checkWords(check: Check, naming: Naming): string {
  if (check.any) return check.any.map((one) => checkWords(one, naming)).join(' or ');
  const words = [
    check.file && fileWords(check.file, naming),
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
  ];
  return words.filter(Boolean).join(', ');
}

/** A path where there is one; a pattern that many files fit is called by its place. */
function fileWords(file: string, naming: Naming): string {
  const name = nameOf(file, naming);
  return name.includes('*') && naming.places[file] ? `one of the ${file}` : name;
}

export function checksWords(checks: readonly Check[] | undefined, naming: Naming): string {
  return (checks ?? []).map((one) => checkWords(one, naming)).join('; ');
}

export function agentWords(name: string, spec: AgentSpec, naming: Naming): string {
  const parts = [
    spec.requires?.length && `needs ${checksWords(spec.requires, naming)}`,
    spec.delivers?.length && `delivers ${checksWords(spec.delivers, naming)}`,
  ].filter(Boolean);
  return parts.length > 0 ? `${name} (${parts.join('; ')})` : name;
}

/** What the agent is told when a phase begins. */
export function phaseWords(name: string, phase: Phase, workflow: Workflow, run: Run, naming: Naming): string {
  const title = run.phase === run.workflow ? name : `${run.workflow}, phase ${name}`;
  const about = phase.about ?? workflow.about;
  const agents = Object.entries(phase.agents ?? {}).map(
    ([agent, spec]) => `- ${agentWords(agent, spec, naming)}`,
  );
  return [
    `Workflow ${title}${about ? `: ${about}` : ''}.${phase.message ? ` ${fillIn(phase.message, naming)}` : ''}`,
    ...(agents.length > 0 ? ['Agents:', ...agents] : []),
    ...(phase.main_only ? ['Agents that could edit files are refused in this phase.'] : []),
  ].join('\n');
}

export function startWords(start: Start | undefined): string {
  const words = [
    ...(start?.commands ?? []).map((one) => `/${one}`),
    ...(start?.skills ?? []).filter((one) => !start?.commands?.includes(one)).map((one) => `skill ${one}`),
    ...(start?.prompts ?? []).map((one) => `“${one}…”`),
  ];
  return words.join(', ');
}
