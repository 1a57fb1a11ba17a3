import { on } from '../../core/examples.ts';
import { seenChecks } from '../../domain/checkpoint/evidence.ts';
import { hasUnknownResult, readRun, recordEvidence } from '../../domain/checkpoint/executed-checks.ts';
import { definePolicy, tell } from '../../index.ts';

const ran = (command: string) =>
  on('PostToolUse', { tool_name: 'Bash', tool_input: { command }, tool_response: { stdout: '' } });
const failed = (command: string) =>
  on('PostToolUseFailure', { tool_name: 'Bash', tool_input: { command }, error: 'Exit code 1\nboom' });

export default definePolicy({
  id: 'handoff/observe',
  summary: 'Record the results of test runs and builds',
  why: 'A handoff depends on the real results of the tests. This policy only records them, with the end of the output.',
  on: ['PostToolUse', 'PostToolUseFailure'],
  tools: ['Bash', 'PowerShell'],
  level: 'warn',
  options: { announce: { default: false, about: 'Tell the person about every recorded run.' } },
  examples: () => [
    { event: ran('npm test'), expect: 'pass' },
    { event: ran('npm test'), expect: 'tell', options: { announce: true }, says: 'passed' },
    { event: failed('npm run build'), expect: 'tell', options: { announce: true }, says: 'failed' },
    { event: ran('ls'), expect: 'pass', options: { announce: true } },
  ],
  check(event, facts) {
    const { command } = event.tool_input;
    if (typeof command !== 'string' || seenChecks(command).length === 0 || hasUnknownResult(event))
      return undefined;
    // The same rules as in checkpoint/evidence, because both packs rely on these results.
    const { conclusive } = readRun(event, command, facts);
    const runs = conclusive.filter(({ kind }) => kind === 'test' || kind === 'build');
    recordEvidence(runs, event, facts.work);
    if (!facts.options.announce || runs.length === 0) return undefined;
    const result = event.hook_event_name === 'PostToolUse' ? 'passed' : 'failed';
    return tell(runs.map((run) => `\`${run.command}\` ${result}`).join('; '));
  },
});
