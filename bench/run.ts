// `npm run bench`: measures the cost of one event, side by side with an empty process and with other tools.
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { build, compile } from '../scripts/build.ts';
import { copyProgram } from '../src/cli/init/launcher.ts';
import { repository } from '../test/support/git.ts';
import { install, launcher } from '../test/support/pawl.ts';
import { envOf, freshWorld, type World } from '../test/support/world.ts';
import { large, largeContestants, largeWorld } from './changes.ts';
import { type ClientCost, clientCost } from './client.ts';
import { type Contestant, median, race } from './measure.ts';
import { payloads } from './payloads.ts';
import { peerContestants } from './peers.ts';
import { type Bar, holds, markdown, type Report, type Row, rowOf } from './report.ts';
import { fillStore } from './store.ts';

const rounds = Number(process.env.ROUNDS ?? 200);
const sessions = Number(process.env.SESSIONS ?? 15);
const million = Number(process.env.EVENTS ?? 1_000_000);

const empty = 'empty compiled Bun program';
const node = 'node -e 0';
const plainCall = 'PreToolUse Bash';
const taskCall = 'PreToolUse Bash, npm test';
const pre = `Pawl, ${plainCall}`;
const preTask = `Pawl, ${taskCall}`;
const preMillion = `Pawl, ${plainCall}, 1,000,000 events recorded`;

const cache = join(import.meta.dir, '..', '.cache');
const emptyProgram = join(cache, 'empty');
const say = (text: string) => console.error(text);

function pawlWorld(): World {
  const world = freshWorld();
  repository(world);
  // `npm test` stays on the fast path only because this script is plain.
  writeFileSync(join(world.project, 'package.json'), '{ "scripts": { "test": "vitest run" } }');
  install(world);
  return world;
}

const contestant = (world: World, name: string, argv: string[], payload: unknown): Contestant => ({
  name,
  argv,
  stdin: JSON.stringify(payload),
  env: envOf(world),
  cwd: world.project,
});

/** The path of the real interpreter, because a shim that looks it up would be measured too. */
function pythonRow(world: World, payload: unknown): Contestant[] {
  if (!Bun.which('python3')) return [];
  const found = Bun.spawnSync(['python3', '-c', 'import sys; print(sys.executable)'])
    .stdout.toString()
    .trim();
  return [contestant(world, 'python3 -c pass', [found, '-c', 'pass'], payload)];
}

/** The homes and projects in which the rows run. */
interface Worlds {
  /** For all other rows. */
  shared: World;
  /** For the plain call, with an empty store. */
  plain: World;
  /** For `npm test`. */
  task: World;
  /** For the plain call, with a million events. */
  millionEvents: World;
  /** For other hook tools. */
  peers: World;
}

/**
 * Each tool call that has a bar runs from its own copy of Pawl, as often as the program that it is compared with: a copy
 * that other rows run too stays in the processor's cache, which makes a difference of a tenth.
 */
function contestants({ shared, plain, task, millionEvents, peers }: Worlds): Contestant[] {
  const { [plainCall]: bash, [taskCall]: _, ...events } = payloads(shared.project);
  const pawl = (world: World, name: string, event: string) =>
    contestant(world, name, [launcher(world), 'hook'], payloads(world.project)[event]);
  return [
    contestant(shared, '/bin/cat', ['/bin/cat'], bash),
    contestant(shared, empty, [emptyProgram], bash),
    pawl(plain, pre, plainCall),
    pawl(task, preTask, taskCall),
    ...Object.keys(events).map((event) => pawl(shared, `Pawl, ${event}`, event)),
    pawl(millionEvents, preMillion, plainCall),
    ...pythonRow(shared, bash),
    contestant(shared, node, [Bun.which('node') ?? 'node', '-e', '0'], bash),
    ...peerContestants(peers.project, envOf(peers)),
  ];
}

function measureProcesses(): Row[] {
  using shared = pawlWorld();
  using plain = pawlWorld();
  using task = pawlWorld();
  using millionEvents = pawlWorld();
  using peers = freshWorld();
  say(`filling a store with ${million.toLocaleString('en')} events …`);
  fillStore(millionEvents, million);
  using tree = largeWorld();
  const field = [...contestants({ shared, plain, task, millionEvents, peers }), ...largeContestants(tree)];
  const progress = (round: number) => round % 50 === 0 && say(`  ${round} of ${rounds} rounds`);
  say(`${field.length} programs take turns, ${rounds} rounds …`);
  const samples = race(field, rounds, progress);
  return field.map(({ name }) => {
    const taken = samples.get(name) ?? [];
    return { name, ms: median(taken.map(({ ms }) => ms)), cpu: median(taken.map(({ cpu }) => cpu)) };
  });
}

function barsOf(rows: Row[], client: ClientCost): Bar[] {
  const bar = (what: string, measured: string, reference: string, limit: number): Bar => {
    const [mine, theirs] = [rowOf(rows, measured), rowOf(rows, reference)];
    return { what, ratio: mine.ms / theirs.ms, cpuRatio: mine.cpu! / theirs.cpu!, limit };
  };
  return [
    bar('PreToolUse Bash × empty Bun program', pre, empty, 2.2),
    bar('PreToolUse Bash, npm test × empty Bun program', preTask, empty, 2.2),
    bar('PreToolUse Bash × node -e 0', pre, node, 0.4),
    bar('1,000,000 events × empty store', preMillion, pre, 1.15),
    bar('Stop in 50,000 files × git status', large.stop, large.status, 2),
    bar('SessionStart in 50,000 files with 10,000 memories × git status', large.start, large.status, 2.5),
    {
      what: 'added in the client × empty Bun program',
      ratio: client.ratio,
      spread: client.spread,
      limit: 1.6,
    },
  ];
}

function publish(report: Report): void {
  const text = markdown(report, empty, node);
  writeFileSync(join(import.meta.dir, 'RESULTS.md'), text);
  writeFileSync(join(import.meta.dir, 'RESULTS.json'), `${JSON.stringify(report, null, 2)}\n`);
  console.log(text);
}

async function main(): Promise<number> {
  const before = loadavg()[0]!;
  build();
  const compiled = join(cache, 'empty.compiled');
  compile(join(import.meta.dir, 'empty.ts'), compiled);
  // Written as the installer writes Pawl, because that makes a difference of up to a tenth.
  copyProgram(compiled, emptyProgram);
  const rows = measureProcesses();
  say(`the real client, ${sessions} sessions of each kind …`);
  const client = await clientCost(sessions, emptyProgram);
  const bars = barsOf(rows, client);
  rows.push({ name: 'real client, added by /bin/true', ms: client.true_ms });
  rows.push({ name: 'real client, added by an empty Bun program', ms: client.empty_ms });
  rows.push({ name: 'real client, added by Pawl', ms: client.pawl_ms });
  publish({ rows, bars, rounds, load: { before, after: loadavg()[0]!, cores: availableParallelism() } });
  return bars.every(holds) ? 0 : 1;
}

process.exit(await main());
