// Decides whether an agent may start: its own requirements, the order of phases, and phases reserved for the main
// conversation.
import { canEdit, sameAgent } from '../sessions/agents.ts';
import {
  failedChecks,
  namingFor,
  personCanAdvance,
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

export function agentSpec(agents: Phase['agents'], agent: string): AgentSpec | undefined {
  return Object.entries(agents ?? {}).find(([name]) => sameAgent(agent, name))?.[1];
}

function refusedByRun(engine: WorkflowEngine, run: WorkflowRun, agent: string): WorkflowRefusal | undefined {
  const workflow = workflowOf(engine, run);
  const phase = phaseOf(engine, run);
  if (!workflow || !phase) return undefined;
  const spec = agentSpec(phase.agents, agent);
  if (spec) return refuseForMissing(failedChecks(engine, spec.requires, workflow, run), agent, run);
  if (phase.allows?.some((name) => sameAgent(agent, name))) return undefined;
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
    reason: `${agent} can’t start yet (workflow ${run.workflow}). ${lacks.join('. ')}`,
    instead: `do that first, then start ${agent} again; ${personCanAdvance}`,
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
    reason: `Phase ${run.phase} of ${run.workflow} is done by the main conversation itself, and ${agent} can edit files`,
    instead: `${message}${command ? ` Test command: \`${command}\`.` : ''} Agents that only read may start; ${personCanAdvance}`,
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
    return [phase, ...inner].some((one) => agentSpec(one.agents, agent));
  });
  if (!home || names.indexOf(home) <= names.indexOf(run.phase) || run.done.includes(home)) return undefined;
  return {
    reason: `${agent} belongs to phase ${home} of ${run.workflow}, which is still in phase ${run.phase}`,
    instead: `finish phase ${run.phase} first; ${personCanAdvance}`,
  };
}

/** Requirements that some agents have even when their workflow is not running. */
function refusedOutsideRun(engine: WorkflowEngine, agent: string): WorkflowRefusal | undefined {
  const running = relevantRuns(engine).map((run) => run.workflow);
  for (const [name, workflow] of Object.entries(engine.loaded().workflows)) {
    if (running.includes(name)) continue;
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
