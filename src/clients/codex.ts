// OpenAI's Codex. It uses Claude Code's protocol with two differences that matter: it ignores the whole
// answer if one key is unknown, and it runs the call if the hook takes too long or its answer can't be read.
import type { Answer } from '../core/answer.ts';
import type { JsonObject } from '../core/json.ts';
import type { Env } from '../system/env.ts';
import { join } from '../system/path.ts';
import { jsonAnswer, type NeutralAnswer } from './answer.ts';
import type { Client } from './client.ts';
import { readToolCalls, shellResult, type ToolWords } from './input.ts';
import { isAutomaticPrompt } from './prompts.ts';

const words: ToolWords = {
  tools: {
    Bash: 'Bash',
    apply_patch: 'apply_patch',
    exec_command: 'Bash',
    shell: 'Bash',
    spawn_agent: 'Agent',
    view_image: 'Read',
  },
  keys: { Agent: { message: 'prompt' }, Read: { path: 'file_path' }, Bash: { cmd: 'command' } },
};

const folder = (home: string, env: Env) => env.CODEX_HOME ?? join(home, '.codex');

export const codex: Client = {
  name: 'codex',
  title: 'Codex',
  seenWith: '0.166.0',
  events: {
    SessionStart: 'SessionStart',
    UserPromptSubmit: 'UserPromptSubmit',
    PreToolUse: 'PreToolUse',
    PermissionRequest: 'PermissionRequest',
    PostToolUse: 'PostToolUse',
    SubagentStart: 'SubagentStart',
    SubagentStop: 'SubagentStop',
    PreCompact: 'PreCompact',
    PostCompact: 'PostCompact',
    Stop: 'Stop',
    SessionEnd: 'SessionEnd',
  },
  words,
  channel: {
    ask: 'deny',
    allow: false,
    rewrite: 'command',
    context: ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse'],
    stop: true,
    message: true,
    failure: { missing: 'refused', crash: 'refused', timeout: 'runs', garbage: 'runs' },
    lacks: ['grants typed in a prompt', 'exit codes', 'context use', 'typed input'],
  },
  gaps: [
    'Codex runs a hook only after a person trusted it, and skips it without a word until then and after every change; `pawl doctor` asks Codex about it.',
    'What is typed into a program that already runs (`write_stdin`) reaches no hook, so a program that waits for commands is refused when it is started.',
    'A patch that a command takes from a file (`apply_patch < file`) is judged like `patch < file`: the files in it are not looked at.',
  ],
  registration: {
    program: 'codex',
    file: (home, env) => join(folder(home, env), 'hooks.json'),
    kind: 'entries',
    windows: { start: 'cmd' },
    timeoutUnit: 's',
    timeoutCap: { SessionEnd: 3 },
    off: {
      path: ['features', 'hooks'],
      value: false,
      inHome: (home, env) => join(folder(home, env), 'config.toml'),
      inProject: ['.codex/config.toml'],
    },
    next: 'Start codex once and press t to trust the hooks: until then, and after every change, it skips them without a word.',
  },
  read(raw) {
    // Codex has no id for a prompt. A turn begins with one, and lasts until a stop passes.
    const event = { ...raw, prompt_id: raw.turn_id };
    if (isAutomaticPrompt(raw)) return [];
    if (typeof raw.tool_name !== 'string') return [event];
    const calls = readToolCalls(words, raw.tool_name, raw.tool_input, String(raw.cwd ?? ''));
    return calls.map((call) => ({ ...event, ...call, ...commandFields(raw, call.tool_name) }));
  },
  write,
};

/**
 * Fields that a policy needs to know about a shell command: text that is typed into it later reaches no hook, and its
 * output comes without an exit code.
 */
function commandFields({ tool_response }: JsonObject, tool: string): JsonObject {
  if (tool !== 'Bash') return {};
  const result = typeof tool_response === 'string' ? shellResult(tool_response, undefined) : {};
  return { typed_input_unseen: true, ...result };
}

function write(answer: NeutralAnswer): Answer {
  const { event, decision, reason, context, message, input } = answer;
  const specific: JsonObject = { hookEventName: event, ...permissionOf(answer) };
  if (context) specific.additionalContext = context;
  // Codex takes a changed input only with an approval, and only a command that is text.
  if (event === 'PreToolUse' && decision !== 'deny' && typeof input?.command === 'string')
    Object.assign(specific, { permissionDecision: 'allow', updatedInput: { command: input.command } });
  return jsonAnswer({
    ...(decision === 'block' && { decision, reason }),
    systemMessage: message,
    ...(Object.keys(specific).length > 1 && { hookSpecificOutput: specific }),
  });
}

function permissionOf({ event, decision, reason }: NeutralAnswer): JsonObject {
  if (event === 'PreToolUse' && decision === 'deny')
    return { permissionDecision: 'deny', permissionDecisionReason: reason };
  if (event !== 'PermissionRequest') return {};
  if (decision === 'allow') return { decision: { behavior: 'allow' } };
  return decision === 'deny' ? { decision: { behavior: 'deny', message: reason } } : {};
}
