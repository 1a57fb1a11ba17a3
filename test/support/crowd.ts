// Fills a store with many sessions and events, as after a busy year, using the code that inserts events.

import { insertEvents } from '../../src/store/db/insert-event.ts';
import { countNewEvents } from '../../src/store/db/metrics.ts';
import { openStore } from '../../src/store/db/open.ts';
import type { EventRecord } from '../../src/store/record.ts';
import { homeAt } from '../../src/system/home.ts';
import type { World } from './world.ts';

export interface Crowd {
  sessions: number;
  events: number;
  days: number;
}

const policies = [
  'guard/delete',
  'guard/force-push',
  'guard/self',
  'session/registry',
  'metrics/count',
  'tasks/keep',
];
const tools = ['Bash', 'Read', 'Edit', 'Grep', 'Write', 'Agent'];

/** Tool calls of two events each, session after session; every fiftieth call is refused. */
function eventOf(n: number, { sessions, events, days }: Crowd, now: number): EventRecord {
  const call = Math.floor(n / 2);
  const before = n % 2 === 0;
  const refused = before && call % 50 === 0;
  const project = `/srv/project-${call % 20}`;
  return {
    uid: `u${n}`,
    at: Math.round(now - days * 86_400_000 * (1 - n / events)),
    event: before ? 'PreToolUse' : 'PostToolUse',
    session_id: `s-${Math.floor((n * sessions) / events)}`,
    project,
    repository: project,
    cwd: project,
    tool: tools[call % tools.length]!,
    tool_use_id: `toolu_${call}`,
    decision: refused ? 'deny' : 'pass',
    ms: 4 + (call % 7),
    label: `command number ${call}`,
    policies: policies.map((policy) => ({
      policy,
      level: 'deny',
      said: refused && policy === 'guard/delete' ? 'deny' : 'pass',
      ms: 0.1,
    })),
    ...(refused && { reasons: [{ policy: 'guard/delete', text: 'Deletes the root of the file system' }] }),
    ...(before
      ? { parameters: { command: `command number ${call}` } }
      : { ok: call % 9 > 0, duration_ms: 20 + (call % 300) }),
  };
}

const step = 2_000;

export function fillWorld(world: World, crowd: Crowd): { taken: number; counted: number } {
  const db = openStore(homeAt(world.pawlHome));
  const now = Date.now();
  const start = performance.now();
  for (let n = 0; n < crowd.events; n += step) {
    const some = Array.from({ length: Math.min(step, crowd.events - n) }, (_, at) =>
      eventOf(n + at, crowd, now),
    );
    db.transaction(() => insertEvents(db, some)).immediate();
  }
  const taken = performance.now() - start;
  countNewEvents(db);
  db.close();
  return { taken, counted: performance.now() - start - taken };
}
