import { on } from '../../core/examples.ts';
import { commandResultOf, mayBeTestOrCommit } from '../../domain/checkpoint/test-runs.ts';
import { definePolicy, inject } from '../../index.ts';
import { announcements } from './shared/announce.ts';

const recorded =
  'This result was recorded, and it ended the phase of the workflow. The next phase belongs to the conversation that started this agent: finish here.';

const ran = (command: string, stdout = '') =>
  on('PostToolUse', { tool_name: 'Bash', tool_input: { command }, tool_response: { stdout, stderr: '' } });
const failed = (command: string, error = 'Exit code 1\n1 failed') =>
  on('PostToolUseFailure', { tool_name: 'Bash', tool_input: { command }, error });
const newTest = { files: { 'src/a.test.ts': 'test()' }, git: { changed: ['src/a.test.ts'] } };
const coding = (phase: string, more = {}) => ({ workflow: { runs: [{ workflow: 'code', phase, ...more }] } });

export default definePolicy({
  id: 'workflow/progress',
  summary: 'Advance a workflow when a test run or commit is observed',
  why: 'The phases of test-driven work follow from real test results and commits, not from claims about them.',
  on: ['PostToolUse', 'PostToolUseFailure'],
  tools: ['Bash', 'PowerShell'],
  level: 'warn',
  examples: () => [
    {
      event: failed('npm test'),
      expect: 'inject',
      title: 'A new test fails',
      given: { ...coding('failing_test'), ...newTest },
      says: 'phase `passing_test`',
    },
    {
      event: { ...failed('npm test'), agent_id: 'a1', agent_type: 'test-engineer' },
      expect: 'inject',
      title: 'An agent ran the test; the next phase is announced to the conversation',
      given: { ...coding('failing_test'), ...newTest },
      says: 'finish here',
    },
    {
      event: failed('npm test'),
      expect: 'inject',
      title: 'A test run that fails before a new test exists',
      given: coding('failing_test'),
      says: 'no test was written in phase `failing_test` yet',
    },
    {
      event: failed('npm test', 'Exit code 1\nFAIL src/old.test.ts'),
      expect: 'inject',
      title: 'A test run in which an older test fails',
      given: { ...coding('failing_test'), ...newTest },
      says: 'not in src/a.test.ts',
    },
    {
      event: failed('php tests/LoginTest.php'),
      expect: 'inject',
      title: 'A new test that is run without a test runner',
      given: {
        ...coding('failing_test'),
        files: { 'tests/LoginTest.php': 'x' },
        git: { changed: ['tests/LoginTest.php'] },
      },
      says: 'phase `passing_test`',
    },
    {
      event: ran('npm test'),
      expect: 'inject',
      given: coding('failing_test'),
      title: 'A test run that passes before a new test has failed',
      says: 'this run passed',
    },
    {
      event: ran('npx vitest run src/a.test.ts'),
      expect: 'inject',
      given: coding('passing_test'),
      title: 'A run of only some of the tests',
      says: 'ran only some of the tests',
    },
    {
      event: ran('npx vitest run'),
      expect: 'inject',
      given: coding('passing_test'),
      says: 'phase `refactor`',
    },
    {
      event: ran('npm test | tail -3', '3 failed'),
      expect: 'pass',
      title: 'A pipe hides the exit code of the tests',
      given: coding('passing_test'),
    },
    {
      event: failed('pytest -q'),
      expect: 'inject',
      title: 'The tests fail for the third time',
      given: coding('passing_test', { runs: { passing: 0, failing: 2 } }),
      says: 'phase `troubleshoot`',
    },
    {
      event: failed('npm test', 'Exit code 127\nnpm: command not found'),
      expect: 'pass',
      title: 'The tests could not be started',
      given: coding('failing_test'),
    },
    { event: failed('ls nowhere'), expect: 'pass', given: coding('failing_test') },
    { event: ran('cargo test'), expect: 'inject', given: coding('refactor'), says: 'phase `commit`' },
    {
      event: ran('git commit -m x'),
      expect: 'inject',
      given: coding('commit'),
      says: 'Next comes `code-review`',
    },
    {
      event: ran('git commit -m x'),
      expect: 'pass',
      title: 'A commit that leaves a change uncommitted',
      given: { ...coding('commit'), git: { changed: ['src/b.ts'] } },
    },
    { event: ran('npm test'), expect: 'pass', title: 'No workflow is running' },
  ],
  check(event, facts) {
    // Facts are loaded on demand, so `facts` is not destructured: most commands end here.
    const { command } = event.tool_input;
    if (!mayBeTestOrCommit(command) || !facts.workflow.active()) return undefined;
    const hints = facts.workflow.observeCommand(command, facts.shell.commands, commandResultOf(event));
    const news = announcements(facts.workflow);
    if (news.length === 0) return hints.map((text) => inject(text, { again: true }));
    // The phase belongs to the conversation that runs the workflow. An agent below it only learns that its result counted.
    const here = event.agent_id ?? '';
    const elsewhere = news.some(({ to }) => to !== here);
    return elsewhere ? [...news, inject(recorded, { again: true })] : news;
  },
});
