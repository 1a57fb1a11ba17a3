// Metrics as people read them: counts by name, and medians and percentiles from the buckets. For `pawl metrics`, the
// report and the dashboard.
import type { Database } from 'bun:sqlite';
import { dayOf, type FigureKind, percentile } from '../../domain/metrics.ts';
import { dailyMetrics, hourlyMetrics, type MetricSum, sumMetrics } from './metrics.ts';

const counts = [
  'events',
  'prompts',
  'calls',
  'ok',
  'failed',
  'refused',
  'asked',
  'allowed',
  'overrides',
  'gates_passed',
  'gates_held',
  'handoffs',
  'handoffs_held',
  'routed',
  'misrouted',
  'tests_passed',
  'tests_failed',
  'injects',
  'injected',
  'observed',
  'errors',
] as const;

const times = ['duration_p50_ms', 'duration_p95_ms', 'hook_p50_ms', 'hook_p95_ms'] as const;

export const figureColumns = [...counts, ...times, 'hook_total_ms'] as const;

type Count = (typeof counts)[number];

export type Figures = Record<Count | 'hook_total_ms', number> &
  Record<(typeof times)[number], number | null> & { name: string };

export interface Overview {
  from: string;
  to: string;
  total: Figures;
  days: Figures[];
  tools: Figures[];
  agents: Figures[];
  policies: Figures[];
  projects: Figures[];
  sessions: Figures[];
  events: Figures[];
  hours: { weekday: number; hour: number; n: number }[];
}

export type Grouping = 'day' | 'tool' | 'agent' | 'policy' | 'session' | 'project' | 'event';
export const groupings: readonly Grouping[] = [
  'tool',
  'agent',
  'policy',
  'session',
  'project',
  'event',
  'day',
];

/** Sums over a period, from this machine's database or from a team's. */
export interface MetricSums {
  of(kind: FigureKind): MetricSum[];
  /** The sums of each day; `name` is the day. */
  daily(): MetricSum[];
  hourly(): Overview['hours'];
}

const localSums = (db: Database, from: string, to: string): MetricSums => ({
  of: (kind) => sumMetrics(db, { kind, from, to }),
  daily: () => dailyMetrics(db, { kind: 'day', from, to }),
  hourly: () => hourlyMetrics(db, from, to),
});

/** Sorted by calls, most first; a name without calls counts with its events. Days are in order, none is left out. */
export function figuresBy(db: Database, grouping: Grouping, from: string, to: string): Figures[] {
  return figuresOf(localSums(db, from, to), grouping, from, to);
}

export function figuresOf(sums: MetricSums, grouping: Grouping, from: string, to: string): Figures[] {
  if (grouping === 'day') return everyDay(from, to, fold(sums.daily()));
  const rows = fold(sums.of(grouping as FigureKind));
  return rows.sort((a, b) => weight(b) - weight(a) || a.name.localeCompare(b.name));
}

const weight = ({ calls, events }: Figures) => calls || events;

export function overview(db: Database, from: string, to: string): Overview {
  const sessions = figuresBy(db, 'session', atMostAMonth(from, to), to).slice(0, 20);
  return { ...overviewOf(localSums(db, from, to), from, to), sessions };
}

/** An overview of sums. It has no sessions, because a team has too many. */
export function overviewOf(sums: MetricSums, from: string, to: string): Overview {
  const by = (grouping: Grouping, limit = 40) => figuresOf(sums, grouping, from, to).slice(0, limit);
  const [total = noFigures('all')] = fold(sums.of('day'));
  return {
    from,
    to,
    total,
    days: by('day', 400),
    tools: by('tool'),
    agents: by('agent'),
    policies: by('policy', 100),
    projects: by('project'),
    sessions: [],
    events: by('event'),
    hours: sums.hourly(),
  };
}

/** The first day of the range, but no earlier than 30 days before its end: older sessions are too many to list. */
function atMostAMonth(from: string, to: string): string {
  const month = dayOf(Date.parse(`${to}T12:00:00`) - 30 * 86_400_000);
  return [from, month].sort().at(-1)!;
}

function fold(sums: readonly MetricSum[]): Figures[] {
  return [...Map.groupBy(sums, ({ name }) => name)].map(([name, ofName]) => figures(name, ofName));
}

function figures(name: string, sums: readonly MetricSum[]): Figures {
  const value = (figure: string) => sums.find((sum) => sum.figure === figure)?.n ?? 0;
  const numbers = Object.fromEntries(counts.map((figure) => [figure, value(figure)]));
  const [took, cost] = [buckets(sums, 'took:'), buckets(sums, 'cost:')];
  return {
    name,
    ...(numbers as Record<Count, number>),
    duration_p50_ms: rounded(percentile(took, 0.5)),
    duration_p95_ms: rounded(percentile(took, 0.95)),
    hook_p50_ms: rounded(percentile(cost, 0.5)),
    hook_p95_ms: rounded(percentile(cost, 0.95)),
    hook_total_ms: Math.round(value('cost_us') / 1_000),
  };
}

function buckets(sums: readonly MetricSum[], start: string): Map<number, number> {
  const ofHistogram = sums.filter(({ figure }) => figure.startsWith(start));
  return new Map(ofHistogram.map(({ figure, n }) => [Number(figure.slice(start.length)), n]));
}

/** Three digits: the buckets are no more precise. */
function rounded(ms: number | undefined): number | null {
  return ms === undefined ? null : Number(ms.toPrecision(3));
}

export const noFigures = (name: string) => figures(name, []);

function everyDay(from: string, to: string, rows: readonly Figures[]): Figures[] {
  const known = new Map(rows.map((row) => [row.name, row]));
  return daysBetween(from, to).map((day) => known.get(day) ?? noFigures(day));
}

/** Counted at noon, so that a day of 23 or 25 hours (daylight saving time) is neither skipped nor repeated. */
function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(`${from}T12:00:00`); days.length < 800; at += 86_400_000) {
    const day = dayOf(at);
    if (day > to) break;
    days.push(day);
  }
  return days;
}

/** The first day of a period that ends today: `7d` is today and the six days before. */
export function firstDay(ms: number, now: number): string {
  return dayOf(now - Math.max(0, ms - 86_400_000));
}

/** The figures of one session. */
export function figuresOfSession(
  db: Database,
  session: { session_id: string; started_at: number; last_seen_at: number },
): Figures {
  const [from, to] = [dayOf(session.started_at), dayOf(session.last_seen_at)];
  const sums = sumMetrics(db, { kind: 'session', from, to, name: session.session_id });
  return fold(sums)[0] ?? noFigures(session.session_id);
}
