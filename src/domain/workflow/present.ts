// Finds the built-in workflows that a project uses: those whose command, or one of whose agents, is defined there. The
// client's own commands of the same names (`/plan`, `/review`) do not count.
import type { LoadedWorkflows } from './read.ts';
import type { Phase, Start, Workflow, Workflows } from './types.ts';

/** Commands and agents that the project and the person defined for the client, without its plugins. */
export interface Defined {
  /** Commands and skills. */
  commands: readonly string[];
  agents: readonly string[];
}

/** `config` is the part of the config that `loaded` was read from. */
export function onlyDefined(
  loaded: LoadedWorkflows,
  defined: Defined,
  config: Record<string, unknown> = {},
): LoadedWorkflows {
  const isBuiltIn = (name: string) => loaded.from[name] !== 'config';
  const givesStart = (name: string) => (config[name] as { start?: unknown } | undefined)?.start !== undefined;
  const workflows: Workflows = Object.fromEntries(
    Object.entries(loaded.workflows).map(([name, workflow]) => {
      if (!isBuiltIn(name)) return [name, workflow];
      const start = givesStart(name) ? workflow.start : definedStart(workflow.start, defined);
      const phases = mapPhases(workflow.phases, (phase) => ({
        ...withStart(phase, definedStart(phase.start, defined)),
        ...(phase.agents && { agents: definedAgents(phase.agents, defined) }),
      }));
      return [name, withStart({ ...workflow, phases }, start)];
    }),
  );
  const unused = Object.keys(workflows).filter(
    (name) => loaded.from[name] === 'built in' && !isUsed(workflows[name]!, defined),
  );
  for (const [name, workflow] of Object.entries(workflows))
    if (isBuiltIn(name)) workflows[name] = { ...workflow, phases: usablePhases(workflow, workflows, unused) };
  return { ...loaded, workflows, unused };
}

function isUsed({ start, phases }: Workflow, { agents }: Defined): boolean {
  const named = Object.values(phases).flatMap((phase) => Object.keys(phase.agents ?? {}));
  return start !== undefined || named.some((name) => agents.includes(name));
}

/** The triggers that exist. A command may be written as a skill, and the other way round. */
function definedStart(start: Start | undefined, { commands }: Defined): Start | undefined {
  const found = (words: string[] = []) => words.filter((word) => commands.includes(word));
  const [byCommand, bySkill] = [found(start?.commands), found(start?.skills)];
  if (byCommand.length + bySkill.length === 0) return undefined;
  return { commands: byCommand, skills: bySkill };
}

function withStart<T extends { start?: Start }>(startable: T, start: Start | undefined): T {
  const { start: _, ...rest } = startable;
  return (start ? { ...rest, start } : rest) as T;
}

/** Leaves out agents that are not defined, unless none is: they may come from the client's command line. */
function definedAgents(
  given: NonNullable<Phase['agents']>,
  { agents }: Defined,
): NonNullable<Phase['agents']> {
  const found = Object.entries(given).filter(([name]) => agents.includes(name));
  return found.length > 0 ? Object.fromEntries(found) : given;
}

/** Leaves out phases for which no agent is defined here, unless that is true of all of them. */
function usablePhases(
  { phases }: Workflow,
  workflows: Workflows,
  unused: readonly string[],
): Workflow['phases'] {
  const lacksAgents = ({ runs }: Phase) =>
    runs !== undefined &&
    unused.includes(runs) &&
    !Object.values(workflows[runs]?.phases ?? {}).every((phase) => phase.moves);
  const parts = Object.values(phases).filter(({ runs }) => runs !== undefined);
  if (parts.every((phase) => unused.includes(phase.runs!))) return phases;
  return Object.fromEntries(Object.entries(phases).filter(([, phase]) => !lacksAgents(phase)));
}

function mapPhases(phases: Workflow['phases'], change: (phase: Phase) => Phase): Workflow['phases'] {
  return Object.fromEntries(Object.entries(phases).map(([name, phase]) => [name, change(phase)]));
}
