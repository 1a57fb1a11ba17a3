// Google's Gemini CLI has its own event names, and takes answers with `decision` and `reason` at the top level. A
// question would wait for ever in a run without a terminal, so questions become refusals.
import type { Answer } from '../core/answer.ts';
import type { JsonObject } from '../core/json.ts';
import { join } from '../system/path.ts';
import { absolute } from './absolute.ts';
import { jsonAnswer, type NeutralAnswer } from './answer.ts';
import type { Client } from './client.ts';
import { readToolCalls, shellResult, type ToolWords, writeToolInput } from './input.ts';
import { isAutomaticPrompt } from './prompts.ts';

/** Qwen Code is a fork and has the same tools. */
export const geminiWords: ToolWords = {
  tools: {
    run_shell_command: 'Bash',
    replace: 'Edit',
    edit: 'Edit',
    write_file: 'Write',
    read_file: 'Read',
    read_many_files: 'Read',
    glob: 'Glob',
    list_directory: 'Glob',
    grep_search: 'Grep',
    search_file_content: 'Grep',
    web_fetch: 'WebFetch',
    invoke_agent: 'Agent',
    task: 'Agent',
  },
  keys: {
    // Older versions name the file with `absolute_path`, and several at once with `paths` or `include`.
    Read: { absolute_path: 'file_path', paths: 'file_path', include: 'file_path' },
    Glob: { dir_path: 'path' },
    Grep: { dir_path: 'path', include: 'glob', include_pattern: 'glob' },
    Agent: { agent_name: 'subagent_type' },
    // Its only argument is a prompt, which contains the addresses.
    WebFetch: { prompt: 'url' },
  },
};

const events = {
  SessionStart: 'SessionStart',
  BeforeAgent: 'UserPromptSubmit',
  BeforeTool: 'PreToolUse',
  AfterTool: 'PostToolUse',
  AfterAgent: 'Stop',
  Notification: 'Notification',
  SessionEnd: 'SessionEnd',
} as const;

export const gemini: Client = {
  name: 'gemini',
  title: 'Gemini CLI',
  seenWith: '0.61.0',
  events,
  words: geminiWords,
  channel: {
    ask: 'deny',
    allow: false,
    rewrite: 'input',
    context: ['SessionStart', 'UserPromptSubmit', 'PostToolUse'],
    stop: true,
    message: true,
    failure: { missing: 'refused', crash: 'refused', timeout: 'runs', garbage: 'runs' },
    lacks: ['grants typed in a prompt', 'exit codes', 'context use', 'subagents'],
  },
  gaps: [
    'Its dialog could ask the person, but a question would wait for ever in `gemini -p`, and a hook can’t tell whether that is how it runs; so a question is always a refusal.',
    'Some of its file tools refuse `.env` before any hook is asked.',
  ],
  registration: {
    program: 'gemini',
    file: (home) => join(home, '.gemini', 'settings.json'),
    kind: 'entries',
    comments: 'kept',
    windows: { start: 'powershell' },
    timeoutUnit: 'ms',
    off: {
      path: ['hooksConfig', 'enabled'],
      value: false,
      inHome: (home) => join(home, '.gemini', 'settings.json'),
      inProject: ['.gemini/settings.json'],
    },
  },
  read(raw, registered) {
    const name = String(raw.hook_event_name ?? registered ?? '');
    const hook_event_name = (events as Record<string, string>)[name] ?? name;
    const event = {
      ...raw,
      ...serverTool(raw),
      hook_event_name,
      last_assistant_message: raw.prompt_response,
    };
    return isAutomaticPrompt(event) ? [] : readGeminiCalls(geminiWords, event);
  },
  write,
};

/** A tool of a server is `mcp_server_tool`. Both names may have underscores, so they are taken from the payload. */
function serverTool({ mcp_context }: JsonObject): JsonObject {
  const { server_name, tool_name } = (mcp_context ?? {}) as JsonObject;
  if (typeof server_name !== 'string' || typeof tool_name !== 'string') return {};
  return { tool_name: `mcp__${server_name}__${tool_name}` };
}

/** The tool calls of an event of Gemini or Qwen in Claude Code's words; other events stay as they are. */
export function readGeminiCalls(words: ToolWords, event: JsonObject): JsonObject[] {
  if (typeof event.tool_name !== 'string') return [event];
  const cwd = String(event.cwd ?? '');
  return readToolCalls(words, event.tool_name, event.tool_input, cwd).map((call) => {
    const { dir_path, directory } = (call.tool_input ?? {}) as JsonObject;
    const folder = dir_path ?? directory;
    // The command runs in the folder that its input names.
    const place =
      call.tool_name === 'Bash' && typeof folder === 'string' ? { cwd: absolute(folder, cwd) } : {};
    return { ...event, ...call, ...place, ...resultOf(event, call.tool_name) };
  });
}

function resultOf({ tool_response }: JsonObject, tool: string): JsonObject {
  const { llmContent, error } = (tool_response ?? {}) as JsonObject;
  if (error) return { hook_event_name: 'PostToolUseFailure', error: JSON.stringify(error) };
  if (typeof llmContent !== 'string' || tool !== 'Bash') return {};
  const exit = /^Exit Code: (\d+)\s*$/m.exec(llmContent)?.[1];
  return shellResult(llmContent, exit === undefined ? undefined : Number(exit));
}

function write(answer: NeutralAnswer, raw: JsonObject): Answer {
  const { event, decision, reason, context, message, input } = answer;
  const refuses = decision === 'deny' || decision === 'block';
  const specific: JsonObject = { hookEventName: raw.hook_event_name };
  if (context) specific.additionalContext = context;
  if (event === 'PreToolUse' && input && !refuses)
    specific.tool_input = writeToolInput(geminiWords, String(raw.tool_name ?? ''), input);
  return jsonAnswer({
    ...(refuses && { decision: 'deny', reason }),
    systemMessage: message,
    ...(Object.keys(specific).length > 1 && { hookSpecificOutput: specific }),
  });
}
