// What is kept of an event: redacted, shortened, and only the classes the config keeps.

import type { Event, ParsedEvent } from '../core/event.ts';
import { redact } from '../core/redact.ts';
import { clip, oneLine } from '../core/text.ts';
import { findPlace, type ProjectPlace } from '../facts/project.ts';
import {
  type BackgroundWork,
  type EventRecord,
  eventUid,
  type VerdictRecord,
  verdictRecord,
} from '../store/record.ts';
import { attempt } from '../system/attempt.ts';
import { loadBundle } from './bundles/load.ts';
import type { Decided } from './decide.ts';
import { redactAndClip, retainedTexts } from './labels.ts';

export function eventRecord(decided: Decided, measured: { ms: number; via: string }): EventRecord {
  const { event, outcome, findings, paused, place, config } = decided;
  const said: VerdictRecord[] = [];
  for (const finding of findings) said.push(withoutSecrets(verdictRecord(finding)));
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
    ...sessionFields(event, place, config.retention.labels),
  };
  return { ...record, ...retainedTexts(event, config.retention) };
}

/** What `explain` shows: the bytes that went out, and what did not fit or was known already. */
function sentBy({ answer, context: { leftOut, repeated } }: Decided): Partial<EventRecord> {
  const sent = answer.stdout || answer.stderr;
  return {
    ...(sent && { sent: redactAndClip(sent, 4_000) }),
    ...(leftOut.length > 0 && { left_out: leftOut }),
    ...(repeated.length > 0 && { repeated }),
  };
}

function notesOf({ notes, allowedOnce }: Decided): Pick<EventRecord, 'notes'> {
  if (notes.length === 0 && !allowedOnce) return {};
  return { notes: [...notes, ...(allowedOnce ? [`allow-once ${allowedOnce.id}`] : [])].map(redact) };
}

/** Ids and paths are kept as they are; what policies wrote may quote the call. */
function withoutSecrets(said: VerdictRecord): VerdictRecord {
  const clean = { ...said };
  if (said.reason) clean.reason = redact(said.reason);
  if (said.error) clean.error = redact(said.error);
  return clean;
}

/** An event that was not decided on. */
export function noteRecord(parsed: ParsedEvent, problem: string, ms: number): EventRecord {
  const event =
    parsed.kind === 'malformed'
      ? { hook_event_name: parsed.name ?? 'unreadable', session_id: '', cwd: '' }
      : parsed.event;
  const refused = parsed.kind === 'malformed' && (!parsed.name || parsed.name === 'PreToolUse');
  // Without its place a session would be nowhere until its next event.
  const { root = '', repository = '' } = (event.cwd && attempt(() => findPlace(event.cwd))) || {};
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
    uid: eventUid(at),
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

function outcomeOf(event: Event): Partial<EventRecord> {
  if (event.hook_event_name === 'PostToolUse') return { ok: true, ...took(event.duration_ms) };
  if (event.hook_event_name === 'PostToolUseFailure') return { ok: false, ...took(event.duration_ms) };
  return {};
}

function took(duration: number | undefined): Partial<EventRecord> {
  return typeof duration === 'number' ? { duration_ms: duration } : {};
}

/** What the registry of sessions (domain/sessions/session.ts) needs to know of an event beyond its ids. */
function sessionFields(event: Event, place: ProjectPlace, labels: boolean): Partial<EventRecord> {
  const kind = kindOf(event);
  const words = labels ? wordsOf(event) : undefined;
  const identity = announces(event)
    ? loadBundle('stateful').identity.identityOf(event, place, process.env)
    : undefined;
  if (identity?.description) identity.description = clip(redact(identity.description), 200);
  const background = backgroundOf(event, labels);
  return {
    // A kind is a word, but nothing keeps the client from putting a whole message there.
    ...(kind && { kind: clip(redact(String(kind)), 100) }),
    ...(words && { words }),
    ...(identity && { identity }),
    ...(background.length > 0 && { background }),
  };
}

/** The few events on which a session says who it is. */
function announces({ hook_event_name: name, agent_id }: Event): boolean {
  return !agent_id && (name === 'SessionStart' || name === 'UserPromptSubmit');
}

function kindOf(event: Event): string | undefined {
  switch (event.hook_event_name) {
    case 'SessionStart':
      return event.source;
    case 'SessionEnd':
      return event.reason;
    case 'Notification':
      return event.notification_type;
    case 'StopFailure':
      return event.error;
    default:
      return undefined;
  }
}

function wordsOf(event: Event): string | undefined {
  const text =
    event.hook_event_name === 'Notification' || event.hook_event_name === 'Elicitation'
      ? event.message
      : 'last_assistant_message' in event
        ? event.last_assistant_message
        : undefined;
  // A secret may begin before the cut: redact first.
  return typeof text === 'string' ? clip(oneLine(redact(text.slice(0, 4_000))), 200) : undefined;
}

/** A shell command put into the background, what a stop lists as still running, and the client's word of an end. */
function backgroundOf(event: Event, labels: boolean): BackgroundWork[] {
  if (event.hook_event_name === 'UserPromptSubmit') return endedTasks(event.prompt);
  if (event.hook_event_name === 'Stop')
    return (event.background_tasks ?? []).map((task) => ({
      id: String(task.id),
      kind: String(task.type),
      status: String(task.status),
      ...titled(task.description ?? task.command, labels),
    }));
  if (event.hook_event_name !== 'PostToolUse' || event.tool_name !== 'Bash') return [];
  const id = (event.tool_response as { backgroundTaskId?: unknown } | undefined)?.backgroundTaskId;
  if (typeof id !== 'string') return [];
  const { description, command } = event.tool_input;
  return [{ id, kind: 'shell', status: 'running', ...titled(description ?? command, labels) }];
}

/** The client tells a session of an ended task with a prompt of its own making. */
function endedTasks(prompt: string): BackgroundWork[] {
  if (!prompt.startsWith('<task-notification>')) return [];
  const id = /<task-id>([\w-]{1,80})<\/task-id>/.exec(prompt)?.[1];
  const status = /<status>(\w{1,30})<\/status>/.exec(prompt)?.[1];
  return id && status ? [{ id, kind: 'ended', status }] : [];
}

function titled(text: unknown, labels: boolean): { title?: string } {
  return labels && typeof text === 'string' ? { title: clip(redact(text.slice(0, 1_000)), 100) } : {};
}
