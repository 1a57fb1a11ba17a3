// The other side of user-policies.ts: loads people's policies in a process of its own and answers line by line.
import { readFileSync, writeSync } from 'node:fs';
import type { Event } from '../core/event.ts';
import { optionValues, type Policy } from '../core/policy.ts';
import { machineFacts } from '../facts/facts.ts';
import { findPlace, type ProjectPlace } from '../facts/project.ts';
import * as author from '../index.ts';
import { slotOf, stateScope } from '../store/slot.ts';
import { Store } from '../store/store.ts';
import { homeAt } from '../system/home.ts';
import { playExamples } from './run-examples.ts';

interface Call {
  file: string;
  id: string;
  options: Record<string, unknown>;
}

interface Request {
  word: string;
  home: string;
  describe?: string;
  /** A file whose examples are to be played. */
  examples?: string;
  event?: Event;
  run?: Call[];
  /** Only look: what policies want to remember is dropped. */
  dry?: boolean;
}

type Say = (answer: unknown) => void;

export async function host(): Promise<number> {
  const request = JSON.parse(readFileSync(0, 'utf8')) as Request;
  const say: Say = (answer) => writeSync(1, `\n${request.word}${JSON.stringify(answer)}\n`);
  offerAuthorDoor();
  if (request.describe) await describe(request.describe, say);
  else if (request.examples) say({ played: await playExamples(await load(request.examples)) });
  else await runAll(request, say);
  return 0;
}

/** `import { deny } from 'pawl'` means this very program, wherever the policy's file lies. */
function offerAuthorDoor(): void {
  Bun.plugin({
    name: 'pawl',
    setup: (build) => {
      build.module('pawl', () => ({ exports: { ...author }, loader: 'object' }));
    },
  });
}

async function load(file: string): Promise<Policy> {
  const loaded = (await import(file)) as { default?: Policy };
  if (typeof loaded.default !== 'object' || loaded.default === null)
    throw new Error('it has no default export that is a policy');
  return loaded.default;
}

async function describe(file: string, say: Say): Promise<void> {
  try {
    const { check, ...metadata } = await load(file);
    say({ ...metadata, check: typeof check === 'function' });
  } catch (error) {
    say({ problem: `it does not load: ${messageOf(error)}` });
  }
}

async function runAll({ home: dir, event, run = [], dry }: Request, say: Say): Promise<void> {
  const home = homeAt(dir);
  const place = findPlace(event!.cwd || process.cwd());
  const store = new Store(home);
  const facts = machineFacts(event!, place, { home, env: process.env, now: Date.now() }, { store });
  for (const call of run) {
    await runOne(call, event!, place, facts, store, say);
    // One by one: the next policy may never come back.
    if (!dry) keepChanges(store);
  }
}

async function runOne(
  { file, id, options }: Call,
  event: Event,
  place: ProjectPlace,
  facts: object,
  store: Store,
  say: Say,
): Promise<void> {
  const start = performance.now();
  const ms = () => Math.round((performance.now() - start) * 100) / 100;
  try {
    const policy = await load(file);
    const state = slotOf(store, policy, stateScope(policy, event, place), Date.now());
    const more = { options: optionValues(policy, options), state };
    const context = Object.create(facts, Object.getOwnPropertyDescriptors(more));
    const said = await policy.check?.(event, context);
    say({ done: id, said: said ?? null, ms: ms() });
  } catch (error) {
    say({ done: id, problem: `threw ${messageOf(error)}`, ms: ms() });
  }
}

function keepChanges(store: Store): void {
  try {
    store.applyChanges();
  } catch (error) {
    console.error(messageOf(error));
  }
}

/** Syntax errors come in a bundle whose own message says nothing. */
function messageOf(error: unknown): string {
  const inner = (error as { errors?: unknown[] })?.errors?.[0] ?? error;
  return (inner as Error)?.message || String(inner);
}
