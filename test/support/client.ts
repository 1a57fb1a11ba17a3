// Runs the real client once in print mode against the scripted API.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, scriptedApi } from './api.ts';
import type { Asked, Script } from './script.ts';
import { API_KEY, envOf, type World } from './world.ts';

/** The binary of the platform's package, because the wrapper has a copy only if install scripts ran. */
export function clientPath(): string {
  const scope = join(import.meta.dir, '..', 'client', 'node_modules', '@anthropic-ai');
  const program = process.platform === 'win32' ? 'claude.exe' : 'claude';
  const packages = readdirSync(scope).filter((name) => name.startsWith('claude-code-'));
  const found = packages.map((name) => join(scope, name, program)).find((file) => existsSync(file));
  if (!found) throw new Error('the client is not installed for this platform: run npm test');
  return found;
}

export function clientEnv(
  world: World,
  api: Api,
  extra: Record<string, string> = {},
): Record<string, string> {
  return envOf(world, {
    CLAUDE_CODE_TMPDIR: world.tmp,
    ANTHROPIC_API_KEY: API_KEY,
    ANTHROPIC_BASE_URL: api.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_BUG_COMMAND: '1',
    ...extra,
  });
}

/** One line of the client's stream, with only the keys that tests use. */
export interface StreamLine {
  type: string;
  subtype?: string;
  result?: string;
  hook_event?: string;
  exit_code?: number;
  stdout?: string;
  stderr?: string;
  session_id?: string;
}

export interface Run {
  code: number;
  ms: number;
  stderr: string;
  lines: StreamLine[];
  requests: Asked[];
}

export interface SessionOptions {
  script: Script;
  prompt?: string;
  args?: string[];
  env?: Record<string, string>;
  /** Words before the client’s own command line, to run it as another user. */
  prefix?: readonly string[];
}

export async function session(world: World, options: SessionOptions): Promise<Run> {
  const api = scriptedApi(options.script);
  try {
    return await play(world, api, options);
  } finally {
    await api.close();
  }
}

async function play(
  world: World,
  api: Api,
  { prompt = 'go', args = [], env = {}, prefix = [] }: SessionOptions,
): Promise<Run> {
  const flags = ['--output-format', 'stream-json', '--verbose', '--include-hook-events', ...args];
  const started = performance.now();
  const child = Bun.spawn([...prefix, clientPath(), '-p', prompt, ...flags], {
    cwd: world.project,
    env: clientEnv(world, api, env),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 500_000,
    killSignal: 'SIGKILL',
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const lines = stdout.split('\n').filter(Boolean).map(parseLine);
  return { code, ms: performance.now() - started, stderr, lines, requests: api.requests };
}

function parseLine(line: string): StreamLine {
  try {
    return JSON.parse(line) as StreamLine;
  } catch {
    return { type: 'text', result: line };
  }
}
