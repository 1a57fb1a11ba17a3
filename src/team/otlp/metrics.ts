// Encodes counters and one histogram from the sums in the store. They are cumulative since a start that never changes, so
// sending them twice changes nothing.
import { bucketTime } from '../../domain/metrics.ts';
import type { TotalMetric } from '../../store/db/metrics.ts';
import { attributes, type KeyValue, nanoseconds, type Resource, scope } from './encode.ts';

interface Counter {
  name: string;
  /** The kind and the figure in the store's metrics (domain/metrics.ts). */
  kind: string;
  figure: string;
  /** The attribute that carries the name of the event, tool or policy. */
  attribute?: string;
  unit: string;
  description: string;
}

const counters: readonly Counter[] = [
  counter('pawl.events', 'event', 'events', 'pawl.event', '{event}', 'Events answered'),
  counter('pawl.tool.calls', 'tool', 'calls', 'tool_name', '{call}', 'Tool calls checked'),
  counter('pawl.tool.refused', 'tool', 'refused', 'tool_name', '{call}', 'Tool calls refused'),
  counter(
    'pawl.tool.asked',
    'tool',
    'asked',
    'tool_name',
    '{call}',
    'Tool calls on which a person was asked',
  ),
  counter(
    'pawl.policy.refused',
    'policy',
    'refused',
    'pawl.policy',
    '{decision}',
    'Events that a policy refused',
  ),
  counter(
    'pawl.policy.asked',
    'policy',
    'asked',
    'pawl.policy',
    '{decision}',
    'Events that a policy asked about',
  ),
  counter(
    'pawl.policy.observed',
    'policy',
    'observed',
    'pawl.policy',
    '{decision}',
    'Verdicts that were only recorded, because of the level of the policy',
  ),
  counter('pawl.policy.errors', 'policy', 'errors', 'pawl.policy', '{error}', 'Failures of a policy'),
  counter(
    'pawl.overrides',
    'day',
    'overrides',
    undefined,
    '{override}',
    'Pauses, allow-once permissions and grants that people gave',
  ),
];

function counter(
  name: string,
  kind: string,
  figure: string,
  attribute: string | undefined,
  unit: string,
  description: string,
): Counter {
  return { name, kind, figure, ...(attribute && { attribute }), unit, description };
}

/** Milliseconds. The store counts in narrower buckets, so a value within 10 % of a bound may be on its other side. */
const bounds = [1, 2, 5, 10, 15, 20, 30, 50, 100, 200, 500, 1_000, 5_000];

/** `AGGREGATION_TEMPORALITY_CUMULATIVE` */
const cumulative = 2;

export interface MetricsTime {
  since: number;
  now: number;
}

export function metricsPayload(totals: readonly TotalMetric[], resource: Resource, time: MetricsTime) {
  const metrics = [...counters.flatMap((entry) => sumOf(entry, totals, time)), ...durationsOf(totals, time)];
  return { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }] };
}

const timesOf = ({ since, now }: MetricsTime) => ({
  startTimeUnixNano: nanoseconds(since),
  timeUnixNano: nanoseconds(Math.max(now, since)),
});

function sumOf(counter: Counter, totals: readonly TotalMetric[], time: MetricsTime) {
  const { name, kind, figure, attribute, unit, description } = counter;
  const found = totals.filter((total) => total.kind === kind && total.figure === figure);
  const dataPoints = found.map((total) => ({
    attributes: attribute ? attributes({ [attribute]: total.name }) : ([] as KeyValue[]),
    ...timesOf(time),
    asInt: String(total.n),
  }));
  const sum = { aggregationTemporality: cumulative, isMonotonic: true, dataPoints };
  return dataPoints.length > 0 ? [{ name, unit, description, sum }] : [];
}

/** The histogram of how long Pawl took to answer, by kind of event. */
function durationsOf(totals: readonly TotalMetric[], time: MetricsTime) {
  const costs = totals.filter(({ kind, figure }) => kind === 'event' && figure.startsWith('cost'));
  const dataPoints = [...Map.groupBy(costs, ({ name }) => name)].map(([event, figures]) => ({
    attributes: attributes({ 'pawl.event': event }),
    ...timesOf(time),
    ...histogramOf(figures),
  }));
  if (dataPoints.length === 0) return [];
  const histogram = { aggregationTemporality: cumulative, dataPoints };
  const description = 'Time from the start of Pawl to its answer';
  return [{ name: 'pawl.hook.duration', unit: 'ms', description, histogram }];
}

function histogramOf(figures: readonly TotalMetric[]) {
  const counts = new Array<number>(bounds.length + 1).fill(0);
  for (const { figure, n } of figures) {
    const bucket = /^cost:(-?\d+)$/.exec(figure)?.[1];
    if (bucket !== undefined) counts[bucketIndex(bucketTime(Number(bucket)))]! += n;
  }
  const microseconds = figures.find(({ figure }) => figure === 'cost_us')?.n ?? 0;
  return {
    count: String(counts.reduce((all, n) => all + n, 0)),
    sum: microseconds / 1_000,
    bucketCounts: counts.map(String),
    explicitBounds: bounds,
  };
}

/** A bound belongs to the bucket below it; the last bucket has no bound. */
function bucketIndex(ms: number): number {
  const at = bounds.findIndex((bound) => ms <= bound);
  return at < 0 ? bounds.length : at;
}
