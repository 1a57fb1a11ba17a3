// Creates a store as it looks after a month of heavy work.

import { countEvents, insertEventRow } from '../src/store/db/events.ts';
import { openStore } from '../src/store/db/open.ts';
import type { EventRecord } from '../src/store/record.ts';
import { homeAt } from '../src/system/home.ts';
import type { World } from '../test/support/world.ts';

const month = 30 * 24 * 3_600_000;
const events = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'];

export function fillStore(world: World, count: number): void {
  const db = openStore(homeAt(world.pawlHome));
  const start = Date.now() - month;
  db.transaction(() => {
    for (let n = 0; n < count; n++)
      insertEventRow(db, eventNumber(n, start + Math.floor((n * month) / count), world));
  })();
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  const found = countEvents(db);
  db.close();
  if (found < count) throw new Error(`the store holds ${found} events, not ${count}`);
}

function eventNumber(n: number, at: number, world: World): EventRecord {
  return {
    uid: `bench-${n}`,
    at,
    event: events[n % events.length]!,
    session_id: `session-${n % 500}`,
    project: world.project,
    repository: world.project,
    cwd: world.project,
    tool: 'Bash',
    tool_use_id: `toolu_bench_${n}`,
    decision: n % 50 === 0 ? 'deny' : 'pass',
    ms: 3,
    label: 'git status --short',
    policies: [{ policy: 'guard/force-push', level: 'deny', said: 'pass', ms: 0.1 }],
  };
}
