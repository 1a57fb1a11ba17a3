// The process that user-policies.ts starts. It loads users' policy files, runs them, and answers with one line each.
import { readFileSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import type { Event } from '../core/event.ts';
import { optionValues, type Policy } from '../core/policy.ts';
import { type FactSettings, machineFacts } from '../facts/facts.ts';
import { findPlace, type ProjectPlace } from '../facts/project.ts';
import * as author from '../index.ts';
import { slotOf, stateScope } from '../store/slot.ts';
import { Store } from '../store/store.ts';
import { findHome, homeAt } from '../system/home.ts';
import { runExamples } from './run-examples.ts';

interface PolicyCall {
  file: string;
  id: string;
  options: Record<string, unknown>;
}

interface Request {
  /** Starts every line that is an answer, so that whatever a policy prints is not mistaken for one. */
  token: string;
  home: string;
  /** A policy file to load and report the metadata of. */
  describe?: string;
  /** A policy file to run the examples of. */
  examples?: string;
  event?: Event;
  run?: PolicyCall[];
  settings?: FactSettings;
  /** In a dry run the state that policies change is not saved. */
  dry?: boolean;
}

type Reply = (answer: unknown) => void;

export async function host(): Promise<number> {
  const request = JSON.parse(readFileSync(0, 'utf8')) as Request;
  const reply: Reply = (answer) => writeSync(1, `\n${request.token}${JSON.stringify(answer)}\n`);
  registerPawlModule();
  if (request.describe) await describe(request.describe, reply);
  else if (request.examples) reply({ results: await runExamples(await load(request.examples)) });
  else await runAll(request, reply);
  return 0;
}

/** Makes `import { deny } from 'pawl'` resolve to this program, wherever the policy file is. */
function registerPawlModule(): void {
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

async function describe(file: string, reply: Reply): Promise<void> {
  try {
    const { check, ...metadata } = await load(file);
    reply({ ...metadata, check: typeof check === 'function' });
  } catch (error) {
    reply({ problem: `it does not load: ${messageOf(error)}` });
  }
}

async function runAll({ home: dir, event, run = [], settings, dry }: Request, reply: Reply): Promise<void> {
  const own = findHome();
  const home = own.managed ? own : homeAt(dir);
  const place = findPlace(event!.cwd || process.cwd());
  const store = new Store(home);
  const world = { home, env: process.env, now: Date.now() };
  const facts = machineFacts(event!, place, world, { store, ...settings });
  for (const call of run) {
    await runOne(call, event!, place, facts, store, reply);
    // Saved after each policy, because the next one may never return.
    if (!dry) saveState(store);
  }
}

async function runOne(
  { file, id, options }: PolicyCall,
  event: Event,
  place: ProjectPlace,
  facts: object,
  store: Store,
  reply: Reply,
): Promise<void> {
  const start = performance.now();
  const ms = () => Math.round((performance.now() - start) * 100) / 100;
  try {
    const policy = await load(file);
    const state = slotOf(store, policy, stateScope(policy, event, place), Date.now());
    const own = { options: optionValues(policy, options), state };
    const context = Object.create(facts, Object.getOwnPropertyDescriptors(own));
    const said = await policy.check?.(event, context);
    reply({ done: id, said: said ?? null, ms: ms() });
  } catch (error) {
    reply({ done: id, problem: `threw ${messageOf(error)}${placeIn(file, error)}`, ms: ms() });
  }
}

function saveState(store: Store): void {
  try {
    store.applyChanges();
  } catch (error) {
    console.error(messageOf(error));
  }
}

/** ` (no-telnet.ts:12:5)`: where in the policy file the error was thrown, or which of its lines led there. */
function placeIn(file: string, error: unknown): string {
  const at = String((error as Error)?.stack ?? '').indexOf(`${file}:`);
  if (at < 0) return '';
  const [place] = /:\d+(:\d+)?/.exec((error as Error).stack!.slice(at + file.length)) ?? [];
  return place ? ` (${basename(file)}${place})` : '';
}

/** Syntax errors come in an AggregateError whose own message says nothing. */
function messageOf(error: unknown): string {
  const inner = (error as { errors?: unknown[] })?.errors?.[0] ?? error;
  return (inner as Error)?.message || String(inner);
}
