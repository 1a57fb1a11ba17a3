// What a hook adds to an event in the real client: sessions of many small tool calls, with and without it.
import { readFileSync } from 'node:fs';
import { type Run, session } from '../test/support/client.ts';
import { repository } from '../test/support/git.ts';
import { install } from '../test/support/pawl.ts';
import { bash, calls, says } from '../test/support/script.ts';
import { freshWorld, type World, write } from '../test/support/world.ts';
import { median } from './measure.ts';

const callsPerSession = 40;
const conditions = ['none', 'true', 'empty', 'pawl'] as const;
type Condition = (typeof conditions)[number];

export interface ClientCost {
  true_ms: number;
  /** An empty compiled program: what the runtime alone adds. */
  empty_ms: number;
  pawl_ms: number;
  ratio: number;
}

/** Each condition keeps its world, as a person keeps an installation: a fresh copy would still be on its way to disk. */
export async function clientCost(rounds: number, emptyProgram: string): Promise<ClientCost> {
  using none = prepared();
  using bare = prepared(Bun.which('true') ?? '/bin/true');
  using empty = prepared(emptyProgram);
  using pawl = prepared('pawl');
  const worlds = { none, true: bare, empty, pawl };
  for (const condition of conditions) await play(worlds[condition]);
  const walls: Record<Condition, number[]> = { none: [], true: [], empty: [], pawl: [] };
  for (let round = 0; round < rounds; round++) {
    for (const condition of conditions) walls[condition].push(wall(await play(worlds[condition])));
  }
  const events = toolEvents(await play(bare));
  const added = (condition: Condition) => (median(walls[condition]) - median(walls.none)) / events;
  const [true_ms, pawl_ms] = [added('true'), added('pawl')];
  return { true_ms, empty_ms: added('empty'), pawl_ms, ratio: pawl_ms / true_ms };
}

/** `program` answers for Pawl, for the same events. */
function prepared(program?: string): World {
  const world = freshWorld();
  repository(world);
  if (program) install(world);
  if (program && program !== 'pawl') replaceBy(world, program);
  return world;
}

async function play(world: World): Promise<Run> {
  const script = [...Array(callsPerSession).fill(calls(bash('true'))), says('end')];
  const run = await session(world, { script });
  if (run.requests.length !== callsPerSession + 1) throw new Error(`${run.requests.length} requests`);
  return run;
}

/** From the first request to the last: the start and the end of the client are not ours to count. */
const wall = ({ requests }: Run) => requests.at(-1)!.at - requests[0]!.at;

const toolEvents = ({ lines }: Run) =>
  lines.filter((line) => line.subtype === 'hook_response' && /^P\w+Tool/.test(line.hook_event ?? '')).length;

/** The same events as Pawl, each answered by a program that does nothing. */
function replaceBy(world: World, program: string): void {
  const settings = JSON.parse(readFileSync(world.settings, 'utf8')) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  };
  for (const hook of Object.values(settings.hooks).flatMap((groups) =>
    groups.flatMap((group) => group.hooks),
  )) {
    hook.command = program;
  }
  write(world.settings, JSON.stringify(settings));
}
