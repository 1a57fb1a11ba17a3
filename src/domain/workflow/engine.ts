// The workflow facts that policies ask for, built on the workflow engine.

import { makeEngine, type WorkflowWorld } from './context.ts';
import type { WorkflowFacts } from './facts.ts';
import { namedAgents, refuseLaunch } from './launch.ts';
import {
  instructionsFor,
  missingDeliverables,
  noticeReleased,
  observeCommand,
  recentlyRestored,
  restore,
  save,
  takeAnnouncements,
} from './progress.ts';
import { describeNames } from './session-names.ts';
import { start } from './start.ts';
import { promptTrigger } from './trigger.ts';
import { codeWrittenSince, refuseCommit, refuseWrite } from './writes.ts';

export function workflowFacts(world: WorkflowWorld): WorkflowFacts {
  const engine = makeEngine(world);
  const { store, loaded } = world;
  return {
    active: () => store.active(),
    unreadable: () => store.unreadable(),
    problems: () => loaded().problems.map(({ path, message }) => `workflows.${path.join('.')}: ${message}`),
    startByPrompt: (text) => start(engine, promptTrigger(text)),
    startByCommand: (command) => start(engine, { command }),
    startBySkill: (skill) => start(engine, { skill }),
    refuseLaunch: (agent) => {
      if (store.active()) noticeReleased(engine);
      return refuseLaunch(engine, agent);
    },
    missingDeliverables: (agent) => (store.active() ? missingDeliverables(engine, agent) : []),
    noticeReleased: () => {
      if (store.active()) noticeReleased(engine);
    },
    takeAnnouncements: () => takeAnnouncements(engine),
    observeCommand: (source, commands, ended) =>
      store.active() ? observeCommand(engine, source, commands, ended) : [],
    refuseWrite: (paths, text) => (store.active() ? refuseWrite(engine, paths, text) : undefined),
    refuseCommit: () => (store.active() ? refuseCommit(engine) : undefined),
    codeWrittenSince: (at) => (store.active() ? codeWrittenSince(engine, at) : []),
    agentNames: () => namedAgents(engine),
    describeNames: () => describeNames(engine),
    instructionsFor: (agent) => (store.active() ? instructionsFor(engine, agent) : undefined),
    save: (more) => save(engine, more),
    restore: () => restore(engine),
    recentlyRestored: () => (store.active() ? recentlyRestored(engine) : undefined),
  };
}
