// The team store with a real PostgreSQL server and the built program.
import { afterAll, beforeAll, expect } from 'bun:test';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pawl, pawlJson } from './support/pawl.ts';
import { type Server, startPostgres, withoutPostgres } from './support/postgres.ts';
import { testUnless } from './support/skip.ts';
import { event, events, machineOf, makeTeam, record, type TestTeam } from './support/team.ts';

const reason = withoutPostgres();
const withServer = testUnless(reason);
let server: Server;

beforeAll(async () => {
  if (!reason) server = await startPostgres();
});
afterAll(() => server?.[Symbol.dispose]());

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
  const rows = await server.run(database, 'SELECT uid, count(*)::int AS n FROM pawl.events GROUP BY uid');
  return new Map(rows.map(({ uid, n }) => [uid, n]));
}

async function expectOnce(team: TestTeam, sent: readonly { uid: string }[]): Promise<void> {
  const there = await stored(team);
  expect([...there.values()].filter((n) => n !== 1)).toEqual([]);
  expect(sent.filter(({ uid }) => !there.has(uid))).toEqual([]);
  expect(there.size).toBe(sent.length);
}

withServer('pushes every event once, and again nothing', async () => {
  const team = await makeTeam(server, ['alice']);
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

withServer('a store that came back from a backup loses and doubles nothing', async () => {
  const team = await makeTeam(server, ['alice']);
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

withServer('ids, texts and times that PostgreSQL refuses hold nothing up', async () => {
  const team = await makeTeam(server, ['alice']);
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
  const [row] = await server.run(team.database, `SELECT label FROM pawl.labels WHERE uid = '${odd[0]!.uid}'`);
  expect(row!.label).toBe('ab');
});
