// Runs the project's checks and records the results as evidence for the tree they ran on.
import { nonCodePaths } from '../domain/checkpoint/change-types.ts';
import type { Check } from '../domain/checkpoint/checks.ts';
import { sameFailures } from '../domain/checkpoint/failures.ts';
import { changedDuringCheck, type Evidence } from '../domain/checkpoint/work.ts';
import { attempt } from '../system/attempt.ts';
import { userHome } from '../system/home.ts';
import { runOnInitialFiles } from './baseline.ts';
import { checkEnvironment, programOf } from './check-environment.ts';
import { editedSince } from './session-changes.ts';
import type { SessionWork } from './session-work.ts';
import { readTree } from './tree.ts';
import { treeId } from './work.ts';

export interface CheckProgress {
  /** Variables that the checks do not get. */
  dropped(names: readonly string[]): void;
  start(check: Check): void;
  /** A new line of output. */
  line(check: Check, text: string): void;
  end(check: Check, result: CheckResult): void;
}

export interface CheckResult extends Omit<Evidence, 'at'> {
  /** The file that was started. */
  program?: string;
  /** It failed before the session began, too. */
  red_before?: boolean;
}

export async function runChecks(
  session: SessionWork,
  checks: readonly Check[],
  progress: CheckProgress,
  timeoutMs: number,
): Promise<CheckResult[]> {
  const tree = () => treeId(readTree(session.place, userHome()), nonCodePaths, session.place.root);
  const results: CheckResult[] = [];
  const environment = checkEnvironment();
  if (environment.dropped.length > 0) progress.dropped(environment.dropped);
  const place = { root: session.place.root, env: environment.env, timeoutMs };
  for (const check of checks) {
    progress.start(check);
    const began = Date.now();
    const ran = await runCheck(check, place, (text) => progress.line(check, text));
    // If a session edited files during the check, the result is valid for neither state. What else changed is the work
    // of the check itself, for example of a linter that fixes, or of a person.
    const edited = editedSince(session.place.root, began, session.store);
    const result: CheckResult = { ...ran, tree: edited ? changedDuringCheck : tree() };
    const red_before = !result.ok && (await failedBefore(session, check, result, place));
    const found = red_before ? { ...result, red_before } : result;
    progress.end(check, found);
    results.push(found);
    session.work.addEvidence([result]);
    session.store.applyChanges();
  }
  return results;
}

interface CheckPlace {
  root: string;
  env: Record<string, string>;
  timeoutMs: number;
}

/** True if a check failed the same way on the files as they were when the session began. */
async function failedBefore(
  session: SessionWork,
  check: Check,
  { tail, tree }: CheckResult,
  checkPlace: CheckPlace,
): Promise<boolean> {
  const known = session.work.failedAtStart(nonCodePaths).filter(({ kind }) => kind === check.kind);
  if (known.some((earlier) => sameFailures(tail, earlier.tail))) return true;
  // A run of the agent may have been one of only some tests.
  if (known.some(({ name }) => name === nameAtStart(check))) return false;
  const earlier = await runAtStart(session, check, tree, checkPlace);
  if (!earlier || earlier.ok) return false;
  session.work.addEvidence([earlier]);
  return sameFailures(tail, earlier.tail);
}

/** The result of a check on the files as they were when the session began. */
async function runAtStart(
  { place, start }: SessionWork,
  check: Check,
  current: string,
  checkPlace: CheckPlace,
): Promise<CheckResult | undefined> {
  const tree = start && treeId(start, nonCodePaths, place.root);
  // If the files are still those of the start, the run on them is itself the answer.
  if (!start || !tree || tree === current || current === changedDuringCheck) return undefined;
  const run = (repeated: Check, root: string) => runCheck(repeated, { ...checkPlace, root }, () => {});
  const earlier = await runOnInitialFiles(check, place, start, run);
  if (!earlier) return undefined;
  const { folder, ...result } = earlier;
  const tail = result.tail.replaceAll(folder, place.root);
  return { ...result, name: nameAtStart(check), tail, tree };
}

const nameAtStart = ({ name }: Check) => `${name} at the start`;

async function runCheck(
  { name, kind, command }: Check,
  { root, env, timeoutMs }: CheckPlace,
  onLine: (text: string) => void,
): Promise<Omit<CheckResult, 'tree'>> {
  const program = programOf(command, env, root);
  const start = performance.now();
  // In its own process group, so that a hanging check is killed with everything it started.
  const child = Bun.spawn(['/bin/sh', '-c', `exec 2>&1\n${command}`], {
    cwd: root,
    env,
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
  const tail = `${program ? `(ran ${program})\n` : ''}${output}${endedBySignal}`;
  return {
    name,
    kind,
    command,
    source: 'verify',
    ok: exit === 0,
    exit,
    ms,
    tail,
    ...(program && { program }),
  };
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
