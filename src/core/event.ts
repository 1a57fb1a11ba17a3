// Reads what the client sends. This is the only place that looks at an event before its fields are known to have the
// right types; all other code relies on these types. (The input of a tool stays `unknown`: it is the tool's own.)

import { type EventName, isEventName } from './channels.ts';
import { isObject, type JsonObject } from './json.ts';

export interface CommonFields {
  session_id: string;
  cwd: string;
  transcript_path?: string;
  prompt_id?: string;
  permission_mode?: string;
  /** Set only inside a subagent. */
  agent_id?: string;
  agent_type?: string;
  effort?: { level?: string };
}

interface ToolCallFields {
  /** The tool's current name. If the client sent an older one, that one is kept in `raw_tool_name`. */
  tool_name: string;
  raw_tool_name?: string;
  tool_input: Record<string, unknown>;
  mcp_server?: { name?: string; source?: string };
}

export interface BackgroundTask {
  id: string;
  type: string;
  status: string;
  description?: string;
  command?: string;
  agent_type?: string;
  [more: string]: unknown;
}

interface StopFields {
  stop_hook_active: boolean;
  last_assistant_message?: string;
  background_tasks?: BackgroundTask[];
  session_crons?: { id: string; schedule?: string; recurring?: boolean; prompt?: string }[];
}

interface TaskFields {
  task_id: string;
  task_subject: string;
  task_description?: string;
  teammate_name?: string;
}

interface ElicitationFields {
  mcp_server_name: string;
  message?: string;
  mode?: string;
  url?: string;
  elicitation_id?: string;
  requested_schema?: Record<string, unknown>;
}

interface ModelSwitchFields {
  from_model: string;
  to_model: string;
  requested_model?: string | null;
  source?: string;
  context_tokens?: number;
}

/** The fields of each event besides the common ones. Unknown keys stay on the object. */
interface EventFields {
  PreToolUse: ToolCallFields & { tool_use_id?: string };
  PostToolUse: ToolCallFields & { tool_use_id?: string; tool_response?: unknown; duration_ms?: number };
  PostToolUseFailure: ToolCallFields & {
    tool_use_id?: string;
    error?: string;
    is_interrupt?: boolean;
    duration_ms?: number;
  };
  PermissionRequest: ToolCallFields & { permission_suggestions?: unknown[] };
  PermissionDenied: ToolCallFields & { tool_use_id?: string; reason?: string };
  PostToolBatch: { tool_calls: (ToolCallFields & { tool_use_id?: string; tool_response?: unknown })[] };
  Notification: { message?: string; title?: string; notification_type?: string };
  UserPromptSubmit: { prompt: string; source?: string; session_title?: string };
  UserPromptExpansion: {
    prompt: string;
    expansion_type?: string;
    command_name: string;
    command_args?: string;
    command_source?: string;
  };
  SessionStart: { source: string; model?: string; session_title?: string; context_tokens?: number };
  SessionEnd: { reason?: string };
  Stop: StopFields;
  SubagentStop: StopFields & { agent_transcript_path?: string };
  StopFailure: { error?: string; error_details?: string; last_assistant_message?: string };
  SubagentStart: object;
  PreCompact: { trigger?: string; custom_instructions?: string | null };
  PostCompact: { trigger?: string; compact_summary?: string };
  PreModelSwitch: ModelSwitchFields;
  PostModelSwitch: ModelSwitchFields;
  Setup: { trigger?: string };
  TeammateIdle: { teammate_name?: string; team_name?: string };
  TaskCreated: TaskFields;
  TaskCompleted: TaskFields;
  Elicitation: ElicitationFields;
  ElicitationResult: ElicitationFields & { action?: string; content?: Record<string, unknown> };
  ConfigChange: { source?: string; file_path?: string };
  WorktreeCreate: { name?: string };
  WorktreeRemove: { worktree_path?: string };
  InstructionsLoaded: { file_path?: string; memory_type?: string; load_reason?: string };
  CwdChanged: { old_cwd?: string; new_cwd?: string };
  FileChanged: { file_path?: string; event?: string };
  DirectoryAdded: { directory?: string; source?: string };
  MessageDisplay: { message_id?: string; index?: number; final?: boolean; delta?: string };
}

export type EventOf<E extends EventName> = {
  [N in E]: CommonFields & EventFields[N] & { hook_event_name: N };
}[E];
export type Event = EventOf<EventName>;

/** An event that this version does not know. It passes and is recorded. */
export interface UnknownEvent extends CommonFields {
  hook_event_name: string;
}

export type ParsedEvent =
  | { kind: 'event'; event: Event }
  | { kind: 'unknown'; event: UnknownEvent }
  | { kind: 'malformed'; problem: string; name?: EventName };

/** Former tool names, still sent by older clients and present in recorded events. */
export const toolAliases: Record<string, string> = {
  Task: 'Agent',
  KillShell: 'TaskStop',
  KillBash: 'TaskStop',
};

/** Fields that hold text on every event that has them. */
const textFields = new Set(
  'agent_id agent_type transcript_path prompt_id permission_mode tool_use_id last_assistant_message model title trigger error reason message file_path'.split(
    ' ',
  ),
);

/** `registeredName` is the event named on the hook's command line. The payload's own name takes precedence. */
export function parseEvent(text: string, registeredName?: string): ParsedEvent {
  const findName = () => (isEventName(registeredName) ? registeredName : findEventName(text));
  const malformed = (problem: string): ParsedEvent => ({ kind: 'malformed', problem, name: findName() });
  if (text.trim() === '') return malformed('stdin was empty');
  let raw: unknown;
  try {
    raw = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    return malformed(`stdin is not JSON (${(error as Error).message})`);
  }
  if (!isObject(raw)) return malformed('stdin is JSON, but not an object');
  return normaliseEvent(raw, findName, malformed);
}

function normaliseEvent(
  raw: JsonObject,
  findName: () => EventName | undefined,
  malformed: (problem: string) => ParsedEvent,
): ParsedEvent {
  const name = typeof raw.hook_event_name === 'string' ? raw.hook_event_name : findName();
  if (!name) return malformed('the event has no hook_event_name');
  const common = {
    ...raw,
    hook_event_name: name,
    session_id: textOrEmpty(raw.session_id),
    cwd: textOrEmpty(raw.cwd),
  };
  for (const key in common) if (textFields.has(key)) deleteUnlessText(common, key);
  if (!isEventName(name)) return { kind: 'unknown', event: common as UnknownEvent };
  const fitted = normaliseFields(name, common);
  if (typeof fitted === 'string') return { kind: 'malformed', problem: fitted, name };
  return { kind: 'event', event: fitted as unknown as Event };
}

/**
 * Fills in fields that policies rely on, and maps older field names. A string result says why the event is malformed.
 */
function normaliseFields(name: EventName, raw: JsonObject): JsonObject | string {
  switch (name) {
    case 'PreToolUse':
    case 'PermissionRequest':
      return describeNonText(raw) ?? normaliseToolCall(raw);
    case 'PostToolUse':
    case 'PostToolUseFailure':
    case 'PermissionDenied':
      return normaliseToolCall(raw);
    case 'PostToolBatch':
      return {
        ...raw,
        tool_calls: objectsIn(raw.tool_calls)
          .map((call) => normaliseToolCall(call))
          .filter(isObject),
      };
    case 'UserPromptSubmit':
    case 'UserPromptExpansion':
      return {
        ...raw,
        prompt: textOrEmpty(raw.prompt ?? raw.message ?? raw.user_prompt),
        command_name: textOrEmpty(raw.command_name),
      };
    case 'Stop':
    case 'SubagentStop':
      return normaliseStop(raw);
    case 'SubagentStart':
      return { ...raw, agent_type: textOrEmpty(raw.agent_type ?? raw.subagent_type) };
    case 'SessionStart':
      return { ...raw, source: textOrEmpty(raw.source) || 'startup' };
    case 'TaskCreated':
    case 'TaskCompleted':
      return { ...raw, task_id: textOrEmpty(raw.task_id), task_subject: textOrEmpty(raw.task_subject) };
    default:
      return raw;
  }
}

function normaliseToolCall(raw: JsonObject): JsonObject | string {
  if (typeof raw.tool_name !== 'string' || raw.tool_name === '') return 'the event names no tool';
  if (raw.tool_input !== undefined && !isObject(raw.tool_input)) return 'tool_input is not an object';
  const alias: unknown = toolAliases[raw.tool_name];
  const name = typeof alias === 'string' ? alias : raw.tool_name;
  const fitted: JsonObject = { ...raw, tool_name: name, tool_input: raw.tool_input ?? {} };
  if (name !== raw.tool_name) fitted.raw_tool_name = raw.tool_name;
  return fitted;
}

/**
 * The input that policies inspect. If it is not text, no policy can judge the call, so the event counts as malformed.
 */
const inspectedInput: Record<string, string> = {
  Bash: 'command',
  Read: 'file_path',
  Edit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
};

function describeNonText({ tool_name, tool_input }: JsonObject): string | undefined {
  // A name that is not text, such as an object, could throw when it is converted.
  const key: unknown = typeof tool_name === 'string' ? inspectedInput[tool_name] : undefined;
  const value = typeof key === 'string' && isObject(tool_input) ? tool_input[key] : undefined;
  return value === undefined || typeof value === 'string' ? undefined : `${tool_name}’s ${key} is not text`;
}

function normaliseStop(raw: JsonObject): JsonObject {
  const tasks = objectsIn(raw.background_tasks);
  return {
    ...raw,
    stop_hook_active: raw.stop_hook_active === true,
    agent_type: raw.agent_type ?? raw.subagent_type,
    background_tasks: tasks,
  };
}

/** Finds the event's name in text that is not valid JSON, so that a truncated tool call is still not let through. */
function findEventName(source: string): EventName | undefined {
  const name = /"hook_event_name"\s*:\s*"(\w+)"/.exec(source.slice(0, 100_000))?.[1];
  return isEventName(name) ? name : undefined;
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function deleteUnlessText(raw: JsonObject, key: string): void {
  if (key in raw && typeof raw[key] !== 'string') delete raw[key];
}
