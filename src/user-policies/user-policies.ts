// Policy files that users write. They run in a separate process (host.ts), so that a policy that hangs, crashes, exits or
// prints can't spoil the answer. The metadata of each file (events, tools, level) is cached by its content, so that the
// process is started only for events that concern one of them.

import { readTeamLayer } from '../config/team-layer.ts';
import {
  hashFiles,
  hashText,
  isTrusted,
  keepCopy,
  ownPolicyContent,
  readPolicyFolder,
  readTrust,
  trustedFolder,
  unitPath,
} from '../config/trust.ts';
import { type Finding, failedFinding, type Selected } from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import type { Project } from '../core/facts.ts';
import type { Policy } from '../core/policy.ts';
import type { FactSettings } from '../facts/facts.ts';
import { attempt } from '../system/attempt.ts';
import type { Env } from '../system/env.ts';
import { isSamePath, readText, writeFileAtomic } from '../system/files.ts';
import { existsSync, readdirSync, readFileSync, statSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { join } from '../system/path.ts';
import { askHost, findingOf, policyCall } from './ask-host.ts';
import { metadataProblem, normalizeMetadata } from './metadata.ts';
import type { ExampleResult } from './run-examples.ts';

/** Metadata of a policy whose code lives in another process. */
export interface FilePolicy extends Policy {
  file: string;
  /** No person has accepted this content of a file in Pawl's home: it may refuse and ask, and nothing else. */
  refusesOnly?: true;
}

export interface PolicyFiles {
  policies: FilePolicy[];
  /** Files that could not be loaded, and why. */
  broken: { file: string; problem: string }[];
  /** Files of a project that are not in force until a person trusts them. */
  untrusted: string[];
}

export async function findPolicyFiles(
  home: Home,
  project: Project,
  builtIn: readonly Policy[],
  env: Env,
  options: { ms?: number; fresh?: boolean } = {},
): Promise<PolicyFiles> {
  const ofProject = projectPolicies(home, project);
  const userFiles = policyFiles(home.policies);
  const ofTeam = readTeamLayer(home)?.policies;
  const files = [...userFiles, ...(ofTeam ? policyFiles(ofTeam) : []), ...ofProject.files];
  const described = await Promise.all(files.map((file) => describe(home, file, env, options)));
  const found: PolicyFiles = { policies: [], broken: [], untrusted: ofProject.untrusted };
  const unaccepted = userFiles.length > 0 ? unacceptedFiles(home, userFiles) : [];
  const usedIds = new Set(builtIn.map((policy) => policy.id));
  for (const candidate of described) {
    if ('problem' in candidate) found.broken.push(candidate);
    else if (usedIds.has(candidate.id))
      found.broken.push({ file: candidate.file, problem: `the id ${candidate.id} is already taken` });
    else {
      usedIds.add(candidate.id);
      found.policies.push(
        unaccepted.includes(candidate.file) ? { ...candidate, refusesOnly: true } : candidate,
      );
    }
  }
  return found;
}

/** The policy files of a folder: neither type declarations, nor tests, nor helpers in folders below it. */
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

/**
 * The policy files in Pawl's home whose content no person has accepted with `pawl trust`. Any program can make such a
 * file, so until then it can't approve a call, change one or speak to the model. Root's files need no acceptance.
 */
function unacceptedFiles(home: Home, files: readonly string[]): string[] {
  if (home.managed) return [];
  const entries = readTrust(home);
  return files.filter((file) => {
    const content = ownPolicyContent(file, home.policies, (path) => files.includes(path));
    return !isTrusted(entries, file, 'policies', hashFiles(content));
  });
}

function projectPolicies(home: Home, project: Project): { files: string[]; untrusted: string[] } {
  const folder = unitPath(project.root, 'policies');
  if (!existsSync(folder) || isSamePath(folder, home.policies)) return { files: [], untrusted: [] };
  const files = readPolicyFolder(folder);
  const hash = hashFiles(files);
  if (!isTrusted(readTrust(home), project.repository, 'policies', hash))
    return { files: [], untrusted: policyFiles(folder) };
  // If the copy was deleted, it can be made again: the files just read have the same hash.
  if (!existsSync(trustedFolder(home, hash))) attempt(() => keepCopy(home, hash, files));
  return { files: policyFiles(trustedFolder(home, hash)), untrusted: [] };
}

type Described = FilePolicy | { file: string; problem: string };

/**
 * How long a failure to load is cached, in milliseconds. A later try may succeed (a missing import was added), but not
 * every event should have to wait for it.
 */
const retryAfter = 600_000;

async function describe(
  home: Home,
  file: string,
  env: Env,
  { ms = 5_000, fresh = false }: { ms?: number; fresh?: boolean },
): Promise<Described> {
  const text = readText(file);
  if (text === undefined) return { file, problem: 'it can’t be read' };
  const cache = join(home.decisions, 'own', `${hashText(`${file}\n${text}`).slice(0, 32)}.json`);
  const cached = fresh ? undefined : readCached(cache);
  if (cached) return checkMetadata(cached, file);
  const { lines, problem } = await askHost(home, { describe: file }, ms, env);
  const answer = lines[0] ?? { problem: `it does not load: it ${problem ?? 'ended the process'}` };
  attempt(() => writeFileAtomic(cache, JSON.stringify(answer)));
  return checkMetadata(answer, file);
}

function readCached(cache: string): Record<string, unknown> | undefined {
  return attempt(() => {
    const cached = JSON.parse(readFileSync(cache, 'utf8')) as Record<string, unknown>;
    const stale = 'problem' in cached && Date.now() - statSync(cache).mtimeMs > retryAfter;
    return stale ? undefined : cached;
  });
}

function filePolicyOf(value: Record<string, unknown>, file: string): FilePolicy {
  const metadata = { level: 'deny', examples: [], why: '', summary: '', ...value } as unknown as Policy;
  return { ...metadata, loosens: true, file, check: () => undefined };
}

function checkMetadata(described: Record<string, unknown>, file: string): Described {
  const value = normalizeMetadata(described);
  const problem = typeof value.problem === 'string' ? value.problem : metadataProblem(value);
  return problem ? { file, problem } : filePolicyOf(value, file);
}

/** Milliseconds for all policy files together, even if the event has more, because the person waits for the answer. */
const maxRunTime = 5_000;

export interface RunOptions {
  ms: number;
  env: Env;
  settings: FactSettings;
  /** In a dry run the state that policies change is not saved. */
  dry?: boolean;
}

/**
 * All policy files of one event share a process. If it ends early, the policy that was running is reported as failed,
 * and the remaining ones run in a new process.
 */
export async function runPolicyFiles(
  selected: readonly Selected[],
  event: Event,
  home: Home,
  { ms, env, settings, dry = false }: RunOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const end = performance.now() + Math.min(ms, maxRunTime);
  let remaining = [...selected];
  while (remaining.length > 0) {
    const rest = Math.max(50, end - performance.now());
    const share = remaining.length === 1 ? rest : Math.min(rest, Math.max(500, rest / 2));
    const request = { event, run: remaining.map(policyCall), settings, dry };
    const { lines, problem } = await askHost(home, request, share, env);
    for (const line of lines) if (isAnswer(remaining, line)) findings.push(findingOf(remaining, event, line));
    remaining = remaining.filter(
      (selection) => !findings.some((done) => done.policy === selection.policy.id),
    );
    const culprit = remaining.shift();
    if (culprit) findings.push(failedFinding(culprit, event, problem ?? 'ended the process', share));
  }
  return findings;
}

function isAnswer(remaining: readonly Selected[], line: Record<string, unknown>): boolean {
  return remaining.some((selection) => selection.policy.id === line.done);
}

/** Runs the examples of a policy file in the host process. Returns a sentence if that fails. */
export async function runPolicyFileExamples(file: string, home: Home): Promise<ExampleResult[] | string> {
  const { lines, problem } = await askHost(home, { examples: file }, 10_000, process.env);
  const results = lines[0]?.results;
  return Array.isArray(results) ? results : `it ${problem ?? 'ended the process'}`;
}

interface EventFor {
  event: Event;
  selected: readonly Selected[];
}

/** Milliseconds for one process, which is asked about at most this many events. */
const batchTime = 15_000;
const batchSize = 100;

/**
 * Asks policy files about many events in dry runs, with few processes. A policy that ends its process or does not answer
 * is not asked again: `failed` collects the reasons, for the caller to report.
 */
export async function runPolicyFilesOnMany(
  items: readonly EventFor[],
  home: Home,
  { env, settings, failed }: Omit<RunOptions, 'ms' | 'dry'> & { failed: Map<string, string> },
): Promise<Finding[][]> {
  const findings: Finding[][] = items.map(() => []);
  for (let from = 0; from < items.length; from += batchSize) {
    const batch = items.slice(from, from + batchSize);
    const found = findings.slice(from, from + batchSize);
    while (await runBatch(batch, found, home, { env, settings, failed }));
  }
  return findings;
}

/** Returns whether something is left to ask, because the process ended early. */
async function runBatch(
  batch: readonly EventFor[],
  found: readonly Finding[][],
  home: Home,
  { env, settings, failed }: Omit<RunOptions, 'ms' | 'dry'> & { failed: Map<string, string> },
): Promise<boolean> {
  const remaining = batch.map(({ selected }, at) =>
    selected.filter(
      ({ policy: { id } }) => !failed.has(id) && !found[at]!.some(({ policy }) => policy === id),
    ),
  );
  if (remaining.every((selection) => selection.length === 0)) return false;
  const events = batch.map(({ event }, at) => ({ event, run: remaining[at]!.map(policyCall) }));
  const { lines, problem } = await askHost(home, { events, settings, dry: true }, batchTime, env);
  for (const line of lines) {
    const at = Number(line.at);
    if (remaining[at] && isAnswer(remaining[at], line))
      found[at]!.push(findingOf(remaining[at], batch[at]!.event, line));
  }
  const culprit = remaining
    .flatMap((selection, at) =>
      selection.filter(({ policy }) => !found[at]!.some((finding) => finding.policy === policy.id)),
    )
    .at(0);
  if (culprit) failed.set(culprit.policy.id, problem ?? 'ended the process');
  return culprit !== undefined;
}
