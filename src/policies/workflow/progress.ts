import { on } from '../../core/examples.ts';
import { commandResultOf, mayBeTestOrCommit } from '../../domain/checkpoint/test-runs.ts';
import { definePolicy, inject } from '../../index.ts';

const ran = (command: string, stdout = '') =>
  on('PostToolUse', { tool_name: 'Bash', tool_input: { command }, tool_response: { stdout, stderr: '' } });
const failed = (command: string, error = 'Exit code 1\n1 failed') =>
  on('PostToolUseFailure', { tool_name: 'Bash', tool_input: { command }, error });
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
      given: coding('failing_test'),
      says: 'phase passing_test',
    },
    {
      event: ran('npm test'),
      expect: 'pass',
      given: coding('failing_test'),
      title: 'The test should fail first',
    },
    { event: ran('npx vitest run'), expect: 'inject', given: coding('passing_test'), says: 'phase refactor' },
    { event: ran('npm test | tail -3', '3 failed'), expect: 'pass', given: coding('passing_test') },
    {
      event: failed('pytest -q'),
      expect: 'inject',
      given: coding('passing_test', { runs: { passing: 0, failing: 2 } }),
      says: 'troubleshooter',
    },
    {
      event: failed('npm test', 'Exit code 127\nnpm: command not found'),
      expect: 'pass',
      given: coding('failing_test'),
    },
    { event: failed('ls nowhere'), expect: 'pass', given: coding('failing_test') },
    { event: ran('cargo test'), expect: 'inject', given: coding('refactor'), says: 'phase commit' },
    { event: ran('git commit -m x'), expect: 'inject', given: coding('commit'), says: 'review comes next' },
    {
      event: ran('git commit -m x'),
      expect: 'pass',
      title: 'Some of it is still uncommitted',
      given: { ...coding('commit'), git: { changed: ['src/b.ts'] } },
    },
    { event: ran('npm test'), expect: 'pass', title: 'No workflow is running' },
  ],
  check(event, facts) {
    // Facts are loaded on demand, and most commands don't get that far.
    const { command } = event.tool_input;
    if (!mayBeTestOrCommit(command) || !facts.workflow.active()) return undefined;
    facts.workflow.observeCommand(command, facts.shell.commands, commandResultOf(event));
    const news = facts.workflow.takeAnnouncements();
    return news ? inject(news, { again: true }) : undefined;
  },
});
