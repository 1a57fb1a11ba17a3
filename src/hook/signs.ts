// What the registry of sessions needs to know of an event beyond its ids. See domain/sessions/session.ts.

import type { Event } from '../core/event.ts';
import { clip, redact } from '../core/redact.ts';
import type { Place } from '../facts/project.ts';
import type { BackgroundWork, EventRecord } from '../store/record.ts';
import { loadBundle } from './bundles/load.ts';

type Env = Record<string, string | undefined>;

export function signsOf(
  event: Event,
  place: Place,
  labels: boolean,
  env: Env = process.env,
): Partial<EventRecord> {
  const kind = kindOf(event);
  const words = labels ? wordsOf(event) : undefined;
  const identity = announces(event) ? load().identityOf(event, place, env) : undefined;
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

/** Loaded for the few events on which a session says who it is. */
const load = () => loadBundle('stateful').identity;

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
  return typeof text === 'string' ? clip(redact(text.slice(0, 4_000)).replace(/\s+/g, ' '), 200) : undefined;
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
