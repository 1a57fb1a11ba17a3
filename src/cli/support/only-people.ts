// Is an agent behind this process? Ways out are for people. What counts is where the process comes from: its own
// environment, that of its ancestors (so that `env -i` does not help), and who they are.

import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import { UserError } from '../../system/errors.ts';
import {
  agentEnvVars,
  ancestors,
  findAgent,
  isClient,
  type Process,
  processOf,
} from '../../system/process.ts';

/** Processes that adopt what lost its parent. */
const adopters = ['systemd', 'init', 'launchd', 'tini', 'dumb-init', 'docker-init', 'catatonit'];

/** Why we think so, or undefined for a person. */
export function agentBehind(env: Env = process.env): string | undefined {
  const own = agentEnvVars.find((mark) => env[mark]);
  if (own) return `${own} is set`;
  const line = ancestors(process.pid);
  return (
    findAgent(line) ??
    (cutLoose(line) ? 'it was cut loose from whoever started it, while Claude Code runs' : undefined)
  );
}

/** Throws unless a person is calling. */
export function refuseInsideAgent(command: string): void {
  const why = agentBehind();
  if (!why) return;
  throw new UserError(
    `\`pawl ${command}\` is for a person, and this was called from inside an agent’s tool (${why}). If you are a person, run it in a terminal of your own. If you are an agent, ask the person you work for.`,
    1,
  );
}

/**
 * What somebody cuts loose: shells, and what is used to start things. Services and remote logins are other programs.
 */
const loose =
  /^(ba|da|z|k|fi)?sh$|^(env|setsid|nohup|timeout|script|expect|perl|ruby|node|bun|pawl|python[\d.]*)$/;

/**
 * Above a person's command there is a terminal's program, a login or a service. If the upper end is a mere starter
 * that the system adopted, it was cut loose from whoever started it. A terminal further down can be made by anybody.
 */
export function cutLoose(line: readonly Process[], clients = runningClients): boolean {
  const top = line.find((_, index) => line[index + 1] && adopted(line[index + 1]!));
  if (!top || top.terminal || !loose.test(basename(top.program))) return false;
  // What began before every client can't be the doing of one.
  return clients().some(({ started }) => Number(started) <= Number(top.started));
}

/**
 * The init programs adopt; that is what they are for. The first process of a container can be anything, also what
 * people and their scripts are started by, without a terminal: there the guard alone keeps the agent from cutting a
 * command loose, because a refusal would also hit every person.
 */
function adopted({ program }: Process): boolean {
  return adopters.includes(basename(program));
}

function runningClients(): Process[] {
  const pids = (attempt(() => readdirSync('/proc')) ?? []).filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => processOf(Number(pid)) ?? []).filter(isClient);
}
