// What a hook adds to an event in the real client: sessions of many small tool calls, with and without it.
import { session } from '../test/support/client.ts';
import { repository } from '../test/support/git.ts';
import { install, launcher } from '../test/support/pawl.ts';
import { bash, calls, says } from '../test/support/script.ts';
import { freshWorld, type World, write } from '../test/support/world.ts';
import { median } from './measure.ts';

const callsPerSession = 40;
const eventsPerSession = callsPerSession * 2;
const conditions = ['none', 'true', 'pawl'] as const;
type Condition = (typeof conditions)[number];

export interface ClientCost {
  true_ms: number;
  pawl_ms: number;
  ratio: number;
}

export async function clientCost(rounds: number): Promise<ClientCost> {
  const walls: Record<Condition, number[]> = { none: [], true: [], pawl: [] };
  for (let round = 0; round < rounds; round++) {
    for (const condition of conditions) walls[condition].push(await play(condition));
  }
  const added = (condition: Condition) => (median(walls[condition]) - median(walls.none)) / eventsPerSession;
  const [true_ms, pawl_ms] = [added('true'), added('pawl')];
  return { true_ms, pawl_ms, ratio: pawl_ms / true_ms };
}

/** From the first request to the last: the start and the end of the client are not ours to count. */
async function play(condition: Condition): Promise<number> {
  using world = freshWorld();
  repository(world);
  register(world, condition);
  const script = [...Array(callsPerSession).fill(calls(bash('true'))), says('end')];
  const { requests } = await session(world, { script });
  if (requests.length !== callsPerSession + 1) throw new Error(`the client made ${requests.length} requests`);
  return requests.at(-1)!.at - requests[0]!.at;
}

/** The same two events for both programs, in the same form. */
function register(world: World, condition: Condition): void {
  if (condition === 'none') return;
  if (condition === 'pawl') install(world);
  const command = condition === 'pawl' ? launcher(world) : (Bun.which('true') ?? '/bin/true');
  const groups = ['PreToolUse', 'PostToolUse'].map((event) => {
    const hook = { type: 'command', command, args: ['hook', event], timeout: 10 };
    return [event, [{ matcher: '*', hooks: [hook] }]];
  });
  write(world.settings, JSON.stringify({ hooks: Object.fromEntries(groups) }));
}
