// Finds out who uses the terminal that a command would type into. Tmux itself says which pane a target means; who runs
// there is read from the processes.
import type { TerminalTarget, TerminalUse } from '../../core/look.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import { readdirSync } from '../../system/fs/index.ts';
import {
  agentEnvVars,
  ancestors,
  isClient,
  type Process,
  processOf,
  terminalNumber,
} from '../../system/process.ts';
import type { TimeLeft } from '../../system/process-list.ts';
import { trustedPath } from '../../system/trusted-path.ts';

export function terminalUse(target: TerminalTarget, env: Env, timeLeft: TimeLeft): TerminalUse | undefined {
  if (process.platform !== 'linux') return undefined;
  if (target.by === 'device') return useOfDevice(target.path, timeLeft);
  if (target.by === 'program') return clientInside(target.names, timeLeft);
  const found = paneDevice(target.server, target.target, env, timeLeft);
  if (found === undefined || found === 'missing') return found;
  return useOfDevice(found, timeLeft);
}

/** The terminal of a pane, from tmux's own reading of the target. */
function paneDevice(
  server: readonly string[],
  target: string | undefined,
  env: Env,
  timeLeft: TimeLeft,
): string | undefined {
  const PATH = trustedPath('/nowhere', env.PATH);
  const tmux = Bun.which('tmux', { PATH });
  const timeout = Math.floor(timeLeft());
  if (!tmux || timeout <= 0) return undefined;
  const targetOption = target === undefined ? [] : ['-t', target];
  const result = attempt(() =>
    Bun.spawnSync([tmux, ...server, 'display-message', '-p', ...targetOption, '#{pane_tty}'], {
      stdin: 'ignore',
      stderr: 'pipe',
      timeout,
      env: { ...pickVariables(env, ['HOME', 'TMUX', 'TMUX_PANE', 'TMUX_TMPDIR', 'TMPDIR']), PATH },
    }),
  );
  if (!result || result.exitedDueToTimeout) return undefined;
  const device = result.stdout.toString().trim();
  if (result.exitCode === 0 && device.startsWith('/dev/')) return device;
  // Without such a pane, the answer is an empty line.
  if (result.exitCode === 0 && device === '') return 'missing';
  return /no server running|can't find|error connecting/.test(result.stderr.toString())
    ? 'missing'
    : undefined;
}

const pickVariables = (env: Env, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]!]])));

/** A pane that an agent started has the agent's variables, so Pawl's own commands recognise it there. */
function useOfDevice(device: string, timeLeft: TimeLeft): TerminalUse | undefined {
  const number = terminalNumber(device);
  if (number === undefined) return undefined;
  const found = processesWhere((candidate) => candidate.terminal === number, timeLeft);
  if (!found) return undefined;
  if (found.some(isClient)) return 'client';
  if (found.length === 0) return 'missing';
  return found.every(isOfAgent) ? 'agent' : 'person';
}

const isOfAgent = ({ env }: Process) =>
  agentEnvVars.some((name) => env.some((entry) => entry.startsWith(`${name}=`)));

/** Programs whose terminals can't be told apart from outside: does a client run in any of them? */
function clientInside(names: readonly string[], timeLeft: TimeLeft): TerminalUse | undefined {
  const clients = processesWhere(isClient, timeLeft);
  const isInside = ({ pid }: Process) =>
    ancestors(pid).some(({ program }) =>
      names.includes(program.slice(program.lastIndexOf('/') + 1).toLowerCase()),
    );
  return clients?.some(isInside) ? 'client' : undefined;
}

function processesWhere(fits: (candidate: Process) => boolean, timeLeft: TimeLeft): Process[] | undefined {
  const found: Process[] = [];
  for (const name of attempt(() => readdirSync('/proc')) ?? []) {
    if (!/^\d+$/.test(name)) continue;
    if (timeLeft() <= 0) return undefined;
    const candidate = processOf(Number(name));
    if (candidate && fits(candidate)) found.push(candidate);
  }
  return found;
}
