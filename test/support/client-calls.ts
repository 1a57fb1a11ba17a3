// Tool calls as other coding agents send them.
import { join } from 'node:path';
import type { ClientName } from '../../src/clients/client.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { World } from './world.ts';

export const sessionId = '11111111-2222-4333-8444-555555555555';

/** A tool call as each client sends it: `shell` with a command, `read` and `write` with a path. */
export const calls: Record<
  ClientName,
  (world: World, kind: 'shell' | 'read' | 'write', what: string) => [string, JsonObject]
> = {
  codex: ({ project }, kind, what) => {
    const common = { session_id: sessionId, cwd: project, hook_event_name: 'PreToolUse', tool_use_id: 'c1' };
    if (kind === 'write')
      return [
        'PreToolUse',
        {
          ...common,
          tool_name: 'apply_patch',
          tool_input: {
            command: `*** Begin Patch\n*** Add File: ok.txt\n+x\n*** Add File: ${what}\n+x\n*** End Patch\n`,
          },
        },
      ];
    const command = kind === 'read' ? `cat ${what}` : what;
    return ['PreToolUse', { ...common, tool_name: 'Bash', tool_input: { command } }];
  },
  copilot: ({ project }, kind, what) => {
    const [tool_name, tool_input] = {
      shell: ['Bash', { command: what, description: 'x' }],
      read: ['Read', { path: join(project, what) }],
      write: ['Write', { path: join(project, what), file_text: 'x' }],
    }[kind];
    return [
      'PreToolUse',
      { hook_event_name: 'PreToolUse', session_id: sessionId, cwd: project, tool_name, tool_input },
    ];
  },
  gemini: (world, kind, what) => [
    'BeforeTool',
    { ...likeGemini(world, kind, what), hook_event_name: 'BeforeTool' },
  ],
  qwen: (world, kind, what) => [
    'PreToolUse',
    { ...likeGemini(world, kind, what), hook_event_name: 'PreToolUse' },
  ],
  opencode: ({ project }, kind, what) => {
    const [tool, args] = {
      shell: ['bash', { command: what }],
      read: ['read', { filePath: what }],
      write: ['write', { filePath: what, content: 'x' }],
    }[kind];
    const input = { tool, sessionID: 'ses_1', callID: 'c1' };
    return [
      'tool.execute.before',
      { hook: 'tool.execute.before', input, output: { args }, directory: project },
    ];
  },
};

function likeGemini({ project }: World, kind: 'shell' | 'read' | 'write', what: string): JsonObject {
  const [tool_name, tool_input] = {
    shell: ['run_shell_command', { command: what, description: 'x' }],
    read: ['read_file', { file_path: what }],
    write: ['write_file', { file_path: what, content: 'x' }],
  }[kind];
  return { session_id: sessionId, cwd: project, tool_name, tool_input };
}
