// Processes and their ports for systems without /proc, from `ps` and `lsof`.
import { attempt } from './attempt.ts';
import { basename } from './path.ts';
import type { ListedProcess, PortQuery, ProcessList, TimeLeft } from './process-list.ts';

export const psList: ProcessList = {
  all(timeLeft) {
    const text = run(['ps', '-axww', '-o', 'pid=,ppid=,uid=,command='], timeLeft);
    return text === undefined ? undefined : parsePs(text);
  },
  usingPorts(queries, timeLeft) {
    const found = new Set<number>();
    for (const query of queries) {
      const text = run(['lsof', '-nP', ...lsofOptions(query), '-Fp'], timeLeft);
      if (text === undefined) return undefined;
      for (const [, pid] of text.matchAll(/^p(\d+)$/gm)) found.add(Number(pid));
    }
    return [...found];
  },
  folders(pids, timeLeft) {
    if (pids.length === 0) return new Map();
    return parseFolders(run(['lsof', '-a', '-d', 'cwd', '-p', pids.join(','), '-Fpn'], timeLeft) ?? '');
  },
  variable: () => undefined,
};

/**
 * The output of a program; undefined if it took too long. A failure counts as an answer, because `lsof` fails when it
 * finds nothing.
 */
function run(command: string[], timeLeft: TimeLeft): string | undefined {
  const timeout = timeLeft();
  if (timeout <= 0) return undefined;
  const done = attempt(() => Bun.spawnSync(command, { stdin: 'ignore', stderr: 'ignore', timeout }));
  return done && done.exitCode !== null ? done.stdout.toString() : undefined;
}

const lsofOptions = ({ from, to, listening }: PortQuery) =>
  listening ? [`-iTCP:${from}-${to}`, '-sTCP:LISTEN'] : [`-i:${from}-${to}`];

export function parsePs(text: string): ListedProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, user, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (!command) return [];
    const args = command.split(' ');
    const name = basename(args[0]!);
    return [{ pid: Number(pid), parent: Number(parent), user: Number(user), name, args }];
  });
}

/** Lines `p123` and `n/folder`, as `lsof -Fpn` prints them. */
export function parseFolders(text: string): Map<number, string> {
  const found = new Map<number, string>();
  let pid = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1));
    else if (line.startsWith('n')) found.set(pid, line.slice(1));
  }
  return found;
}
