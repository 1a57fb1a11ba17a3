// Other servers than the newest one: PostgreSQL 15, a pooler in between, and a store that is being set up again.
import { afterAll, expect } from 'bun:test';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseUrl } from '../../src/team/address.ts';
import { setUp } from '../../src/team/postgres/calls.ts';
import { connect } from '../../src/team/postgres/connect.ts';
import { unpackPackages } from '../support/apt.ts';
import { configure, pawlJson, program } from '../support/pawl.ts';
import { findPostgres, freePort, startPostgres, withoutPostgres } from '../support/postgres.ts';
import { testUnless } from '../support/skip.ts';
import { as, events, machineOf, makeTeam, record } from '../support/team.ts';
import { until } from '../support/wait.ts';
import { envOf, shortTemporary } from '../support/world.ts';
import { server, testWithServer } from './server.ts';

testUnless(withoutPostgres(15))('PostgreSQL 15 works too', async () => {
  using old = await startPostgres(findPostgres(15)!);
  const team = await makeTeam(old, ['alice']);
  using world = machineOf(team, 'alice');
  record(world, events(100));
  expect(pawlJson(world, ['sync'])).toMatchObject({ events: 100, complete: true });
  expect(pawlJson<unknown[]>(world, ['sessions', '--team'])).toHaveLength(1);
});

testWithServer('setting the store up again while machines push ends without a deadlock', async () => {
  const team = await makeTeam(server(), ['alice']);
  const worlds = [machineOf(team, 'alice'), machineOf(team, 'alice')];
  try {
    for (const world of worlds) record(world, events(15_000));
    const pushing = worlds.map((world) =>
      Bun.spawn([program, 'sync', '--json'], { env: envOf(world), stdout: 'pipe', stderr: 'pipe' }),
    );
    for (let times = 0; times < 3; times++) {
      await as(team.owner, setUp);
      await server().run(team.database, 'SELECT pawl.keep(60)');
    }
    for (const child of pushing) {
      expect(await new Response(child.stderr).text()).toBe('');
      expect(JSON.parse(await new Response(child.stdout).text())).toMatchObject({ events: 15_000 });
    }
    const [row] = await server().run(team.database, 'SELECT count(*)::int AS n FROM pawl.events');
    expect(row!.n).toBe(30_000);
  } finally {
    for (const world of worlds) world[Symbol.dispose]();
  }
});

testWithServer('a server that hangs is given up, and the next connection works', async () => {
  const team = await makeTeam(server(), ['alice']);
  const { address, password } = parseUrl(team.urlOf('alice'));
  const slow = connect(address, password, 1);
  const started = performance.now();
  await expect(slow.call((sql) => sql`SELECT pg_sleep(60)`)).rejects.toMatchObject({
    kind: 'away',
    message: expect.stringContaining('no answer within 1 s'),
  });
  await slow.close();
  expect(performance.now() - started).toBeLessThan(20_000);
  using world = machineOf(team, 'alice');
  record(world, events(3));
  expect(pawlJson(world, ['sync'])).toMatchObject({ events: 3, complete: true });
});

interface Pooler {
  program: string;
  env: Record<string, string | undefined>;
}

/** The system's, or Debian's package with its libraries, unpacked for this test. */
function findPooler(): Pooler | undefined {
  const here = ['pgbouncer', '/usr/sbin/pgbouncer'].map((name) => Bun.which(name)).find(Boolean);
  if (here) return { program: here, env: process.env };
  const files = unpackPackages(['pgbouncer', 'libevent-2.1-7', 'libc-ares2']);
  if (!files) return undefined;
  chmodSync(dirname(files), 0o755);
  const libraries = [...new Bun.Glob('usr/lib/*/').scanSync({ cwd: files, onlyFiles: false })];
  const pooler = {
    program: join(files, 'usr', 'sbin', 'pgbouncer'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries.map((name) => join(files, name)).join(':') },
  };
  const runs = Bun.spawnSync([pooler.program, '--version'], { env: pooler.env, stdout: 'ignore' }).success;
  return runs ? pooler : undefined;
}

const pooler = withoutPostgres() ? undefined : findPooler();
const withPooler = pooler ? testWithServer : testUnless('pgbouncer can’t be found or unpacked');
afterAll(() => {
  if (pooler?.program.startsWith(tmpdir()))
    rmSync(join(pooler.program, '../../../..'), { recursive: true, force: true });
});

withPooler('everything works through a pooler in transaction mode', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice');
  const folder = mkdtempSync(join(shortTemporary(), 'pb-'));
  const port = await freePort();
  writeFileSync(join(folder, 'users'), '"alice" "alice-secret"\n');
  writeFileSync(
    join(folder, 'ini'),
    `[databases]\n* = host=127.0.0.1 port=${server().port}\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=${port}\nunix_socket_dir=\nauth_type=scram-sha-256\nauth_file=${join(folder, 'users')}\npool_mode=transaction\ndefault_pool_size=2\n`,
  );
  const asRoot = process.getuid?.() === 0;
  chmodSync(folder, 0o755);
  if (asRoot) for (const name of ['users', 'ini']) chownSync(join(folder, name), 65534, 65534);
  const command = [pooler!.program, join(folder, 'ini')];
  const child = Bun.spawn(
    asRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...command] : command,
    { env: pooler!.env, stdio: ['ignore', 'ignore', 'ignore'] },
  );
  try {
    const url = parseUrl(team.urlOf('alice')).url.replace(`:${server().port}/`, `:${port}/`);
    await until('pgbouncer answers', () =>
      as(team.urlOf('alice').replace(`:${server().port}/`, `:${port}/`), ({ sql }) => sql`SELECT 1`).catch(
        () => undefined,
      ),
    );
    configure(world, { team: { url } });
    record(world, events(11_000));
    expect(pawlJson(world, ['sync'])).toMatchObject({ events: 11_000, complete: true });
    expect(pawlJson<unknown[]>(world, ['sessions', '--team'])).toHaveLength(1);
  } finally {
    child.kill('SIGKILL');
    await child.exited;
    rmSync(folder, { recursive: true, force: true });
  }
});
