// Decides whether an agent may start: its own requirements, the order of phases, and phases reserved for the main
// conversation.
import { canEdit } from '../sessions/agents.ts';
import {
  advanceHint,
  failedChecks,
  namingFor,
  phaseOf,
  relevantRuns,
  type WorkflowEngine,
  workflowOf,
} from './context.ts';
import type { WorkflowRefusal } from './facts.ts';
import { fillPlaces } from './naming.ts';
import type { AgentSpec, Phase, Workflow, WorkflowRun } from './types.ts';

export function refuseLaunch(engine: WorkflowEngine, agent: string): WorkflowRefusal | undefined {
  for (const run of relevantRuns(engine)) {
    const refused = refusedByRun(engine, run, agent);
    if (refused) return refused;
  }
  return refusedOutsideRun(engine, agent);
}

/** Finds only the agent of exactly this name: `plugin:code-reviewer` is not `code-reviewer`. */
export function agentSpec(agents: Phase['agents'], agent: string): AgentSpec | undefined {
  return agents && Object.hasOwn(agents, agent) ? agents[agent] : undefined;
}

function refusedByRun(engine: WorkflowEngine, run: WorkflowRun, agent: string): WorkflowRefusal | undefined {
  const workflow = workflowOf(engine, run);
  const phase = phaseOf(engine, run);
  if (!workflow || !phase) return undefined;
  const spec = agentSpec(phase.agents, agent);
  if (spec) return refuseForMissing(failedChecks(engine, spec.requires, workflow, run), agent, run);
  if (phase.allows?.includes(agent)) return undefined;
  if (phase.main_only && canEdit(engine.agents.known().find(({ name }) => name === agent)))
    return refuseMainOnly(engine, run, agent, phase);
  return refuseTooEarly(engine, run, workflow, agent);
}

function refuseForMissing(
  lacks: readonly string[],
  agent: string,
  run: WorkflowRun,
): WorkflowRefusal | undefined {
  if (lacks.length === 0) return undefined;
  return {
    reason: `${agent} can’t start yet (workflow \`${run.workflow}\`). ${lacks.join('. ')}`,
    instead: `do that first, then start ${agent} again`,
  };
}

function refuseMainOnly(
  engine: WorkflowEngine,
  run: WorkflowRun,
  agent: string,
  phase: Phase,
): WorkflowRefusal {
  const command = engine.testCommands()[0];
  const message = fillPlaces(phase.message ?? 'do the work here', namingFor(engine, workflowOf(engine, run)));
  return {
    reason: `Phase \`${run.phase}\` of the workflow \`${run.workflow}\` is done by the main conversation itself, and ${agent} can edit files`,
    instead: `${message}${command ? ` Test command: \`${command}\`.` : ''} Agents that only read may start; ${advanceHint(engine)}`,
  };
}

/** Refuses an agent of a later phase, or of a workflow that makes up a later phase. */
function refuseTooEarly(
  engine: WorkflowEngine,
  run: WorkflowRun,
  workflow: Workflow,
  agent: string,
): WorkflowRefusal | undefined {
  const names = Object.keys(workflow.phases);
  const home = names.find((name) => {
    const phase = workflow.phases[name]!;
    const inner = phase.runs ? Object.values(engine.loaded().workflows[phase.runs]?.phases ?? {}) : [];
    return [phase, ...inner].some((candidate) => agentSpec(candidate.agents, agent));
  });
  if (!home || names.indexOf(home) <= names.indexOf(run.phase) || run.done.includes(home)) return undefined;
  return {
    reason: `${agent} belongs to phase \`${home}\` of the workflow \`${run.workflow}\`, which is still in phase \`${run.phase}\``,
    instead: `finish phase \`${run.phase}\` first; ${advanceHint(engine, home)}`,
  };
}

/** The agents that the workflows in use here name. */
export function namedAgents({ loaded }: WorkflowEngine): string[] {
  const { workflows, unused } = loaded();
  return Object.entries(workflows).flatMap(([name, { phases }]) =>
    unused.includes(name) ? [] : Object.values(phases).flatMap((phase) => Object.keys(phase.agents ?? {})),
  );
}

/** Requirements that some agents have even when their workflow is not running. */
function refusedOutsideRun(engine: WorkflowEngine, agent: string): WorkflowRefusal | undefined {
  const running = relevantRuns(engine).map((run) => run.workflow);
  const { workflows, unused } = engine.loaded();
  for (const [name, workflow] of Object.entries(workflows)) {
    if (running.includes(name) || unused.includes(name)) continue;
    for (const phase of Object.values(workflow.phases)) {
      const lacks = failedChecks(engine, agentSpec(phase.agents, agent)?.outside, workflow);
      if (lacks.length > 0)
        return {
          reason: `${agent} can’t start yet. ${lacks.join('. ')}`,
          instead: `do that first, then start ${agent} again`,
        };
    }
  }
  return undefined;
}
