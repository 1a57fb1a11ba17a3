// OpenAI's Codex. It speaks Claude Code's protocol with two differences that matter: an answer with a key it does not
// know is void as a whole, and whatever fails lets the call run.
import type { Answer } from '../core/answer.ts';
import type { JsonObject } from '../core/json.ts';
import { join } from '../system/path.ts';
import { jsonAnswer, type NeutralAnswer } from './answer.ts';
import type { Client } from './client.ts';
import { readToolCall, shellResult, type ToolWords } from './input.ts';
import { callsOfPatch, patchesIn } from './patch.ts';

const words: ToolWords = {
  tools: { spawn_agent: 'Agent', view_image: 'Read', exec_command: 'Bash', shell: 'Bash' },
  keys: { Agent: { message: 'prompt' }, Read: { path: 'file_path' }, Bash: { cmd: 'command' } },
};

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
  channel: {
    ask: 'deny',
    allow: false,
    rewrite: true,
    context: ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse'],
    stop: true,
    message: true,
    failure: { missing: 'runs', crash: 'refused', timeout: 'runs' },
    lacks: ['typed grants', 'exit codes', 'context use', 'typed input'],
  },
  registration: {
    program: 'codex',
    file: (home, env) => join(env.CODEX_HOME ?? join(home, '.codex'), 'hooks.json'),
    kind: 'entries',
    timeoutUnit: 's',
    timeoutCap: { SessionEnd: 3 },
    next: 'Start codex once and press t to trust the hooks: until then, and after every change, it skips them without a word.',
  },
  read(raw) {
    const cwd = String(raw.cwd ?? '');
    if (typeof raw.tool_name !== 'string') return [withoutPerson(raw)];
    const call = readToolCall(words, raw.tool_name, raw.tool_input, cwd);
    const event: JsonObject = { ...raw, ...call, ...resultOf(raw, call.tool_name) };
    const files = patchedFiles(raw, cwd).map((one) => ({ ...event, ...one }));
    // A patch is judged by its files; a shell command with one in it also by the rest of the command.
    return call.tool_name === 'apply_patch' && files.length > 0 ? files : [event, ...files];
  },
  write,
};

/** A task that another agent gave is a prompt without a person. */
function withoutPerson(raw: JsonObject): JsonObject {
  return raw.hook_event_name === 'UserPromptSubmit' && raw.agent_id !== undefined
    ? { ...raw, source: 'agent' }
    : raw;
}

/** Codex gives the output of a command as text, without its exit code. */
function resultOf(raw: JsonObject, tool: string): JsonObject {
  return typeof raw.tool_response === 'string' && tool === 'Bash'
    ? shellResult(raw.tool_response, undefined)
    : {};
}

/** The files that a patch touches, whether it is the tool's own input or a document in a shell command. */
function patchedFiles(raw: JsonObject, cwd: string) {
  const { command } = (raw.tool_input ?? {}) as JsonObject;
  return typeof command === 'string' ? patchesIn(command).flatMap((patch) => callsOfPatch(patch, cwd)) : [];
}

function write(answer: NeutralAnswer): Answer {
  const { event, decision, reason, context, message, input } = answer;
  const specific: JsonObject = { hookEventName: event, ...permissionOf(answer) };
  if (context) specific.additionalContext = context;
  // A changed input counts only beside an approval, and only with the command as text.
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
