// Fake workflows, agents and handoffs from plain data, for examples and tests.

import type { Event } from '../../core/event.ts';
import type { Facts, Files, Git } from '../../core/facts.ts';
import type { Given } from '../../core/policy.ts';
import { findChecks } from '../../domain/checkpoint/checks.ts';
import { type Handoff, type Handoffs, handoffBefore, isIgnored, isUntold } from '../../domain/handoff.ts';
import type { AgentRun, Agents, KnownAgent } from '../../domain/sessions/agents.ts';
import { workflowFacts } from '../../domain/workflow/engine.ts';
import type { WorkflowFacts } from '../../domain/workflow/facts.ts';
import { type Defined, onlyDefined } from '../../domain/workflow/present.ts';
import { readWorkflows } from '../../domain/workflow/read.ts';
import {
  emptyWorkflowState,
  type TestRun,
  type WorkflowRun,
  type WorkflowState,
} from '../../domain/workflow/types.ts';

interface GivenRun extends Partial<WorkflowRun> {
  workflow: string;
  phase: string;
}

interface GivenWorkflow {
  runs?: readonly GivenRun[];
  /** Workflows as in the config. */
  workflows?: Record<string, unknown>;
  /** The project's own definitions. Default: everything that the built-in workflows need. */
  defined?: Defined;
  tests?: TestRun;
  saved?: Record<string, string>;
  lost?: boolean;
  recovered?: { at: number; text: string };
}

interface GivenAgents {
  known?: readonly (string | KnownAgent)[];
  ran?: readonly (Partial<AgentRun> & { type: string })[];
  frameworks?: readonly string[];
}

export function fakeAgents(given: Given): Agents {
  const { known = [], ran = [], frameworks = [] } = (given.agents ?? {}) as GivenAgents;
  return {
    known: () => known.map((agent) => (typeof agent === 'string' ? { name: agent, from: 'project' } : agent)),
    ran: () => ran.map((run, index) => ({ id: `a${index + 1}`, parent: '', started_at: 0, ...run })),
    frameworks: () => frameworks,
  };
}

type WorkflowParts = Pick<Facts, 'now' | 'project'> & { files: Files; git: Git; agents: Agents };

export function fakeWorkflow(event: Event, given: Given, parts: WorkflowParts): WorkflowFacts {
  const {
    runs = [],
    workflows,
    defined,
    tests,
    saved = {},
    recovered,
    lost = false,
  } = (given.workflow ?? {}) as GivenWorkflow;
  const root = parts.project.root;
  const state: WorkflowState = {
    ...emptyWorkflowState,
    runs: runs.map((run) => completeRun(run, root)),
    saved,
    ...(tests && { tests }),
    ...(recovered && { recovered }),
  };
  const checks = () =>
    findChecks({
      read: (name) => parts.files.read(`${root}/${name}`),
      exists: (name) => parts.files.exists(`${root}/${name}`),
    });
  return workflowFacts({
    ...parts,
    session: event.session_id,
    agent: event.agent_id ?? '',
    root,
    loaded: () => {
      const read = readWorkflows(workflows);
      return defined ? onlyDefined(read, defined, workflows) : read;
    },
    store: {
      active: () => runs.length > 0 || Object.keys(saved).length > 0 || recovered !== undefined,
      get: () => state,
      unreadable: () => lost,
      change: () => {},
    },
    evidence: () => undefined,
    testCommands: () =>
      checks()
        .filter((check) => check.kind === 'test')
        .map((check) => check.command),
  });
}

function completeRun(run: GivenRun, root: string): WorkflowRun {
  const start = { owner: '', root, started_at: 0, entered_at: 0, by: `/${run.workflow}` };
  return { ...start, done: [], agents: {}, runs: { passing: 0, failing: 0 }, ...run };
}

export function fakeHandoffs(event: Event, given: Given): Handoffs {
  const all = ((given.handoffs ?? []) as Partial<Handoff>[]).map(
    (handoff, index): Handoff => ({
      id: `h${index + 1}`,
      at: 0,
      from: 'builder',
      from_id: `a${index + 1}`,
      to: 'tester',
      parent: '',
      ...handoff,
    }),
  );
  const agent = event.agent_id ?? '';
  return {
    all: () => all,
    waiting: () => all.filter((handoff) => isUntold(handoff) && handoff.parent === agent),
    ignored: () => all.filter((handoff) => isIgnored(handoff, agent, event.prompt_id)),
    before: (type, id) => handoffBefore(all, type, id),
    put: () => {},
    markTold: () => {},
    markTaken: () => {},
    markReminded: () => {},
  };
}
