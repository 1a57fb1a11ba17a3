// Is an agent behind this process? Ways out are for people. What counts is where the process comes from: its own
// environment, that of its ancestors (so that `env -i` does not help), and who they are.
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { CliError } from './commands/command.ts';
import { agentAmong, agentMarks, ancestors, isClient, type Process, processOf } from './facts/processes.ts';
import { tryTo } from './home.ts';

/** Processes that adopt what lost its parent. */
const adopters = ['systemd', 'init', 'launchd', 'tini', 'dumb-init', 'docker-init', 'catatonit'];

/** Why we think so, or undefined for a person. */
export function agentBehind(env: Record<string, string | undefined> = process.env): string | undefined {
  const own = agentMarks.find((mark) => env[mark]);
  if (own) return `${own} is set`;
  const line = ancestors(process.pid);
  return (
    agentAmong(line) ??
    (cutLoose(line) ? 'it was cut loose from whoever started it, while Claude Code runs' : undefined)
  );
}

/** Throws unless a person is calling. */
export function refuseInsideAgent(command: string): void {
  const why = agentBehind();
  if (!why) return;
  throw new CliError(
    `\`pawl ${command}\` is for a person, and this was called from inside an agent’s tool (${why}). If you are a person, run it in a terminal of your own. If you are an agent, ask the person you work for.`,
    1,
  );
}

/** A person has a terminal or at least a shell above; a process that was cut loose to hide its origin has neither. */
function cutLoose(line: readonly Process[]): boolean {
  const [self, parent] = line;
  if (!self || self.terminal) return false;
  const adopted = self.parent === 1 || (parent !== undefined && adopters.includes(basename(parent.program)));
  return adopted && clientRuns();
}

function clientRuns(): boolean {
  const pids = (tryTo(() => readdirSync('/proc')) ?? []).filter((name) => /^\d+$/.test(name));
  return pids.some((pid) => {
    const one = processOf(Number(pid));
    return one !== undefined && isClient(one);
  });
}
