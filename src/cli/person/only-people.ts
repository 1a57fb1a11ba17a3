// Refuses commands that only a person may run when an agent runs them. An agent is recognised by this process's
// environment, by the environment of its ancestors (so that `env -i` does not help), and by their executables. This is
// enough for commands that weaken nothing; the others need proof of a person (prove.ts).

import { basename } from 'node:path';
import type { Env } from '../../system/env.ts';
import { agentAmong, agentEnvVars, ancestors, type Process } from '../../system/process.ts';
import { requireRootIfManaged } from '../support/root.ts';
import { initPrograms } from './programs.ts';
import { personOnly } from './refusal.ts';
import { runningClients } from './running-clients.ts';

/** Describes how an agent was recognised; undefined if a person runs the command. */
export function findCallingAgent(env: Env = process.env): string | undefined {
  const variable = agentEnvVars.find((name) => env[name]);
  if (variable) return `${variable} is set`;
  const processes = ancestors(process.pid);
  return (
    agentAmong(processes) ??
    (isDetached(processes) ? 'it was detached from its parent while Claude Code runs' : undefined)
  );
}

/** Throws an error if an agent runs the command, or if a managed installation would have to be changed without root. */
export function refuseInsideAgent(command: string): void {
  requireRootIfManaged(command);
  const why = findCallingAgent();
  if (!why) return;
  throw personOnly(
    command,
    'an agent seems to run this one',
    why,
    `${typedWay[command] ?? ''}run it in another terminal: what is typed with \`!\` in Claude Code counts as the agent’s.`,
  );
}

/** The alternative that a person can type in the client's prompt. */
const typedWay: Record<string, string> = { 'allow-once': 'type `/pawl allow-once` in the prompt, or ' };

/** Programs that are used to detach a command. Services and remote logins are started by other programs. */
const detachingPrograms =
  /^(ba|da|z|k|fi)?sh$|^(env|setsid|nohup|timeout|script|expect|perl|ruby|node|bun|pawl|python[\d.]*)$/;

/**
 * The topmost ancestor of a person's command is a terminal program, a login or a service. If it is a shell or another
 * such program that init has adopted, the command was detached from its parent. A terminal below it proves nothing, because
 * any process can create one.
 */
export function isDetached(processes: readonly Process[], clients = runningClients): boolean {
  const top = processes.find((_, index) => processes[index + 1] && isInit(processes[index + 1]!));
  if (!top || top.terminal || !detachingPrograms.test(basename(top.program))) return false;
  // A process that is older than every client was not started by one.
  return clients().some(({ started }) => Number(started) <= Number(top.started));
}

/**
 * The first process of a container can be any program, including one that starts people's scripts without a terminal.
 * There a refusal would also hit every person, so only the guard keeps an agent from detaching a command.
 */
function isInit({ program }: Process): boolean {
  return initPrograms.has(basename(program));
}
