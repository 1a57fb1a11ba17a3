// Refuses writes that do not belong to the current phase: code before its test, and code of an agent in a phase of the main
// conversation. It does not matter which tool writes.
import { hasInlineTest, isCodeFile } from './code-files.ts';
import { advanceHint, phaseOf, relevantRuns, type WorkflowEngine } from './context.ts';
import type { WorkflowRefusal } from './facts.ts';
import type { Phase, WorkflowRun } from './types.ts';

export function refuseWrite(
  engine: WorkflowEngine,
  paths: readonly string[],
  text: string,
): WorkflowRefusal | undefined {
  const code = [...new Set(paths.flatMap((path) => inProject(engine, path)))].filter(isCodeFile);
  if (code.length === 0) return undefined;
  for (const run of relevantRuns(engine)) {
    const phase = phaseOf(engine, run);
    const untested = phase?.test_first ? code.filter((path) => !hasInlineTest(path, text)) : [];
    if (untested.length > 0) return refuseBeforeTest(engine, run, `${codeFinding(untested)}, and code`);
    if (phase?.main_only && isOtherAgents(engine, run, phase)) return refuseAgent(engine, run, code);
  }
  return undefined;
}

/** Code that reached the tree by a way that was not foreseen is not committed before its test either. */
export function refuseCommit(engine: WorkflowEngine): WorkflowRefusal | undefined {
  const run = testFirstRun(engine);
  const code = run ? codeChangedAfter(engine, run.entered_at) : [];
  return run && code.length > 0
    ? refuseBeforeTest(
        engine,
        run,
        `${listed(code)} ${code.length === 1 ? 'was' : 'were'} changed in this phase, and code`,
      )
    : undefined;
}

export function codeWrittenSince(engine: WorkflowEngine, at: number): string[] {
  const run = testFirstRun(engine);
  return run ? codeChangedAfter(engine, Math.max(at, run.entered_at)) : [];
}

const testFirstRun = (engine: WorkflowEngine) =>
  relevantRuns(engine).find((run) => phaseOf(engine, run)?.test_first);

function codeChangedAfter({ git, files, root }: WorkflowEngine, at: number): string[] {
  const isFresh = (path: string) => (files.modified(`${root}/${path}`) ?? 0) >= at;
  const hasTest = (path: string) => hasInlineTest(path, files.read(`${root}/${path}`) ?? '');
  return (git.changed() ?? []).filter((path) => isCodeFile(path) && isFresh(path) && !hasTest(path));
}

/** The path relative to the project; empty for other files, which the workflow does not concern. */
function inProject({ root }: WorkflowEngine, path: string): string[] {
  return path.startsWith(`${root}/`) ? [path.slice(root.length + 1)] : [];
}

function isOtherAgents(
  { agent, agents }: WorkflowEngine,
  { owner }: WorkflowRun,
  { allows = [] }: Phase,
): boolean {
  const type = agents.ran().find(({ id }) => id === agent)?.type ?? '';
  return agent !== owner && !allows.includes(type);
}

function listed(paths: readonly string[]): string {
  return paths.length > 3 ? `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more` : paths.join(', ');
}

/** The beginning of a reason: `a.ts, b.ts are code`. */
const codeFinding = (paths: readonly string[]) =>
  `${listed(paths)} ${paths.length === 1 ? 'is' : 'are'} code`;

function refuseBeforeTest(engine: WorkflowEngine, run: WorkflowRun, finding: string): WorkflowRefusal {
  const command = engine.testCommands()[0];
  return {
    reason: `${finding} comes after a new test that was seen to fail (workflow \`${run.workflow}\`, phase \`${run.phase}\`)`,
    instead: `write the test, run it${command ? ` (\`${command}\`)` : ''} and see it fail, then write the code; ${advanceHint(engine)}`,
  };
}

function refuseAgent(engine: WorkflowEngine, run: WorkflowRun, code: readonly string[]): WorkflowRefusal {
  return {
    reason: `${codeFinding(code)}, and phase \`${run.phase}\` of the workflow \`${run.workflow}\` is done by the conversation that runs it, not by an agent`,
    instead: `finish here and say what is to be written; ${advanceHint(engine)}`,
  };
}
