// OpenCode has no hook commands: a plugin inside its process (opencode-bridge.txt) sends each event to Pawl and acts on
// the answer. The answer to the plugin has a form that only Pawl uses.
import type { Answer } from '../core/answer.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import { join } from '../system/path.ts';
import { absolute } from './absolute.ts';
import { jsonAnswer, type NeutralAnswer } from './answer.ts';
import type { Client } from './client.ts';
import { readToolCalls, shellResult, type ToolWords, writeToolInput } from './input.ts';
import bridge from './opencode-bridge.txt' with { type: 'text' };

const words: ToolWords = {
  tools: {
    bash: 'Bash',
    edit: 'Edit',
    write: 'Write',
    read: 'Read',
    glob: 'Glob',
    list: 'Glob',
    grep: 'Grep',
    webfetch: 'WebFetch',
    task: 'Agent',
    todowrite: 'TodoWrite',
    apply_patch: 'apply_patch',
    patch: 'apply_patch',
  },
  keys: {
    Read: { filePath: 'file_path' },
    Write: { filePath: 'file_path' },
    Edit: { filePath: 'file_path', oldString: 'old_string', newString: 'new_string' },
    Grep: { include: 'glob' },
  },
  serverAndTool,
};

/** Tools of servers are `server_tool`. A project's own tools are `file_tool`, and are judged like those of a server. */
function serverAndTool(name: string): [string, string] | undefined {
  const [, server, tool] = /^([^_]+)_(.+)$/.exec(name) ?? [];
  return server && tool ? [server, tool] : undefined;
}

const markIn = (records: string) => join(records, 'run', 'opencode-loaded');

const events = {
  'session.created': 'SessionStart',
  'chat.message': 'UserPromptSubmit',
  'tool.execute.before': 'PreToolUse',
  'tool.execute.after': 'PostToolUse',
  'session.idle': 'Stop',
} as const;

export const opencode: Client = {
  name: 'opencode',
  title: 'OpenCode',
  seenWith: '1.18.33',
  events,
  words,
  channel: {
    ask: 'deny',
    allow: false,
    rewrite: 'input',
    context: ['SessionStart', 'UserPromptSubmit', 'PostToolUse'],
    stop: false,
    message: true,
    failure: { missing: 'refused', crash: 'refused', timeout: 'refused', garbage: 'refused' },
    lacks: ['grants typed in a prompt', 'context use', 'subagents', 'blocked stops'],
  },
  gaps: [
    'A plugin that can’t be loaded is not reported; Pawl’s leaves a mark when it starts, and `pawl doctor` looks at it.',
    'Started with `--pure` it loads no plugins.',
    'A turn can’t be kept from ending: what is missing is only shown.',
    'Subagents have their own sessions, and nothing says who started them.',
  ],
  registration: {
    program: 'opencode',
    file: (home, env) => join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'opencode', 'plugin', 'pawl.js'),
    kind: 'own',
    content: (launcher, _events, records) =>
      bridge
        .replace("'@LAUNCHER@'", () => JSON.stringify(launcher))
        .replace("'@MARK@'", () => JSON.stringify(markIn(records))),
    timeoutUnit: 's',
    loaded: {
      mark: markIn,
      log: (home, env) =>
        join(env.XDG_DATA_HOME ?? join(home, '.local', 'share'), 'opencode', 'log', 'opencode.log'),
    },
  },
  read({ hook, input, output, directory }, registered) {
    const name = String(hook ?? registered ?? '');
    const hookInput = isObject(input) ? input : {};
    const result = isObject(output) ? output : {};
    const event: JsonObject = {
      hook_event_name: (events as Record<string, string>)[name] ?? name,
      session_id: hookInput.sessionID,
      cwd: directory,
    };
    if (name === 'chat.message') return [{ ...event, prompt: promptIn(result) }];
    if (typeof hookInput.tool !== 'string') return [event];
    return toolEvents(event, hookInput, result);
  },
  write,
};

function toolEvents(event: JsonObject, hookInput: JsonObject, output: JsonObject): JsonObject[] {
  const cwd = String(event.cwd ?? '');
  return readToolCalls(words, String(hookInput.tool), hookInput.args ?? output.args, cwd).map((call) => {
    const { workdir } = (call.tool_input ?? {}) as JsonObject;
    return {
      ...event,
      ...call,
      tool_use_id: hookInput.callID,
      ...(typeof workdir === 'string' && { cwd: absolute(workdir, cwd) }),
      ...(event.hook_event_name === 'PostToolUse' && resultOf(call.tool_name, output)),
    };
  });
}

function resultOf(tool: string, { output, metadata, content }: JsonObject): JsonObject {
  if (Array.isArray(content)) return { tool_response: { content } };
  const text = typeof output === 'string' ? output : '';
  const exit = isObject(metadata) && typeof metadata.exit === 'number' ? metadata.exit : undefined;
  return tool === 'Bash' ? shellResult(text, exit) : { tool_response: { content: text } };
}

function promptIn({ parts }: JsonObject): string {
  const texts = Array.isArray(parts) ? parts.filter((part) => isObject(part) && part.type === 'text') : [];
  return texts.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n');
}

/** Writes the answer that opencode-bridge.txt acts on. */
function write(answer: NeutralAnswer, raw: JsonObject): Answer {
  const { event, decision, reason, context, message, input } = answer;
  const tool = isObject(raw.input) ? String(raw.input.tool ?? '') : '';
  return jsonAnswer({
    ...((decision === 'deny' || decision === 'block') && { refuse: reason }),
    ...(event === 'PreToolUse' && input && { args: writeToolInput(words, tool, input) }),
    context,
    message,
  });
}
