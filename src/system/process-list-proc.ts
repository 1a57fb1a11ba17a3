// Processes and their ports, from /proc.
import { attempt } from './attempt.ts';
import { readdirSync, readFileSync, readlinkSync } from './fs/index.ts';
import type { ListedProcess, PortQuery, ProcessList, TimeLeft } from './process-list.ts';

export const procList: ProcessList = {
  all: (timeLeft) => eachPid(timeLeft, readProcess),
  usingPorts(queries, timeLeft) {
    const sockets = socketsOf(queries);
    if (sockets.size === 0) return [];
    return eachPid(timeLeft, (pid) => (hasSocket(pid, sockets) ? pid : undefined));
  },
  folders(pids) {
    const found = new Map<number, string>();
    for (const pid of pids) {
      const folder = attempt(() => readlinkSync(`/proc/${pid}/cwd`));
      if (folder) found.set(pid, folder.replace(/ \(deleted\)$/, ''));
    }
    return found;
  },
  variable: (pid, name) =>
    read(`/proc/${pid}/environ`)
      .split('\0')
      .find((entry) => entry.startsWith(`${name}=`))
      ?.slice(name.length + 1),
};

const read = (path: string) => attempt(() => readFileSync(path, 'utf8')) ?? '';

function eachPid<T>(timeLeft: TimeLeft, look: (pid: number) => T | undefined): T[] | undefined {
  const found: T[] = [];
  for (const name of attempt(() => readdirSync('/proc')) ?? []) {
    const pid = Number(name);
    if (!pid) continue;
    if (timeLeft() <= 0) return undefined;
    const result = look(pid);
    if (result !== undefined) found.push(result);
  }
  return found;
}

/** The name, the state, the parent and the user, in the order of /proc/<pid>/status. */
const STATUS = /^Name:\t(.*)$[\s\S]*?^State:\t(\w)[\s\S]*?^PPid:\t(\d+)$[\s\S]*?^Uid:\t(\d+)/m;

/** The parent of all kernel threads, which can't be ended. */
const KTHREADD = 2;

/** Undefined for processes that have ended and for threads of the kernel. */
function readProcess(pid: number): ListedProcess | undefined {
  const [, name, state, ppid, user] = STATUS.exec(read(`/proc/${pid}/status`)) ?? [];
  const parent = Number(ppid);
  if (name === undefined || state === 'Z' || pid === KTHREADD || parent === KTHREADD) return undefined;
  const args = read(`/proc/${pid}/cmdline`).split('\0');
  // Programs that change their title leave many zeros behind it.
  while (args.length > 0 && args.at(-1) === '') args.pop();
  return { pid, parent, name, args, user: Number(user) };
}

const LISTEN = '0A';
/** A UDP socket that is bound but not connected. */
const UNCONNECTED = '07';

/** The inodes of all sockets that a query describes. */
function socketsOf(queries: readonly PortQuery[]): Set<string> {
  const found = new Set<string>();
  for (const table of ['tcp', 'tcp6', 'udp', 'udp6'])
    for (const line of read(`/proc/net/${table}`).split('\n').slice(1)) {
      const [, local, remote, state, , , , , , inode] = line.trim().split(/\s+/);
      if (!inode || inode === '0') continue;
      const waits = state === LISTEN || state === UNCONNECTED;
      const ports = [local, remote].map((end) => Number.parseInt(end!.slice(end!.indexOf(':') + 1), 16));
      if (queries.some((query) => matchesQuery(query, ports, waits))) found.add(`socket:[${inode}]`);
    }
  return found;
}

function matchesQuery(
  { from, to, listening }: PortQuery,
  [local, remote]: number[],
  waits: boolean,
): boolean {
  const fits = (port: number | undefined) => port !== undefined && port >= from && port <= to;
  return listening ? waits && fits(local) : fits(local) || fits(remote);
}

function hasSocket(pid: number, sockets: ReadonlySet<string>): boolean {
  const folder = `/proc/${pid}/fd`;
  const files = attempt(() => readdirSync(folder)) ?? [];
  return files.some((file) => sockets.has(attempt(() => readlinkSync(`${folder}/${file}`)) ?? ''));
}
