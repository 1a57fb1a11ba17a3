// Runs the project's checks and records the results as evidence for the tree they ran on.
import { nonCodePaths } from '../domain/checkpoint/change-types.ts';
import type { Check } from '../domain/checkpoint/checks.ts';
import type { Evidence } from '../domain/checkpoint/work.ts';
import { attempt } from '../system/attempt.ts';
import { userHome } from '../system/home.ts';
import type { SessionWork } from './session-work.ts';
import { readTree } from './tree.ts';
import { changedDuringCheck, treeId } from './work.ts';

export interface CheckProgress {
  start(check: Check): void;
  /** A new line of output. */
  line(check: Check, text: string): void;
  end(check: Check, result: CheckResult): void;
}

export type CheckResult = Omit<Evidence, 'at'>;

export async function runChecks(
  session: SessionWork,
  checks: readonly Check[],
  progress: CheckProgress,
  timeoutMs: number,
): Promise<CheckResult[]> {
  const tree = () => treeId(readTree(session.place, userHome()), nonCodePaths);
  const results: CheckResult[] = [];
  for (const check of checks) {
    progress.start(check);
    const before = tree();
    const ran = await runCheck(check, session.place.root, timeoutMs, (text) => progress.line(check, text));
    // If the tree changed during the check, the result is valid for neither state.
    const moved = tree() !== before;
    const result: CheckResult = { ...ran, tree: moved ? changedDuringCheck : before };
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
): Promise<Omit<CheckResult, 'tree'>> {
  const start = performance.now();
  // In its own process group, so that a hanging check is killed with everything it started.
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
  const endedBySignal = child.signalCode !== null ? `\n(ended by ${child.signalCode} after ${ms} ms)` : '';
  return { name, kind, command, source: 'verify', ok: exit === 0, exit, ms, tail: output + endedBySignal };
}

const maxTail = 4_000;

async function tailOf(stream: ReadableStream<Uint8Array>, onLine: (text: string) => void): Promise<string> {
  const decoder = new TextDecoder();
  let tail = '';
  for await (const chunk of stream) {
    const text = decoder.decode(chunk, { stream: true });
    tail = (tail + text).slice(-maxTail * 2);
    const line = text.trimEnd().split('\n').at(-1)?.trim();
    if (line) onLine(line);
  }
  return Bun.stripANSI(tail).trim().slice(-maxTail);
}
