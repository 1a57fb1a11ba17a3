// Short ways to write an event in an example.
import type { Json } from './json.ts';

const common = {
  session_id: 'example',
  cwd: '/home/me/project',
  transcript_path: '/home/me/.claude/projects/p/example.jsonl',
};

export const on = (hook_event_name: string, more: Json = {}): Json => ({
  ...common,
  hook_event_name,
  ...more,
});
export const tool = (tool_name: string, tool_input: Json, more: Json = {}): Json =>
  on('PreToolUse', {
    tool_name,
    tool_input,
    tool_use_id: 'toolu_example',
    permission_mode: 'default',
    ...more,
  });
export const bash = (command: string, more: Json = {}): Json => tool('Bash', { command }, more);
export const prompt = (text: string, more: Json = {}): Json =>
  on('UserPromptSubmit', { prompt: text, ...more });
export const stop = (more: Json = {}): Json =>
  on('Stop', { stop_hook_active: false, background_tasks: [], ...more });
export const sessionStart = (source = 'startup', more: Json = {}): Json =>
  on('SessionStart', { source, ...more });
