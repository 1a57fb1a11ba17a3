import { on } from '../../core/examples.ts';
import { nonCodePaths } from '../../domain/checkpoint/change-types.ts';
import { isPartialRun, sameCommand } from '../../domain/checkpoint/evidence.ts';
import { sameFailures } from '../../domain/checkpoint/failures.ts';
import type { Evidence } from '../../domain/checkpoint/work.ts';
import { contractFiles, findHandoff, hasReadyMarker } from '../../domain/handoff.ts';
import { agentNames } from '../../domain/sessions/agents.ts';
import { lastMessage } from '../../domain/sessions/last-message.ts';
import { block, type Context, definePolicy } from '../../index.ts';

const ends = (agent_type: string, last_assistant_message: string) =>
  on('SubagentStop', { agent_id: 'a1', agent_type, stop_hook_active: false, last_assistant_message });
const ready = 'Implemented. COLLECTIVE_HANDOFF_READY';
const withChecks = { 'package.json': '{"scripts": {"test": "vitest run", "build": "tsc"}}' };
const changed = { changes: ['src/app.ts'] };

export default definePolicy({
  id: 'handoff/evidence',
  summary: 'Accept a handoff only if the project’s tests and build have passed',
  why: 'Broken work that is handed on comes back. The checks are not run here, where they could time out and open the gate; the agent runs them, and their results are recorded.',
  on: 'SubagentStop',
  level: 'deny',
  onError: 'pass',
  options: {
    exempt: {
      default: ['tdd-validation-agent'],
      weaker: 'more items',
      about: 'Agents that may hand off without these checks.',
    },
    kinds: {
      default: ['test', 'build'],
      weaker: 'fewer items',
      about: 'Kinds of checks that must have passed, if the project has them.',
    },
    ignore: {
      default: ['.claude/', '.pawl/', 'project/', '*.md'],
      weaker: 'more items',
      about: 'Globs of changes that need no check.',
    },
  },
  examples: () => [
    {
      event: ends('builder', 'Still thinking.'),
      expect: 'pass',
      title: 'A message without a handoff',
      given: { files: withChecks, work: changed },
    },
    {
      event: ends('builder', ready),
      expect: 'block',
      title: 'Neither the tests nor the build were run',
      given: { files: withChecks, work: changed },
      says: 'npm run test',
    },
    {
      event: ends('builder', ready),
      expect: 'pass',
      given: { work: changed },
      title: 'A project without checks',
    },
    {
      event: ends('builder', ready),
      expect: 'pass',
      title: 'The tests and the build passed after the change',
      given: {
        files: withChecks,
        work: {
          ...changed,
          evidence: [
            { kind: 'test', at: 5 },
            { kind: 'build', command: 'npm run build', at: 5 },
          ],
        },
      },
    },
    {
      event: ends('builder', ready),
      expect: 'block',
      title: 'The tests failed',
      given: {
        files: withChecks,
        work: { ...changed, evidence: [{ kind: 'test', ok: false, tail: 'expected 2, got 3' }] },
      },
      says: 'expected 2, got 3',
    },
    {
      event: ends('builder', ready),
      expect: 'pass',
      title: 'The tests failed in the same way before the session',
      given: {
        files: withChecks,
        work: {
          ...changed,
          evidence: [
            { kind: 'test', ok: false, tail: 'FAIL old.test.ts' },
            { kind: 'build', command: 'npm run build', at: 5 },
          ],
          failed_at_start: [{ kind: 'test', tail: 'FAIL old.test.ts' }],
        },
      },
    },
    {
      event: ends('builder', ready),
      expect: 'block',
      title: 'Only one test file was run',
      given: {
        files: withChecks,
        work: {
          ...changed,
          evidence: [
            { kind: 'test', command: 'npx vitest run src/app.test.ts', at: 5 },
            { kind: 'build', command: 'npm run build', at: 5 },
          ],
        },
      },
      says: 'was not run, only `npx vitest run src/app.test.ts`',
    },
    {
      event: ends('builder', 'Use the tester subagent to check it.'),
      expect: 'pass',
      title: 'An agent that changed nothing',
      given: { files: withChecks, agents: { known: ['tester'] } },
    },
    {
      event: ends(
        'builder',
        'State contract:\n- `src/api.ts`\n- docs/api.md\n\nUse the tester subagent to check it.',
      ),
      expect: 'block',
      title: 'The state contract names a missing file',
      given: { files: { 'docs/api.md': 'x' }, agents: { known: ['tester'] } },
      says: 'src/api.ts',
    },
    {
      event: ends('builder', 'State contract:\n- `src/api.ts`\n\nUse the tester subagent to check it.'),
      expect: 'block',
      title: 'A file and the checks are missing, which is said at once',
      given: { files: withChecks, work: changed, agents: { known: ['tester'] } },
      says: 'write the files or correct the contract, run the checks',
    },
    {
      event: ends('tdd-validation-agent', ready),
      expect: 'pass',
      title: 'An exempt agent',
      given: { files: withChecks, work: changed },
    },
  ],
  check(event, facts) {
    const { agent_type } = event;
    const { options, files, project } = facts;
    if (!agent_type || options.exempt.includes(agent_type)) return undefined;
    const message = lastMessage(event, files);
    if (!hasReadyMarker(message) && !findHandoff(message, agentNames(facts.agents))) return undefined;
    const absent = contractFiles(message).filter((path) => !files.exists(`${project.root}/${path}`));
    const problems = missingEvidence(facts);
    if (absent.length + problems.length === 0) return undefined;
    const contract =
      absent.length > 0
        ? [`The state contract of this handoff names files that don’t exist: ${absent.join(', ')}.`]
        : [];
    const steps = [
      ...(absent.length > 0 ? ['write the files or correct the contract'] : []),
      ...(problems.length > 0 ? [`run the checks, fix what fails${failureHint(problems)}`] : []),
      'then hand off',
    ];
    return block(`The handoff does not count yet. ${[...contract, ...problems].join('\n')}`, {
      instead: steps.join(', '),
    });
  },
});

function failureHint(problems: readonly string[]): string {
  return problems.some((problem) => problem.includes('` failed:\n'))
    ? ' (`pawl verify` finds out which failures of the tests were there before this session: they don’t count)'
    : '';
}

type EvidenceContext = Context<Record<never, never>> & {
  options: { kinds: readonly string[]; ignore: readonly string[] };
};

function missingEvidence({ work, files, project, options }: EvidenceContext): string[] {
  const changes = work.changes(options.ignore);
  if (changes.length === 0) return [];
  const lastChange = Math.max(
    0,
    ...changes.map(({ path }) => files.modified(`${project.root}/${path}`) ?? 0),
  );
  const available = [...work.checks({}), ...buildOf(files.read(`${project.root}/package.json`))];
  const checks = options.kinds.flatMap((kind) => available.find((check) => check.kind === kind) ?? []);
  const evidence = work.evidence();
  return checks.flatMap(({ kind, command }) => {
    const runs = evidence.filter((run) => run.kind === kind).sort((a, b) => b.at - a.at);
    // A passing run of one file says nothing about the others; a failing one does.
    const newest = runs.find(
      (run) => !run.ok || sameCommand(run.command, command) || !isPartialRun(run.command),
    );
    if (newest && isSinceChange(newest, lastChange) && failedBefore(newest, work)) return [];
    const problem =
      !newest && runs[0] ? `was not run, only \`${runs[0].command}\`.` : evidenceProblem(newest, lastChange);
    return problem ? [`\`${command}\` ${problem}`] : [];
  });
}

/** True for a failed check all of whose failures were there when the session began. */
function failedBefore({ ok, kind, tail }: Evidence, work: EvidenceContext['work']): boolean {
  if (ok) return false;
  const atStart = work.failedAtStart(nonCodePaths).filter((earlier) => earlier.kind === kind);
  return atStart.some((earlier) => sameFailures(tail, earlier.tail));
}

const isSinceChange = ({ at }: Evidence, lastChange: number) => at + 1_000 >= lastChange;

function evidenceProblem(evidence: Evidence | undefined, lastChange: number): string | undefined {
  if (!evidence) return 'was not run, or a pipe or `;` hid its exit code.';
  if (!evidence.ok) return `failed:\n${evidence.tail.slice(-1_500)}`;
  if (evidence.stale) return `no longer counts: ${evidence.stale}.`;
  return isSinceChange(evidence, lastChange) ? undefined : 'was not run since the last change.';
}

/** A build counts as a check only for handoffs; a session may stop without one. */
function buildOf(text: string | undefined): { kind: 'build'; command: string }[] {
  try {
    const { scripts } = JSON.parse(text ?? '{}') as { scripts?: Record<string, string> };
    return scripts?.build ? [{ kind: 'build', command: 'npm run build' }] : [];
  } catch {
    return [];
  }
}
