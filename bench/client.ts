// Measures how much time a hook adds in the real client, with sessions of many small tool calls with and without it.
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, session } from '../test/support/client.ts';
import { repository } from '../test/support/git.ts';
import { install } from '../test/support/pawl.ts';
import { bash, calls, says } from '../test/support/script.ts';
import { freshWorld, type World, write } from '../test/support/world.ts';
import { median } from './measure.ts';

const callsPerSession = 40;
/** PreToolUse and PostToolUse. */
const eventsPerCall = 2;

export interface ClientCost {
  true_ms: number;
  /** Added by an empty compiled program, that is, by the runtime alone. */
  empty_ms: number;
  pawl_ms: number;
  /** Pawl relative to the empty program. */
  ratio: number;
}

/** Each condition keeps its home for all sessions, because a fresh copy would still be being written to disk. */
export async function clientCost(rounds: number, emptyProgram: string): Promise<ClientCost> {
  using none = freshWorld();
  repository(none);
  using bare = hooked(Bun.which('true') ?? '/bin/true');
  using empty = hooked(emptyProgram);
  using pawl = hooked();
  const worlds = { none, bare, empty, pawl };
  const gaps = { none: [], bare: [], empty: [], pawl: [] } as Record<keyof typeof worlds, number[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const [name, world] of Object.entries(worlds) as [keyof typeof worlds, World][]) {
      const taken = gapsOf(await play(world));
      // The first session of each kind is only a warm-up.
      if (round > 0) gaps[name].push(...taken);
    }
  }
  const added = (name: keyof typeof worlds) => (median(gaps[name]) - median(gaps.none)) / eventsPerCall;
  const [true_ms, empty_ms, pawl_ms] = [added('bare'), added('empty'), added('pawl')];
  return { true_ms, empty_ms, pawl_ms, ratio: pawl_ms / empty_ms };
}

/** Installs Pawl, or `program` for the same events. */
function hooked(program?: string): World {
  const world = freshWorld();
  repository(world);
  install(world);
  if (program) replaceBy(world, copied(world, program));
  return world;
}

/** Copied again, so that it is as new as Pawl's own copy: whether a file is in memory makes half a millisecond. */
function copied(world: World, program: string): string {
  const copy = join(world.root, 'program');
  copyFileSync(program, copy);
  return copy;
}

async function play(world: World): Promise<Run> {
  const script = [...Array(callsPerSession).fill(calls(bash('true'))), says('end')];
  const run = await session(world, { script });
  if (run.requests.length !== callsPerSession + 1) throw new Error(`${run.requests.length} requests`);
  return run;
}

/** The time from the first to the last request, without the start and the end of the client. */
const gapsOf = ({ requests }: Run) => requests.slice(1).map((one, i) => one.at - requests[i]!.at);

function replaceBy(world: World, command: string): void {
  const { hooks } = JSON.parse(readFileSync(world.settings, 'utf8')) as { hooks: object };
  const plain = [{ hooks: [{ type: 'command', command, args: [], timeout: 20 }] }];
  const all = Object.fromEntries(Object.keys(hooks).map((event) => [event, plain]));
  write(world.settings, JSON.stringify({ hooks: all }));
}
