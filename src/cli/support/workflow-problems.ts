// Finds problems beyond the shape of a workflow, for `pawl workflow validate`: config that is not in force, agents and
// commands that are not defined, workflows that nothing starts.
import type { Problem } from '../../config/validate.ts';
import { type LoadedWorkflows, readWorkflows } from '../../domain/workflow/read.ts';
import type { Workflow } from '../../domain/workflow/types.ts';
import type { InForce } from '../../user-policies/in-force.ts';

/** Commands of Claude Code itself that a workflow might want to use. */
const clientCommands = 'plan review code-review security-review init compact clear memory agents help'.split(
  ' ',
);

export interface ValidatedNames {
  commands: readonly string[];
  agents: readonly string[];
}

/** Everything wrong, each with its key. Files that are not trusted are read as well. */
export function workflowProblems(
  { config, place }: InForce,
  names: ValidatedNames,
): { loaded: LoadedWorkflows; problems: Problem[] } {
  const untrusted = config.layers.filter(({ state, value }) => state === 'untrusted' && value.workflows);
  const all = Object.assign({}, config.workflows, ...untrusted.map(({ value }) => value.workflows));
  const loaded = readWorkflows(all);
  const mine = Object.entries(loaded.workflows).filter(([name]) => loaded.from[name] !== 'built in');
  const problems = [
    ...loaded.problems,
    ...untrusted.map(({ file }) =>
      warning(
        [],
        `${file.replace(`${place.root}/`, '')} is not trusted, so its workflows are not in force; \`pawl trust\` shows and trusts it`,
      ),
    ),
    ...mine.flatMap(([name, workflow]) => [
      ...startProblems(name, workflow, loaded, names),
      ...agentProblems(name, workflow, names),
    ]),
  ];
  return { loaded, problems };
}

function startProblems(
  name: string,
  { start, phases }: Workflow,
  { workflows, from }: LoadedWorkflows,
  { commands }: ValidatedNames,
): Problem[] {
  const isPart = Object.values(workflows).some((workflow) =>
    Object.values(workflow.phases).some(({ runs }) => runs === name),
  );
  const words = [start, ...Object.values(phases).map((phase) => phase.start)].flatMap((trigger) => [
    ...(trigger?.commands ?? []),
    ...(trigger?.skills ?? []),
    ...(trigger?.prompts ?? []),
  ]);
  if (words.length === 0)
    return isPart
      ? []
      : [
          warning(
            [name, 'start'],
            `nothing starts it: name a command, a skill or the beginning of a prompt. Until then only \`pawl workflow start ${name}\` does`,
          ),
        ];
  if (from[name] !== 'config') return [];
  return (start?.commands ?? [])
    .map((word) => word.replace(/^\//, ''))
    .filter((word) => !word.includes(':') && !commands.includes(word))
    .map((word) =>
      warning(
        [name, 'start', 'commands'],
        clientCommands.includes(word)
          ? `/${word} is a command of Claude Code itself, and typing it starts this workflow as well; choose another name or define .claude/commands/${word}.md`
          : `there is no command /${word}: write .claude/commands/${word}.md`,
      ),
    );
}

function agentProblems(name: string, { phases }: Workflow, { agents }: ValidatedNames): Problem[] {
  return Object.entries(phases).flatMap(([phase, definition]) =>
    Object.keys(definition.agents ?? {})
      .filter((agent) => !agents.includes(agent))
      .map((agent) =>
        warning(
          [name, 'phases', phase, 'agents', agent],
          `there is no agent "${agent}" here: write .claude/agents/${agent}.md, or name a plugin’s agent in full (plugin:name)`,
        ),
      ),
  );
}

const warning = (path: Problem['path'], message: string): Problem => ({ path, message, severity: 'warning' });
