// The facts about workflows, agents and handoffs. Loaded when a policy first asks for one of them.

import type { Event } from '../core/event.ts';
import type { Files, Git } from '../core/facts.ts';
import { findChecks } from '../domain/checkpoint/checks.ts';
import type { Work } from '../domain/checkpoint/work.ts';
import type { Handoff, Handoffs } from '../domain/handoff.ts';
import type { Agents } from '../domain/sessions/agents.ts';
import { workflowFacts } from '../domain/workflow/engine.ts';
import type { WorkflowFacts } from '../domain/workflow/facts.ts';
import { readWorkflows } from '../domain/workflow/read.ts';
import { emptyWorkflowState } from '../domain/workflow/types.ts';
import { sessionDocument } from '../store/session-documents.ts';
import type { Store } from '../store/store.ts';
import { attempt } from '../system/attempt.ts';
import { statSync } from '../system/fs/index.ts';
import { agentFacts } from './agents.ts';
import type { World } from './facts.ts';
import { uncommitted } from './git.ts';
import type { ProjectPlace } from './project.ts';

export interface TeamFacts {
  agents: Agents;
  workflow: WorkflowFacts;
  handoffs: Handoffs;
}

export interface TeamSources {
  event: Event;
  place: ProjectPlace;
  world: World;
  store: Store;
  workflows: Record<string, unknown> | undefined;
  files: Files;
  git(): Git;
  work(): Work;
}

export function teamFacts({
  event,
  place,
  world,
  store,
  workflows,
  files,
  git,
  work,
}: TeamSources): TeamFacts {
  const { session_id, agent_id = '' } = event;
  const { home, env, now } = world;
  const agents = agentFacts({ place, env, files, store, session_id, cwd: event.cwd });
  const document = sessionDocument(store, home, { kind: 'workflow', session_id, now }, emptyWorkflowState);
  return {
    agents,
    handoffs: handoffFacts(store, world, session_id, agent_id, agents),
    workflow: workflowFacts({
      now,
      session: session_id,
      agent: agent_id,
      ...(event.prompt_id && { prompt_id: event.prompt_id }),
      root: place.root,
      loaded: once(() => readWorkflows(workflows)),
      files: { ...files, modified: changedAt },
      git: { changed: () => uncommitted(place), committed: (path) => git().committed(path) },
      agents,
      store: { ...document, active: document.exists },
      evidence: () => {
        const runs = work()
          .evidence()
          .filter((one) => one.kind === 'test');
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

const isOpen = (one: Handoff) => !one.told_at && !one.held;

/** Enough to detect a loop; a session rarely has more. */
const maxHandoffs = 100;

function handoffFacts(
  store: Store,
  { home, now }: World,
  session_id: string,
  agent: string,
  agents: Agents,
): Handoffs {
  const document = sessionDocument<Handoff[]>(store, home, { kind: 'handoff', session_id, now }, []);
  return {
    all: document.get,
    waiting: () => {
      const open = document.get().filter((one) => isOpen(one) && one.parent === agent);
      // An agent that was blocked from stopping may still change its handoff.
      return open.filter(
        ({ from_id }) => agents.ran().find((one) => one.id === from_id)?.stopped_at !== undefined,
      );
    },
    put: (from_id, handoff) => {
      if (!handoff && !document.get().some((one) => isOpen(one) && one.from_id === from_id)) return;
      document.change((all) =>
        [
          ...all.filter((one) => one.from_id !== from_id || !isOpen(one)),
          ...(handoff ? [handoff] : []),
        ].slice(-maxHandoffs),
      );
    },
    markTold: (ids, by) =>
      document.change((all) =>
        all.map((one) =>
          ids.includes(one.id) && !one.told_at ? { ...one, told_at: now, told_by: by } : one,
        ),
      ),
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
