// The record of an event in the log: redacted, shortened, and only with the classes of text that the config keeps.

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
import { redactAndClip, retainedTexts } from './retained-texts.ts';

export function eventRecord(decided: Decided, measured: { ms: number; via: string }): EventRecord {
  const { event, outcome, findings, paused, place, config } = decided;
  const verdicts: VerdictRecord[] = [];
  for (const finding of findings) verdicts.push(withoutSecrets(verdictRecord(finding)));
  const record: EventRecord = {
    ...identity(event),
    project: place.root,
    repository: place.repository,
    decision: outcome.decision,
    ms: Math.round(measured.ms * 100) / 100,
    via: measured.via,
    ...(verdicts.length > 0 && { policies: verdicts }),
    ...(outcome.reasons.length > 0 && {
      reasons: outcome.reasons.map((reason) => ({
        ...reason,
        text: redact(reason.text),
        ...(reason.instead && { instead: redact(reason.instead) }),
      })),
    }),
    ...(outcome.unanswered && { unanswered: true }),
    ...(paused.length > 0 && { skipped: paused }),
    ...(decided.inputHash && { input_hash: decided.inputHash }),
    ...(decided.filesHash && { files_hash: decided.filesHash }),
    ...(decided.context.text && { injected: decided.context.text.length }),
    ...sentFields(decided),
    ...noteFields(decided),
    ...resultFields(event),
    ...sessionFields(event, place, config.retention.labels),
  };
  return { ...record, ...retainedTexts(event, config.retention) };
}

/** For `explain`: the bytes that were sent, and the texts that did not fit or had been sent before. */
function sentFields({ answer, context: { leftOut, repeated } }: Decided): Partial<EventRecord> {
  const sent = answer.stdout || answer.stderr;
  return {
    ...(sent && { sent: redactAndClip(sent, 4_000) }),
    ...(leftOut.length > 0 && { left_out: leftOut }),
    ...(repeated.length > 0 && { repeated }),
  };
}

function noteFields({ notes, allowedOnce }: Decided): Pick<EventRecord, 'notes'> {
  if (notes.length === 0 && !allowedOnce) return {};
  return { notes: [...notes, ...(allowedOnce ? [`allow-once ${allowedOnce.id}`] : [])].map(redact) };
}

/** Redacts the texts of a policy, which may quote the call. */
function withoutSecrets(verdict: VerdictRecord): VerdictRecord {
  const clean = { ...verdict };
  if (verdict.reason) clean.reason = redact(verdict.reason);
  if (verdict.evidence) clean.evidence = verdict.evidence.map(redact);
  if (verdict.error) clean.error = redact(verdict.error);
  return clean;
}

/** The record of an event on which nothing was decided: malformed, unknown, or Pawl was off or failed. */
export function noteRecord(parsed: ParsedEvent, problem: string, ms: number): EventRecord {
  const event =
    parsed.kind === 'malformed'
      ? { hook_event_name: parsed.name ?? 'unreadable', session_id: '', cwd: '' }
      : parsed.event;
  const refused = parsed.kind === 'malformed' && (!parsed.name || parsed.name === 'PreToolUse');
  // The session is listed by its project, so the record needs one even now.
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

/** The record of an event that the client of its session did not send. Under this name it changes no session. */
export function forgedRecord(parsed: ParsedEvent, ms: number): EventRecord {
  const record = noteRecord(parsed, 'another process forged this event, so it changed nothing', ms);
  return { ...record, event: 'pawl:forged', label: record.event };
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

function resultFields(event: Event): Partial<EventRecord> {
  if (event.hook_event_name === 'PostToolUse') return { ok: true, ...durationField(event.duration_ms) };
  if (event.hook_event_name === 'PostToolUseFailure')
    return { ok: false, ...durationField(event.duration_ms) };
  return {};
}

function durationField(duration: number | undefined): Partial<EventRecord> {
  return typeof duration === 'number' ? { duration_ms: duration } : {};
}

/** The fields that the registry of sessions (domain/sessions/session.ts) needs. */
function sessionFields(event: Event, place: ProjectPlace, labels: boolean): Partial<EventRecord> {
  const kind = kindOf(event);
  const words = labels ? messageOf(event) : undefined;
  const identity = identifiesSession(event)
    ? loadBundle('stateful').identity.identityOf(event, place, process.env)
    : undefined;
  if (identity?.description) identity.description = clip(redact(identity.description), 200);
  const background = backgroundOf(event, labels);
  return {
    // A kind should be one word, but the client may send a whole message.
    ...(kind && { kind: clip(redact(String(kind)), 100) }),
    ...(words && { words }),
    ...(identity && { identity }),
    ...(background.length > 0 && { background }),
  };
}

/** Whether the session's identity (role, mode, client process) is recorded with this event. */
function identifiesSession({ hook_event_name: name, agent_id }: Event): boolean {
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

/** The message to the person, or the last message of the assistant. */
function messageOf(event: Event): string | undefined {
  const text =
    event.hook_event_name === 'Notification' || event.hook_event_name === 'Elicitation'
      ? event.message
      : 'last_assistant_message' in event
        ? event.last_assistant_message
        : undefined;
  // Redacted before it is cut, because a secret that is cut in half is no longer recognised.
  return typeof text === 'string' ? clip(oneLine(redact(text.slice(0, 4_000))), 200) : undefined;
}

/** Background work: a shell command that was started, the tasks a stop lists as running, and tasks that have ended. */
function backgroundOf(event: Event, labels: boolean): BackgroundWork[] {
  if (event.hook_event_name === 'UserPromptSubmit') return endedTasks(event.prompt);
  if (event.hook_event_name === 'Stop')
    return (event.background_tasks ?? []).map((task) => ({
      id: String(task.id),
      kind: String(task.type),
      status: String(task.status),
      ...titleField(task.description ?? task.command, labels),
    }));
  if (event.hook_event_name !== 'PostToolUse' || event.tool_name !== 'Bash') return [];
  const id = (event.tool_response as { backgroundTaskId?: unknown } | undefined)?.backgroundTaskId;
  if (typeof id !== 'string') return [];
  const { description, command } = event.tool_input;
  return [{ id, kind: 'shell', status: 'running', ...titleField(description ?? command, labels) }];
}

/** The client reports the end of a background task as a prompt. */
function endedTasks(prompt: string): BackgroundWork[] {
  if (!prompt.startsWith('<task-notification>')) return [];
  const id = /<task-id>([\w-]{1,80})<\/task-id>/.exec(prompt)?.[1];
  const status = /<status>(\w{1,30})<\/status>/.exec(prompt)?.[1];
  return id && status ? [{ id, kind: 'ended', status }] : [];
}

function titleField(text: unknown, labels: boolean): { title?: string } {
  return labels && typeof text === 'string' ? { title: clip(redact(text.slice(0, 1_000)), 100) } : {};
}
