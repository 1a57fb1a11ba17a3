// Older hook systems that Pawl replaces, recognised by the names of their scripts. A common name (`stop.py`) counts
// only if a file that is typical of the system is in the same folder.

export interface System {
  name: string;
  /** The packs that do the same work in Pawl. */
  packs: string[];
  scripts: string[];
  /** A file that must be in the folder of the script. */
  beside?: string;
}

export const systems: readonly System[] = [
  {
    name: 'todo enforcement',
    packs: ['tasks'],
    scripts: [
      'hook_session_start.py',
      'hook_user_prompt.py',
      'hook_post_todowrite.py',
      'hook_pre_compact.py',
      'hook_stop.py',
    ],
    beside: 'todo_core.py',
  },
  {
    name: 'mode modules',
    packs: ['workflow', 'guard'],
    scripts: [
      'session_start.py',
      'user_prompt_submit.py',
      'pre_tool_use.py',
      'post_tool_use.py',
      'subagent_stop.py',
      'stop.py',
    ],
    beside: 'plan_mode',
  },
  {
    name: 'checkpoints and autonomy',
    packs: ['checkpoint', 'memory', 'docs', 'autonomy', 'guard'],
    scripts: [
      'auto-update.py',
      'session-init.py',
      'read-docs-reminder.py',
      'read-docs-trigger.py',
      'stop-validator.py',
      'auto-approve.py',
      'deploy-enforcer.py',
      'skill-continuation-reminder.py',
      'skill-reminder.py',
      'bash-version-tracker.py',
      'tool-usage-logger.py',
      'checkpoint-invalidator.py',
      'status-working.py',
      'finalize-status-v5.py',
    ],
  },
  {
    name: 'session lifecycle',
    packs: ['session', 'guard'],
    scripts: ['session_lifecycle.py', 'tool_tracking.py'],
    beside: 'session_lifecycle.py',
  },
  {
    name: 'sub-agent collective',
    packs: ['guard', 'handoff', 'workflow', 'metrics'],
    scripts: [
      'load-behavioral-system.sh',
      'block-destructive-commands.sh',
      'block-sensitive-files.sh',
      'collective-metrics.sh',
      'semantic-docs-update-hook.sh',
      'test-driven-handoff.sh',
      'pre-compact-state.sh',
      'subagent-context-inject.sh',
    ],
  },
];
