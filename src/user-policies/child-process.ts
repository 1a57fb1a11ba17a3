// Runs another program with a deadline. If it hangs, crashes or prints endlessly, the caller still gets a result.
import type { Env } from '../system/env.ts';

export interface ChildResult {
  stdout: string;
  stderr: string;
  /** The exit code; undefined if the program was killed or could not be started. */
  exit: number | undefined;
  problem?: string;
}

const maxOutput = 1_000_000;
/** How long to wait for remaining output after the exit, in milliseconds; enough for a busy machine. */
const outputGrace = 500;

export async function runChild(
  command: readonly string[],
  input: string,
  ms: number,
  env: Env,
): Promise<ChildResult> {
  // Before the child starts: a signal that comes right after it would otherwise end only this process.
  killChildrenOnSignal();
  let child: Bun.Subprocess<Uint8Array, 'pipe', 'pipe'>;
  try {
    child = Bun.spawn([...command], {
      stdio: [new TextEncoder().encode(input), 'pipe', 'pipe'],
      env: env as Record<string, string>,
      // Its own process group, so that the processes it started can be killed with it.
      detached: true,
    });
  } catch (error) {
    return {
      stdout: '',
      stderr: '',
      exit: undefined,
      problem: `could not be started (${(error as Error).message})`,
    };
  }
  running.add(child);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    killGroup(child);
  }, ms);
  const streams = [collect(child.stdout), collect(child.stderr)];
  const exit = await child.exited;
  clearTimeout(timer);
  running.delete(child);
  // A grandchild may keep the pipes open, so the output is read only for a short time after the exit.
  const [stdout, stderr] = await Promise.all(
    streams.map((stream) => Promise.race([stream.done, Bun.sleep(outputGrace)]).then(() => stream.text())),
  );
  return {
    stdout: stdout!,
    stderr: stderr!,
    exit: late ? undefined : exit,
    ...(late ? { problem: `did not answer within ${roundedDuration(ms)}` } : {}),
  };
}

const running = new Set<Bun.Subprocess>();
let watching = false;

/**
 * The client ends this process when a person interrupts; the children are in their own groups and would keep running.
 */
function killChildrenOnSignal(): void {
  if (watching) return;
  watching = true;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.once(signal, () => {
      for (const child of running) killGroup(child);
      process.exit(143);
    });
}

/** Rounded, so that the same failure always gives the same text and is reported only once. */
export function roundedDuration(ms: number): string {
  return ms < 950 ? `${Math.round(ms / 100) * 100} ms` : `${Math.round(ms / 1000)} s`;
}

function killGroup(child: Bun.Subprocess): void {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

function collect(stream: ReadableStream<Uint8Array>): { done: Promise<void>; text(): string } {
  const decoder = new TextDecoder();
  let text = '';
  const done = (async () => {
    for await (const part of stream as unknown as AsyncIterable<Uint8Array>) {
      if (text.length < maxOutput) text += decoder.decode(part, { stream: true });
    }
  })().catch(() => {});
  return { done, text: () => text };
}
