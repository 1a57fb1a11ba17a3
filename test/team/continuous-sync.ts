// Continuous synchronisation (`pawl mcp`, `--watch`), the line that shows progress, and the export that goes with it.
import { expect } from 'bun:test';
import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { otlpReceiver } from '../support/otlp-receiver.ts';
import { configure, pawl, program } from '../support/pawl.ts';
import { events, machineOf, makeTeam, record, type TestTeam } from '../support/team.ts';
import { until } from '../support/wait.ts';
import { envOf, type World } from '../support/world.ts';
import { server, testWithServer } from './server.ts';

const start = (world: World, args: string[], env: Record<string, string> = {}) =>
  Bun.spawn([program, ...args], {
    cwd: world.project,
    env: envOf(world, env),
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  });

/** Without blocking this process, in which a collector may run. */
async function run(world: World, args: string[]) {
  const child = start(world, args);
  const read = (stream: ReadableStream) => new Response(stream).text();
  const [stdout, stderr] = await Promise.all([read(child.stdout), read(child.stderr)]);
  return { code: await child.exited, stdout, stderr };
}

async function arrived({ database }: TestTeam, person: string): Promise<number> {
  const [row] = await server().run(
    database,
    `SELECT count(*)::int AS n FROM pawl.events e JOIN pawl.machines m ON m.no = e.machine WHERE m.owner = '${person}'`,
  );
  return row!.n as number;
}

testWithServer(
  '`pawl mcp` synchronises while it runs, and --watch goes on when the store is back',
  async () => {
    const team = await makeTeam(server(), ['alice', 'bob']);
    using alice = machineOf(team, 'alice');
    using bob = machineOf(team, 'bob');
    // Before `pawl mcp`: only a machine that has synchronised once is known to be in a team.
    expect((await run(alice, ['sync'])).code).toBe(0);
    const attempt = join(alice.pawlHome, 'team', 'attempt');
    const earlier = Date.now() / 1000 - 20;
    utimesSync(attempt, earlier, earlier);
    await server().stop();
    const watching = start(bob, ['sync', '--watch']);
    const said = { out: '', err: '' };
    const reading = [follow(watching.stdout, said, 'out'), follow(watching.stderr, said, 'err')];
    await until('--watch says that the store is away', () => said.err.includes('can’t be reached'));
    record(bob, events(3));
    await server().start();
    const mcp = start(alice, ['mcp'], { PGDATABASE: 'postgres', PGOPTIONS: '-c statement_timeout=1' });
    const call = { hook_event_name: 'PreToolUse', session_id: 's1', cwd: alice.project, tool_name: 'Bash' };
    pawl(
      alice,
      ['hook', 'PreToolUse'],
      JSON.stringify({ ...call, tool_use_id: 't', tool_input: { command: 'ls' } }),
    );
    await until('`pawl mcp` has sent it', async () => (await arrived(team, 'alice')) === 1);
    await until('--watch has sent it', async () => (await arrived(team, 'bob')) === 3);
    await until('--watch has said so', () => said.out.includes('Sent 3 events'));
    mcp.stdin.end();
    expect(await mcp.exited).toBe(0);
    watching.kill('SIGINT');
    expect(await watching.exited).toBe(0);
    await Promise.all(reading);
    expect(said.out).toStartWith('Synchronising every 10 s. Press Ctrl-C to stop.\n');
    expect(said.err.match(/can’t be reached/g)).toHaveLength(1);
  },
);

async function follow<K extends string>(stream: ReadableStream, said: Record<K, string>, key: K) {
  const decoder = new TextDecoder();
  for await (const part of stream) said[key] += decoder.decode(part, { stream: true });
}

testWithServer('on a terminal a long synchronisation shows its progress, then clears it', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice');
  record(world, events(12_000));
  let screen = '';
  const decoder = new TextDecoder();
  const child = Bun.spawn([program, 'sync'], {
    cwd: world.project,
    env: { ...envOf(world), TERM: 'xterm' },
    terminal: {
      data(_terminal, bytes) {
        screen += decoder.decode(bytes, { stream: true });
      },
    },
  });
  expect(await child.exited).toBe(0);
  await until('the last line', () => screen.includes('Sent 12,000 events'));
  expect(screen).toContain('sent 5,000 of 12,000 events');
  const shown = screen.split('\r\n').map((line) => line.split('\x1b[K').at(-1)?.trim());
  expect(shown.filter(Boolean)).toEqual([expect.stringMatching(/^Sent 12,000 events, 1 session, 1 day\.$/)]);
});

testWithServer('`pawl sync` also exports to the collector, whether or not the store is up', async () => {
  const team = await makeTeam(server(), ['alice']);
  using world = machineOf(team, 'alice');
  using collector = otlpReceiver();
  const settings = (url: string, endpoint: string) =>
    configure(world, { team: { url }, export: { otlp: { endpoint } } });
  const good = team.urlOf('alice').replace(':alice-secret', '');
  settings(good, collector.url);
  record(world, events(3));
  expect(JSON.parse((await run(world, ['sync', '--json'])).stdout)).toMatchObject({
    events: 3,
    export_problem: null,
  });
  expect(collector.decisions()).toHaveLength(3);
  record(world, events(2));
  settings('postgres://alice@127.0.0.1:1/team', collector.url);
  const away = await run(world, ['sync']);
  expect([away.code, away.stderr]).toEqual([1, expect.stringContaining('can’t be reached')]);
  expect(collector.decisions()).toHaveLength(5);
  settings(good, 'http://127.0.0.1:1');
  const silent = await run(world, ['sync']);
  expect([silent.code, silent.stdout, silent.stderr]).toEqual([
    1,
    expect.stringContaining('Sent 2 events'),
    expect.stringContaining('http://127.0.0.1:1/v1/metrics'),
  ]);
  expect(collector.problems).toEqual([]);
  expect(existsSync(join(world.pawlHome, 'run', 'export.on'))).toBe(true);
});
