// Stores and clients of several versions at once. There is one schema so far, so that later ones are made up here.
import { expect } from 'bun:test';
import { SQL } from 'bun';
import { migrations, setUpScript } from '../../src/team/postgres/script.ts';
import { pawl, pawlJson, program } from '../support/pawl.ts';
import { events, machineOf, makeTeam, record } from '../support/team.ts';
import { envOf } from '../support/world.ts';
import { server, testWithServer } from './server.ts';

const tables = [
  'events',
  'labels',
  'sessions',
  'session_labels',
  'metrics',
  'memories',
  'people',
  'published',
  'meta',
  'readers',
];

/** A migration as a later Pawl could have it: it changes every table. */
const laterStep = (n: number) =>
  tables.map((table) => `ALTER TABLE pawl.${table} ADD COLUMN later_${n} text;`).join('\n');

const reads = [
  'SELECT * FROM pawl.about_v1()',
  "SELECT * FROM pawl.decisions_v1(now() - interval '1 day', NULL, 'alice-laptop', 50)",
  'SELECT * FROM pawl.board_v1(true, NULL, NULL, 100, 0)',
  "SELECT * FROM pawl.metrics_v1(current_date - 7, current_date, 'alice', NULL)",
  'SELECT * FROM pawl.machines_v1()',
  'SELECT * FROM pawl.people_v1()',
  "SELECT * FROM pawl.pull_memories_v1('r', '0', '', 10)",
  'SELECT * FROM pawl.published_v1(NULL)',
  'SELECT pawl.keep()',
];

/** Asks like the clients of a large team, until it is stopped. Returns what went wrong. */
async function askAround(url: string, stop: AbortSignal): Promise<string[]> {
  const sql = new SQL(url, { max: 1, prepare: false } as never);
  const problems: string[] = [];
  for (let at = Math.floor(Math.random() * reads.length); !stop.aborted; at = (at + 1) % reads.length)
    await sql.unsafe(reads[at]!).catch((error: Error) => problems.push(`${reads[at]}: ${error.message}`));
  await sql.close({ timeout: 0 });
  return problems;
}

testWithServer('migrations while machines push and people read: no deadlock, no loss', async () => {
  const team = await makeTeam(server(), ['alice']);
  const worlds = [machineOf(team, 'alice'), machineOf(team, 'alice')];
  const stop = new AbortController();
  try {
    const day = 86_400_000;
    for (const world of worlds)
      record(
        world,
        events(15_000, (i) => ({
          at: Date.now() - 1_000 - (i % 9) * day,
          decision: i % 100 ? 'pass' : 'deny',
        })),
      );
    const asking = Array.from({ length: 4 }, () => askAround(team.urlOf('alice'), stop.signal));
    const pushing = worlds.map((world) =>
      Bun.spawn([program, 'sync', '--json'], { env: envOf(world), stdout: 'pipe', stderr: 'pipe' }),
    );
    const problems: string[] = [];
    for (let version = 2; version <= 9; version++) {
      const steps = [...migrations, ...Array.from({ length: version - 1 }, (_, n) => laterStep(n))];
      await server()
        .run(team.database, setUpScript(steps))
        .catch((error: Error) => problems.push(`init: ${error.message}`));
    }
    for (const child of pushing) {
      expect(await new Response(child.stderr).text()).toBe('');
      expect(JSON.parse(await new Response(child.stdout).text())).toMatchObject({ events: 15_000 });
    }
    stop.abort();
    expect([...problems, ...(await Promise.all(asking)).flat()]).toEqual([]);
    const [row] = await server().run(
      team.database,
      'SELECT count(*)::int AS n, count(DISTINCT uid)::int AS uids FROM pawl.events',
    );
    expect(row).toEqual({ n: 30_000, uids: 30_000 });
  } finally {
    stop.abort();
    for (const world of worlds) world[Symbol.dispose]();
  }
});

testWithServer(
  'a store of an older Pawl lacks functions: the owner is named, and init brings them',
  async () => {
    const team = await makeTeam(server(), ['alice']);
    using world = machineOf(team, 'alice');
    record(world, events(3));
    await server().run(team.database, 'DROP FUNCTION pawl.push_sessions_v1');
    const { code, stderr } = pawl(world, ['sync']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Its owner runs `pawl team init`')]);
    expect(pawl(world, ['team', 'init', '-'], team.owner).stdout).toContain('is up to date');
    expect(pawlJson(world, ['sync'])).toMatchObject({ events: 3, sessions: 1, complete: true });
  },
);
