// Runs the checks against one program and reports.

import { version } from '../../package.json';
import { capturesOf } from './captures.ts';
import type { Case, Check } from './check.ts';
import { groupOf } from './checks/index.ts';
import { Harness, TimeUp } from './harness.ts';
import type { ConformClient } from './protocol.ts';
import { protocols } from './protocols/index.ts';
import { endAll, makeSandbox } from './sandbox.ts';

export interface CheckResult {
  id: string;
  group: string;
  title: string;
  result: 'pass' | 'fail' | 'not applicable';
  /** How many runs or cases were judged. */
  cases: number;
  failures: { case: string; seen: string }[];
  why: string;
  fix: string;
}

export interface ConformReport {
  /** The version of Pawl, because later versions may check more. */
  version: string;
  command: readonly string[];
  client: ConformClient;
  client_version: string;
  /** The events that were sent; null for all of them. */
  events: readonly string[] | null;
  /** The dangerous command that it refused or asked about; null if there was none. */
  guard: string | null;
  score: { passed: number; of: number; percent: number };
  /** Milliseconds for one event, alone: a call of the shell tool if it is registered for that. */
  median_ms: number;
  seconds: number;
  checks: CheckResult[];
}

export interface ConformOptions {
  client: ConformClient;
  command: readonly string[];
  checks: readonly Check[];
  quick?: boolean;
  /** The program to start instead of the command's first word, through a link in the sandbox. */
  linked?: string | undefined;
  /** The events that the program is registered for; undefined for all of them. */
  registered?: readonly string[] | undefined;
  /** A folder whose files are copied into the project. */
  project?: string | undefined;
  onProgress?(done: string): void;
}

/** Seconds for all checks. They take about a minute with a program that answers in 100 ms. */
const maxSeconds = 300;

export async function conform(options: ConformOptions): Promise<ConformReport> {
  const { client, command, onProgress = () => {} } = options;
  const protocol = protocols[client];
  const startedAt = performance.now();
  // The usual umask, so that files of the program get the modes that they would have in the client.
  const umask = process.umask(0o022);
  const sandbox = makeSandbox(options.project, protocol.projectVariables);
  const captured = capturesOf(client, sandbox.home);
  const harness = new Harness({
    protocol,
    argv: options.linked === undefined ? command : [sandbox.bring(options.linked), ...command.slice(1)],
    sandbox,
    captured,
    quick: options.quick === true,
    registered: options.registered,
    end: startedAt + maxSeconds * 1_000,
    onProgress,
  });
  const cleanUp = () => {
    endAll(sandbox.running(harness.groups));
    sandbox[Symbol.dispose]();
    process.umask(umask);
  };
  const { checks, ...figures } = await withCleanUp(cleanUp, () => runChecks(harness, options.checks));
  return {
    version,
    command,
    client,
    client_version: captured.version,
    events: options.registered ?? null,
    ...figures,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    checks,
  };
}

type CheckResults = Pick<ConformReport, 'guard' | 'score' | 'median_ms' | 'checks'>;

async function runChecks(harness: Harness, checks: readonly Check[]): Promise<CheckResults> {
  const median_ms = await medianOf(harness);
  const guard = await harness.stoppedCommand().catch(() => undefined);
  const results: CheckResult[] = [];
  for (const check of checks) {
    harness.onProgress(check.id);
    results.push(await judge(check, harness, guard));
  }
  return { guard: guard ?? null, score: scoreOf(results), median_ms, checks: results };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Cleans up however the work ends: with a result, with an error, or because this process is interrupted. */
async function withCleanUp<T>(cleanUp: () => void, work: () => Promise<T>): Promise<T> {
  const interrupted = (signal: NodeJS.Signals) => {
    cleanUp();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  for (const signal of signals) process.on(signal, interrupted);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.off(signal, interrupted);
    cleanUp();
  }
}

async function medianOf(harness: Harness): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 5; count++) {
    const { ms, late } = await harness.run(harness.event, harness.call('echo hello'));
    times.push(ms);
    if (late) break;
  }
  return Math.round(times.sort((a, b) => a - b)[times.length >> 1]! * 10) / 10;
}

async function judge(check: Check, harness: Harness, guard: string | undefined): Promise<CheckResult> {
  const { id, title, why, fix } = check;
  const base = { id, group: groupOf(check), title, why, fix };
  if (!applies(check, harness, guard)) return { ...base, result: 'not applicable', cases: 0, failures: [] };
  const cases = await check.judge(harness).catch(notRun);
  const failures = cases.flatMap(({ name, problem }) =>
    problem === undefined ? [] : [{ case: name, seen: problem }],
  );
  return { ...base, result: failures.length > 0 ? 'fail' : 'pass', cases: cases.length, failures };
}

function applies({ needs }: Check, harness: Harness, guard: string | undefined): boolean {
  if (needs === 'guard') return guard !== undefined;
  if (needs === 'stop') return harness.captureOf(harness.protocol.stop) !== undefined;
  return needs !== 'every event' || harness.everyEvent;
}

function notRun(error: unknown): Case[] {
  if (error instanceof TimeUp) return [{ name: 'not run', problem: error.message }];
  throw error;
}

function scoreOf(results: readonly CheckResult[]): ConformReport['score'] {
  const counted = results.filter(({ result }) => result !== 'not applicable');
  const passed = counted.filter(({ result }) => result === 'pass').length;
  const percent = counted.length > 0 ? Math.floor((passed / counted.length) * 100) : 0;
  return { passed, of: counted.length, percent };
}
