// The lanes of the timeline: one per session and agent. The events before and after a tool call become one bar.
import type { TimelineEvent } from '../store/db/timeline.ts';
import type { Bar, Lane, SessionTitle } from './shapes.ts';

const endEvents = ['PostToolUse', 'PostToolUseFailure'];
/** After this time, a call whose end was not recorded is no longer drawn as running. */
const maxRunning = 10 * 60_000;

export function lanesOf(
  events: readonly TimelineEvent[],
  titles: Record<string, SessionTitle>,
  now: number,
): Lane[] {
  const lanes = new Map<string, Lane>();
  for (const [key, laneEvents] of Map.groupBy(events.toReversed(), keyOf)) {
    const [first] = laneEvents as [TimelineEvent];
    const name = first.agent_id
      ? (laneEvents.find(({ agent_type }) => agent_type)?.agent_type ?? 'agent')
      : (titles[first.session_id]?.name ?? (first.session_id.slice(0, 8) || 'no session'));
    lanes.set(key, {
      session_id: first.session_id,
      agent_id: first.agent_id ?? '',
      name,
      prompt: titles[first.session_id]?.prompt ?? '',
      bars: barsOf(laneEvents, now),
    });
  }
  return [...lanes.values()].sort(bySession(lanes));
}

const keyOf = ({ session_id, agent_id }: TimelineEvent) => `${session_id}\0${agent_id ?? ''}`;

/** Sorts lanes: the session with the latest event first, and its agents below it. */
function bySession(lanes: Map<string, Lane>): (a: Lane, b: Lane) => number {
  const last = new Map<string, number>();
  for (const { session_id, bars } of lanes.values())
    last.set(session_id, Math.max(last.get(session_id) ?? 0, bars.at(-1)?.end ?? 0));
  return (a, b) =>
    last.get(b.session_id)! - last.get(a.session_id)! ||
    a.session_id.localeCompare(b.session_id) ||
    Number(a.agent_id !== '') - Number(b.agent_id !== '') ||
    (a.bars[0]?.start ?? 0) - (b.bars[0]?.start ?? 0);
}

function barsOf(events: readonly TimelineEvent[], now: number): Bar[] {
  const after = new Map(
    events
      .filter(({ event, tool_use_id }) => endEvents.includes(event) && tool_use_id)
      .map((event) => [event.tool_use_id, event]),
  );
  const before = new Set(
    events.filter(({ event }) => event === 'PreToolUse').map(({ tool_use_id }) => tool_use_id),
  );
  return events.flatMap((row) => {
    if (row.event === 'PreToolUse') return [call(row, after.get(row.tool_use_id ?? ''), now)];
    if (endEvents.includes(row.event)) return before.has(row.tool_use_id) ? [] : [call(undefined, row, now)];
    return [singleEvent(row)];
  });
}

function call(pre: TimelineEvent | undefined, post: TimelineEvent | undefined, now: number): Bar {
  const row = (pre ?? post)!;
  const end = post?.at ?? (pre && pre.decision !== 'deny' && now - pre.at < maxRunning ? now : row.at);
  const start = pre?.at ?? row.at - (row.duration_ms ?? 0);
  return {
    ...bar(row, start, end),
    kind: 'call',
    name: row.tool ?? row.event,
    state: stateOf(pre, post, now),
    ...(row.tool_use_id && { tool_use_id: row.tool_use_id }),
  };
}

function stateOf(pre: TimelineEvent | undefined, post: TimelineEvent | undefined, now: number): Bar['state'] {
  if (post) return post.event === 'PostToolUse' ? 'ok' : 'failed';
  if (pre?.decision === 'deny') return 'refused';
  if (pre?.decision === 'ask') return 'asked';
  return pre && now - pre.at < maxRunning ? 'running' : 'plain';
}

function singleEvent(row: TimelineEvent): Bar {
  const state = row.decision === 'block' || row.decision === 'deny' ? 'refused' : 'plain';
  return { ...bar(row, row.at, row.at), kind: 'event', name: row.event, state };
}

const bar = ({ id, label, decision }: TimelineEvent, start: number, end: number) => ({
  id,
  start,
  end,
  label: label ?? '',
  decision,
});
