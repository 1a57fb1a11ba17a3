// Measures how much time a hook adds in the real client, with sessions of many small tool calls with and without it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProgram } from '../src/cli/init/launcher.ts';
import { type Run, session } from '../test/support/client.ts';
import { repository } from '../test/support/git.ts';
import { install } from '../test/support/pawl.ts';
import { bash, calls, says } from '../test/support/script.ts';
import { freshWorld, type World, write } from '../test/support/world.ts';
import { median, quartiles, shuffled } from './measure.ts';

const callsPerSession = 40;
/** PreToolUse and PostToolUse. */
const eventsPerCall = 2;

export interface ClientCost {
  true_ms: number;
  /** Added by an empty compiled program, that is, by the runtime alone. */
  empty_ms: number;
  pawl_ms: number;
  /** Pawl relative to the empty program: the median of all rounds. */
  ratio: number;
  /** The quartiles of the rounds. */
  spread: [low: number, high: number];
}

/** Milliseconds that each program added per event in one round. */
type Added = Record<'true' | 'empty' | 'pawl', number>;

/**
 * Each condition keeps its home for all sessions, because a fresh copy would still be being written to disk. Programs
 * are compared within a round, because a machine that is busy for a minute slows all sessions of that round alike.
 */
export async function clientCost(rounds: number, emptyProgram: string): Promise<ClientCost> {
  using none = freshWorld();
  repository(none);
  using binTrue = hooked(Bun.which('true') ?? '/bin/true');
  using empty = hooked(emptyProgram);
  using pawl = hooked();
  const worlds = { none, true: binTrue, empty, pawl };
  // The first session of each kind is only a warm-up.
  await playRound(worlds);
  const added: Added[] = [];
  for (let round = 0; round < rounds; round++) added.push(await playRound(worlds));
  const ratios = added.map((times) => times.pawl / times.empty);
  const medianOf = (name: keyof Added) => median(added.map((times) => times[name]));
  return {
    true_ms: medianOf('true'),
    empty_ms: medianOf('empty'),
    pawl_ms: medianOf('pawl'),
    ratio: median(ratios),
    spread: quartiles(ratios),
  };
}

/** Plays one session of each kind, in any order. */
async function playRound(worlds: Record<keyof Added | 'none', World>): Promise<Added> {
  const taken: Record<string, number> = {};
  for (const [name, world] of shuffled(Object.entries(worlds)))
    taken[name] = median(gapsOf(await play(world)));
  const added = (name: string) => (taken[name]! - taken.none!) / eventsPerCall;
  return { true: added('true'), empty: added('empty'), pawl: added('pawl') };
}

/** Installs Pawl, or `program` for the same events. */
function hooked(program?: string): World {
  const world = freshWorld();
  repository(world);
  install(world);
  if (program) replaceBy(world, copied(world, program));
  return world;
}

/**
 * Copied as the installer copies Pawl: how a program was written, and how long ago, makes a difference of half a
 * millisecond.
 */
function copied(world: World, program: string): string {
  const copy = join(world.root, 'program');
  copyProgram(program, copy);
  return copy;
}

async function play(world: World): Promise<Run> {
  const script = [...Array(callsPerSession).fill(calls(bash('true'))), says('end')];
  const run = await session(world, { script });
  if (run.requests.length !== callsPerSession + 1) throw new Error(`${run.requests.length} requests`);
  return run;
}

/** The time from the first to the last request, without the start and the end of the client. */
const gapsOf = ({ requests }: Run) => requests.slice(1).map((request, i) => request.at - requests[i]!.at);

function replaceBy(world: World, command: string): void {
  const { hooks } = JSON.parse(readFileSync(world.settings, 'utf8')) as { hooks: object };
  const plain = [{ hooks: [{ type: 'command', command, args: [], timeout: 20 }] }];
  const all = Object.fromEntries(Object.keys(hooks).map((event) => [event, plain]));
  write(world.settings, JSON.stringify({ hooks: all }));
}
