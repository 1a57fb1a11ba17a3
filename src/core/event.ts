// The one door for what the client sends: everything behind it may trust these types.

import { type EventName, isEventName } from './channels.ts';
import { isObject, type Json } from './json.ts';

export interface Common {
  session_id: string;
  cwd: string;
  transcript_path?: string;
  prompt_id?: string;
  permission_mode?: string;
  /** Present only inside a subagent. */
  agent_id?: string;
  agent_type?: string;
  effort?: { level?: string };
}

interface ToolCall {
  /** Today's name; the name that was sent is kept in `raw_tool_name` when it differs. */
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

interface Stopping {
  stop_hook_active: boolean;
  last_assistant_message?: string;
  background_tasks?: BackgroundTask[];
  session_crons?: { id: string; schedule?: string; recurring?: boolean; prompt?: string }[];
}

interface Task {
  task_id: string;
  task_subject: string;
  task_description?: string;
  teammate_name?: string;
}

interface Elicited {
  mcp_server_name: string;
  message?: string;
  mode?: string;
  url?: string;
  elicitation_id?: string;
  requested_schema?: Record<string, unknown>;
}

interface ModelSwitch {
  from_model: string;
  to_model: string;
  requested_model?: string | null;
  source?: string;
  context_tokens?: number;
}

/** What each event brings beside the common fields. Unknown keys stay on the object. */
interface Specific {
  PreToolUse: ToolCall & { tool_use_id?: string };
  PostToolUse: ToolCall & { tool_use_id?: string; tool_response?: unknown; duration_ms?: number };
  PostToolUseFailure: ToolCall & {
    tool_use_id?: string;
    error?: string;
    is_interrupt?: boolean;
    duration_ms?: number;
  };
  PermissionRequest: ToolCall & { permission_suggestions?: unknown[] };
  PermissionDenied: ToolCall & { tool_use_id?: string; reason?: string };
  PostToolBatch: { tool_calls: (ToolCall & { tool_use_id?: string; tool_response?: unknown })[] };
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
  Stop: Stopping;
  SubagentStop: Stopping & { agent_transcript_path?: string };
  StopFailure: { error?: string; error_details?: string; last_assistant_message?: string };
  SubagentStart: object;
  PreCompact: { trigger?: string; custom_instructions?: string | null };
  PostCompact: { trigger?: string; compact_summary?: string };
  PreModelSwitch: ModelSwitch;
  PostModelSwitch: ModelSwitch;
  Setup: { trigger?: string };
  TeammateIdle: { teammate_name?: string; team_name?: string };
  TaskCreated: Task;
  TaskCompleted: Task;
  Elicitation: Elicited;
  ElicitationResult: Elicited & { action?: string; content?: Record<string, unknown> };
  ConfigChange: { source?: string; file_path?: string };
  WorktreeCreate: { name?: string };
  WorktreeRemove: { worktree_path?: string };
  InstructionsLoaded: { file_path?: string; memory_type?: string; load_reason?: string };
  CwdChanged: { old_cwd?: string; new_cwd?: string };
  FileChanged: { file_path?: string; event?: string };
  DirectoryAdded: { directory?: string; source?: string };
  MessageDisplay: { message_id?: string; index?: number; final?: boolean; delta?: string };
}

export type EventOf<E extends EventName> = { [N in E]: Common & Specific[N] & { hook_event_name: N } }[E];
export type Event = EventOf<EventName>;

/** An event this version does not know: passed through and noted. */
export interface UnknownEvent extends Common {
  hook_event_name: string;
}

export type Parsed =
  | { kind: 'event'; event: Event }
  | { kind: 'unknown'; event: UnknownEvent }
  | { kind: 'malformed'; problem: string; name?: EventName };

/** Older names still meet us in recorded logs and older clients. */
const toolAliases: Record<string, string> = { Task: 'Agent', KillShell: 'TaskStop', KillBash: 'TaskStop' };

/** Fields that are text on every event that has them. */
const texts =
  'agent_id agent_type transcript_path prompt_id permission_mode tool_use_id last_assistant_message model title trigger error reason message file_path'.split(
    ' ',
  );

/** `named` is the event the registration says this is; the payload's own name wins when it has one. */
export function parseEvent(text: string, named?: string): Parsed {
  const hint = () => (isEventName(named) ? named : sniff(text));
  const malformed = (problem: string): Parsed => ({ kind: 'malformed', problem, name: hint() });
  if (text.trim() === '') return malformed('stdin was empty');
  let raw: unknown;
  try {
    raw = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    return malformed(`stdin is not JSON (${(error as Error).message})`);
  }
  if (!isObject(raw)) return malformed('stdin is JSON, but not an object');
  return normalise(raw, hint, malformed);
}

function normalise(
  raw: Json,
  hint: () => EventName | undefined,
  malformed: (problem: string) => Parsed,
): Parsed {
  const name = typeof raw.hook_event_name === 'string' ? raw.hook_event_name : hint();
  if (!name) return malformed('the event has no hook_event_name');
  const common = { ...raw, hook_event_name: name, session_id: text(raw.session_id), cwd: text(raw.cwd) };
  for (const key of texts) fitText(common, key);
  if (!isEventName(name)) return { kind: 'unknown', event: common as UnknownEvent };
  const fitted = fit(name, common);
  if (typeof fitted === 'string') return { kind: 'malformed', problem: fitted, name };
  return { kind: 'event', event: fitted as unknown as Event };
}

/** Fills what policies rely on, understands older names; a string is the reason why it can't. */
function fit(name: EventName, raw: Json): Json | string {
  switch (name) {
    case 'PreToolUse':
    case 'PermissionRequest':
      return notText(raw) ?? fitTool(raw);
    case 'PostToolUse':
    case 'PostToolUseFailure':
    case 'PermissionDenied':
      return fitTool(raw);
    case 'PostToolBatch':
      return {
        ...raw,
        tool_calls: list(raw.tool_calls)
          .map((call) => fitTool(call))
          .filter(isObject),
      };
    case 'UserPromptSubmit':
    case 'UserPromptExpansion':
      return {
        ...raw,
        prompt: text(raw.prompt ?? raw.message ?? raw.user_prompt),
        command_name: text(raw.command_name),
      };
    case 'Stop':
    case 'SubagentStop':
      return fitStop(raw);
    case 'SubagentStart':
      return { ...raw, agent_type: text(raw.agent_type ?? raw.subagent_type) };
    case 'SessionStart':
      return { ...raw, source: text(raw.source) || 'startup' };
    case 'TaskCreated':
    case 'TaskCompleted':
      return { ...raw, task_id: text(raw.task_id), task_subject: text(raw.task_subject) };
    default:
      return raw;
  }
}

function fitTool(raw: Json): Json | string {
  if (typeof raw.tool_name !== 'string' || raw.tool_name === '') return 'the event names no tool';
  if (raw.tool_input !== undefined && !isObject(raw.tool_input)) return 'tool_input is not an object';
  const alias: unknown = toolAliases[raw.tool_name];
  const name = typeof alias === 'string' ? alias : raw.tool_name;
  const fitted: Json = { ...raw, tool_name: name, tool_input: raw.tool_input ?? {} };
  if (name !== raw.tool_name) fitted.raw_tool_name = raw.tool_name;
  return fitted;
}

/** What policies look at. A call that has something else there was not looked at, so nobody may wave it through. */
const looked: Record<string, string> = {
  Bash: 'command',
  Read: 'file_path',
  Edit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
};

function notText({ tool_name, tool_input }: Json): string | undefined {
  const key: unknown = looked[String(tool_name)];
  const value = typeof key === 'string' && isObject(tool_input) ? tool_input[key] : undefined;
  return value === undefined || typeof value === 'string' ? undefined : `${tool_name}’s ${key} is not text`;
}

function fitStop(raw: Json): Json {
  const tasks = list(raw.background_tasks);
  return {
    ...raw,
    stop_hook_active: raw.stop_hook_active === true,
    agent_type: raw.agent_type ?? raw.subagent_type,
    background_tasks: tasks,
  };
}

/** Finds the event's name in text that is not JSON, so that a torn tool call is still refused. */
function sniff(source: string): EventName | undefined {
  const name = /"hook_event_name"\s*:\s*"(\w+)"/.exec(source.slice(0, 100_000))?.[1];
  return isEventName(name) ? name : undefined;
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function fitText(raw: Json, key: string): void {
  if (key in raw && typeof raw[key] !== 'string') delete raw[key];
}
