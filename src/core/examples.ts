// Builders for the events in policy examples and tests.
import type { JsonObject } from './json.ts';

const common = {
  session_id: 'example',
  cwd: '/home/me/project',
  transcript_path: '/home/me/.claude/projects/p/example.jsonl',
};

export const on = (hook_event_name: string, more: JsonObject = {}): JsonObject => ({
  ...common,
  hook_event_name,
  ...more,
});
export const tool = (tool_name: string, tool_input: JsonObject, more: JsonObject = {}): JsonObject =>
  on('PreToolUse', {
    tool_name,
    tool_input,
    tool_use_id: 'toolu_example',
    permission_mode: 'default',
    ...more,
  });
export const bash = (command: string, more: JsonObject = {}): JsonObject => tool('Bash', { command }, more);
export const prompt = (text: string, more: JsonObject = {}): JsonObject =>
  on('UserPromptSubmit', { prompt: text, ...more });
export const stop = (more: JsonObject = {}): JsonObject =>
  on('Stop', { stop_hook_active: false, background_tasks: [], ...more });
export const sessionStart = (source = 'startup', more: JsonObject = {}): JsonObject =>
  on('SessionStart', { source, ...more });
