// `npm run bench:team`: the team store under load, with a real PostgreSQL server on this machine. Variables set its size:
//   EVENTS=1000000     pushed by one machine
//   MACHINES=50 EACH=4000   machines that push at once, while they are killed and the server crashes
//   BOARD=10000000     events in the store when board and figures are measured
import type { SQL } from 'bun';
import { lastRowId } from '../src/store/db/events.ts';
import { openStore } from '../src/store/db/open.ts';
import { homeAt } from '../src/system/home.ts';
import { pawl, processorTime, program } from '../test/support/pawl.ts';
import { type Server, startPostgres, withoutPostgres } from '../test/support/postgres.ts';
import { as, events, machineOf, makeTeam, record, type TestTeam } from '../test/support/team.ts';
import { envOf, type World } from '../test/support/world.ts';

const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const round = (n: number, digits = 1) => Number(n.toFixed(digits));

/** The number of events that are built and inserted at once, to limit the memory. */
const batchSize = 20_000;

function fill(world: World, count: number, days = 1): void {
  const start = Date.now() - days * 86_400_000 + 60_000;
  for (let from = 0; from < count; from += batchSize)
    record(
      world,
      events(Math.min(batchSize, count - from), (i) => ({
        at: start + Math.floor(((from + i) / count) * (days * 86_400_000 - 120_000)),
        session_id: `session-${Math.floor((from + i) / 1_600)}`,
        decision: (from + i) % 37 === 0 ? 'deny' : 'pass',
        uid: `${world.root.slice(-6)}-${from + i}`,
      })),
    );
}

async function pushOne(server: Server, count: number) {
  const team = await makeTeam(server, ['alice']);
  using world = machineOf(team, 'alice');
  fill(world, count, 20);
  const started = performance.now();
  const cpu = processorTime(() => {
    const { code, stderr } = pawl(world, ['sync']);
    if (code !== 0) throw new Error(stderr);
  });
  const seconds = (performance.now() - started) / 1000;
  const [row] = await server.run(team.database, 'SELECT count(*)::int AS n FROM pawl.events');
  return {
    events: row!.n as number,
    seconds: round(seconds),
    rows_per_second: Math.round(count / seconds),
    client_cpu_seconds: round(cpu / 1000),
  };
}

/** Kills each pusher at a random moment, up to this often. */
const kills = 2;

async function pushUntilDone(world: World, want: number, stat: { killed: number }): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const child = Bun.spawn([program, 'sync', '--json'], {
      env: envOf(world),
      cwd: world.project,
      stdout: 'pipe',
      stderr: 'ignore',
    });
    if (attempt < kills) {
      await Bun.sleep(200 + Math.random() * 1_500);
      if (child.exitCode === null) stat.killed++;
      child.kill(9);
    }
    const text = await new Response(child.stdout).text();
    if ((await child.exited) === 0 && JSON.parse(text).complete && want > 0) return;
    await Bun.sleep(200);
  }
  throw new Error('a pusher did not finish');
}

async function pushThroughCrashes(server: Server, machines: number, eventsEach: number) {
  const team = await makeTeam(server, ['alice']);
  const worlds = Array.from({ length: machines }, () => machineOf(team, 'alice'));
  const stat = { killed: 0 };
  try {
    for (const world of worlds) fill(world, eventsEach);
    const started = performance.now();
    const all = Promise.all(worlds.map((world) => pushUntilDone(world, eventsEach, stat)));
    for (const pause of [4_000, 6_000, 6_000]) {
      await Bun.sleep(pause);
      await server.crash();
    }
    await all;
    const seconds = round((performance.now() - started) / 1000);
    return { machines, crashes: 3, ...stat, seconds, ...(await compare(server, team, worlds)) };
  } finally {
    for (const world of worlds) world[Symbol.dispose]();
  }
}

async function compare(server: Server, { database }: TestTeam, worlds: readonly World[]) {
  const rows = worlds.reduce((sum, world) => {
    const db = openStore(homeAt(world.pawlHome));
    const n = lastRowId(db);
    db.close();
    return sum + n;
  }, 0);
  const [there] = await server.run(
    database,
    'SELECT count(*)::int AS n, count(DISTINCT (machine, uid))::int AS d FROM pawl.events',
  );
  return { rows, lost: rows - (there!.d as number), doubled: (there!.n as number) - (there!.d as number) };
}

/** Rows made by the server itself, over 30 days, 50 machines and 1,000 sessions. */
const filler = (count: number) => `
  INSERT INTO pawl.machines (machine, owner, name, client) SELECT gen_random_uuid(), 'alice', 'machine-' || i, 1 FROM generate_series(1, 50) i;
  INSERT INTO pawl.sessions (machine, session_id, owner, state, need, repository, since, started_at, last_seen_at)
    SELECT (SELECT min(no) FROM pawl.machines) + i % 50, 'session-' || i, 'alice', 'active', i % 5, 'github.com/acme/app', now(), now(), now() - i * interval '1 minute'
    FROM generate_series(1, 1000) i;
  INSERT INTO pawl.metrics (kind, day, name, figure, machine, n)
    SELECT 'policy', current_date - d, 'guard/p' || p, f, (SELECT min(no) FROM pawl.machines) + m, 7
    FROM generate_series(0, 29) d, generate_series(1, 40) p, unnest(ARRAY['calls', 'refused', 'cost_us']) f, generate_series(0, 49) m;
  INSERT INTO pawl.events (at, machine, uid, event, session_id, repository, tool, decision, ms)
    SELECT now() - (i::float8 / ${count}) * interval '29 days', i % 50 + 1, 'u' || i, 'PreToolUse', 'session-' || i % 1000, 'github.com/acme/app', 'Bash',
      CASE WHEN i % 50 = 0 THEN 'deny' ELSE 'pass' END, 2
    FROM generate_series(1, ${count}) i;
  ANALYZE pawl.events, pawl.sessions, pawl.metrics`;

const queries: [name: string, text: string][] = [
  ['board, first 100 of 1,000 sessions', 'SELECT * FROM pawl.board_v1(false, NULL, NULL, 100, 0)'],
  ['board of one machine', "SELECT * FROM pawl.board_v1(false, NULL, 'machine-7', 100, 0)"],
  ['machines with their counts', 'SELECT * FROM pawl.machines_v1()'],
  ['newest 50 refusals', "SELECT * FROM pawl.decisions_v1(now() - interval '2 days', NULL, NULL, 50)"],
  [
    'sums of 30 days, all kinds',
    'SELECT * FROM pawl.metrics_v1(current_date - 30, current_date, NULL, NULL)',
  ],
];

async function measureQueries(server: Server, count: number) {
  const team = await makeTeam(server, ['alice']);
  const days = Array.from({ length: 31 }, (_, i) => i).map(
    (i) => `(now() - ${i} * interval '1 day', 0, 'x', 'x', 'x', 'x', 'pass', 0)`,
  );
  await server.run(
    team.database,
    `INSERT INTO pawl.events (at, machine, uid, event, session_id, repository, decision, ms) VALUES ${days.join(',')}; SELECT pawl.keep()`,
  );
  await server.run(team.database, filler(count));
  return as(team.urlOf('alice'), async ({ sql }) => {
    const found: Record<string, number> = {};
    for (const [name, text] of queries) found[name] = await median(sql, text);
    return { events: count, ms: found };
  });
}

async function median(sql: SQL, text: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 9; n++) {
    const [row] = await sql.unsafe(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`);
    const plan = Object.values(row)[0] as { 'Execution Time': number }[] | string;
    times.push((typeof plan === 'string' ? JSON.parse(plan) : plan)[0]['Execution Time']);
  }
  return round(times.sort((a, b) => a - b)[4]!);
}

const missing = withoutPostgres();
if (missing) throw new Error(missing);
using server = await startPostgres();
const report = (name: string, result: object) => console.log(`${name}: ${JSON.stringify(result)}`);
report('one machine', await pushOne(server, setting('EVENTS', 1_000_000)));
report('many machines', await pushThroughCrashes(server, setting('MACHINES', 50), setting('EACH', 4_000)));
report('in the database', await measureQueries(server, setting('BOARD', 10_000_000)));
process.exit(0);
