// Starts a real client once, without a terminal, against a scripted model, in a home and project of its own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientName } from '../../../src/clients/client.ts';
import { clients } from '../../../src/clients/index.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { repository } from '../../support/git.ts';
import { configure, pawl } from '../../support/pawl.ts';
import type { Reason } from '../../support/skip.ts';
import { envOf, freshWorld, type World } from '../../support/world.ts';
import { type Call, type ModelApi, scriptedModel, type Turn, type Wire } from './api.ts';

export interface Driver {
  name: ClientName;
  wire: Wire;
  /** Writes what the client needs besides Pawl's hooks: the address of the model, trust in the folder. */
  prepare(world: World, api: ModelApi): void;
  /** The command line that works off one prompt and ends. */
  command(world: World, prompt: string): string[];
  env?(world: World, api: ModelApi): Record<string, string>;
  /** The client refuses relative paths by itself. */
  absolutePaths?: true;
  /** Tools that refuse `.env` by themselves, before any hook is asked. */
  refusesItself?: readonly string[];
  /** The client's tools: a shell command, and each tool that reads or writes the file at a path. */
  shell(command: string): Call;
  readers: Readonly<Record<string, (path: string) => Call>>;
  writers: Readonly<Record<string, (path: string) => Call>>;
  /** Registers an MCP server of the name `github`, which the words start. */
  addServer(world: World, words: readonly string[]): void;
  /** A call of a tool of that server. */
  serverTool(tool: string, args: JsonObject): Call;
  /** A patch that adds `ok.txt` and the named file; undefined if the client has no such tool. */
  patch?(path: string): Call;
}

export interface Played {
  world: World;
  code: number;
  ms: number;
  output: string;
  /** Everything the model was sent, as text, request by request. */
  requests: string[];
  /** The result of each call, as the model saw it. */
  results: string[];
}

const modules = join(import.meta.dir, '..', 'node_modules');
export const inModules = (...path: string[]): string => join(modules, ...path);

export const notInstalled = (file: string): Reason =>
  existsSync(file) ? undefined : 'this client is not installed for this platform; run `npm run test:clients`';

/** A world in which Pawl is registered with the client, as `pawl init --client` does it. */
export function registeredWorld(name: ClientName, config: JsonObject): World {
  const world = freshWorld();
  repository(world);
  configure(world, config);
  const done = pawl(world, ['init', '--client', name]);
  if (done.code !== 0) throw new Error(`pawl init --client ${name}: ${done.stdout}${done.stderr}`);
  return world;
}

export const hookFile = (world: World, name: ClientName): string =>
  clients[name].registration.file(world.home, envOf(world));

export async function play(
  driver: Driver,
  world: World,
  turns: readonly Turn[],
  prompt = 'go',
): Promise<Played> {
  const api = scriptedModel(driver.wire, turns);
  try {
    driver.prepare(world, api);
    const started = performance.now();
    const child = Bun.spawn(driver.command(world, prompt), {
      cwd: world.project,
      env: envOf(world, { SHELL: '/bin/bash', ...driver.env?.(world, api) }),
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: 240_000,
      killSignal: 'SIGKILL',
    });
    const [stdout, stderr, code] = await Promise.all([
      child.stdout.text(),
      child.stderr.text(),
      child.exited,
    ]);
    const requests = api.requests.map((body) => JSON.stringify(body));
    const results = driver.wire.results(api.requests.at(-1) ?? {});
    return { world, code, ms: performance.now() - started, output: stdout + stderr, requests, results };
  } finally {
    await api.close();
  }
}
