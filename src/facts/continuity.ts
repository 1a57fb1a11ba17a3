// The facts about tasks, work and memories. One module, loaded when a policy asks for any of them.
import type { Event } from '../core/event.ts';
import type { Work } from '../domain/checkpoint/work.ts';
import type { Memories } from '../domain/memory/memory.ts';
import type { Tasks } from '../domain/tasks.ts';
import { clientMark, isMarked } from '../store/files/marks.ts';
import { inheritTold } from '../store/files/told.ts';
import type { Store } from '../store/store.ts';
import type { World } from './facts.ts';
import { memoryFacts } from './memory.ts';
import { isFork, parentSession } from './parent-session.ts';
import type { ProjectPlace } from './project.ts';
import { taskFacts } from './tasks.ts';
import { workFacts } from './work.ts';

/** How long data is kept; see `retention` in the config. */
export interface Retention {
  tasks_days: number;
  memory_days: number;
  memory_per_project: number;
}

const defaultRetention: Retention = { tasks_days: 7, memory_days: 90, memory_per_project: 500 };

export interface Continuity {
  readonly tasks: Tasks;
  readonly work: Work;
  readonly memory: Memories;
}

/** Whether the client of this hook has also started Pawl's MCP server. */
function hasMcpServer({ home, env }: World): boolean {
  return isMarked(home, clientMark(Number(env.CLAUDE_PID) || process.ppid), 'mcp');
}

export function continuityFacts(
  event: Event,
  place: ProjectPlace,
  world: World,
  store: Store,
  retention: Retention = defaultRetention,
): Continuity {
  const work = workFacts(event, place, world, store);
  // A fork has the context of its parent, and with it everything that the parent was told.
  const parent = isFork(event) && world.later ? parentSession(event, store) : undefined;
  if (parent) inheritTold(world.home, parent, event.session_id);
  return {
    tasks: taskFacts(event, place, store, world.env, world.now, retention.tasks_days, () =>
      hasMcpServer(world),
    ),
    work,
    memory: memoryFacts(event, place, world, store, work, retention),
  };
}
