// Does a check hold? If not: what is missing, in words that say what to do.

import { exampleTest } from '../checkpoint/test-runs.ts';
import { hasValue, readFrontMatter } from '../front-matter.ts';
import { type AgentRun, sameAgent } from '../sessions/agents.ts';
import { fillIn, globOf, type Naming, nameOf } from './naming.ts';
import type { Check, Remembered, Run, TestRun, Workflow } from './types.ts';

/** Where a check looks. */
export interface Look {
  naming: Naming;
  /** Working trees in which files may lie. */
  roots: readonly string[];
  find(root: string, glob: string): readonly string[];
  read(path: string): string | undefined;
  modified(path: string): number | undefined;
  committed(path: string): boolean;
  /** Undefined: git did not say. */
  changed(): readonly string[] | undefined;
  agents(): readonly AgentRun[];
  state: Remembered;
  workflow: Workflow;
  run?: Run;
  tests(): TestRun | undefined;
  /** The command that runs this project's tests. */
  testCommand(): string | undefined;
}

/** Undefined if it holds. */
export function missing(check: Check, look: Look): string | undefined {
  const problem = firstProblem(check, look);
  if (problem === undefined) return undefined;
  if (!check.message) return sentence(problem);
  const said = fillIn(check.message, look.naming);
  // The message knows what to do; what exactly is wrong with the file only we can say.
  return problem.detail ? `${said}: ${problem.what}` : said;
}

interface Missing {
  what: string;
  /** Says more than that the thing is not there. */
  detail?: boolean;
}

function sentence({ what }: Missing): string {
  return what.charAt(0).toUpperCase() + what.slice(1);
}

function firstProblem(check: Check, look: Look): Missing | undefined {
  if (check.any) {
    const problems = check.any.map((one) => firstProblem(one, look));
    if (problems.every((one) => one !== undefined))
      return problems.find((one) => one!.detail) ?? { what: problems.map((one) => one!.what).join(', and ') };
  }
  return (
    (check.file ? fileProblem(check, look) : undefined) ??
    (check.clean ? dirt(check.clean, look) : undefined) ??
    (check.agent ? agentProblem(check.agent, look) : undefined) ??
    (check.phase ? phaseProblem(check.phase, look) : undefined) ??
    (check.tests ? testProblem(check.tests, look) : undefined)
  );
}

function fileProblem(check: Check, look: Look): Missing | undefined {
  const found = findFiles(check.file!, look);
  if (found.length === 0) return { what: `there is no ${nameOf(check.file!, look.naming)}` };
  const problems = found.slice(0, 20).map((path) => contentProblem(path, check, look));
  return problems.some((one) => one === undefined) ? undefined : problems[0];
}

export function findFiles(file: string, look: Look): string[] {
  const glob = globOf(file, look.naming);
  return [...new Set(look.roots.flatMap((root) => look.find(root, glob)))];
}

function contentProblem(path: string, check: Check, look: Look): Missing | undefined {
  const more = (what: string): Missing => ({ what: `${short(path, look)} ${what}`, detail: true });
  const text = look.read(path);
  if (text === undefined) return more('is not a file that can be read');
  const { head: front, body, problem } = readFrontMatter(text);
  if (problem && (check.front_matter || check.marker)) return more(`is not readable: ${problem}`);
  for (const [key, value] of Object.entries(check.front_matter ?? {}))
    if (!hasValue(front, key, value)) return more(`needs \`${key}: ${value}\` in its front matter`);
  for (const [key, agent] of Object.entries(check.marker ?? {})) {
    if (!hasValue(front, key, agent)) return more(`needs \`${key}: ${agent}\` in its front matter`);
    const doubt = trusts(check, look) ? undefined : markerDoubt(path, agent, look);
    if (doubt) return more(`says \`${key}: ${agent}\`, but ${doubt}`);
  }
  const lacking = (check.sections ?? []).filter((word) => !hasSection(body, word));
  if (lacking.length > 0) return more(`lacks ${lacking.map((word) => `“${word}”`).join(', ')}`);
  const length = body.trim().length;
  if (length < (check.min_length ?? 0))
    return more(`has ${length} of at least ${check.min_length} characters`);
  return check.committed && !look.committed(path) ? more('is not committed') : undefined;
}

function short(path: string, { roots }: Look): string {
  const root = roots.find((one) => path.startsWith(`${one}/`));
  return root ? path.slice(root.length + 1) : path;
}

function trusts(check: Check, { workflow }: Look): boolean {
  return check.self_attested ?? workflow.self_attested ?? false;
}

/** File systems round times, and clocks of a hook and a disk differ a little. */
const slack = 2_000;

/** A marker is a signature: it counts if its agent was at work in this session until after the last change. */
function markerDoubt(path: string, agent: string, look: Look): string | undefined {
  const runs = look.agents().filter((one) => sameAgent(one.type, agent));
  if (runs.length === 0)
    return `${agent} did not run in this session; start it, so that it can look for itself`;
  const written = look.modified(path) ?? 0;
  const after = runs.some((one) => (one.stopped_at ?? Number.POSITIVE_INFINITY) + slack >= written);
  return after ? undefined : `the file was changed after ${agent} had finished; start ${agent} again`;
}

function hasSection(body: string, word: string): boolean {
  return body.toLowerCase().includes(word.toLowerCase());
}

function dirt(globs: readonly string[], look: Look): Missing | undefined {
  const matchers = globs.map((glob) => new Bun.Glob(glob));
  const changed = look.changed();
  // What nobody could look at is not clean.
  if (!changed)
    return { what: `git did not say in time what is uncommitted in ${globs.join(', ')}`, detail: true };
  const dirty = changed.filter((path) => matchers.some((one) => one.match(path)));
  if (dirty.length === 0) return undefined;
  const names = dirty.slice(0, 5).join(', ') + (dirty.length > 5 ? ` and ${dirty.length - 5} more` : '');
  return { what: `uncommitted: ${names}`, detail: true };
}

function agentProblem(agent: string, { run, state }: Look): Missing | undefined {
  const runs = [...(run ? [run] : []), ...state.runs, ...state.ended];
  const done = runs.some((one) =>
    Object.entries(one.agents).some(([name, { state: how }]) => sameAgent(name, agent) && how === 'done'),
  );
  return done ? undefined : { what: `${agent} has not delivered; start it first` };
}

/**
 * `plan` a phase of the same workflow, or a whole workflow that is done; `code.commit` a phase of another one that is
 * under way: what an ended one got to says nothing about work that was begun since.
 */
function phaseProblem(wanted: string, { state, run }: Look): Missing | undefined {
  const [first, second] = wanted.split('.') as [string, string?];
  const got = (one: Run, phase: string) => one.phase === phase || one.done.includes(phase);
  const reached = second
    ? state.runs.some((one) => one.workflow === first && got(one, second))
    : (run !== undefined && got(run, first)) ||
      state.ended.some((one) => one.workflow === first && one.how === 'done');
  return reached ? undefined : { what: `the phase ${wanted} is not reached` };
}

function testProblem(wanted: 'failing' | 'passing', look: Look): Missing | undefined {
  const { run, testCommand } = look;
  const tests = look.tests();
  const command = `\`${testCommand() ?? exampleTest}\``;
  if (!tests || tests.at < (run?.entered_at ?? 0)) return { what: `no test run was seen; run ${command}` };
  if (tests.ok === (wanted === 'passing')) return undefined;
  const ended = tests.ok ? 'passed' : 'failed';
  return {
    what: `the last test run (\`${tests.command}\`) ${ended}, and it should be ${wanted}; run ${command} again`,
    detail: true,
  };
}
