// May this agent start now? Its own needs, the order of phases, and phases that the main conversation does itself.
import { canEdit, sameAgent } from '../sessions/agents.ts';
import { type Engine, lacking, namingFor, personsWay, phaseOf, runsHere, workflowOf } from './context.ts';
import type { Refused } from './facts.ts';
import { fillIn } from './naming.ts';
import type { AgentSpec, Phase, Run, Workflow } from './types.ts';

export function launch(engine: Engine, agent: string): Refused | undefined {
  for (const run of runsHere(engine)) {
    const refused = inRun(engine, run, agent);
    if (refused) return refused;
  }
  return outside(engine, agent);
}

export function specOf(agents: Phase['agents'], agent: string): AgentSpec | undefined {
  return Object.entries(agents ?? {}).find(([name]) => sameAgent(agent, name))?.[1];
}

function inRun(engine: Engine, run: Run, agent: string): Refused | undefined {
  const workflow = workflowOf(engine, run);
  const phase = phaseOf(engine, run);
  if (!workflow || !phase) return undefined;
  const spec = specOf(phase.agents, agent);
  if (spec) return needs(lacking(engine, spec.requires, workflow, run), agent, run);
  if (phase.allows?.some((name) => sameAgent(agent, name))) return undefined;
  if (phase.main_only && canEdit(engine.agents.known().find(({ name }) => name === agent)))
    return mainOnly(engine, run, agent, phase);
  return tooEarly(engine, run, workflow, agent);
}

function needs(lacks: readonly string[], agent: string, run: Run): Refused | undefined {
  if (lacks.length === 0) return undefined;
  return {
    reason: `${agent} can’t start yet (workflow ${run.workflow}). ${lacks.join('. ')}`,
    instead: `do that first, then start ${agent} again; ${personsWay}`,
  };
}

function mainOnly(engine: Engine, run: Run, agent: string, phase: Phase): Refused {
  const command = engine.testCommands()[0];
  const message = fillIn(phase.message ?? 'do it here', namingFor(engine, workflowOf(engine, run)));
  return {
    reason: `Phase ${run.phase} of ${run.workflow} is the main conversation’s own work, and ${agent} could edit files`,
    instead: `${message}${command ? ` The tests: \`${command}\`.` : ''} Agents that only read may start; ${personsWay}`,
  };
}

/** An agent of a later phase, or of a workflow that is a later phase. */
function tooEarly(engine: Engine, run: Run, workflow: Workflow, agent: string): Refused | undefined {
  const names = Object.keys(workflow.phases);
  const home = names.find((name) => {
    const phase = workflow.phases[name]!;
    const inner = phase.runs ? Object.values(engine.reading().workflows[phase.runs]?.phases ?? {}) : [];
    return [phase, ...inner].some((one) => specOf(one.agents, agent));
  });
  if (!home || names.indexOf(home) <= names.indexOf(run.phase) || run.done.includes(home)) return undefined;
  return {
    reason: `${agent} belongs to phase ${home} of ${run.workflow}, which is in ${run.phase}`,
    instead: `finish ${run.phase} first; ${personsWay}`,
  };
}

/** What some agents need even when nobody started their workflow. */
function outside(engine: Engine, agent: string): Refused | undefined {
  const running = runsHere(engine).map((run) => run.workflow);
  for (const [name, workflow] of Object.entries(engine.reading().workflows)) {
    if (running.includes(name)) continue;
    for (const phase of Object.values(workflow.phases)) {
      const lacks = lacking(engine, specOf(phase.agents, agent)?.outside, workflow);
      if (lacks.length > 0)
        return {
          reason: `${agent} can’t start yet. ${lacks.join('. ')}`,
          instead: `do that first, then start ${agent} again`,
        };
    }
  }
  return undefined;
}
