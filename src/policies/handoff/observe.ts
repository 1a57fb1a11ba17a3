import { on } from '../../core/examples.ts';
import { nonCodePaths } from '../../domain/checkpoint/change-types.ts';
import { commandResultOf, mayBeTestOrCommit, seenRuns } from '../../domain/checkpoint/test-runs.ts';
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
  check(event, { work, options }) {
    const { command: source } = event.tool_input;
    if (!mayBeTestOrCommit(source)) return undefined;
    const ended = commandResultOf(event);
    const runs = seenRuns(source, ended);
    if (runs.length === 0) return undefined;
    const exit = Number(/^Exit code (\d+)/.exec(ended.output)?.[1] ?? (ended.ok ? 0 : 1));
    const how = {
      source: 'bash' as const,
      exit,
      ms: event.duration_ms ?? 0,
      tail: ended.output.slice(-2_000),
    };
    // The same form as in checkpoint/evidence, so that both packs accept it.
    const tree = work.tree(nonCodePaths);
    work.addEvidence(
      runs.map(({ kind, command, ok }) => ({ ...how, name: command, kind, command, ok, tree })),
    );
    if (!options.announce) return undefined;
    return tell(runs.map(({ command, ok }) => `\`${command}\` ${ok ? 'passed' : 'failed'}`).join('; '));
  },
});
