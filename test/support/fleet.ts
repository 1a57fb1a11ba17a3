// Simulates sessions without a client: sends captured events to the built program, with a real process as the client.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pawl, program } from './pawl.ts';

export { program };

import type { World } from './world.ts';

type Json = Record<string, unknown>;

const captures = join(import.meta.dir, '..', 'captures');

/** A payload as the real client sent it. */
export const captured = (name: string): Json =>
  JSON.parse(readFileSync(join(captures, `${name}.json`), 'utf8')) as Json;

/** A process that stands for a client. */
export function someClient() {
  const child = Bun.spawn(['sleep', '600'], { stdio: ['ignore', 'ignore', 'ignore'] });
  const stop = async () => {
    child.kill('SIGKILL');
    await child.exited;
  };
  return { pid: child.pid, stop, [Symbol.asyncDispose]: stop };
}

export interface Actor {
  session_id: string;
  env?: Record<string, string>;
}

export interface ActorAnswer {
  decision?: string;
  reason: string;
  context: string;
  message: string;
}

/** Sends an event (a captured one by name) in the name of a session. */
export function act(
  world: World,
  { session_id, env = {} }: Actor,
  event: string | Json,
  more: Json = {},
): ActorAnswer {
  const payload = {
    ...(typeof event === 'string' ? captured(event) : event),
    ...more,
    session_id,
    cwd: world.project,
  };
  const done = run(world, ['hook'], env, JSON.stringify({ transcript_path: '', ...more, ...payload }));
  if (done.code !== 0 || done.stderr) throw new Error(`pawl hook: ${done.code} ${done.stderr}`);
  const output = done.stdout ? JSON.parse(done.stdout) : {};
  return {
    decision: output.decision,
    reason: output.reason ?? '',
    context: output.hookSpecificOutput?.additionalContext ?? '',
    message: output.systemMessage ?? '',
  };
}

export function run(world: World, args: string[], env: Record<string, string> = {}, stdin = '') {
  return pawl(world, args, stdin, env);
}

export function runJson<T>(world: World, args: string[], env: Record<string, string> = {}): T {
  const { code, stdout, stderr } = run(world, [...args, '--json'], env);
  if (code !== 0) throw new Error(`pawl ${args.join(' ')}: exit ${code}\n${stdout}${stderr}`);
  return JSON.parse(stdout) as T;
}

export interface Listed {
  session_id: string;
  state: string;
  why: string | null;
  end_reason: string | null;
  successor?: string;
  alias?: string;
  role?: string;
  conversation_id: string;
  parent_session_id?: string;
  status_text?: string;
  last_words?: string;
  pane?: string;
  mission?: string;
  model?: string;
  branch?: string;
  context: { percent: number; used: number; from: string } | null;
  agents: { agent_id: string; agent_type: string; state: string; last_words?: string }[];
  [more: string]: unknown;
}

export const sessions = (world: World) => runJson<Listed[]>(world, ['sessions']);

export function sessionOf(world: World, id: string): Listed {
  const found = sessions(world).find((one) => one.session_id === id);
  if (!found) throw new Error(`no session ${id}`);
  return found;
}

export const stateOf = (world: World, id: string) => sessionOf(world, id).state;
