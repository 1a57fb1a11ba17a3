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
  /** Instead of one event: many, each with the policies to ask. Answers have the number of the event. */
  events?: { event: Event; run: PolicyCall[] }[];
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
  else if (request.events) await runMany(request, request.events, reply);
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
    reply({ problem: `it does not load: ${messageOf(error)}${placeIn(file, error)}` });
  }
}

async function runAll({ home: dir, event, run = [], settings, dry }: Request, reply: Reply): Promise<void> {
  const installed = findHome();
  const home = installed.managed ? installed : homeAt(dir);
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

async function runMany(
  request: Request,
  events: NonNullable<Request['events']>,
  reply: Reply,
): Promise<void> {
  for (const [at, item] of events.entries())
    await runAll({ ...request, ...item }, (answer) => reply({ ...(answer as object), at }));
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
  const ms = () => Number((performance.now() - start).toFixed(2));
  try {
    const policy = await load(file);
    const state = slotOf(store, policy, stateScope(policy, event, place), Date.now());
    const properties = { options: optionValues(policy, options), state };
    const context = Object.create(facts, Object.getOwnPropertyDescriptors(properties));
    const result = await policy.check?.(event, context);
    reply({ done: id, result: result ?? null, ms: ms() });
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

/** ` (no-telnet.ts:12:5)`: where in the policy file the error is, or which of its lines led there. */
function placeIn(file: string, error: unknown): string {
  const place = positionOf(error) ?? thrownAt(file, error);
  return place ? ` (${place})` : '';
}

/** Syntax errors and imports that can’t be found; possibly in another file that the policy imports. */
function positionOf(error: unknown): string | undefined {
  const { position } = firstError(error) as { position?: { file?: string; line?: number; column?: number } };
  if (!position?.line) return undefined;
  return `${basename(position.file ?? '')}:${position.line}:${position.column ?? 1}`;
}

function thrownAt(file: string, error: unknown): string | undefined {
  const stack = String((error as Error)?.stack ?? '');
  const at = stack.indexOf(`${file}:`);
  const [place] = (at >= 0 && /:\d+(:\d+)?/.exec(stack.slice(at + file.length))) || [];
  return place && `${basename(file)}${place}`;
}

/** Syntax errors come in an AggregateError whose own message says nothing. */
const firstError = (error: unknown): object => (error as { errors?: object[] })?.errors?.[0] ?? Object(error);

function messageOf(error: unknown): string {
  const inner = firstError(error) as Error;
  return inner.message || String(error);
}
