// Processes on this machine: their parents and environment, and whether a pid still belongs to the same process.

import { attempt } from './attempt.ts';
import { readFileSync, readlinkSync } from './fs/index.ts';
import { basename } from './path.ts';

export interface Process {
  pid: number;
  parent: number;
  /** Path of the executable if it is known, else its name. */
  program: string;
  args: string[];
  env: string[];
  /** Device number of the controlling terminal; 0 if there is none. */
  terminal: number;
  /** Id of the POSIX session, inherited from the parent or created with setsid. */
  session: number;
  group: number;
  /** The process group that may read from the terminal. */
  foreground: number;
  /** Start time in the system's own format. Pids are reused, so only pid and start time together identify a process. */
  started: string;
}

/** Variables that coding agents set for the processes they start; a plain terminal has none of them. */
export const agentEnvVars = [
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_PID',
  'AI_AGENT',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'CODEX_SANDBOX',
];

/**
 * Describes the first process that belongs to an agent, and how it was recognised. A client of which Pawl knows the pid
 * counts whatever its name is.
 */
export function agentAmong(
  processes: readonly Process[],
  clients: readonly Pick<Process, 'pid' | 'started'>[] = [],
): string | undefined {
  for (const candidate of processes) {
    if (isClient(candidate)) return `process ${candidate.pid} is Claude Code`;
    if (isOtherAgent(candidate))
      return `process ${candidate.pid} is ${basename(candidate.program)}, an agent`;
    if (clients.some(({ pid, started }) => pid === candidate.pid && started === candidate.started))
      return `process ${candidate.pid} is the client of a session`;
    const variable = agentEnvVarOf(candidate);
    if (variable) return `${variable} is set in process ${candidate.pid}`;
  }
  return undefined;
}

/** Programs of other coding agents. */
const otherAgents =
  /^(codex|gemini|copilot|opencode|cursor-agent|aider|goose|amp|crush|qwen|droid|auggie|kilocode)(\.[cm]?js)?$/;

function isOtherAgent({ program, args }: Process): boolean {
  const script = /^(node|bun|deno|python[\d.]*)$/.test(basename(program)) ? (args[1] ?? '') : '';
  return otherAgents.test(basename(program)) || otherAgents.test(basename(script));
}

function agentEnvVarOf({ env }: Process): string | undefined {
  return agentEnvVars.find((name) => env.some((entry) => entry.startsWith(`${name}=`)));
}

/**
 * Why we believe that an agent started this client; undefined if a person did. The client sets agent variables only for
 * its children, so one in its own environment was inherited from an agent; a client among its ancestors is a sign too.
 */
export function whyAgentStartedClient(pid: number): string | undefined {
  const [client, parent, ...above] = ancestors(pid);
  if (!client) return undefined;
  const variable = agentEnvVarOf(client);
  if (variable) return `${variable} was set when this client started`;
  return agentAmong(parent && !isStartScript(parent, client) ? [parent, ...above] : above);
}

/** The npm package without its install scripts starts the client through a small script; the two are one client. */
function isStartScript(parent: Process, client: Process): boolean {
  const isScript = ({ program }: Process) => /^(node|bun|deno)/.test(basename(program));
  return isClient(parent) && isScript(parent) && !isScript(client);
}

export function isClient({ program, args }: Pick<Process, 'program' | 'args'>): boolean {
  const [zeroth = '', first = ''] = args;
  const named = [program, zeroth].some((path) => /^claude(\.exe)?$/.test(basename(path)));
  const installed = [program, zeroth, first].some((path) =>
    /@anthropic-ai\/claude-code\/|\/claude\/versions\/\d[\w.-]*$/.test(path),
  );
  const script = /^(node|bun|deno)/.test(basename(program)) && /^claude(\.[cm]?js)?$/.test(basename(first));
  return named || installed || script;
}

/** The process itself first, then its parent, and so on up to the root. */
export function ancestors(pid: number): Process[] {
  const found: Process[] = [];
  for (let next = pid; next > 0 && found.length < 64; ) {
    const ancestor = processOf(next);
    if (!ancestor) break;
    found.push(ancestor);
    next = ancestor.parent;
  }
  return found;
}

export function processOf(pid: number): Process | undefined {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

/** Whether the process that had this pid at this start time still runs (pids are reused). */
export function isStillRunning(pid: number, started: string): boolean {
  const now = process.platform === 'linux' ? statFields(pid)?.[19] : fromPs(pid)?.started;
  return now === started;
}

/** The major device number of the first pseudo-terminals. */
const ptsMajor = 136;

/** The number by which Linux names a terminal in /proc; undefined for other devices. */
export function terminalNumber(device: string): number | undefined {
  const minor = /^\/dev\/pts\/(\d+)$/.exec(device)?.[1];
  if (minor === undefined) return undefined;
  const number = Number(minor);
  return (number & 0xff) | (ptsMajor << 8) | ((number & ~0xff) << 12);
}

const readProc = (pid: number, name: string) =>
  attempt(() => readFileSync(`/proc/${pid}/${name}`, 'utf8')) ?? '';

/** The fields of /proc/<pid>/stat from the state on; undefined if the process has ended. */
function statFields(pid: number): string[] | undefined {
  // The name of the program is in brackets and may itself contain blanks and brackets.
  const stat = readProc(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.length < 20 || fields[0] === 'Z' ? undefined : fields;
}

function fromProc(pid: number): Process | undefined {
  const read = (name: string) => readProc(pid, name);
  const fields = statFields(pid);
  if (!fields) return undefined;
  const args = read('cmdline').split('\0').slice(0, -1);
  const program = attempt(() => readlinkSync(`/proc/${pid}/exe`)) ?? args[0] ?? '';
  const env = read('environ').split('\0');
  return {
    pid,
    parent: Number(fields[1]),
    program,
    args,
    env,
    terminal: Number(fields[4]),
    session: Number(fields[3]),
    group: Number(fields[2]),
    foreground: Number(fields[5]),
    started: fields[19]!,
  };
}

/** For systems without /proc. */
function fromPs(pid: number): Process | undefined {
  const ask = (format: string, ...flags: string[]) =>
    attempt(() => Bun.spawnSync(['ps', ...flags, '-o', format, '-p', String(pid)]).stdout.toString()) ?? '';
  const [parent, group, foreground, tty = '', ...args] = ask('ppid=,pgid=,tpgid=,tty=,command=')
    .trim()
    .split(/\s+/);
  if (!parent) return undefined;
  const program = ask('comm=').trim();
  const env = ask('command=', '-Eww').split(/\s+/);
  const started = ask('lstart=').trim();
  return {
    pid,
    parent: Number(parent),
    program,
    args,
    env,
    // `ps` has names instead of numbers; a hash of the name serves to compare terminals.
    terminal: tty.startsWith('?') ? 0 : Number(Bun.hash.crc32(tty)),
    session: 0,
    group: Number(group),
    foreground: Number(foreground),
    started,
  };
}

/** The command that starts this program again. */
export function ownCommand(): string[] {
  return process.execPath.endsWith('bun') ? [process.execPath, Bun.main] : [process.execPath];
}
