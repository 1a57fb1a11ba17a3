// What one recorded event adds to the daily figures. Pure; store/db/metrics.ts keeps the sums.
import { seenChecks } from './checkpoint/evidence.ts';

/** Adds to a figure of a name: `add('tool', 'Bash', 'calls')`. */
export type Tally = (kind: Kind, name: string, figure: string, n?: number) => void;

/** What figures are kept of. `day` has one name, all; `hour` the hours of the day. */
export const kinds = ['day', 'tool', 'agent', 'session', 'project', 'policy', 'event', 'hour'] as const;
export type Kind = (typeof kinds)[number];

/** The part of a record that counts; see store/record.ts. */
export interface Counted {
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
  reasons?: { policy: string }[];
  skipped?: { policy: string }[];
  injected?: number;
  ok?: boolean;
  duration_ms?: number;
  notes?: string[];
}

export function figuresOf(record: Counted, add: Tally): void {
  const groups = groupsOf(record);
  for (const [figure, n] of ownFigures(record)) for (const [kind, name] of groups) add(kind, name, figure, n);
  policyFigures(record, add);
  if (!isAct(record)) add('hour', String(new Date(record.at).getHours()), 'events');
}

/** A person's use of a way out is recorded like an event, and is none. */
const isAct = ({ event }: Counted) => event.startsWith('pawl:');

function groupsOf({ event, session_id, agent_type, project, tool }: Counted): [Kind, string][] {
  const groups: [Kind, string][] = [['day', 'all']];
  if (!event.startsWith('pawl:')) groups.push(['event', event], ['agent', agent_type || 'main']);
  if (session_id) groups.push(['session', session_id]);
  if (project) groups.push(['project', project]);
  if (tool) groups.push(['tool', tool]);
  return groups;
}

/** Acts of people that let the agent do more than the policies would. */
const wayOut = ['pawl:pause', 'pawl:allow-once', 'pawl:grant'];

/** What a decision is counted as. A held stop is a gate, not a refused call. */
const decided: Record<string, string> = { deny: 'refused', block: 'refused', ask: 'asked', allow: 'allowed' };
const gates = ['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'];

function ownFigures(record: Counted): [figure: string, n: number][] {
  if (isAct(record)) return wayOut.includes(record.event) ? [['overrides', 1]] : [];
  const { event, decision, ms, injected } = record;
  const figures: [string, number][] = [
    ['events', 1],
    ['cost_us', Math.round(ms * 1_000)],
    [`cost:${bucketOf(ms)}`, 1],
  ];
  if (event === 'PreToolUse') figures.push(['calls', 1]);
  if (event === 'UserPromptSubmit') figures.push(['prompts', 1]);
  if (event === 'SubagentStart') figures.push(['routed', 1]);
  if (gates.includes(event)) figures.push([decision === 'block' ? 'gates_held' : 'gates_passed', 1]);
  else if (decided[decision]) figures.push([decided[decision], 1]);
  if (event === 'PreToolUse' && record.tool === 'Agent' && decision === 'deny')
    figures.push(['misrouted', 1]);
  if (injected) figures.push(['injected', injected]);
  if (record.notes?.some((note) => note.startsWith('allow-once '))) figures.push(['waived', 1]);
  return [...figures, ...outcomeFigures(record), ...handoffFigures(record)];
}

function outcomeFigures({ ok, duration_ms, tool, label }: Counted): [string, number][] {
  if (ok === undefined) return [];
  const figures: [string, number][] = [[ok ? 'ok' : 'failed', 1]];
  if (duration_ms !== undefined)
    figures.push([`took:${bucketOf(duration_ms)}`, 1], ['took_ms', Math.round(duration_ms)]);
  if (tool === 'Bash' && label && seenChecks(label).some(({ kind, tells }) => kind === 'test' && tells))
    figures.push([ok ? 'tests_passed' : 'tests_failed', 1]);
  return figures;
}

/** Policies whose word is a handoff passed on, or one held back. */
const passes = ['handoff/route'];
const holds = ['handoff/pass-on', 'handoff/evidence'];

function handoffFigures({ policies = [] }: Counted): [string, number][] {
  const spoke = policies.filter(({ said }) => said === 'block' || said === 'inject');
  return [
    ...spoke.filter(({ policy }) => passes.includes(policy)).map(() => ['handoffs', 1] as [string, number]),
    ...spoke
      .filter(({ policy }) => holds.includes(policy))
      .map(() => ['handoffs_held', 1] as [string, number]),
  ];
}

/** Words of a policy as figures; the event’s own figures are not the policy’s. */
const saidFigures: Record<string, string> = {
  ...decided,
  inject: 'injects',
  tell: 'tells',
  rewrite: 'rewrites',
};

function policyFigures({ policies = [], skipped = [], reasons = [], notes = [] }: Counted, add: Tally): void {
  for (const { policy, said, counted, ms, error } of policies) {
    add('policy', policy, 'calls');
    add('policy', policy, 'cost_us', Math.round(ms * 1_000));
    add('policy', policy, `cost:${bucketOf(ms)}`);
    if (error) add('policy', policy, 'errors');
    const word = saidFigures[counted ?? said];
    if (word) add('policy', policy, word);
    else if (saidFigures[said]) add('policy', policy, 'observed');
  }
  for (const { policy } of skipped) add('policy', policy, 'overrides');
  if (notes.some((note) => note.startsWith('allow-once ')))
    for (const { policy } of reasons) add('policy', policy, 'overrides');
  if (policies.some(({ error }) => error)) add('day', 'all', 'errors');
}

/** Four buckets for each doubling: a figure read from them is within a tenth of the truth. */
export function bucketOf(ms: number): number {
  return ms > 0.01 ? Math.round(4 * Math.log2(ms)) : -27;
}

export const timeOf = (bucket: number): number => 2 ** (bucket / 4);

/** The time below which this share of the counted times lies. */
export function percentile(buckets: ReadonlyMap<number, number>, share: number): number | undefined {
  const sorted = [...buckets].sort(([a], [b]) => a - b);
  const all = sorted.reduce((sum, [, n]) => sum + n, 0);
  let seen = 0;
  for (const [bucket, n] of sorted) {
    seen += n;
    if (seen >= all * share) return timeOf(bucket);
  }
  return undefined;
}

/** The day in the machine’s own time zone: people ask about their days. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
