// Evaluates a check. If it fails, the result says what is missing and what to do.

import { unknownTestCommand } from '../checkpoint/test-runs.ts';
import { hasValue, readFrontMatter } from '../front-matter.ts';
import type { AgentRun } from '../sessions/agents.ts';
import { fillPlaces, globOfAllSessions, globToFind, type Naming, pathToWrite } from './naming.ts';
import type { TestRun, Workflow, WorkflowCheck, WorkflowRun, WorkflowState } from './types.ts';

/** Everything that a check is evaluated with. */
export interface CheckContext {
  naming: Naming;
  /** The working trees to search for files. */
  roots: readonly string[];
  find(root: string, glob: string): readonly string[];
  read(path: string): string | undefined;
  modified(path: string): number | undefined;
  committed(path: string): boolean;
  /** Undefined if git did not answer in time. */
  changed(): readonly string[] | undefined;
  agents(): readonly AgentRun[];
  /** Can an agent of this name be started here? */
  knows(agent: string): boolean;
  /** True for what an agent must deliver, false for what it needs. */
  delivery: boolean;
  state: WorkflowState;
  workflow: Workflow;
  run?: WorkflowRun;
  tests(): TestRun | undefined;
  /** The project's test command. */
  testCommand(): string | undefined;
}

/** Describes what is missing; undefined if nothing is. */
export function describeMissing(check: WorkflowCheck, context: CheckContext): string | undefined {
  const problem = firstProblem(check, context);
  if (problem === undefined) return undefined;
  if (!check.message) return sentence(problem);
  const message = fillPlaces(check.message, context.naming);
  // The configured message says what to do; the problem adds what exactly is wrong with the file.
  if (!problem.detail || (problem.impliedBy && message.includes(problem.impliedBy))) return message;
  const { path, text } = problem;
  return `${message}: ${path === undefined ? text : `${message.includes(path) ? 'it' : path} ${text}`}`;
}

interface CheckProblem {
  text: string;
  /** The file that `text` describes. */
  path?: string;
  /** True if it says more than that the thing does not exist. */
  detail?: boolean;
  /** A message that contains this says the same. */
  impliedBy?: string;
}

function sentence({ path, text }: CheckProblem): string {
  // A path is not capitalised.
  return path === undefined ? text.charAt(0).toUpperCase() + text.slice(1) : `${path} ${text}`;
}

function firstProblem(check: WorkflowCheck, context: CheckContext): CheckProblem | undefined {
  if (check.any) {
    const problems = check.any.map((alternative) => firstProblem(alternative, context));
    if (problems.every((problem) => problem !== undefined))
      return (
        problems.find((problem) => problem!.detail) ?? {
          text: problems.map((problem) => problem!.text).join(', and '),
        }
      );
  }
  return (
    (check.file ? fileProblem(check, context) : undefined) ??
    (check.clean ? uncommittedProblem(check.clean, context) : undefined) ??
    (check.agent ? agentProblem(check.agent, context) : undefined) ??
    (check.phase ? phaseProblem(check.phase, context) : undefined) ??
    (check.tests ? testProblem(check.tests, context) : undefined) ??
    (check.new_test ? newTestProblem(context) : undefined)
  );
}

function fileProblem(check: WorkflowCheck, context: CheckContext): CheckProblem | undefined {
  const { found, uncommitted } = findArtifacts(check, context);
  if (found.length === 0) return absentProblem(check, uncommitted, context);
  const problems = found.slice(0, 20).map((path) => contentProblem(path, check, context));
  return problems.some((problem) => problem === undefined) ? undefined : problems[0];
}

function absentProblem(
  { file, by }: WorkflowCheck,
  uncommitted: readonly string[],
  context: CheckContext,
): CheckProblem {
  if (uncommitted[0])
    return {
      path: shortPath(uncommitted[0], context),
      text: 'is from another session and not committed; commit it, and it counts',
      detail: true,
    };
  const absent = `there is no ${pathToWrite(file!, context.naming)}`;
  if (!by) return { text: absent };
  return context.knows(by)
    ? { text: `${absent}. Start ${by} first` }
    : { text: `${absent}. Write it first; the agent ${by} is not defined here` };
}

interface Artifacts {
  found: string[];
  /** Files of other sessions, which count once they are committed. */
  uncommitted: string[];
}

/**
 * The files that a check is about. If this session has written none, those of other sessions in the same milestone
 * count, because people clear the conversation between phases. They must be committed, and a delivery that is a new
 * file must be this session's own.
 */
function findArtifacts(check: WorkflowCheck, context: CheckContext): Artifacts {
  const search = (glob: string) => [...new Set(context.roots.flatMap((root) => context.find(root, glob)))];
  const ofSession = search(globToFind(check.file!, context.naming));
  const anySession = globOfAllSessions(check.file!, context.naming);
  if (ofSession.length > 0 || !anySession) return { found: ofSession, uncommitted: [] };
  const others = search(anySession);
  const marked = others.filter((path) => namesSession(path, context));
  if (marked.length > 0) return { found: marked, uncommitted: [] };
  if (context.delivery && !check.marker && !check.committed) return { found: [], uncommitted: [] };
  const found = others.filter((path) => context.committed(path));
  return { found, uncommitted: found.length > 0 ? [] : others };
}

/** True if the front matter says `session:` with the id of this session. */
function namesSession(path: string, { read, naming }: CheckContext): boolean {
  return hasValue(readFrontMatter(read(path) ?? '').head, 'session', naming.session);
}

/** Everything that is wrong with a file, as one problem. */
function contentProblem(path: string, check: WorkflowCheck, context: CheckContext): CheckProblem | undefined {
  const problems = contentProblems(path, check, context);
  if (problems.length === 0) return undefined;
  const texts = problems.map(({ text }) => text);
  const last = texts.pop()!;
  return {
    path: shortPath(path, context),
    text: texts.length > 0 ? `${texts.join(', ')} and ${last}` : last,
    detail: true,
    ...(problems.length === 1 && problems[0]),
  };
}

type ContentProblem = Pick<CheckProblem, 'text' | 'impliedBy'>;

function contentProblems(path: string, check: WorkflowCheck, context: CheckContext): ContentProblem[] {
  const text = context.read(path);
  if (text === undefined) return [{ text: 'is not a file that can be read' }];
  const { head: front, body, problem } = readFrontMatter(text);
  if (problem && (check.front_matter || check.marker)) return [{ text: `is not readable: ${problem}` }];
  const values = Object.entries({ ...check.front_matter, ...check.marker }).filter(
    ([key, value]) => !hasValue(front, key, value),
  );
  const markers = values.length > 0 ? [] : Object.entries(check.marker ?? {});
  const doubts = markers.flatMap(([key, agent]) => {
    const doubt = trustsMarker(check, context) ? undefined : markerDoubt(path, agent, context);
    return doubt ? [`says \`${key}: ${agent}\`, but ${doubt}`] : [];
  });
  const lacking = (check.sections ?? []).filter((word) => !hasSection(body, word));
  const length = body.trim().length;
  return [
    ...values.map(([key, value]) => ({
      text: `needs \`${key}: ${value}\` in its front matter`,
      impliedBy: `${key}: ${value}`,
    })),
    ...doubts.map((doubt) => ({ text: doubt })),
    ...(lacking.length > 0 ? [{ text: `lacks ${lacking.map((word) => `“${word}”`).join(', ')}` }] : []),
    ...(length < (check.min_length ?? 0)
      ? [{ text: `has ${length} of at least ${check.min_length} characters` }]
      : []),
    // A message that says “Commit …” or “is not committed” says the same.
    ...(check.committed && !context.committed(path)
      ? [{ text: 'is not committed', impliedBy: 'ommit' }]
      : []),
  ];
}

function shortPath(path: string, { roots }: CheckContext): string {
  const root = roots.find((folder) => path.startsWith(`${folder}/`));
  return root ? path.slice(root.length + 1) : path;
}

function trustsMarker(check: WorkflowCheck, { workflow }: CheckContext): boolean {
  return check.self_attested ?? workflow.self_attested ?? false;
}

/** File systems round times, and the clocks of a hook and a disk differ slightly. */
const clockTolerance = 2_000;

/**
 * A marker is an agent's signature. It counts if that agent ran in this session and did not stop before the last change
 * to the file.
 */
function markerDoubt(path: string, agent: string, context: CheckContext): string | undefined {
  const runs = context.agents().filter((run) => run.type === agent);
  if (runs.length === 0)
    return `${agent} did not run in this session; start ${agent} so that it checks the file itself`;
  const written = context.modified(path) ?? 0;
  const after = runs.some((run) => (run.stopped_at ?? Number.POSITIVE_INFINITY) + clockTolerance >= written);
  return after ? undefined : `the file was changed after ${agent} had finished; start ${agent} again`;
}

function hasSection(body: string, word: string): boolean {
  return body.toLowerCase().includes(word.toLowerCase());
}

function uncommittedProblem(globs: readonly string[], context: CheckContext): CheckProblem | undefined {
  const matchers = globs.map((glob) => new Bun.Glob(glob));
  const changed = context.changed();
  // Files that could not be checked don't count as committed.
  if (!changed)
    return {
      text: `git could not tell which files are uncommitted in ${globs.join(', ')}`,
      detail: true,
    };
  const dirty = changed.filter((path) => matchers.some((glob) => glob.match(path)));
  if (dirty.length === 0) return undefined;
  const names = dirty.slice(0, 5).join(', ') + (dirty.length > 5 ? ` and ${dirty.length - 5} more` : '');
  return { path: names, text: `${dirty.length === 1 ? 'is' : 'are'} not committed`, detail: true };
}

function agentProblem(agent: string, { run, state }: CheckContext): CheckProblem | undefined {
  const runs = [...(run ? [run] : []), ...state.runs, ...state.ended];
  const delivered = runs.some((earlier) =>
    Object.entries(earlier.agents).some(([name, { state: outcome }]) => name === agent && outcome === 'done'),
  );
  return delivered ? undefined : { text: `${agent} has not delivered; start it first` };
}

/**
 * `plan` is a phase of the same workflow or a workflow that is done. `code.commit` is a phase of another workflow that
 * is running: a phase that an ended workflow reached says nothing about work started since.
 */
function phaseProblem(wanted: string, { state, run }: CheckContext): CheckProblem | undefined {
  const [first, second] = wanted.split('.') as [string, string?];
  const reachedBy = (earlier: WorkflowRun, phase: string) =>
    earlier.phase === phase || earlier.done.includes(phase);
  const reached = second
    ? state.runs.some((running) => running.workflow === first && reachedBy(running, second))
    : (run !== undefined && reachedBy(run, first)) ||
      state.ended.some((ended) => ended.workflow === first && ended.how === 'done');
  return reached ? undefined : { text: `phase \`${wanted}\` has not been reached` };
}

function testProblem(wanted: 'failing' | 'passing', context: CheckContext): CheckProblem | undefined {
  const { run, testCommand } = context;
  const tests = context.tests();
  const command = `\`${testCommand() ?? unknownTestCommand}\``;
  if (!tests || tests.at < (run?.entered_at ?? 0)) return { text: `no test run was seen; run ${command}` };
  if (tests.ok && tests.partial && wanted === 'passing')
    return { text: `\`${tests.command}\` ran only some of the tests; run ${command}`, detail: true };
  if (tests.ok === (wanted === 'passing')) return undefined;
  const ended = tests.ok ? 'passed' : 'failed';
  return {
    text: `the last test run (\`${tests.command}\`) ${ended}, and it should be ${wanted}; run ${command} again`,
    detail: true,
  };
}

function newTestProblem({ run, testCommand }: CheckContext): CheckProblem | undefined {
  const { tests } = run ?? {};
  if (tests?.new_test && tests.at >= (run?.entered_at ?? 0)) return undefined;
  return { text: `no new test was seen to fail; run \`${testCommand() ?? unknownTestCommand}\`` };
}
