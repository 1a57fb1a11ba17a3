// GitHub's Copilot CLI. With event names in Pascal case it uses Claude Code's protocol, except that some payloads
// stay in camel case, paths have other keys, and text for the model is at the top of the answer.
import type { Answer } from '../core/answer.ts';
import type { JsonObject } from '../core/json.ts';
import type { Env } from '../system/env.ts';
import { join } from '../system/path.ts';
import { jsonAnswer, type NeutralAnswer } from './answer.ts';
import type { Client } from './client.ts';
import { hookEntry } from './entry.ts';
import { readToolCalls, shellResult, type ToolWords, writeToolInput } from './input.ts';
import { isAutomaticPrompt } from './prompts.ts';

const words: ToolWords = {
  tools: {
    bash: 'Bash',
    edit: 'Edit',
    create: 'Write',
    write: 'Write',
    view: 'Read',
    read: 'Read',
    glob: 'Glob',
    grep: 'Grep',
    task: 'Agent',
    apply_patch: 'apply_patch',
  },
  keys: {
    Read: { path: 'file_path' },
    Write: { path: 'file_path', file_text: 'content' },
    Edit: { path: 'file_path', old_str: 'old_string', new_str: 'new_string' },
    Grep: { paths: 'path' },
    Glob: { paths: 'path' },
    Agent: { agent_type: 'subagent_type' },
  },
  serverAndTool,
};

/**
 * Tools of servers are `server-tool`, in a dialog `server/tool`; Copilot's own have no dash. Both parts may have
 * dashes: a tool with underscores begins after the last dash (`github-mcp-server-get_me`), another one after the first.
 */
function serverAndTool(name: string): [string, string] | undefined {
  const [, server, tool] =
    /^(.+)\/([^/]+)$/.exec(name) ?? /^(.+)-([^-]*_[^-]*)$/.exec(name) ?? /^([^-]+)-(.+)$/.exec(name) ?? [];
  return server && tool ? [server, tool] : undefined;
}

/** Keys of payloads in camel case. */
const keys: Readonly<Record<string, string>> = {
  hookName: 'hook_event_name',
  sessionId: 'session_id',
  toolName: 'tool_name',
  toolArgs: 'tool_input',
  toolInput: 'tool_input',
  toolResult: 'tool_result',
  transcriptPath: 'transcript_path',
  agentName: 'agent_type',
};

/** Names of events in camel case, as some payloads and the command line have them. */
const eventNames: Readonly<Record<string, string>> = {
  sessionStart: 'SessionStart',
  userPromptSubmitted: 'UserPromptSubmit',
  preToolUse: 'PreToolUse',
  permissionRequest: 'PermissionRequest',
  postToolUse: 'PostToolUse',
  subagentStart: 'SubagentStart',
  agentStop: 'Stop',
  sessionEnd: 'SessionEnd',
};

const folder = (home: string, env: Env) => env.COPILOT_HOME ?? join(home, '.copilot');

export const copilot: Client = {
  name: 'copilot',
  title: 'Copilot CLI',
  seenWith: '1.0.102',
  events: {
    SessionStart: 'SessionStart',
    UserPromptSubmit: 'UserPromptSubmit',
    PreToolUse: 'PreToolUse',
    PermissionRequest: 'PermissionRequest',
    PostToolUse: 'PostToolUse',
    SubagentStart: 'SubagentStart',
    SubagentStop: 'SubagentStop',
    Stop: 'Stop',
    Notification: 'Notification',
    SessionEnd: 'SessionEnd',
  },
  words,
  channel: {
    ask: 'dialog',
    allow: true,
    rewrite: 'input',
    context: ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse'],
    stop: true,
    message: false,
    failure: { missing: 'refused', crash: 'refused', timeout: 'runs', garbage: 'runs' },
    lacks: ['grants typed in a prompt', 'context use'],
  },
  gaps: [
    'In a trusted folder it also runs the hooks of a project’s `.claude/settings.json`. Pawl answers there too, but reads the calls as Claude Code’s: paths are judged by the values in the input, and text for the model is lost. `pawl init --client copilot` does it right, in every folder.',
    'The person sees no message of Pawl with `-p`; the model does.',
  ],
  registration: {
    program: 'copilot',
    file: (home, env) => join(folder(home, env), 'hooks', 'pawl.json'),
    kind: 'own',
    windows: { start: 'exec' },
    content: (launcher, names) => {
      const hooks = names.map((name) => [name, [{ hooks: [hookEntry(copilot, launcher, name)] }]]);
      return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(hooks) }, null, 2)}\n`;
    },
    timeoutUnit: 's',
    // In its own settings.json the setting has no effect on the hooks of the home.
    off: {
      path: ['disableAllHooks'],
      value: true,
      inProject: [
        '.claude/settings.json',
        '.claude/settings.local.json',
        '.github/copilot/settings.json',
        '.github/copilot/settings.local.json',
      ],
    },
    readsClaudeSettings: {
      file: (home, env) => join(folder(home, env), 'config.json'),
      trusted: 'trustedFolders',
    },
  },
  read(raw, registered) {
    const event = withAgent(inSnakeCase(raw, registered));
    if (isAutomaticPrompt(event)) return [];
    if (typeof event.tool_name !== 'string') return [event];
    const calls = readToolCalls(words, event.tool_name, event.tool_input, String(event.cwd ?? ''));
    return calls.map((call) => ({ ...event, ...call, ...resultOf(event, call.tool_name) }));
  },
  write,
};

function inSnakeCase(raw: JsonObject, registered: string | undefined): JsonObject {
  const event: JsonObject = {};
  for (const [key, value] of Object.entries(raw)) event[Object.hasOwn(keys, key) ? keys[key]! : key] = value;
  const name = String(event.hook_event_name ?? registered ?? '');
  if (name) event.hook_event_name = eventNames[name] ?? name;
  if (event.source === 'new') event.source = 'startup';
  return event;
}

/** A subagent has its own session id, but its work belongs to the session that started it. */
function withAgent(event: JsonObject): JsonObject {
  const { parent_agent_id, agent_id, hook_event_name } = event;
  if (typeof parent_agent_id !== 'string' || typeof agent_id !== 'string') return event;
  const inside = { ...event, session_id: parent_agent_id };
  return hook_event_name === 'Stop' ? { ...inside, hook_event_name: 'SubagentStop' } : inside;
}

function resultOf(event: JsonObject, tool: string): JsonObject {
  const result = (event.tool_result ?? {}) as JsonObject;
  const text = result.text_result_for_llm ?? result.textResultForLlm;
  if (typeof text !== 'string') return {};
  if (tool !== 'Bash') return { tool_response: { content: text } };
  const exit = /<shellId: \S+ completed with exit code (\d+)>\s*$/.exec(text)?.[1];
  return shellResult(text, exit === undefined ? undefined : Number(exit));
}

function write(answer: NeutralAnswer, raw: JsonObject): Answer {
  const { event, decision, reason, context, message, input } = answer;
  // A dialog's payload and answer stay in camel case.
  if (event === 'PermissionRequest')
    return jsonAnswer(decision === 'pass' ? {} : { behavior: decision, message: reason });
  const specific: JsonObject = { hookEventName: event };
  if (event === 'PreToolUse' && decision !== 'pass')
    Object.assign(specific, { permissionDecision: decision, permissionDecisionReason: reason });
  // A changed input is taken as it is and skips the client's own dialog, so the dialog is asked for.
  if (event === 'PreToolUse' && input && decision !== 'deny')
    Object.assign(specific, {
      permissionDecision: decision === 'allow' ? 'allow' : 'ask',
      permissionDecisionReason: reason || 'Pawl changed this call.',
      updatedInput: writeToolInput(words, String(raw.tool_name ?? raw.toolName ?? ''), input),
    });
  return jsonAnswer({
    ...(decision === 'block' && { decision, reason }),
    systemMessage: message,
    additionalContext: context,
    ...(Object.keys(specific).length > 1 && { hookSpecificOutput: specific }),
  });
}
