// Policies that people write themselves. They run in a process of their own: one that hangs, crashes, exits or
// prints can't take the answer with it. What each is about (events, tools, level) is kept by content, so that the
// process is started only for events that concern one of them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  hashFiles,
  hashText,
  isTrusted,
  readPolicyFolder,
  readTrust,
  trustedFolder,
  unitPath,
} from '../config/trust.ts';
import { isEventName } from '../core/channels.ts';
import { type Finding, failure, finding, type Selected } from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import type { Project } from '../core/facts.ts';
import { levels, type Policy } from '../core/policy.ts';
import { asVerdicts } from '../core/verdict.ts';
import { type Home, readText, writeWhole } from '../home.ts';
import { runChild } from './child.ts';

/** Metadata of a policy whose code lives in another process. */
export interface OwnPolicy extends Policy {
  file: string;
}

export interface Own {
  policies: OwnPolicy[];
  /** By file: why it could not be loaded. */
  broken: { file: string; problem: string }[];
  /** Files that count only once somebody trusts them. */
  untrusted: string[];
}

const none: Own = { policies: [], broken: [], untrusted: [] };

export async function findOwn(
  home: Home,
  project: Project,
  builtIn: readonly Policy[],
  env: Record<string, string | undefined>,
): Promise<Own> {
  const mine = policyFiles(home.policies);
  const theirs = projectPolicies(home, project);
  const files = [...mine, ...theirs.files];
  if (files.length === 0 && theirs.untrusted.length === 0) return none;
  const described = await Promise.all(files.map((file) => describe(home, file, env)));
  const found: Own = { policies: [], broken: [], untrusted: theirs.untrusted };
  const taken = new Set(builtIn.map((policy) => policy.id));
  for (const one of described) {
    if ('problem' in one) found.broken.push(one);
    else if (taken.has(one.id))
      found.broken.push({ file: one.file, problem: `the id ${one.id} is already taken` });
    else found.policies.push(one);
    if (!('problem' in one)) taken.add(one.id);
  }
  return found;
}

function policyFiles(folder: string): string[] {
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
  const folder = unitPath(project.root, 'policies');
  if (folder === home.policies) return { files: [], untrusted: [] };
  const files = readPolicyFolder(folder);
  if (files.length === 0) return { files: [], untrusted: [] };
  const hash = hashFiles(files);
  if (!isTrusted(readTrust(home), project.repository, 'policies', hash))
    return { files: [], untrusted: policyFiles(folder) };
  return { files: policyFiles(trustedFolder(home, hash)), untrusted: [] };
}

type Described = OwnPolicy | { file: string; problem: string };

async function describe(
  home: Home,
  file: string,
  env: Record<string, string | undefined>,
): Promise<Described> {
  const text = readText(file) ?? '';
  const cache = join(home.run, 'own', `${hashText(`${file}\n${text}`).slice(0, 32)}.json`);
  const known = readText(cache);
  if (known) return revive(JSON.parse(known), file);
  const answers = await ask(home, { describe: file }, 5_000, env);
  const answer = answers.lines[0] ?? { problem: answers.problem ?? 'the file did not load' };
  const checked = checkShape(answer, file);
  if (!('problem' in checked)) keep(cache, checked);
  return checked;
}

function keep(cache: string, policy: OwnPolicy): void {
  try {
    writeWhole(cache, JSON.stringify(policy));
  } catch {
    // It is only slower without.
  }
}

/** Looks at metadata as at any other foreign input. */
function checkShape(value: Record<string, unknown>, file: string): Described {
  const wrong = (problem: string) => ({ file, problem });
  if (typeof value.problem === 'string') return wrong(value.problem);
  if (typeof value.id !== 'string' || !/^[a-z0-9-]+\/[a-z0-9-]+$/.test(value.id))
    return wrong('its id must look like "mine/no-friday-deploys"');
  const on = [value.on].flat();
  if (on.length === 0 || !on.every(isEventName))
    return wrong(`"on" names an event that does not exist: ${JSON.stringify(value.on)}`);
  if (value.level !== undefined && !levels.includes(value.level as never))
    return wrong(`"level" must be one of ${levels.join(', ')}`);
  if (value.check !== true) return wrong('it has no check function');
  return revive(value, file);
}

function revive(value: Record<string, unknown>, file: string): OwnPolicy {
  const metadata = { level: 'deny', examples: [], why: '', summary: '', ...value } as unknown as Policy;
  return { ...metadata, loosens: true, file, check: () => undefined };
}

interface Answers {
  lines: Record<string, unknown>[];
  problem?: string;
}

/** Runs this program again as the host of own policies. Only lines that carry our word are answers. */
async function ask(
  home: Home,
  request: Record<string, unknown>,
  ms: number,
  env: Record<string, string | undefined>,
): Promise<Answers> {
  const word = crypto.randomUUID();
  const self = process.execPath.endsWith('bun') ? [process.execPath, Bun.main] : [process.execPath];
  const result = await runChild(
    [...self, 'own-host'],
    JSON.stringify({ ...request, word, home: home.dir }),
    ms,
    env,
  );
  const lines = result.stdout
    .split('\n')
    .filter((line) => line.startsWith(word))
    .map((line) => JSON.parse(line.slice(word.length)));
  const noise = result.stderr.trim().split('\n')[0];
  const problem =
    result.problem ??
    (result.exit === 0 ? undefined : `ended its process with ${result.exit}${noise ? `: ${noise}` : ''}`);
  return { lines, ...(problem && { problem }) };
}

/** All own policies of one event share a process; the one that broke it is named, the others get another. */
export async function runOwn(
  selected: readonly Selected[],
  event: Event,
  home: Home,
  ms: number,
  env: Record<string, string | undefined>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const end = performance.now() + ms;
  let left = [...selected];
  while (left.length > 0) {
    const rest = Math.max(50, end - performance.now());
    const patience = left.length === 1 ? rest : Math.min(rest, Math.max(500, rest / 2));
    const { lines, problem } = await ask(home, { event, run: left.map(call) }, patience, env);
    for (const line of lines) if ('done' in line) findings.push(settle(left, event, line));
    left = left.filter((one) => !findings.some((done) => done.policy === one.policy.id));
    const culprit = left.shift();
    if (culprit) findings.push(failure(culprit, event, problem ?? 'gave no answer', patience));
  }
  return findings;
}

function call(one: Selected): Record<string, unknown> {
  return { file: (one.policy as OwnPolicy).file, id: one.policy.id, options: one.options };
}

function settle(selected: readonly Selected[], event: Event, line: Record<string, unknown>): Finding {
  const one = selected.find((candidate) => candidate.policy.id === line.done)!;
  const ms = Number(line.ms);
  if (typeof line.problem === 'string') return failure(one, event, line.problem, ms);
  const verdicts = asVerdicts(line.said);
  return typeof verdicts === 'string' ? failure(one, event, verdicts, ms) : finding(one, event, verdicts, ms);
}
