// Moments become bars: what was before a call and what came after it are one bar, in the lane of who made it.
import type { TimelineEvent } from '../store/db/timeline.ts';
import type { Bar, Lane } from './shapes.ts';

const ends = ['PostToolUse', 'PostToolUseFailure'];
/** A call that nobody heard of again is not drawn for ever. */
const runsAtMost = 10 * 60_000;

export function lanesOf(moments: readonly TimelineEvent[], names: Map<string, string>, now: number): Lane[] {
  const lanes = new Map<string, Lane>();
  for (const [key, own] of Map.groupBy(moments.toReversed(), keyOf)) {
    const [first] = own as [TimelineEvent];
    const name = first.agent_id
      ? (own.find((one) => one.agent_type)?.agent_type ?? 'agent')
      : (names.get(first.session_id) ?? first.session_id.slice(0, 8));
    lanes.set(key, {
      session_id: first.session_id,
      agent_id: first.agent_id ?? '',
      name,
      bars: barsOf(own, now),
    });
  }
  return [...lanes.values()].sort(together(lanes));
}

const keyOf = ({ session_id, agent_id }: TimelineEvent) => `${session_id}\0${agent_id ?? ''}`;

/** A session’s agents stand below it; the session that did something last comes first. */
function together(lanes: Map<string, Lane>): (a: Lane, b: Lane) => number {
  const last = new Map<string, number>();
  for (const { session_id, bars } of lanes.values())
    last.set(session_id, Math.max(last.get(session_id) ?? 0, bars.at(-1)?.end ?? 0));
  return (a, b) =>
    last.get(b.session_id)! - last.get(a.session_id)! ||
    a.session_id.localeCompare(b.session_id) ||
    Number(a.agent_id !== '') - Number(b.agent_id !== '') ||
    (a.bars[0]?.start ?? 0) - (b.bars[0]?.start ?? 0);
}

function barsOf(moments: readonly TimelineEvent[], now: number): Bar[] {
  const after = new Map(
    moments
      .filter(({ event, tool_use_id }) => ends.includes(event) && tool_use_id)
      .map((one) => [one.tool_use_id, one]),
  );
  const before = new Set(moments.filter(({ event }) => event === 'PreToolUse').map((one) => one.tool_use_id));
  return moments.flatMap((one) => {
    if (one.event === 'PreToolUse') return [call(one, after.get(one.tool_use_id ?? ''), now)];
    if (ends.includes(one.event)) return before.has(one.tool_use_id) ? [] : [call(undefined, one, now)];
    return [moment(one)];
  });
}

function call(pre: TimelineEvent | undefined, post: TimelineEvent | undefined, now: number): Bar {
  const one = (pre ?? post)!;
  const end = post?.at ?? (pre && pre.decision !== 'deny' && now - pre.at < runsAtMost ? now : one.at);
  const start = pre?.at ?? one.at - (one.duration_ms ?? 0);
  return {
    ...bar(one, start, end),
    kind: 'call',
    what: one.tool ?? one.event,
    state: stateOf(pre, post, now),
    ...(one.tool_use_id && { tool_use_id: one.tool_use_id }),
  };
}

function stateOf(pre: TimelineEvent | undefined, post: TimelineEvent | undefined, now: number): Bar['state'] {
  if (post) return post.event === 'PostToolUse' ? 'ok' : 'failed';
  if (pre?.decision === 'deny' || pre?.decision === 'ask') return 'refused';
  return pre && now - pre.at < runsAtMost ? 'running' : 'plain';
}

function moment(one: TimelineEvent): Bar {
  const state = one.decision === 'block' || one.decision === 'deny' ? 'refused' : 'plain';
  return { ...bar(one, one.at, one.at), kind: 'moment', what: one.event, state };
}

const bar = ({ id, label, decision }: TimelineEvent, start: number, end: number) => ({
  id,
  start,
  end,
  label: label ?? '',
  decision,
});
