import { on, stop } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';

export default definePolicy({
  id: 'metrics/count',
  summary: 'Count and time calls, refusals, gates and handoffs',
  why: 'Whether a policy earns its keep is a question of figures: how often it spoke, how often a person had to overrule it, what it cost. They are added up from the recorded events; this policy has no opinion, it only has the events sent to us. `pawl metrics` and `pawl dashboard` show them.',
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
    { event: stop(), expect: 'pass', title: 'A stop that was not held' },
    {
      event: on('PostToolUse', { tool_name: 'Read', tool_input: { file_path: 'a.ts' }, duration_ms: 12 }),
      expect: 'pass',
      title: 'A call that ended well, and how long it took',
    },
  ],
});
