// Runs the project's checks and keeps what came of them, with the tree they ran on.
import { nonCodePaths } from '../domain/checkpoint/change-types.ts';
import type { Check } from '../domain/checkpoint/checks.ts';
import type { Evidence } from '../domain/checkpoint/work.ts';
import { attempt } from '../system/attempt.ts';
import { userHome } from '../system/home.ts';
import type { SessionWork } from './session-work.ts';
import { readTree } from './tree.ts';
import { movedMeanwhile, treeId } from './work.ts';

export interface Progress {
  start(check: Check): void;
  /** The last line it printed. */
  line(check: Check, text: string): void;
  end(check: Check, result: Result): void;
}

export type Result = Omit<Evidence, 'at'>;

export async function verify(
  session: SessionWork,
  checks: readonly Check[],
  progress: Progress,
  timeoutMs: number,
): Promise<Result[]> {
  const tree = () => treeId(readTree(session.place, userHome()), nonCodePaths);
  const results: Result[] = [];
  for (const check of checks) {
    progress.start(check);
    const before = tree();
    const ran = await runCheck(check, session.place.root, timeoutMs, (text) => progress.line(check, text));
    // A check that writes files, or somebody who edits meanwhile: the result is about neither tree.
    const moved = tree() !== before;
    const result: Result = { ...ran, tree: moved ? movedMeanwhile : before };
    progress.end(check, result);
    results.push(result);
    session.work.addEvidence([result]);
    session.store.applyChanges();
  }
  return results;
}

async function runCheck(
  { name, kind, command }: Check,
  root: string,
  timeoutMs: number,
  onLine: (text: string) => void,
): Promise<Omit<Result, 'tree'>> {
  const start = performance.now();
  // A group of its own, so that a check that hangs goes with everything it started.
  const child = Bun.spawn(['/bin/sh', '-c', `exec 2>&1\n${command}`], {
    cwd: root,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
    detached: true,
  });
  const end = () => void attempt(() => process.kill(-child.pid, 'SIGKILL'));
  const timer = setTimeout(end, timeoutMs);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, end);
  const output = await tailOf(child.stdout, onLine);
  const exit = await child.exited;
  clearTimeout(timer);
  for (const signal of signals) process.off(signal, end);
  const ms = Math.round(performance.now() - start);
  const late = child.signalCode !== null ? `\n(ended by ${child.signalCode} after ${ms} ms)` : '';
  return { name, kind, command, source: 'verify', ok: exit === 0, exit, ms, tail: output + late };
}

const kept = 4_000;

async function tailOf(stream: ReadableStream<Uint8Array>, onLine: (text: string) => void): Promise<string> {
  const decoder = new TextDecoder();
  let tail = '';
  for await (const chunk of stream) {
    const text = decoder.decode(chunk, { stream: true });
    tail = (tail + text).slice(-kept * 2);
    const line = text.trimEnd().split('\n').at(-1)?.trim();
    if (line) onLine(line);
  }
  return Bun.stripANSI(tail).trim().slice(-kept);
}
