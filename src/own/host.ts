// The other side of own.ts: loads people's policies in a process of its own and answers line by line.
import { readFileSync, writeSync } from 'node:fs';
import type { Event } from '../core/event.ts';
import { optionValues, type Policy } from '../core/policy.ts';
import { machineFacts } from '../facts/facts.ts';
import { findPlace } from '../facts/project.ts';
import { homeAt } from '../home.ts';
import { slotOf, stateScope } from '../store/slot.ts';
import { Store } from '../store/store.ts';

interface Request {
  word: string;
  home: string;
  describe?: string;
  event?: Event;
  run?: { file: string; id: string; options: Record<string, unknown> }[];
}

export async function host(): Promise<number> {
  const request = JSON.parse(readFileSync(0, 'utf8')) as Request;
  const say = (answer: unknown) => writeSync(1, `\n${request.word}${JSON.stringify(answer)}\n`);
  if (request.describe) say(await describe(request.describe));
  else await runAll(request, say);
  return 0;
}

async function load(file: string): Promise<Policy> {
  const loaded = (await import(file)) as { default?: Policy };
  if (typeof loaded.default !== 'object' || loaded.default === null)
    throw new Error('it has no default export that is a policy');
  return loaded.default;
}

async function describe(file: string): Promise<unknown> {
  try {
    const { check, ...metadata } = await load(file);
    return { ...metadata, check: typeof check === 'function' };
  } catch (error) {
    return { problem: `it does not load: ${(error as Error).message}` };
  }
}

async function runAll({ home: dir, event, run }: Request, say: (answer: unknown) => void): Promise<void> {
  const home = homeAt(dir);
  const place = findPlace(event!.cwd || process.cwd());
  const store = new Store(home);
  const facts = machineFacts(event!, place, { home, env: process.env, now: Date.now() });
  for (const { file, id, options } of run ?? []) {
    const start = performance.now();
    const ms = () => Math.round((performance.now() - start) * 100) / 100;
    try {
      const policy = await load(file);
      const state = slotOf(store, policy, stateScope(policy, event!, place), Date.now());
      const context = Object.create(
        facts,
        Object.getOwnPropertyDescriptors({ options: optionValues(policy, options), state }),
      );
      const said = await policy.check(event!, context);
      say({ done: id, said: said ?? null, ms: ms() });
    } catch (error) {
      say({ done: id, problem: `threw ${(error as Error)?.message ?? error}`, ms: ms() });
    }
  }
  store.applyChanges();
}
