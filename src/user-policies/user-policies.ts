// Policies that people write themselves. They run in a process of their own: one that hangs, crashes, exits or
// prints can't take the answer with it. What each is about (events, tools, level) is kept by content, so that the
// process is started only for events that concern one of them.

import {
  hashFiles,
  hashText,
  isTrusted,
  keepCopy,
  readPolicyFolder,
  readTrust,
  trustedFolder,
  unitPath,
} from '../config/trust.ts';
import { type Finding, failedFinding, type Selected, toFinding } from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import type { Project } from '../core/facts.ts';
import type { Policy } from '../core/policy.ts';
import { validateVerdicts } from '../core/verdict.ts';
import { attempt } from '../system/attempt.ts';
import type { Env } from '../system/env.ts';
import { readText, samePlace, writeWhole } from '../system/files.ts';
import { existsSync, readdirSync, readFileSync, statSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { join } from '../system/path.ts';
import { ourselves } from '../system/process.ts';
import { runChild } from './child-process.ts';
import type { Played } from './run-examples.ts';
import { wrongShape } from './shape.ts';

/** Metadata of a policy whose code lives in another process. */
export interface FilePolicy extends Policy {
  file: string;
}

export interface PolicyFiles {
  policies: FilePolicy[];
  /** By file: why it could not be loaded. */
  broken: { file: string; problem: string }[];
  /** Files that count only once somebody trusts them. */
  untrusted: string[];
}

const none: PolicyFiles = { policies: [], broken: [], untrusted: [] };

export async function findPolicyFiles(
  home: Home,
  project: Project,
  builtIn: readonly Policy[],
  env: Env,
  how: { ms?: number; fresh?: boolean } = {},
): Promise<PolicyFiles> {
  const mine = policyFiles(home.policies);
  const theirs = projectPolicies(home, project);
  const files = [...mine, ...theirs.files];
  if (files.length === 0 && theirs.untrusted.length === 0) return none;
  const described = await Promise.all(files.map((file) => describe(home, file, env, how)));
  const found: PolicyFiles = { policies: [], broken: [], untrusted: theirs.untrusted };
  const taken = new Set(builtIn.map((policy) => policy.id));
  for (const one of described) {
    if ('problem' in one) found.broken.push(one);
    else if (taken.has(one.id))
      found.broken.push({ file: one.file, problem: `the id ${one.id} is already taken` });
    else {
      taken.add(one.id);
      found.policies.push(one);
    }
  }
  return found;
}

/** The files of a folder that are policies: not types, not tests, not what they import from folders below. */
export function policyFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).sort();
    return names
      .filter((name) => /\.(ts|js|mjs)$/.test(name) && !/\.d\.ts$|\.test\.ts$/.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function projectPolicies(home: Home, project: Project): { files: string[]; untrusted: string[] } {
  const nothing = { files: [], untrusted: [] };
  const folder = unitPath(project.root, 'policies');
  if (!existsSync(folder) || samePlace(folder, home.policies)) return nothing;
  const files = readPolicyFolder(folder);
  if (files.length === 0) return nothing;
  const hash = hashFiles(files);
  if (!isTrusted(readTrust(home), project.repository, 'policies', hash))
    return { files: [], untrusted: policyFiles(folder) };
  // The copy may have been cleared away; what was read just now has the same content.
  if (!existsSync(trustedFolder(home, hash))) attempt(() => keepCopy(home, hash, files));
  return { files: policyFiles(trustedFolder(home, hash)), untrusted: [] };
}

type Described = FilePolicy | { file: string; problem: string };

/** A file that does not load may mend by itself (a missing neighbour), but not at every event. */
const retryAfter = 600_000;

async function describe(
  home: Home,
  file: string,
  env: Env,
  { ms = 5_000, fresh = false }: { ms?: number; fresh?: boolean },
): Promise<Described> {
  const text = readText(file) ?? '';
  const cache = join(home.run, 'own', `${hashText(`${file}\n${text}`).slice(0, 32)}.json`);
  const known = fresh ? undefined : recall(cache);
  if (known) return checkShape(known, file);
  const { lines, problem } = await ask(home, { describe: file }, ms, env);
  const answer = lines[0] ?? { problem: `it does not load: it ${problem ?? 'ended the process'}` };
  attempt(() => writeWhole(cache, JSON.stringify(answer)));
  return checkShape(answer, file);
}

function recall(cache: string): Record<string, unknown> | undefined {
  return attempt(() => {
    const known = JSON.parse(readFileSync(cache, 'utf8')) as Record<string, unknown>;
    const stale = 'problem' in known && Date.now() - statSync(cache).mtimeMs > retryAfter;
    return stale ? undefined : known;
  });
}

function revive(value: Record<string, unknown>, file: string): FilePolicy {
  const metadata = { level: 'deny', examples: [], why: '', summary: '', ...value } as unknown as Policy;
  return { ...metadata, loosens: true, file, check: () => undefined };
}

function checkShape(value: Record<string, unknown>, file: string): Described {
  const problem = typeof value.problem === 'string' ? value.problem : wrongShape(value);
  return problem ? { file, problem } : revive(value, file);
}

interface Answers {
  lines: Record<string, unknown>[];
  problem?: string;
}

/** If we are killed, nobody is left to end a policy that spins: the system does it. */
const bounded = ['/bin/sh', '-c', 'ulimit -t 20 2>/dev/null; exec "$0" "$@"'];

/** Runs this program again as the host of own policies. Only lines that carry our word are answers. */
async function ask(home: Home, request: Record<string, unknown>, ms: number, env: Env): Promise<Answers> {
  const word = crypto.randomUUID();
  const result = await runChild(
    [...bounded, ...ourselves(), 'own-host'],
    JSON.stringify({ ...request, word, home: home.dir }),
    ms,
    env,
  );
  const lines = result.stdout
    .split('\n')
    .filter((line) => line.startsWith(word))
    .flatMap((line) => attempt(() => [JSON.parse(line.slice(word.length))]) ?? []);
  const noise = result.stderr.trim().split('\n')[0];
  const problem =
    result.problem ??
    (result.exit === 0 ? undefined : `ended its process with ${result.exit}${noise ? `: ${noise}` : ''}`);
  return { lines, ...(problem && { problem }) };
}

/** Together, however much time the event has: people wait for the answer. */
const longestRun = 5_000;

export interface Running {
  ms: number;
  env: Env;
  /** Only look: nothing they want to remember is kept. */
  dry?: boolean;
}

/** All own policies of one event share a process; the one that broke it is named, the others get another. */
export async function runPolicyFiles(
  selected: readonly Selected[],
  event: Event,
  home: Home,
  { ms, env, dry = false }: Running,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const end = performance.now() + Math.min(ms, longestRun);
  let left = [...selected];
  while (left.length > 0) {
    const rest = Math.max(50, end - performance.now());
    const share = left.length === 1 ? rest : Math.min(rest, Math.max(500, rest / 2));
    const { lines, problem } = await ask(home, { event, run: left.map(call), dry }, share, env);
    for (const line of lines) if (isAnswer(left, line)) findings.push(settle(left, event, line));
    left = left.filter((one) => !findings.some((done) => done.policy === one.policy.id));
    const culprit = left.shift();
    if (culprit) findings.push(failedFinding(culprit, event, problem ?? 'ended the process', share));
  }
  return findings;
}

function isAnswer(left: readonly Selected[], line: Record<string, unknown>): boolean {
  return left.some((one) => one.policy.id === line.done);
}

/** Plays a file's examples where its code runs; a string is what went wrong. */
export async function playPolicyFile(file: string, home: Home): Promise<Played[] | string> {
  const { lines, problem } = await ask(home, { examples: file }, 10_000, process.env);
  const played = lines[0]?.played;
  return Array.isArray(played) ? played : `it ${problem ?? 'ended the process'}`;
}

function call(one: Selected): Record<string, unknown> {
  return { file: (one.policy as FilePolicy).file, id: one.policy.id, options: one.options };
}

function settle(selected: readonly Selected[], event: Event, line: Record<string, unknown>): Finding {
  const one = selected.find((candidate) => candidate.policy.id === line.done)!;
  const ms = Number(line.ms);
  if (typeof line.problem === 'string') return failedFinding(one, event, line.problem, ms);
  const verdicts = validateVerdicts(line.said);
  return typeof verdicts === 'string'
    ? failedFinding(one, event, verdicts, ms)
    : toFinding(one, event, verdicts, ms);
}
