// The facts about workflows, agents and handoffs. Loaded when a policy first asks for one of them.

import type { Event } from '../core/event.ts';
import type { Files, Git } from '../core/facts.ts';
import { findChecks } from '../domain/checkpoint/checks.ts';
import type { Work } from '../domain/checkpoint/work.ts';
import { type Handoff, type Handoffs, handoffBefore, isIgnored, isUntold } from '../domain/handoff.ts';
import type { Agents } from '../domain/sessions/agents.ts';
import { workflowFacts } from '../domain/workflow/engine.ts';
import type { WorkflowFacts } from '../domain/workflow/facts.ts';
import { onlyDefined } from '../domain/workflow/present.ts';
import { readWorkflows } from '../domain/workflow/read.ts';
import { emptyWorkflowState } from '../domain/workflow/types.ts';
import { sessionDocument } from '../store/session-documents.ts';
import type { Store } from '../store/store.ts';
import { attempt } from '../system/attempt.ts';
import { statSync } from '../system/fs/index.ts';
import { agentFacts, definedAgents, definedCommands } from './agents.ts';
import type { World } from './facts.ts';
import { uncommitted } from './git.ts';
import { once } from './once.ts';
import type { ProjectPlace } from './project.ts';

export interface DelegationFacts {
  agents: Agents;
  workflow: WorkflowFacts;
  handoffs: Handoffs;
}

export interface DelegationSources {
  event: Event;
  place: ProjectPlace;
  world: World;
  store: Store;
  workflows: Record<string, unknown> | undefined;
  files: Files;
  git(): Git;
  work(): Work;
}

export function delegationFacts({
  event,
  place,
  world,
  store,
  workflows,
  files,
  git,
  work,
}: DelegationSources): DelegationFacts {
  const { session_id, agent_id = '' } = event;
  const { home, env, now } = world;
  const search = { place, env, files, cwd: event.cwd };
  const agents = agentFacts({ ...search, store, session_id });
  const document = sessionDocument(store, home, { kind: 'workflow', session_id, now }, emptyWorkflowState);
  return {
    agents,
    handoffs: handoffFacts(store, world, { session_id, agent: agent_id, prompt: event.prompt_id }, agents),
    workflow: workflowFacts({
      now,
      session: session_id,
      agent: agent_id,
      ...(event.prompt_id && { prompt_id: event.prompt_id }),
      root: place.root,
      loaded: once(() => {
        const defined = { commands: definedCommands(search), agents: definedAgents(agents) };
        return onlyDefined(readWorkflows(workflows), defined, workflows);
      }),
      files: { ...files, modified: changedAt },
      git: { changed: () => uncommitted(place), committed: (path) => git().committed(path) },
      agents,
      store: { ...document, active: document.exists },
      evidence: () => {
        const runs = work()
          .evidence()
          .filter((result) => result.kind === 'test');
        const last = runs.sort((a, b) => b.at - a.at)[0];
        return last && { at: last.at, ok: last.ok, command: last.command };
      },
      testCommands: () => testCommands(place, files),
    }),
  };
}

/** A modification time can be set back by hand; the time of the last status change can't. */
function changedAt(path: string): number | undefined {
  const stats = attempt(() => statSync(path));
  return stats && Math.max(stats.mtimeMs, stats.ctimeMs);
}

function testCommands(place: ProjectPlace, files: Files): string[] {
  const at = (name: string) => `${place.root}/${name}`;
  const found = findChecks({
    read: (name) => files.read(at(name)),
    exists: (name) => files.exists(at(name)),
  });
  return found.filter((check) => check.kind === 'test').map((check) => check.command);
}

/** Enough to detect a loop; a session rarely has more. */
const maxHandoffs = 100;

interface Conversation {
  session_id: string;
  /** The agent of this event; empty for the main conversation. */
  agent: string;
  prompt: string | undefined;
}

function handoffFacts(
  store: Store,
  { home, now }: World,
  { session_id, agent, prompt }: Conversation,
  agents: Agents,
): Handoffs {
  const document = sessionDocument<Handoff[]>(store, home, { kind: 'handoff', session_id, now }, []);
  const mark = (matches: (handoff: Handoff) => boolean, changes: Partial<Handoff>) => {
    if (document.get().some(matches))
      document.change((all) =>
        all.map((handoff) => (matches(handoff) ? { ...handoff, ...changes } : handoff)),
      );
  };
  return {
    all: document.get,
    waiting: () => {
      const open = document.get().filter((handoff) => isUntold(handoff) && handoff.parent === agent);
      // An agent that was blocked from stopping may still change its handoff.
      return open.filter(
        ({ from_id }) => agents.ran().find((run) => run.id === from_id)?.stopped_at !== undefined,
      );
    },
    ignored: () => document.get().filter((handoff) => isIgnored(handoff, agent, prompt)),
    before: (type, id) => handoffBefore(document.get(), type, id),
    put: ({ type, id }, handoff) => {
      const before = handoffBefore(document.get(), type, id);
      if (before && before.ended_by !== id) mark((other) => other.id === before.id, { ended_by: id });
      if (!handoff && !document.get().some((other) => isUntold(other) && other.from_id === id)) return;
      document.change((all) =>
        [
          ...all.filter((other) => other.from_id !== id || !isUntold(other)),
          ...(handoff ? [handoff] : []),
        ].slice(-maxHandoffs),
      );
    },
    markTold: (ids, event) =>
      mark((handoff) => ids.includes(handoff.id) && !handoff.told_at, {
        told_at: now,
        told_by: event,
        ...(prompt && { told_prompt: prompt }),
      }),
    markTaken: (to) => {
      // The newest, because an earlier one may have been left alone on purpose.
      const next = document
        .get()
        .findLast(
          (handoff) => handoff.parent === agent && handoff.to === to && !handoff.taken_at && !handoff.held,
        );
      if (next) mark((handoff) => handoff.id === next.id, { taken_at: now });
    },
    markReminded: (ids) => mark((handoff) => ids.includes(handoff.id), { reminded_at: now }),
  };
}
