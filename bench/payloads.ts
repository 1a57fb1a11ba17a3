// The events that the client would send in a given project.

export type Payload = Record<string, unknown>;

const session = '3f0c7a52-5c1e-4a52-9a3e-0d6f2f9c7b11';

export function payloads(project: string): Record<string, Payload> {
  const common = { session_id: session, transcript_path: `${project}/none.jsonl`, cwd: project };
  const during = { ...common, prompt_id: session, permission_mode: 'default', effort: { level: 'medium' } };
  const call = {
    tool_name: 'Bash',
    tool_input: { command: 'git status --short && ls src' },
    tool_use_id: 'toolu_1',
  };
  const response = { stdout: 'src\n', stderr: '', interrupted: false, isImage: false };
  const before = { ...during, hook_event_name: 'PreToolUse', ...call };
  return {
    'PreToolUse Bash': before,
    'PreToolUse Bash, npm test': { ...before, tool_input: { command: 'npm test' } },
    'PreToolUse Bash, full reader': {
      ...before,
      tool_input: { command: 'rm -rf node_modules && python3 scripts/seed.py > out.log' },
    },
    'PreToolUse Edit': {
      ...before,
      tool_name: 'Edit',
      tool_input: { file_path: `${project}/src/a.ts`, old_string: 'a', new_string: 'b' },
    },
    'PostToolUse Bash': {
      ...during,
      hook_event_name: 'PostToolUse',
      ...call,
      tool_response: response,
      duration_ms: 12,
    },
    UserPromptSubmit: { ...during, hook_event_name: 'UserPromptSubmit', prompt: 'Please rename the helper.' },
    SessionStart: { ...common, hook_event_name: 'SessionStart', source: 'startup', model: 'claude-opus-5-5' },
    Stop: {
      ...during,
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: 'Done.',
      background_tasks: [],
    },
  };
}

/** A call that a guard must refuse. */
export function forcedPush(project: string): Payload {
  return { ...payloads(project)['PreToolUse Bash'], tool_input: { command: 'git push --force origin main' } };
}
