// The texts of an event that are recorded, in three classes: a label by which a person recognises the event, the
// parameters of a tool call, and contents. The config switches each class on or off; every text is redacted and
// shortened.

import type { Retention } from '../config/load.ts';
import type { Event } from '../core/event.ts';
import { redact, redactDeep } from '../core/redact.ts';
import { clip, oneLine } from '../core/text.ts';
import type { EventRecord } from '../store/record.ts';

export function retainedTexts(event: Event, retention: Retention): Partial<EventRecord> {
  const texts: Partial<EventRecord> = {};
  if (retention.labels) {
    const label = labelOf(event);
    if (typeof label === 'string' && label) texts.label = toOneLine(redactAndClip(label, 200));
  }
  if (retention.parameters) {
    const parameters = parametersOf(event);
    if (parameters) texts.parameters = shorten(redactDeep(shorten(parameters, 6_000)), 2_000);
  }
  if (retention.content) texts.content = shorten(redactDeep(shorten(contentOf(event), 8_000)), 4_000);
  return texts;
}

/** Redacts before it cuts, because a secret that is cut in half is no longer recognised. */
export function redactAndClip(text: string, limit: number): string {
  return clip(redact(text.slice(0, limit + 4_000)), limit);
}

/** Skips the regular expression of `oneLine` for labels that are one line already, as most are. */
const toOneLine = (text: string) =>
  text.includes('\n') || text.includes('\r') || text.includes('\t') || text.includes('  ')
    ? oneLine(text)
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
  // PreToolUse has recorded the same input already.
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
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => shorten(item, limit, depth + 1));
  const short: Record<string, unknown> = {};
  for (const key of Object.keys(value).slice(0, 50))
    short[key] = shorten((value as Record<string, unknown>)[key], limit, depth + 1);
  return short;
}
