import { on, stop } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';

export default definePolicy({
  id: 'session/registry',
  summary: 'Track for every session whether it works, waits for a person or has ended',
  why: 'With ten sessions at once, the question is which one needs you. The registry is computed from the recorded events; this policy records only. `pawl sessions` shows it.',
  on: [
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'PermissionRequest',
    'PermissionDenied',
    'Notification',
    'Elicitation',
    'ElicitationResult',
    'SubagentStart',
    'SubagentStop',
    'Stop',
    'StopFailure',
    'SessionEnd',
  ],
  level: 'observe',
  onError: 'pass',
  examples: () => [
    { event: stop(), expect: 'pass', title: 'The session is idle now' },
    {
      event: on('Notification', {
        notification_type: 'permission_prompt',
        message: 'Claude needs your permission',
      }),
      expect: 'pass',
      title: 'The session needs input',
    },
  ],
});
