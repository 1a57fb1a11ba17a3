// Qwen Code has Claude Code's events and answers, and Gemini's tools. It ignores a changed input, and an objection after a
// tool.
import type { Answer } from '../core/answer.ts';
import type { JsonObject } from '../core/json.ts';
import { join } from '../system/path.ts';
import { jsonAnswer, type NeutralAnswer } from './answer.ts';
import type { Client } from './client.ts';
import { geminiWords, readGeminiCalls } from './gemini.ts';
import type { ToolWords } from './input.ts';
import { isAutomaticPrompt } from './prompts.ts';

const words: ToolWords = {
  tools: {
    ...geminiWords.tools,
    agent: 'Agent',
    // Runs a shell command in the background and shows its output.
    monitor: 'Bash',
    notebook_edit: 'NotebookEdit',
    zoom_image: 'Read',
  },
  keys: { ...geminiWords.keys, Agent: {} },
};

export const qwen: Client = {
  name: 'qwen',
  title: 'Qwen Code',
  seenWith: '0.24.4',
  events: {
    SessionStart: 'SessionStart',
    UserPromptSubmit: 'UserPromptSubmit',
    PreToolUse: 'PreToolUse',
    PostToolUse: 'PostToolUse',
    Stop: 'Stop',
    Notification: 'Notification',
    SessionEnd: 'SessionEnd',
  },
  words,
  channel: {
    ask: 'dialog',
    allow: false,
    rewrite: 'none',
    context: ['SessionStart', 'UserPromptSubmit', 'PostToolUse'],
    stop: true,
    message: true,
    failure: { missing: 'refused', crash: 'refused', timeout: 'runs', garbage: 'runs' },
    lacks: ['grants typed in a prompt', 'context use', 'subagents'],
  },
  gaps: [
    'Started with `--bare` or in safe mode it runs no hooks.',
    'It ignores a changed call, so a policy that would change one refuses it and names the other.',
  ],
  registration: {
    program: 'qwen',
    file: (home) => join(home, '.qwen', 'settings.json'),
    kind: 'entries',
    comments: 'kept',
    // Without `shell`, Qwen uses the shell that it was started from.
    windows: { start: 'powershell', more: { shell: 'powershell' } },
    timeoutUnit: 'ms',
    off: {
      path: ['disableAllHooks'],
      value: true,
      inHome: (home) => join(home, '.qwen', 'settings.json'),
      inProject: ['.qwen/settings.json'],
    },
  },
  read(raw) {
    return isAutomaticPrompt(raw) ? [] : readGeminiCalls(words, unwrapToolCall(raw));
  },
  write,
};

/** `tool_call` runs a tool that the model was not shown. The tool that runs is judged. */
function unwrapToolCall(raw: JsonObject): JsonObject {
  const { name, arguments: tool_input } = (raw.tool_input ?? {}) as JsonObject;
  return raw.tool_name === 'tool_call' && typeof name === 'string'
    ? { ...raw, tool_name: name, tool_input }
    : raw;
}

function write(answer: NeutralAnswer): Answer {
  const { event, decision, reason, context, message } = answer;
  const specific: JsonObject = { hookEventName: event };
  if (context) specific.additionalContext = context;
  if (event === 'PreToolUse' && decision !== 'pass')
    Object.assign(specific, { permissionDecision: decision, permissionDecisionReason: reason });
  return jsonAnswer({
    ...(decision === 'block' && { decision, reason }),
    systemMessage: message,
    ...(Object.keys(specific).length > 1 && { hookSpecificOutput: specific }),
  });
}
