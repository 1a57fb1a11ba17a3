// Starts the program once, as a client would, and waits for its end.
import { type ChildProcess, spawn } from 'node:child_process';

export interface Start {
  argv: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  stdin: string | Uint8Array;
  /** Milliseconds until it is ended. */
  limit: number;
  /** Writes the input in this many pieces, with pauses between them. */
  pieces?: number;
  /** Closes stdout and stderr at once, as a client that no longer reads the answer. */
  closed?: boolean;
  /** Called with the process group, which identifies processes that are left running. */
  onStart?(group: number): void;
}

export interface Ended {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  ms: number;
  /** It was ended because it took too long. */
  late: boolean;
  limit: number;
}

/** The program can't be started at all. */
export class CannotStart extends Error {}

/** More than any client keeps; the rest is dropped, so that an endless answer does not fill the memory. */
const maxOutput = 4_000_000;

export function start(options: Start): Promise<Ended> {
  const { argv, cwd, env, stdin, limit, pieces = 1, closed = false, onStart } = options;
  const [program = '', ...args] = argv;
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    // In its own POSIX session, as the client does it: without a terminal, and so that its children can be found.
    const child = spawn(program, args, { cwd, env, stdio: 'pipe', detached: true });
    if (child.pid !== undefined) onStart?.(child.pid);
    const texts = { stdout: '', stderr: '' };
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      endGroup(child.pid);
    }, limit);
    for (const name of ['stdout', 'stderr'] as const)
      if (closed) child[name].destroy();
      else
        child[name].setEncoding('utf8').on('data', (text: string) => {
          if (texts[name].length < maxOutput) texts[name] += text;
        });
    child.on('error', ({ message }) => {
      clearTimeout(timer);
      reject(new CannotStart(message));
    });
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      const ended = { code, signal, late, limit, ms: performance.now() - startedAt };
      const done = () => resolve({ ...ended, ...texts });
      // The client waits for the process, not for pipes that a child of it may still hold open.
      setTimeout(done, closed ? 0 : 500);
      child.on('close', done);
    });
    child.stdin.on('error', () => {});
    void feed(child, Buffer.from(stdin), pieces);
  });
}

async function feed({ stdin }: ChildProcess, bytes: Buffer, pieces: number): Promise<void> {
  const size = Math.ceil(bytes.length / pieces);
  for (let at = 0; at < bytes.length && pieces > 1; at += size) {
    stdin?.write(bytes.subarray(at, at + size));
    await Bun.sleep(250);
  }
  stdin?.end(pieces > 1 ? undefined : bytes);
}

/** Ends the whole group, because a killed shell leaves its children running. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
