// What is kept of an event: redacted, shortened, and only the classes the config keeps.
import type { Retention } from '../config/load.ts';
import type { Event, Parsed } from '../core/event.ts';
import { clip, redact, redactDeep } from '../core/redact.ts';
import { findPlace } from '../facts/project.ts';
import { type EventRecord, type SaidRecord, saidRecord } from '../store/record.ts';
import { tryTo } from '../system/attempt.ts';
import type { Decided } from './decide.ts';
import { signsOf } from './signs.ts';

export function eventRecord(decided: Decided, measured: { ms: number; via: string }): EventRecord {
  const { event, outcome, findings, paused, place, config } = decided;
  const said: SaidRecord[] = [];
  for (const finding of findings) said.push(withoutSecrets(saidRecord(finding)));
  const record: EventRecord = {
    ...identity(event),
    project: place.root,
    repository: place.repository,
    decision: outcome.decision,
    ms: Math.round(measured.ms * 100) / 100,
    via: measured.via,
    ...(said.length > 0 && { policies: said }),
    ...(outcome.reasons.length > 0 && {
      reasons: outcome.reasons.map((reason) => ({
        ...reason,
        text: redact(reason.text),
        ...(reason.instead && { instead: redact(reason.instead) }),
      })),
    }),
    ...(paused.length > 0 && { skipped: paused }),
    ...(decided.inputHash && { input_hash: decided.inputHash }),
    ...(decided.context.text && { injected: decided.context.text.length }),
    ...sentBy(decided),
    ...notesOf(decided),
    ...outcomeOf(event),
    ...signsOf(event, place, config.retention.labels),
  };
  return { ...record, ...classes(event, config.retention) };
}

/** What `explain` shows: the bytes that went out, and what did not fit or was known already. */
function sentBy({ answer, context: { leftOut, repeated } }: Decided): Partial<EventRecord> {
  const sent = answer.stdout || answer.stderr;
  return {
    ...(sent && { sent: safely(sent, 4_000) }),
    ...(leftOut.length > 0 && { left_out: leftOut }),
    ...(repeated.length > 0 && { repeated }),
  };
}

/** Redacted first and cut then: half a secret has lost the shape it is known by. */
function safely(text: string, limit: number): string {
  return clip(redact(text.slice(0, limit + 4_000)), limit);
}

function notesOf({ notes, allowedOnce }: Decided): Pick<EventRecord, 'notes'> {
  if (notes.length === 0 && !allowedOnce) return {};
  return { notes: [...notes, ...(allowedOnce ? [`allow-once ${allowedOnce.id}`] : [])].map(redact) };
}

/** Ids and paths are kept as they are; what policies wrote may quote the call. */
function withoutSecrets(said: SaidRecord): SaidRecord {
  const clean = { ...said };
  if (said.reason) clean.reason = redact(said.reason);
  if (said.error) clean.error = redact(said.error);
  return clean;
}

/** An event that was not decided on. */
export function noteRecord(parsed: Parsed, problem: string, ms: number): EventRecord {
  const event =
    parsed.kind === 'malformed'
      ? { hook_event_name: parsed.name ?? 'unreadable', session_id: '', cwd: '' }
      : parsed.event;
  const refused = parsed.kind === 'malformed' && (!parsed.name || parsed.name === 'PreToolUse');
  // Without its place a session would be nowhere until its next event.
  const { root = '', repository = '' } = (event.cwd && tryTo(() => findPlace(event.cwd))) || {};
  return {
    ...identity(event as Event),
    project: root,
    repository,
    decision: refused ? 'ask' : 'pass',
    ms: Math.round(ms * 100) / 100,
    notes: [redact(problem)],
  };
}

function identity(
  event: Event,
): Pick<EventRecord, 'uid' | 'at' | 'event' | 'session_id' | 'cwd'> & Partial<EventRecord> {
  const at = Date.now();
  const { agent_id, agent_type, prompt_id, permission_mode } = event;
  const use = 'tool_use_id' in event ? event.tool_use_id : undefined;
  return {
    uid: uid(at),
    at,
    event: event.hook_event_name,
    session_id: event.session_id,
    cwd: event.cwd,
    ...(agent_id && { agent_id }),
    ...(agent_type && { agent_type }),
    ...(prompt_id && { prompt_id }),
    ...(permission_mode && { permission_mode }),
    ...('tool_name' in event && { tool: event.tool_name }),
    ...(typeof use === 'string' && { tool_use_id: use }),
  };
}

/** Unique without coordination: time, process, chance. */
export function uid(at: number): string {
  return `${at.toString(36)}-${process.pid.toString(36)}-${Math.floor(Math.random() * 36 ** 6).toString(36)}`;
}

function outcomeOf(event: Event): Partial<EventRecord> {
  if (event.hook_event_name === 'PostToolUse') return { ok: true, ...took(event.duration_ms) };
  if (event.hook_event_name === 'PostToolUseFailure') return { ok: false, ...took(event.duration_ms) };
  return {};
}

function took(duration: number | undefined): Partial<EventRecord> {
  return typeof duration === 'number' ? { duration_ms: duration } : {};
}

/** Labels, parameters and contents are separate classes; contents are kept only if asked for. */
function classes(event: Event, retention: Retention): Partial<EventRecord> {
  const kept: Partial<EventRecord> = {};
  if (retention.labels) {
    const label = labelOf(event);
    if (typeof label === 'string' && label) kept.label = onOneLine(safely(label, 200));
  }
  if (retention.parameters) {
    const parameters = parametersOf(event);
    if (parameters) kept.parameters = shorten(redactDeep(shorten(parameters, 6_000)), 2_000);
  }
  if (retention.content) kept.content = shorten(redactDeep(shorten(contentOf(event), 8_000)), 4_000);
  return kept;
}

const onOneLine = (text: string) =>
  text.includes('\n') || text.includes('\r') || text.includes('\t') || text.includes('  ')
    ? text.replace(/\s+/g, ' ')
    : text;

/** Input keys that hold contents rather than parameters. */
const contentKeys = ['content', 'new_string', 'old_string', 'new_source', 'prompt', 'edits', 'todos', 'plan'];

function labelOf(event: Event): string | undefined {
  if ('tool_input' in event) return toolLabel(event.tool_name, event.tool_input);
  switch (event.hook_event_name) {
    case 'UserPromptSubmit':
    case 'UserPromptExpansion':
      return event.prompt;
    case 'SessionStart':
      return event.source;
    case 'SessionEnd':
      return event.reason;
    case 'SubagentStart':
    case 'SubagentStop':
      return event.agent_type;
    case 'Notification':
      return event.notification_type;
    case 'StopFailure':
      return event.error;
    case 'TaskCreated':
    case 'TaskCompleted':
      return event.task_subject;
    case 'PostToolBatch':
      return event.tool_calls.map((call) => call.tool_name).join(', ');
    case 'CwdChanged':
      return event.new_cwd;
    default:
      return 'file_path' in event ? event.file_path : 'trigger' in event ? event.trigger : undefined;
  }
}

const labelKeys = [
  'command',
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'url',
  'query',
  'skill',
  'description',
  'subject',
];

function toolLabel(tool: string, input: Record<string, unknown>): string {
  if (tool === 'Agent') return [input.subagent_type, input.description].filter(Boolean).join(': ');
  if (tool === 'AskUserQuestion') return firstQuestion(input.questions);
  for (const key of labelKeys) if (typeof input[key] === 'string') return input[key];
  return '';
}

function firstQuestion(questions: unknown): string {
  const [first] = Array.isArray(questions) ? (questions as ({ question?: unknown } | null)[]) : [];
  return typeof first?.question === 'string' ? first.question : '';
}

function parametersOf(event: Event): Record<string, unknown> | undefined {
  // What ran is what was asked for; keeping it once is enough.
  if (
    !('tool_input' in event) ||
    event.hook_event_name === 'PostToolUse' ||
    event.hook_event_name === 'PostToolUseFailure'
  )
    return undefined;
  const parameters: Record<string, unknown> = {};
  for (const key of Object.keys(event.tool_input))
    if (!contentKeys.includes(key)) parameters[key] = event.tool_input[key];
  return parameters;
}

function contentOf(event: Event): Record<string, unknown> {
  const keys = [
    'prompt',
    'tool_response',
    'error',
    'last_assistant_message',
    'message',
    'compact_summary',
    'delta',
  ];
  const top = Object.entries(event).filter(([key]) => keys.includes(key));
  const input =
    'tool_input' in event
      ? Object.entries(event.tool_input).filter(([key]) => contentKeys.includes(key))
      : [];
  return Object.fromEntries([...top, ...input]);
}

function shorten(value: unknown, limit: number, depth = 0): unknown {
  if (typeof value === 'string') return clip(value, limit);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 5) return '…';
  if (Array.isArray(value)) return value.slice(0, 50).map((one) => shorten(one, limit, depth + 1));
  const short: Record<string, unknown> = {};
  for (const key of Object.keys(value).slice(0, 50))
    short[key] = shorten((value as Record<string, unknown>)[key], limit, depth + 1);
  return short;
}
