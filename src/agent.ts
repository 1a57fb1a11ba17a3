// Is an agent behind this process? Ways out are for people. What counts is where the process comes from: its own
// environment, that of its ancestors (so that `env -i` does not help), and who they are.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { CliError } from './commands/command.ts';
import { tryTo } from './home.ts';

/** Variables that agents' clients set for what they start, and that nobody has in a plain terminal. */
const marks = [
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_PID',
  'AI_AGENT',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'CODEX_SANDBOX',
];

/** Processes that adopt what lost its parent. */
const adopters = ['systemd', 'init', 'launchd', 'tini', 'dumb-init', 'docker-init', 'catatonit'];

interface Process {
  pid: number;
  parent: number;
  /** Program and arguments; the program by the path it was started from where that is known. */
  program: string;
  args: string[];
  env: string[];
  terminal: boolean;
}

/** Why we think so, or undefined for a person. */
export function agentBehind(env: Record<string, string | undefined> = process.env): string | undefined {
  const own = marks.find((mark) => env[mark]);
  if (own) return `${own} is set`;
  const line = ancestors(process.pid);
  for (const one of line) {
    if (isClient(one)) return `process ${one.pid} above this one is Claude Code`;
    const mark = marks.find((name) => one.env.some((entry) => entry.startsWith(`${name}=`)));
    if (mark) return `${mark} is set in process ${one.pid} above this one`;
  }
  return cutLoose(line) ? 'it was cut loose from whoever started it, while Claude Code runs' : undefined;
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
    const one = fromProc(Number(pid));
    return one !== undefined && isClient(one);
  });
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
function ancestors(pid: number): Process[] {
  const look = process.platform === 'linux' ? fromProc : fromPs;
  const line: Process[] = [];
  for (let at = pid; at > 0 && line.length < 64; ) {
    const one = look(at);
    if (!one) break;
    line.push(one);
    at = one.parent;
  }
  return line;
}

function fromProc(pid: number): Process | undefined {
  const read = (name: string) => tryTo(() => readFileSync(`/proc/${pid}/${name}`, 'utf8')) ?? '';
  // The program's name, in brackets, may hold blanks and brackets itself.
  const stat = read('stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 5) return undefined;
  const args = read('cmdline').split('\0').slice(0, -1);
  const program = tryTo(() => readlinkSync(`/proc/${pid}/exe`)) ?? args[0] ?? '';
  const env = read('environ').split('\0');
  return { pid, parent: Number(fields[1]), program, args, env, terminal: fields[4] !== '0' };
}

/** Where there is no /proc. */
function fromPs(pid: number): Process | undefined {
  const ask = (format: string, ...flags: string[]) =>
    tryTo(() => Bun.spawnSync(['ps', ...flags, '-o', format, '-p', String(pid)]).stdout.toString()) ?? '';
  const [parent, tty, ...args] = ask('ppid=,tty=,command=').trim().split(/\s+/);
  if (!parent) return undefined;
  const program = ask('comm=').trim();
  const env = ask('command=', '-Eww').split(/\s+/);
  return { pid, parent: Number(parent), program, args, env, terminal: tty !== '??' && tty !== '?' };
}
