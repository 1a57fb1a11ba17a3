// Encodes tool calls as spans: one for each call that ended or was refused. Ids are derived from the client's ids, so the
// same call is the same span whenever it is sent. A hook does not get the ids of the client's own spans, so these can't be
// their children; both carry `session.id` and `tool_use_id`.
import type { StoredEvent } from '../../store/db/events.ts';
import { attributes, nanoseconds, type Resource, scope } from './encode.ts';

/** Finds the PreToolUse event of a call. */
export type FindRequest = (session_id: string, tool_use_id: string) => StoredEvent | undefined;

export function spansPayload(events: readonly StoredEvent[], resource: Resource, find: FindRequest) {
  const spans = events.flatMap((event) => spanOf(event, find) ?? []);
  return { count: spans.length, payload: { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] } };
}

function spanOf(event: StoredEvent, find: FindRequest) {
  const { event: name, tool_use_id: id, session_id } = event;
  if (!id) return undefined;
  if (name === 'PreToolUse') return event.decision === 'deny' ? span(event, event) : undefined;
  if (!name.startsWith('PostToolUse')) return undefined;
  const request = find(session_id, id);
  return request && span(request, event);
}

/** `STATUS_CODE_OK` and `STATUS_CODE_ERROR` */
const status = { ok: 1, error: 2 };

function span(request: StoredEvent, end: StoredEvent) {
  const { session_id, prompt_id, tool_use_id, tool, decision } = request;
  const isRefused = decision === 'deny';
  return {
    traceId: idOf(`${session_id}/${prompt_id ?? ''}`, 32),
    spanId: idOf(`${session_id}/${tool_use_id}`, 16),
    name: `pawl.tool ${tool ?? 'unknown'}`.toWellFormed(),
    kind: 1,
    startTimeUnixNano: nanoseconds(request.at),
    endTimeUnixNano: nanoseconds(Math.max(end.at, request.at) + (isRefused ? request.ms : 0)),
    status: { code: isRefused || end.ok === false ? status.error : status.ok },
    attributes: attributes({
      'session.id': session_id,
      'prompt.id': prompt_id,
      tool_use_id,
      tool_name: tool,
      'pawl.decision': decision,
      'pawl.policy': request.reasons?.[0]?.policy,
      'pawl.duration_ms': request === end ? request.ms : request.ms + end.ms,
    }),
  };
}

/** The protocol forbids an id of all zeros; no text with such a SHA-256 hash is known. */
const idOf = (text: string, digits: number) =>
  new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, digits);
