// A synchronisation starts by itself, and is neither seen nor waited for.
import { expect } from 'bun:test';
import { existsSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { pawl, pawlJson } from '../support/pawl.ts';
import { event, machineOf, makeTeam, record } from '../support/team.ts';
import { until } from '../support/wait.ts';
import { freshWorld, type World } from '../support/world.ts';
import { server, testWithServer } from './server.ts';

const hook = (world: World, name: string, env: Record<string, string> = {}) =>
  pawl(
    world,
    ['hook', name],
    JSON.stringify({
      hook_event_name: name,
      session_id: 'abc',
      cwd: world.project,
      transcript_path: join(world.home, 't.jsonl'),
      ...(name === 'Stop' ? { stop_hook_active: false } : { source: 'startup' }),
    }),
    env,
  );

const lastAttempt = (world: World) => join(world.pawlHome, 'team', 'attempt');

testWithServer(
  'the end of a turn starts a synchronisation, with a clean environment, at most every five minutes',
  async () => {
    const team = await makeTeam(server(), ['alice']);
    using world = machineOf(team, 'alice');
    record(world, [event()]);
    const arrived = async () =>
      (await server().run(team.database, 'SELECT count(*)::int AS n FROM pawl.events'))[0]!.n as number;
    hook(world, 'Stop');
    expect(existsSync(lastAttempt(world))).toBe(false);
    pawlJson(world, ['sync']);
    const before = await arrived();
    hook(world, 'Stop');
    expect(await arrived()).toBe(before);
    const earlier = Date.now() / 1000 - 400;
    utimesSync(lastAttempt(world), earlier, earlier);
    const { code } = hook(world, 'Stop', {
      PGOPTIONS: '-c statement_timeout=1',
      NODE_OPTIONS: '--require /nowhere.js',
      PGDATABASE: 'postgres',
    });
    expect(code).toBe(0);
    await until('the background synchronisation has sent it', async () => (await arrived()) > before);
    await until('it has ended', () => !existsSync(join(world.pawlHome, 'team', 'lock')));
  },
);

testWithServer('a store that can’t be reached delays nothing; status and doctor say since when', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice', { url: 'postgres://alice@127.0.0.1:1/team' });
  record(world, [event()]);
  expect(pawl(world, ['sync', '--background'])).toEqual({ code: 0, stdout: '', stderr: '' });
  const { failing_since, problem } = JSON.parse(pawl(world, ['team', 'status', '--json']).stdout);
  expect(Date.now() - failing_since).toBeLessThan(60_000);
  expect(problem).toContain('can’t be reached');
  expect(pawl(world, ['team', 'status']).stdout).toContain('not reached for');
  expect(pawl(world, ['doctor']).stdout).toContain('Not reached since');
  expect(hook(world, 'Stop')).toMatchObject({ code: 0, stderr: '' });
  // Events that were not sent yet are kept for 90 days instead of 30.
  const days = (n: number) => event({ at: Date.now() - n * 86_400_000 });
  record(world, [days(40), days(100)]);
  expect(pawlJson(world, ['gc', '--dry-run'])).toMatchObject({ removed: { events: 1 } });
});

testWithServer('without a team no team file is made, and after leaving nothing is started', async () => {
  using world = freshWorld();
  hook(world, 'SessionStart');
  hook(world, 'Stop');
  expect(existsSync(join(world.pawlHome, 'team'))).toBe(false);
  const team = await makeTeam(server(), ['alice']);
  using left = machineOf(team, 'alice');
  pawlJson(left, ['sync']);
  rmSync(join(left.pawlHome, 'config.jsonc'));
  rmSync(join(left.pawlHome, 'run', 'config.in-force'));
  pawl(left, ['sync', '--background']);
  expect(existsSync(join(left.pawlHome, 'team', 'on'))).toBe(false);
});
