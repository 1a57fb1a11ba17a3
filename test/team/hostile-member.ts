// A member who attacks the store with psql: nothing stops the work of others, and no row or name harms them.
import { expect } from 'bun:test';
import { SQL } from 'bun';
import { setUp } from '../../src/team/postgres/calls.ts';
import { pawl, pawlJson } from '../support/pawl.ts';
import { as, events, machineOf, makeTeam, record, type TestTeam } from '../support/team.ts';
import { server, testWithServer } from './server.ts';

/** A connection of somebody who uses psql instead of Pawl, with a machine of their own. */
async function attacker(team: TestTeam, name: string) {
  const sql = new SQL(team.urlOf(name), { max: 1, connectionTimeout: 10 });
  const machine = crypto.randomUUID();
  await sql.unsafe(`SELECT * FROM pawl.enrol_v1('${machine}', 'evil\x1b[2J', 1)`);
  const run = (text: string) =>
    sql.unsafe(text.replaceAll('MINE', `'${machine}'::uuid`)).then(
      (rows) => [...rows].map((row) => ({ ...row })),
      (error: Error) => error.message,
    );
  return { run, [Symbol.asyncDispose]: () => sql.close({ timeout: 0 }) };
}

const json = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`;
const push = (rows: object[]) => `SELECT * FROM pawl.push_v1(MINE, 0, 1, 'x', 0, ${json(rows)})`;
const plain = { uid: 'u', event: 'PreToolUse', session_id: 's', repository: 'r', decision: 'deny', ms: 1 };

testWithServer(
  'no function makes thousands of tables, and no lock of a member stops the others',
  async () => {
    const team = await makeTeam(server(), ['alice', 'mallory']);
    await using mallory = await attacker(team, 'mallory');
    const partitions = async () =>
      (
        await server().run(
          team.database,
          "SELECT count(*)::int AS n FROM pg_class WHERE relname ~ '^events_2' AND relkind = 'r'",
        )
      )[0]!.n as number;
    const before = await partitions();
    expect(await mallory.run(push([{ ...plain, at: Date.now() - 20 * 86_400_000 }]))).toMatchObject([
      { moved: true },
    ]);
    await mallory.run('SELECT pawl.keep(NULL, 100000)');
    expect((await partitions()) - before).toBeLessThan(70);
    for (const days of [7, 0, -1, 2147483647])
      expect(await mallory.run(`SELECT pawl.keep(${days})`)).toMatch(/only a lead|1 to 3650/);
    await mallory.run('SELECT pg_advisory_lock(704157), pg_advisory_lock(704158)');
    expect(await as(team.owner, setUp)).toBe(1);
    await server().run(team.database, 'UPDATE pawl.meta SET kept_on = NULL');
    using world = machineOf(team, 'alice');
    record(world, events(2));
    expect(pawlJson(world, ['sync'])).toMatchObject({ events: 2, complete: true });
    const [meta] = await server().run(team.database, 'SELECT kept_on IS NOT NULL AS kept FROM pawl.meta');
    expect(meta).toEqual({ kept: true });
    for (const lock of ['DO $$ BEGIN LOCK TABLE pawl.machines; END $$', 'SELECT * FROM pawl.meta FOR UPDATE'])
      expect(await mallory.run(lock)).toContain('permission denied');
  },
);

testWithServer('huge, forged and odd rows harm nobody’s board, figures or lessons', async () => {
  const team = await makeTeam(server(), ['alice', 'mallory']);
  using world = machineOf(team, 'alice');
  record(world, [...events(2), ...events(1, () => ({ decision: 'deny', label: 'mine' }))]);
  Bun.spawnSync(['git', 'init', '-q'], { cwd: world.project });
  Bun.spawnSync(['git', 'remote', 'add', 'origin', 'git@github.com:acme/app.git'], { cwd: world.project });
  pawl(world, ['memory', 'add', 'npm run check', '--topic', 'tests']);
  pawlJson(world, ['sync']);
  await using mallory = await attacker(team, 'mallory');
  const huge = 'x'.repeat(3_000_000);
  const code = '\x1b]0;gotcha\x07\x1b[2J';
  expect(
    await mallory.run(
      push([
        {
          ...plain,
          at: Date.now(),
          tool: huge,
          decision: code,
          policies: [huge],
          label: huge,
          repository: huge,
        },
      ]),
    ),
  ).toMatchObject([{ moved: true }]);
  const session = { session_id: code, state: code, need: -9, repository: huge, role: huge, why: huge };
  const times = { since: 'Infinity', started_at: -1e300, last_seen_at: 'NaN' };
  expect(
    await mallory.run(`SELECT pawl.push_sessions_v1(MINE, ${json([{ ...session, ...times }])})`),
  ).toBeArray();
  const most = '9223372036854775807';
  for (const name of ['PreToolUse', 'Stop'])
    expect(
      await mallory.run(
        `SELECT pawl.push_metrics_v1(MINE, ARRAY[current_date, 'infinity'::date], '[{"kind":"event","day":"infinity","name":"x","figure":"events","n":1},{"kind":"event","day":"${new Date().toISOString().slice(0, 10)}","name":"${name}","figure":"events","n":${most}}]')`,
      ),
    ).toBeArray();
  const lesson = { repository: 'github.com/acme/app', kind: 'assertion', category: 'note', entities: [huge] };
  expect(
    await mallory.run(
      `SELECT pawl.push_memories_v1(MINE, ${json([
        { ...lesson, uid: 'm1', at: 9e14, topic: 'tests', content: huge },
      ])})`,
    ),
  ).toBeArray();
  // Alice's own words, taken back or overwritten by somebody else: nothing changes.
  const [own] = await server().run(team.database, "SELECT uid FROM pawl.memories WHERE owner = 'alice'");
  expect(await mallory.run(`SELECT pawl.retract_v1(ARRAY['${own!.uid}'])`)).toEqual([{ retract_v1: 0 }]);
  await mallory.run(
    `SELECT pawl.push_memories_v1(MINE, ${json([{ ...lesson, uid: own!.uid, at: 1, content: 'forged' }])})`,
  );
  // A statement from the future counts from now on at most, so a newer one replaces it.
  expect(pawlJson(world, ['sync'])).toMatchObject({ complete: true });
  pawl(world, ['memory', 'add', 'npm run verify', '--topic', 'tests']);
  pawlJson(world, ['sync']);
  const kept = pawlJson<{ content: string }[]>(world, ['memory', 'list']).map(({ content }) => content);
  expect(kept).toEqual(['npm run verify']);
  for (const args of [
    ['sessions', '--team'],
    ['metrics', '--team'],
    ['team', 'decisions'],
    ['team', 'people'],
  ]) {
    const { code: ended, stdout } = pawl(world, args);
    expect([args, ended, stdout.length < 40_000, stdout.includes('\x1b')]).toEqual([args, 0, true, false]);
  }
});

testWithServer('names with quotes, search paths and temporary tables change nothing', async () => {
  const team = await makeTeam(server(), ['alice', 'o\'"brien; DROP']);
  using world = machineOf(team, 'alice');
  record(world, events(1));
  pawlJson(world, ['sync']);
  for (const odd of ["alice' OR '1'='1", "x'; DROP TABLE pawl.events; --", '%', '\\'])
    for (const option of ['--person', '--machine'])
      expect(pawlJson<unknown[]>(world, ['sessions', '--team', option, odd])).toEqual([]);
  expect(pawl(world, ['team', 'allow', "x'; DROP"]).stderr).toContain('There is no');
  expect(pawl(world, ['team', 'allow', 'o\'"brien; DROP']).code).toBe(0);
  const outsider = await makeTeam(server(), ['eve']);
  const eve = new SQL(server().url('eve', 'eve-secret', team.database), { max: 1 });
  const asEve = (text: string) =>
    eve.unsafe(text).then(
      () => 'done',
      (error: Error) => error.message,
    );
  expect(outsider.database).not.toBe(team.database);
  expect(
    await asEve(`CREATE TEMP TABLE people AS SELECT 'eve'::name AS name, true AS lead, now() AS since;
      CREATE TEMP TABLE machines AS SELECT 1 AS no; GRANT ALL ON people, machines TO PUBLIC;
      CREATE FUNCTION pg_temp.generation() RETURNS text LANGUAGE sql AS 'SELECT 1::text';
      SET search_path = pg_temp, pawl, pg_catalog; SELECT * FROM pawl.people_v1()`),
  ).toContain('not in this team');
  for (const call of [
    "pawl.publish_v1('h', NULL, '[]')",
    "pawl.allow_v1('eve', true)",
    "pawl.retract_v1('{}')",
    "pawl.pull_memories_v1('r', '0', '', 1)",
    'pawl.keep(1)',
    'pawl.require_member()',
    'pawl.generation()',
    'pawl.time_of(1, now())',
  ])
    expect(await asEve(`SELECT ${call}`)).toMatch(/not in this team|permission denied/);
  await eve.close({ timeout: 0 });
});
