// Access: what a login of the team can't read or write, and to which server a machine connects, whatever its environment
// says.
import { expect } from 'bun:test';
import { SQL } from 'bun';
import { configure, pawl, pawlJson } from '../support/pawl.ts';
import { testUnless } from '../support/skip.ts';
import { event, machineOf, makeTeam, record } from '../support/team.ts';
import { server, testWithServer } from './server.ts';

/** Runs a statement with somebody's login; an error becomes its message. */
async function tries(url: string, text: string): Promise<unknown> {
  const sql = new SQL(url, { max: 1, connectionTimeout: 10 });
  try {
    return [...(await sql.unsafe(text))].map((row) => ({ ...row }));
  } catch (error) {
    return (error as Error).message;
  } finally {
    await sql.close({ timeout: 0 });
  }
}

testWithServer('a login of the team reads no table, no partition and nobody’s labels', async () => {
  const team = await makeTeam(server(), ['alice', 'mallory']);
  using world = machineOf(team, 'alice');
  record(world, [
    event({
      decision: 'deny',
      label: 'a secret plan',
      reasons: [{ policy: 'guard/delete', text: 'why' } as never],
    }),
  ]);
  pawlJson(world, ['sync']);
  const mallory = team.urlOf('mallory');
  const tables = await server().run(
    team.database,
    "SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE nspname = 'pawl' AND relkind IN ('r', 'p', 'v')",
  );
  expect(tables.length).toBeGreaterThan(30);
  const asked = tables.map(
    ({ name }) =>
      `BEGIN EXECUTE 'SELECT 1 FROM ${name} LIMIT 1'; open := open || ' ${name}'; EXCEPTION WHEN insufficient_privilege THEN NULL; END;`,
  );
  expect(
    await tries(
      mallory,
      `DO $$ DECLARE open text := ''; BEGIN ${asked.join('\n')} IF open <> '' THEN RAISE EXCEPTION 'open: %', open; END IF; END $$`,
    ),
  ).not.toContain('open');
  const decisions = "SELECT label, reason FROM pawl.decisions_v1(now() - interval '1 day', NULL, NULL, 10)";
  expect(await tries(mallory, decisions)).toMatchObject([{ label: null, reason: null }]);
  expect(await tries(team.urlOf('alice'), decisions)).toMatchObject([
    { label: 'a secret plan', reason: 'why' },
  ]);
  expect(await tries(mallory, 'SELECT * FROM pawl.lock_machine(gen_random_uuid())')).toContain(
    'permission denied',
  );
  expect(await tries(mallory, "INSERT INTO pawl.readers VALUES ('alice', 'mallory')")).toContain(
    'permission denied',
  );
  expect(await tries(mallory, 'SET ROLE pawl_store')).toContain('permission denied');
  expect(await tries(mallory, 'SET SESSION AUTHORIZATION alice')).toContain('permission denied');
  pawl(world, ['team', 'allow', 'mallory']);
  expect(await tries(mallory, decisions)).toMatchObject([{ label: 'a secret plan' }]);
  pawl(world, ['team', 'allow', 'mallory', '--off']);
  expect(await tries(mallory, decisions)).toMatchObject([{ label: null }]);
});

testWithServer('nobody pushes for another machine, publishes or retracts for others', async () => {
  const team = await makeTeam(server(), ['alice', 'mallory']);
  using world = machineOf(team, 'alice');
  record(world, [event()]);
  pawlJson(world, ['sync']);
  const [row] = await server().run(team.database, 'SELECT machine FROM pawl.machines');
  const mallory = team.urlOf('mallory');
  const forged = `'${row!.machine}'::uuid`;
  for (const call of [
    `pawl.push_v1(${forged}, 1, 2, 'x', 0, '[]'::jsonb)`,
    `pawl.restart_v1(${forged}, 1, 1)`,
    `pawl.push_sessions_v1(${forged}, '[]'::jsonb)`,
    `pawl.push_metrics_v1(${forged}, '{2026-01-01}'::date[], '[]'::jsonb)`,
    `pawl.push_memories_v1(${forged}, '[]'::jsonb)`,
  ])
    expect(await tries(mallory, `SELECT * FROM ${call}`)).toContain('not enrolled by mallory');
  expect(await tries(mallory, `SELECT * FROM pawl.enrol_v1(${forged}, 'mine now', 1)`)).toEqual([]);
  expect(await tries(mallory, "SELECT pawl.publish_v1('h', NULL, '[]'::jsonb)")).toContain('only a lead');
  const own = crypto.randomUUID();
  await tries(mallory, `SELECT * FROM pawl.enrol_v1('${own}', 'm', 1)`);
  // A session of the same id on another machine is another session, and its texts are another's.
  await tries(
    mallory,
    `SELECT pawl.push_sessions_v1('${own}', '[{"session_id":"s1","state":"idle","need":2,"repository":"r","since":1,"started_at":1,"last_seen_at":1}]')`,
  );
  const [owner] = await server().run(
    team.database,
    "SELECT s.owner FROM pawl.sessions s JOIN pawl.machines m ON m.no = s.machine WHERE m.name = 'alice-laptop'",
  );
  expect(owner).toEqual({ owner: 'alice' });
  using stolen = machineOf(team, 'mallory');
  await Bun.write(`${stolen.pawlHome}/team/machine`, `${row!.machine}\n`);
  expect(pawl(stolen, ['sync']).stderr).toContain('Another person has enrolled this machine');
});

testWithServer('a login of another team on the same server is not a member of this team', async () => {
  const [one, two] = [await makeTeam(server(), ['alice']), await makeTeam(server(), ['bob'])];
  const asAlice = server().url('alice', 'alice-secret', two.database);
  expect(await tries(asAlice, 'SELECT * FROM pawl.people_v1()')).toContain('not in this team');
  expect(await tries(one.urlOf('alice'), 'SELECT name FROM pawl.people_v1()')).toMatchObject([
    { name: 'alice' },
    {},
  ]);
});

const withTls = Bun.which('openssl') ? testWithServer : testUnless('openssl can’t be found');

withTls('a server is verified by name and authority, whatever the environment says', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice');
  const ca = server().ca!;
  const sync = (query: string, host = '127.0.0.1', env: Record<string, string> = {}) => {
    const url = team
      .urlOf('alice', query)
      .replace('alice-secret@', '@')
      .replace('127.0.0.1', host)
      .replace(':@', '@');
    configure(world, { team: { url } });
    return pawl(world, ['sync'], '', env);
  };
  expect(sync(`?sslrootcert=${ca}`).code).toBe(0);
  const off = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  for (const env of [{}, off, { ...off, NODE_EXTRA_CA_CERTS: ca, SSL_CERT_FILE: ca }]) {
    const unknown = sync('?sslmode=verify-full', '127.0.0.1', env as Record<string, string>);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('could not be verified')]);
    const named = sync(`?sslrootcert=${ca}`, 'localhost', env as Record<string, string>);
    expect([named.code, named.stderr]).toEqual([1, expect.stringContaining('could not be verified')]);
  }
  expect(sync('?sslrootcert=/nowhere/ca.crt').stderr).toContain('can’t be read');
});

testWithServer('variables of the environment do not redirect the connection', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice');
  record(world, [event()]);
  const hostile = {
    PGHOST: '127.0.0.9',
    PGPORT: '1',
    PGUSER: 'postgres',
    PGDATABASE: 'postgres',
    PGPASSWORD: 'x',
    PGOPTIONS: '-c statement_timeout=1',
    PGSSLMODE: 'disable',
    DATABASE_URL: 'postgres://x@127.0.0.9/x',
    POSTGRES_URL: 'postgres://x@127.0.0.9/x',
    TLS_DATABASE_URL: 'postgres://x@127.0.0.9/x',
  };
  const { code, stdout, stderr } = pawl(world, ['sync', '--json'], '', hostile);
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({ events: 1 });
  expect(pawl(world, ['sessions', '--team', '--json'], '', hostile).code).toBe(0);
});
