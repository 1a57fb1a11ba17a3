import { bash, on, tool } from '../../core/examples.ts';
import { isReadOnly } from '../../domain/checkpoint/read-only.ts';
import { madeCommit } from '../../domain/checkpoint/test-runs.ts';
import { definePolicy, deny, type EventOf, inject } from '../../index.ts';
import { fileAccesses } from '../guard/shared/file-access.ts';

const write = (file_path: string, content = 'x') => tool('Write', { file_path, content });
const code = '/home/me/project/src/app.ts';
const test = '/home/me/project/src/app.test.ts';
const coding = (phase: string, more = {}) => ({ workflow: { runs: [{ workflow: 'code', phase, ...more }] } });
const testPhase = coding('failing_test');
const changed = { git: { changed: ['src/app.ts'] }, files: { 'src/app.ts': 'x' } };
const engineer = { agent_id: 'a1', agent_type: 'test-engineer' };
const ran = (command: string) =>
  on('PostToolUse', { tool_name: 'Bash', tool_input: { command }, tool_response: { stdout: '' } });

export default definePolicy({
  id: 'workflow/test-first',
  summary: 'Hold back code until a new test was seen to fail',
  why: 'A test that is written after the code shows only that the code does what it does. In a phase in which the test comes first, code is refused no matter how it is written: with an editor, a command or an MCP tool, by the conversation or by an agent. Code that a command changed all the same is named, and can’t be committed before the test.',
  on: ['PreToolUse', 'PostToolUse'],
  tools: ['Edit', 'MultiEdit', 'Write', 'NotebookEdit', 'Bash', 'PowerShell', 'Monitor', 'mcp__*'],
  level: 'deny',
  onError: 'pass',
  examples: () => [
    { event: write(code), expect: 'pass', title: 'No workflow is running' },
    {
      event: write(code),
      expect: 'deny',
      title: 'Code before a new test has failed',
      given: testPhase,
      says: 'see it fail',
    },
    {
      event: tool('Edit', { file_path: code, old_string: 'a', new_string: 'b' }),
      expect: 'deny',
      given: testPhase,
    },
    { event: bash('echo x > src/app.ts'), expect: 'deny', given: testPhase, says: 'src/app.ts' },
    { event: bash('sed -i s/1/2/ src/app.ts && npm test'), expect: 'deny', given: testPhase },
    { event: bash('cat > lib/app.py <<EOF\nx\nEOF'), expect: 'deny', given: testPhase },
    {
      event: tool('mcp__files__write_file', { path: code, content: 'x' }),
      expect: 'deny',
      given: testPhase,
      title: 'A tool of an MCP server writes code',
    },
    {
      event: { ...write(code), ...engineer },
      expect: 'deny',
      given: testPhase,
      title: 'An agent writes code',
    },
    { event: write(test), expect: 'pass', given: testPhase, title: 'A test file' },
    {
      event: write('/home/me/project/tests/helpers.py'),
      expect: 'pass',
      given: testPhase,
      title: 'A helper file of the tests',
    },
    { event: write('/home/me/project/docs/plan.md'), expect: 'pass', given: testPhase },
    { event: write('/home/me/project/vitest.config.ts'), expect: 'pass', given: testPhase },
    { event: write('/tmp/try.ts'), expect: 'pass', given: testPhase, title: 'A file outside the project' },
    {
      event: write('/home/me/project/src/lib.rs', '#[test]\nfn adds() {}'),
      expect: 'pass',
      given: testPhase,
      title: 'A test in the same file as the code',
    },
    { event: bash('npm test'), expect: 'pass', given: testPhase },
    { event: bash('cat src/app.ts'), expect: 'pass', given: testPhase },
    { event: write(code), expect: 'pass', given: coding('passing_test'), title: 'The new test has failed' },
    {
      event: { ...write(code), ...engineer },
      expect: 'deny',
      given: coding('passing_test'),
      title: 'An agent writes code in a phase of the main conversation',
      says: 'not by an agent',
    },
    {
      event: bash('git commit -m x'),
      expect: 'deny',
      given: { ...testPhase, ...changed },
      title: 'A commit of code that was changed in this phase',
      says: 'src/app.ts',
    },
    {
      event: bash('git commit -m x'),
      expect: 'pass',
      given: { ...coding('failing_test', { entered_at: Date.UTC(2026, 1, 1) }), ...changed },
      title: 'A commit of code that was changed before this phase',
    },
    {
      event: ran('node generate.js'),
      expect: 'inject',
      title: 'A script that changed code',
      given: { ...testPhase, ...changed, now: 1 },
      says: 'src/app.ts changed while this command ran',
    },
    { event: ran('npm test'), expect: 'pass', given: { ...testPhase, ...changed } },
  ],
  check(event, facts) {
    const { workflow } = facts;
    if (!workflow.active()) return undefined;
    if (event.hook_event_name === 'PostToolUse') return reportWrittenCode(event, facts);
    const paths = fileAccesses(event, facts).flatMap(({ kind, path, command }) =>
      kind === 'write' && !command?.remote ? [path] : [],
    );
    const refused =
      (paths.length > 0 ? workflow.refuseWrite(paths, textOf(event)) : undefined) ??
      (madeCommit(facts.shell.commands, true) ? workflow.refuseCommit() : undefined);
    return refused && deny(refused.reason, { instead: refused.instead });
  },
});

/** The text that the call would write, as far as the call contains it. */
function textOf({ tool_input: input }: EventOf<'PreToolUse'>): string {
  return [input.content, input.new_string, input.new_source]
    .filter((text) => typeof text === 'string')
    .join('\n');
}

type Facts = Parameters<NonNullable<ReturnType<typeof definePolicy>['check']>>[1];

/** Names code that a finished command changed: a script, a generator or a patch can't be refused beforehand. */
function reportWrittenCode(event: EventOf<'PostToolUse'>, { workflow, shell, now }: Facts) {
  const edits = /^(Edit|MultiEdit|Write|NotebookEdit)$/.test(event.tool_name);
  if (edits || (!shell.absent && isReadOnly(shell.commands, true))) return undefined;
  const code = workflow.codeWrittenSince(now - (event.duration_ms ?? 0) - 500);
  if (code.length === 0) return undefined;
  return inject(
    `${code.slice(0, 5).join(', ')} changed while this command ran. No code is written in this phase before a new test was seen to fail: put it back as it was, write the test, and run it.`,
    { again: true },
  );
}
