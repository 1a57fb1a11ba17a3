// Processes of this machine: who started whom, with what environment, and whether one is still the one we knew.

import { attempt } from './attempt.ts';
import { readFileSync, readlinkSync } from './fs/index.ts';
import { basename } from './path.ts';

export interface Process {
  pid: number;
  parent: number;
  /** The program by the path it was started from where that is known. */
  program: string;
  args: string[];
  env: string[];
  terminal: boolean;
  /** The session it belongs to: inherited from whoever started it, or opened by itself. */
  session: number;
  /** When it started, in the system's own words; the same number means the same process only with this. */
  started: string;
}

/** Variables that agents' clients set for what they start, and that nobody has in a plain terminal. */
export const agentMarks = [
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_PID',
  'AI_AGENT',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'CODEX_SANDBOX',
];

/** The first process of this line that is an agent's, and how we know. */
export function agentAmong(line: readonly Process[]): string | undefined {
  for (const one of line) {
    if (isClient(one)) return `process ${one.pid} above this one is Claude Code`;
    const mark = markOf(one);
    if (mark) return `${mark} is set in process ${one.pid} above this one`;
  }
  return undefined;
}

function markOf({ env }: Process): string | undefined {
  return agentMarks.find((name) => env.some((entry) => entry.startsWith(`${name}=`)));
}

/** Did an agent start this client? Its own mark is no sign; a mark it was born with, or a client above it, is. */
export function clientOfAgent(pid: number): string | undefined {
  const [client, parent, ...above] = ancestors(pid);
  if (!client) return undefined;
  const mark = markOf(client);
  if (mark) return `${mark} was set when this client started`;
  return agentAmong(parent && !isStarter(parent, client) ? [parent, ...above] : above);
}

/** Where it was installed without its scripts, a small script starts the program; together they are one client. */
function isStarter(parent: Process, client: Process): boolean {
  const byScript = ({ program }: Process) => /^(node|bun|deno)/.test(basename(program));
  return isClient(parent) && byScript(parent) && !byScript(client);
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

/** This process first, then whoever started it, up to the root. */
export function ancestors(pid: number): Process[] {
  const line: Process[] = [];
  for (let at = pid; at > 0 && line.length < 64; ) {
    const one = processOf(at);
    if (!one) break;
    line.push(one);
    at = one.parent;
  }
  return line;
}

export function processOf(pid: number): Process | undefined {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

/** True only if it is the very process that was noted: numbers are used again. */
export function stillRuns(pid: number, started: string): boolean {
  const now = process.platform === 'linux' ? statOf(pid)?.[19] : fromPs(pid)?.started;
  return now === started;
}

const readOf = (pid: number, name: string) =>
  attempt(() => readFileSync(`/proc/${pid}/${name}`, 'utf8')) ?? '';

/** Its fields from the state on; undefined when it is gone. */
function statOf(pid: number): string[] | undefined {
  // The program's name, in brackets, may hold blanks and brackets itself.
  const stat = readOf(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.length < 20 || fields[0] === 'Z' ? undefined : fields;
}

function fromProc(pid: number): Process | undefined {
  const read = (name: string) => readOf(pid, name);
  const fields = statOf(pid);
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
    terminal: fields[4] !== '0',
    session: Number(fields[3]),
    started: fields[19]!,
  };
}

/** Where there is no /proc. */
function fromPs(pid: number): Process | undefined {
  const ask = (format: string, ...flags: string[]) =>
    attempt(() => Bun.spawnSync(['ps', ...flags, '-o', format, '-p', String(pid)]).stdout.toString()) ?? '';
  const [parent, tty, ...args] = ask('ppid=,tty=,command=').trim().split(/\s+/);
  if (!parent) return undefined;
  const program = ask('comm=').trim();
  const env = ask('command=', '-Eww').split(/\s+/);
  const terminal = tty !== '??' && tty !== '?';
  const started = ask('lstart=').trim();
  return { pid, parent: Number(parent), program, args, env, terminal, session: 0, started };
}

/** How to start this very program again. */
export function ourselves(): string[] {
  return process.execPath.endsWith('bun') ? [process.execPath, Bun.main] : [process.execPath];
}
