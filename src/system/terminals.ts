// Terminals on this machine: which processes use one, and which program is on its other side. Linux only: elsewhere
// the lists are empty. An event uses it only for a typed command that gives a grant.
import { attempt } from './attempt.ts';
import { readdirSync, readFileSync, readlinkSync } from './fs/index.ts';
import { ancestors, type Process, processOf } from './process.ts';

/** The facts about processes that tell who uses a terminal. Tests describe other machines with it. */
export interface Machine {
  get(pid: number): Process | undefined;
  /** The process, its parent, and so on. */
  ancestors(pid: number): Process[];
  /** The processes that have this terminal as theirs. */
  on(terminal: number): Process[];
  /** All processes that run the same executable. */
  running(program: string): Process[];
  /** The processes that hold the other side of a pseudo-terminal, as far as they can be seen. */
  masters(terminal: number): Process[];
  /** Whether another user runs the process. */
  isForeign(pid: number): boolean;
  /** Terminals of the tmux clients that show this pane, and when somebody last typed there (seconds since 1970). */
  tmuxClients(server: Process, pane: number): { pid: number; typedAt: number }[];
  /** The host that the system's record of logins (utmp) names for the terminal. A user can't write that record. */
  loginHost(terminal: number): string | undefined;
  isOwnAddress(address: string): boolean;
  /** When input was last read from the terminal, in seconds since 1970. The kernel notes it in steps of 8 seconds. */
  readAt(terminal: number): number;
}

export const thisMachine: Machine = {
  get: processOf,
  ancestors,
  on: (terminal) => everyProcess().filter((listed) => listed.terminal === terminal),
  running: (program) => everyProcess().filter((listed) => listed.program === program),
  masters: (terminal) => {
    const index = ptyIndex(terminal);
    return index === undefined
      ? []
      : pids()
          .filter((pid) => holdsMaster(pid, index))
          .flatMap(lookUp);
  },
  isForeign: (pid) => ownerOf(pid) !== process.getuid?.(),
  tmuxClients,
  loginHost: (terminal) => attempt(() => hostInUtmp(readFileSync('/run/utmp'), `pts/${ptyIndex(terminal)}`)),
  isOwnAddress: (address) =>
    Object.values(process.getBuiltinModule('node:os').networkInterfaces()).some((all) =>
      all?.some((network) => network.address === address),
    ),
  readAt: (terminal) => attempt(() => Math.floor(accessedAt(`/dev/pts/${ptyIndex(terminal)}`) / 1000)) ?? 0,
};

/** system/fs does not tell when a file was read. */
const accessedAt = (path: string) => process.getBuiltinModule('node:fs').statSync(path).atimeMs;

const pids = (): number[] =>
  (attempt(() => readdirSync('/proc')) ?? []).filter((name) => /^\d+$/.test(name)).map(Number);

/** Empty if the process has ended. */
const lookUp = (pid: number): Process[] => [processOf(pid) ?? []].flat();

function everyProcess(): Process[] {
  return pids().flatMap(lookUp);
}

/** The number after /dev/pts/; undefined for a console or a serial line. */
export function ptyIndex(terminal: number): number | undefined {
  const major = (terminal >> 8) & 0xfff;
  const minor = (terminal & 0xff) | ((terminal >>> 12) & 0xfff00);
  return major >= 136 && major <= 143 ? (major - 136) * 256 + minor : undefined;
}

/** The kernel shows which terminal a descriptor of /dev/ptmx belongs to. */
function holdsMaster(pid: number, index: number): boolean {
  const names = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return names.some((name) => {
    const target = attempt(() => readlinkSync(`/proc/${pid}/fd/${name}`)) ?? '';
    if (!target.endsWith('ptmx')) return false;
    const info = attempt(() => readFileSync(`/proc/${pid}/fdinfo/${name}`, 'utf8')) ?? '';
    return Number(/^tty-index:\s*(\d+)/m.exec(info)?.[1] ?? -1) === index;
  });
}

function ownerOf(pid: number): number | undefined {
  const status = attempt(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  const uid = /^Uid:\s*(\d+)/m.exec(status)?.[1];
  return uid === undefined ? undefined : Number(uid);
}

const USER_PROCESS = 7;

/** Reads the records of `struct utmp`, which are 384 or 400 bytes long, depending on the processor. */
export function hostInUtmp(bytes: Uint8Array, line: string): string | undefined {
  const view = Buffer.from(bytes);
  const size = view.length % 384 === 0 ? 384 : 400;
  const textAt = (at: number, length: number) => view.toString('latin1', at, at + length).split('\0')[0]!;
  for (let at = 0; at + size <= view.length; at += size)
    if (view.readInt16LE(at) === USER_PROCESS && textAt(at + 8, 32) === line)
      return textAt(at + 76, 256) || undefined;
  return undefined;
}

/** Asks the tmux server itself, on the socket that it listens on: TMUX in the environment can name any server. */
function tmuxClients(server: Process, pane: number): { pid: number; typedAt: number }[] {
  const socket = listeningSocket(server.pid);
  if (!socket) return [];
  const ask = (...args: string[]) =>
    attempt(() =>
      Bun.spawnSync([server.program, '-S', socket, ...args], { env: {}, timeout: 3_000 }).stdout.toString(),
    ) ?? '';
  const name = `/dev/pts/${ptyIndex(pane)}`;
  const panes = ask('list-panes', '-a', '-F', '#{pane_tty} #{session_id} #{window_active}#{pane_active}');
  const paneFields = panes.split('\n').map((line) => line.split(' '));
  const sessions = paneFields
    .filter(([tty, , active]) => tty === name && active === '11')
    .map(([, id]) => id);
  const clients = ask('list-clients', '-F', '#{session_id} #{client_pid} #{client_activity}');
  return clients
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([session]) => sessions.includes(session))
    .map(([, pid, activity]) => ({ pid: Number(pid), typedAt: Number(activity) }));
}

function listeningSocket(pid: number): string | undefined {
  const names = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  const targets = names.map((name) => attempt(() => readlinkSync(`/proc/${pid}/fd/${name}`)) ?? '');
  const inodes = new Set(targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []));
  const table = attempt(() => readFileSync('/proc/net/unix', 'utf8')) ?? '';
  for (const line of table.split('\n')) {
    // Num RefCount Protocol Flags Type St Inode Path; the flag 00010000 means that it listens.
    const [, , , flags, , , inode = '', path] = line.trim().split(/\s+/);
    if (flags === '00010000' && inodes.has(inode) && path) return path;
  }
  return undefined;
}
