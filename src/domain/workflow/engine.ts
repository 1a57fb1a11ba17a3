// Workflows as policies ask about them.

import { makeEngine, type World } from './context.ts';
import type { WorkflowFacts } from './facts.ts';
import { launch } from './launch.ts';
import { duties, news, noticeReleased, ran, recovered, restore, save, stop } from './progress.ts';
import { start } from './start.ts';
import { promptTrigger } from './trigger.ts';

export function workflowFacts(world: World): WorkflowFacts {
  const engine = makeEngine(world);
  const { memory, reading } = world;
  return {
    active: () => memory.active(),
    lost: () => memory.lost(),
    problems: () => reading().problems.map(({ path, message }) => `workflows.${path.join('.')}: ${message}`),
    prompt: (text) => start(engine, promptTrigger(text)),
    command: (command) => start(engine, { command }),
    skill: (skill) => start(engine, { skill }),
    launch: (agent) => {
      if (memory.active()) noticeReleased(engine);
      return launch(engine, agent);
    },
    stop: (agent) => (memory.active() ? stop(engine, agent) : []),
    lookBack: () => {
      if (memory.active()) noticeReleased(engine);
    },
    news: () => news(engine),
    ran: (source, commands, ended) => {
      if (memory.active()) ran(engine, source, commands, ended);
    },
    duties: (agent) => (memory.active() ? duties(engine, agent) : undefined),
    save: (more) => save(engine, more),
    restore: () => restore(engine),
    recovered: () => (memory.active() ? recovered(engine) : undefined),
  };
}
