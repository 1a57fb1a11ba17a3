import { on, stop } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';

export default definePolicy({
  id: 'metrics/count',
  summary: 'Count and time calls, refusals, gates and handoffs',
  why: 'Numbers show whether a policy is worth having: how often it gave a verdict, how often a person overrode it, how much time it took. They are computed from the recorded events; this policy records only. `pawl metrics` and `pawl dashboard` show them.',
  on: [
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'SubagentStart',
    'SubagentStop',
    'Stop',
    'SessionEnd',
  ],
  level: 'observe',
  onError: 'pass',
  examples: () => [
    { event: stop(), expect: 'pass', title: 'A stop that was not blocked' },
    {
      event: on('PostToolUse', { tool_name: 'Read', tool_input: { file_path: 'a.ts' }, duration_ms: 12 }),
      expect: 'pass',
      title: 'A successful call with its duration',
    },
  ],
});
