// Every event arrives once, whatever happens on the way.
import { expect } from 'bun:test';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/db/open.ts';
import { machineId } from '../../src/store/files/team-state.ts';
import { homeAt } from '../../src/system/home.ts';
import { pawl, pawlJson, program } from '../support/pawl.ts';
import { event, events, machineOf, makeTeam, record, type TestTeam } from '../support/team.ts';
import { envOf, type World } from '../support/world.ts';
import { server, testWithServer } from './server.ts';

interface Synced {
  events: number;
  refused: number;
  complete: boolean;
  sessions: number;
  days: number;
  clock_ms: number;
}

/** uids at the server, with how often each is there. */
async function stored({ database }: TestTeam): Promise<Map<string, number>> {
  const rows = await server().run(database, 'SELECT uid, count(*)::int AS n FROM pawl.events GROUP BY uid');
  return new Map(rows.map(({ uid, n }) => [uid, n]));
}

async function expectOnce(team: TestTeam, sent: readonly { uid: string }[]): Promise<void> {
  const there = await stored(team);
  expect([...there.values()].filter((n) => n !== 1)).toEqual([]);
  expect(sent.filter(({ uid }) => !there.has(uid))).toEqual([]);
  expect(there.size).toBe(sent.length);
}

const start = (world: World, ...args: string[]) =>
  Bun.spawn([program, 'sync', ...args], {
    cwd: world.project,
    env: envOf(world),
    stdio: ['ignore', 'ignore', 'ignore'],
  });

testWithServer('a first push sends every event once, a second one nothing', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice');
  const first = events(12_000);
  record(world, first);
  expect(pawlJson<Synced>(world, ['sync'])).toMatchObject({ events: 12_000, sessions: 1, complete: true });
  expect(pawlJson<Synced>(world, ['sync'])).toMatchObject({ events: 0, sessions: 0, days: 0 });
  const more = events(3);
  record(world, more);
  expect(pawl(world, ['sync']).stdout).toContain('Sent 3 events');
  await expectOnce(team, [...first, ...more]);
});

testWithServer('after a store was restored from a backup, no event is lost or doubled', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice');
  const db = join(world.pawlHome, 'pawl.db');
  const backup = join(world.root, 'backup.db');
  const before = events(40);
  record(world, before);
  pawlJson(world, ['sync']);
  copyFileSync(db, backup);
  const lost = events(60);
  record(world, lost);
  pawlJson(world, ['sync']);
  for (const end of ['', '-wal', '-shm']) rmSync(`${db}${end}`, { force: true });
  copyFileSync(backup, db);
  const after = events(80);
  record(world, after);
  pawlJson(world, ['sync']);
  const last = events(5);
  record(world, last);
  expect(pawlJson<Synced>(world, ['sync']).events).toBe(5);
  await expectOnce(team, [...before, ...lost, ...after, ...last]);
});

testWithServer('ids, texts and times that PostgreSQL refuses do not hold up other rows', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice', { content: true });
  const odd = [
    event({ label: 'a\0b' }),
    event({ label: 'half \ud800 pair', tool: 'x\udfff' }),
    event({ session_id: 'x'.repeat(9_000) }),
    event({ at: -5 }),
    event({ at: 9e15 }),
    event({ duration_ms: 1e300, ms: 1e300 }),
    event({ parameters: { '\0key': ['\ud800'] } }),
    event({ label: 'last' }),
  ];
  record(world, odd);
  const done = pawlJson<Synced>(world, ['sync']);
  expect(done.complete).toBe(true);
  expect(pawlJson<Synced>(world, ['sync']).events).toBe(0);
  const there = await stored(team);
  expect(there.has(odd[0]!.uid)).toBe(true);
  expect(there.has(odd.at(-1)!.uid)).toBe(true);
  const [row] = await server().run(
    team.database,
    `SELECT label FROM pawl.labels WHERE uid = '${odd[0]!.uid}'`,
  );
  expect(row!.label).toBe('ab');
});

testWithServer('two pushers, kill -9 and crashes of the server lose and double nothing', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice');
  // A second process with the same store and another lock: as if the lock did not hold.
  using twin = machineOf(team, 'alice');
  const sent = events(30_000);
  record(world, sent.slice(0, 20_000));
  const id = machineId(homeAt(world.pawlHome));
  for (const delay of [150, 250, 350, 450]) {
    const child = start(world, '--background');
    await Bun.sleep(delay);
    child.kill(9);
    await child.exited;
  }
  await Bun.write(join(twin.pawlHome, 'team', 'machine'), id);
  openStore(homeAt(world.pawlHome)).close(true);
  copyFileSync(join(world.pawlHome, 'pawl.db'), join(twin.pawlHome, 'pawl.db'));
  const both = [start(world, '--background'), start(twin, '--background')];
  await Bun.sleep(200);
  await server().crash();
  await Promise.all(both.map((one) => one.exited));
  record(world, sent.slice(20_000));
  expect(pawlJson<Synced>(world, ['sync']).complete).toBe(true);
  await expectOnce(team, sent);
});

testWithServer('after 30 days offline everything is sent, each event on its day', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice');
  const day = 86_400_000;
  const away = events(600, (i) => ({ at: Date.now() - 1_000 - Math.floor(i / 20) * day }));
  record(world, away);
  await server().stop();
  const { code, stderr } = pawl(world, ['sync']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('can’t be reached')]);
  await server().start();
  expect(pawlJson<Synced>(world, ['sync'])).toMatchObject({ events: 600, days: 30, complete: true });
  await expectOnce(team, away);
  const [other] = await server().run(team.database, 'SELECT count(*)::int AS n FROM pawl.events_other');
  expect(other!.n).toBe(0);
});

testWithServer('rows whose numbers were used before are sent, and old rows not twice', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice');
  const first = events(50);
  record(world, first);
  pawlJson(world, ['sync']);
  const db = openStore(homeAt(world.pawlHome));
  db.run('DELETE FROM events');
  db.close();
  const second = events(20);
  record(world, second);
  expect(pawlJson<Synced>(world, ['sync']).events).toBe(20);
  await expectOnce(team, [...first, ...second]);
});

testWithServer('an event from a clock that is ahead moves into its day when that day comes', async () => {
  const team = await makeTeam(server(), ['alice'], ['lena']);
  using world = machineOf(team, 'alice');
  const ahead = event({ at: Date.now() + 20 * 86_400_000 });
  record(world, [ahead, event()]);
  pawlJson(world, ['sync']);
  await server().run(team.database, 'SELECT pawl.keep(60, 40)');
  const rows = await server().run(
    team.database,
    `SELECT tableoid::regclass::text AS t FROM pawl.events WHERE uid = '${ahead.uid}'`,
  );
  expect(rows).toEqual([{ t: expect.stringMatching(/^pawl\.events_\d{8}$/) }]);
});

testWithServer('`pawl team keep` drops old days, and only leads can run it', async () => {
  const team = await makeTeam(server(), ['alice'], ['lena']);
  using world = machineOf(team, 'alice');
  using lead = machineOf(team, 'lena');
  record(world, [event({ at: Date.now() - 20 * 86_400_000 }), event()]);
  pawlJson(world, ['sync']);
  expect(pawl(world, ['team', 'keep', '7']).stderr).toContain('only a lead');
  expect(pawl(lead, ['team', 'keep', '7']).stdout).toContain('kept for 7 days');
  expect((await stored(team)).size).toBe(1);
});

testWithServer('`pawl team keep` waits for a machine that is dropping old days right now', async () => {
  const team = await makeTeam(server(), ['alice'], ['lena']);
  using lead = machineOf(team, 'lena');
  const other = server().run(
    team.database,
    'DO $$ BEGIN PERFORM FROM pawl.meta FOR UPDATE; PERFORM pg_sleep(2); END $$',
  );
  const sleeping = "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
  while ((await server().run(team.database, sleeping)).length === 0) await Bun.sleep(20);
  expect(pawl(lead, ['team', 'keep', '7']).stdout).toContain('kept for 7 days');
  await other;
  expect(await server().run(team.database, 'SELECT keep_days FROM pawl.meta')).toEqual([{ keep_days: 7 }]);
});

testWithServer('only events of shared repositories are sent', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice', { repositories: ['local/app'] });
  record(world, [event(), event({ repository: '/nowhere/private', session_id: 's2' })]);
  expect(pawlJson<Synced>(world, ['sync'])).toMatchObject({ sessions: 1, complete: true });
  const rows = await server().run(team.database, 'SELECT DISTINCT repository FROM pawl.events');
  expect(rows).toEqual([{ repository: 'local/app' }]);
});
