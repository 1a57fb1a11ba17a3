// Encodes decisions as log records. Ids have the names of Claude Code's own telemetry, so that its records and Pawl's can
// be joined without a mapping.
import type { StoredEvent } from '../../store/db/events.ts';
import { attributes, nanoseconds, type Resource, scope } from './encode.ts';

const eventName = 'pawl.decision';

export interface LogOptions {
  /** Also send labels, reasons and the project: texts from commands, paths and prompts. */
  content: boolean;
  now: number;
}

export function logsPayload(events: readonly StoredEvent[], resource: Resource, options: LogOptions) {
  const logRecords = events.map((event) => logRecord(event, options));
  return { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }] };
}

function logRecord(event: StoredEvent, { content, now }: LogOptions) {
  const { event: name, tool, decision } = event;
  return {
    timeUnixNano: nanoseconds(event.at),
    observedTimeUnixNano: nanoseconds(now),
    ...(severities[decision] ?? severities.pass),
    eventName,
    body: { stringValue: `${name}${tool ? ` ${tool}` : ''}: ${decision}`.toWellFormed() },
    attributes: attributes({ ...idsOf(event), ...decisionOf(event), ...(content && contentOf(event)) }),
  };
}

const warn = { severityNumber: 13, severityText: 'WARN' };
const info = { severityNumber: 9, severityText: 'INFO' };

const severities: Record<string, typeof warn> = { deny: warn, block: warn, ask: warn, pass: info };

/** The ids, under the attribute names of the client's telemetry. */
function idsOf({
  session_id,
  prompt_id,
  tool_use_id,
  tool,
  agent_id,
  agent_type,
  permission_mode,
}: StoredEvent) {
  return {
    'event.name': eventName,
    'session.id': session_id,
    'prompt.id': prompt_id,
    tool_use_id,
    tool_name: tool,
    'agent.id': agent_id,
    'agent.type': agent_type,
    permission_mode,
  };
}

function decisionOf({ event, decision, ms, uid, reasons }: StoredEvent) {
  const policies = [...new Set(reasons?.map(({ policy }) => policy))];
  return {
    'pawl.event': event,
    'pawl.decision': decision,
    'pawl.policy': policies[0],
    'pawl.policies': policies.length > 1 ? policies : undefined,
    'pawl.duration_ms': ms,
    'pawl.event.uid': uid,
  };
}

function contentOf({ label, reasons, project }: StoredEvent) {
  return {
    'pawl.label': label,
    'pawl.reason': reasons?.map(({ text }) => text).join('\n'),
    'pawl.project': project,
  };
}
