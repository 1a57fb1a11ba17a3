// Computes the figures that one recorded event adds to the daily metrics. Pure; store/db/metrics.ts keeps the sums.
import { seenChecks } from './checkpoint/evidence.ts';

/** Adds to one figure, for example `add('tool', 'Bash', 'calls')`. */
export type AddFigure = (kind: FigureKind, name: string, figure: string, n?: number) => void;

/** The groups for which figures are kept. `day` has the single name `all`; `hour` has the hours of the day. */
export const figureKinds = ['day', 'tool', 'agent', 'session', 'project', 'policy', 'event', 'hour'] as const;
export type FigureKind = (typeof figureKinds)[number];

/** The fields of an event record that the metrics use; see store/record.ts. */
export interface MetricsRecord {
  at: number;
  event: string;
  session_id: string;
  agent_type?: string;
  project: string;
  tool?: string;
  decision: string;
  ms: number;
  label?: string;
  policies?: { policy: string; said: string; counted?: string; ms: number; error?: string }[];
  skipped?: { policy: string }[];
  injected?: number;
  ok?: boolean;
  duration_ms?: number;
  notes?: string[];
}

export function addFigures(record: MetricsRecord, add: AddFigure): void {
  const groups = groupsOf(record);
  for (const [figure, n] of ownFigures(record)) for (const [kind, name] of groups) add(kind, name, figure, n);
  policyFigures(record, add);
  if (!isOwnEvent(record)) add('hour', String(new Date(record.at).getHours()), 'events');
}

/** Pawl records some things itself, such as `pawl pause` or a forged event. They did not come from the client. */
export const isOwnEvent = ({ event }: Pick<MetricsRecord, 'event'>) => event.startsWith('pawl:');

/**
 * Pawl's own events that only a person causes. An agent may run `pawl revoke`, `pawl import` and `pawl on` (recorded as
 * `pawl:resume`), a grant also ends by itself, and Pawl notices forged events.
 */
export const personEvents: readonly string[] = [
  'pawl:pause',
  'pawl:allow-once',
  'pawl:grant',
  'pawl:trust',
  'pawl:config',
  'pawl:contact',
  'pawl:workflow',
  'pawl:team',
];

function groupsOf({ event, session_id, agent_type, project, tool }: MetricsRecord): [FigureKind, string][] {
  const groups: [FigureKind, string][] = [['day', 'all']];
  if (!isOwnEvent({ event })) groups.push(['event', event], ['agent', agent_type || 'main']);
  if (session_id) groups.push(['session', session_id]);
  if (project) groups.push(['project', project]);
  if (tool) groups.push(['tool', tool]);
  return groups;
}

/** A person's commands that let the agent do more than the policies allow. */
const overrideEvents = ['pawl:pause', 'pawl:allow-once', 'pawl:grant'];

/** The figure for each decision. A blocked stop is counted as a gate instead. */
const decisionFigures: Record<string, string> = {
  deny: 'refused',
  block: 'refused',
  ask: 'asked',
  allow: 'allowed',
};
export const gateEvents: readonly string[] = ['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'];

function ownFigures(record: MetricsRecord): [figure: string, n: number][] {
  if (isOwnEvent(record)) return overrideEvents.includes(record.event) ? [['overrides', 1]] : [];
  const { event, decision, ms, injected } = record;
  const figures: [string, number][] = [
    ['events', 1],
    ['cost_us', Math.round(ms * 1_000)],
    [`cost:${bucketOf(ms)}`, 1],
  ];
  if (event === 'PreToolUse') figures.push(['calls', 1]);
  if (event === 'UserPromptSubmit') figures.push(['prompts', 1]);
  if (event === 'SubagentStart') figures.push(['routed', 1]);
  if (gateEvents.includes(event)) figures.push([decision === 'block' ? 'gates_held' : 'gates_passed', 1]);
  else if (decisionFigures[decision]) figures.push([decisionFigures[decision], 1]);
  if (event === 'PreToolUse' && record.tool === 'Agent' && decision === 'deny')
    figures.push(['misrouted', 1]);
  if (injected) figures.push(['injected', injected]);
  if (record.notes?.some((note) => note.startsWith('allow-once '))) figures.push(['waived', 1]);
  return [...figures, ...outcomeFigures(record), ...handoffFigures(record)];
}

function outcomeFigures({ ok, duration_ms, tool, label }: MetricsRecord): [string, number][] {
  if (ok === undefined) return [];
  const figures: [string, number][] = [[ok ? 'ok' : 'failed', 1]];
  if (duration_ms !== undefined)
    figures.push([`took:${bucketOf(duration_ms)}`, 1], ['took_ms', Math.round(duration_ms)]);
  if (
    tool === 'Bash' &&
    label &&
    seenChecks(label).some(({ kind, exitCodeReliable }) => kind === 'test' && exitCodeReliable)
  )
    figures.push([ok ? 'tests_passed' : 'tests_failed', 1]);
  return figures;
}

/** Policies whose verdict means that a handoff was passed on, or blocked. */
const handoffPassedBy = ['handoff/route'];
const handoffBlockedBy = ['handoff/pass-on', 'handoff/evidence'];

function handoffFigures({ policies = [] }: MetricsRecord): [string, number][] {
  const spoke = policies.filter(({ said }) => said === 'block' || said === 'inject');
  return [
    ...spoke
      .filter(({ policy }) => handoffPassedBy.includes(policy))
      .map(() => ['handoffs', 1] as [string, number]),
    ...spoke
      .filter(({ policy }) => handoffBlockedBy.includes(policy))
      .map(() => ['handoffs_held', 1] as [string, number]),
  ];
}

/** The figure for each kind of verdict of a policy. */
const verdictFigures: Record<string, string> = {
  ...decisionFigures,
  inject: 'injects',
  tell: 'tells',
  rewrite: 'rewrites',
};

function policyFigures({ policies = [], skipped = [], notes = [] }: MetricsRecord, add: AddFigure): void {
  const allowedOnce = notes.some((note) => note.startsWith('allow-once '));
  for (const { policy, said, counted, ms, error } of policies) {
    add('policy', policy, 'calls');
    add('policy', policy, 'cost_us', Math.round(ms * 1_000));
    add('policy', policy, `cost:${bucketOf(ms)}`);
    if (error) add('policy', policy, 'errors');
    const figure = verdictFigures[counted ?? said];
    // A person let this call through, so it was not refused.
    if (allowedOnce && (figure === 'refused' || figure === 'asked')) add('policy', policy, 'overrides');
    else if (figure) add('policy', policy, figure);
    else if (verdictFigures[said]) add('policy', policy, 'observed');
  }
  for (const { policy } of skipped) add('policy', policy, 'overrides');
  if (policies.some(({ error }) => error)) add('day', 'all', 'errors');
}

/** Four buckets per doubling, so that a percentile computed from them is within 10 % of the exact value. */
export function bucketOf(ms: number): number {
  return ms > 0.01 ? Math.round(4 * Math.log2(ms)) : -27;
}

export const bucketTime = (bucket: number): number => 2 ** (bucket / 4);

/** The time below which this share of all values lies. */
export function percentile(buckets: ReadonlyMap<number, number>, share: number): number | undefined {
  const sorted = [...buckets].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, n]) => sum + n, 0);
  let seen = 0;
  for (const [bucket, n] of sorted) {
    seen += n;
    if (seen >= total * share) return bucketTime(bucket);
  }
  return undefined;
}

/** The date in the machine's time zone, because people think in local days. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
