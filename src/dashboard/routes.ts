// The routes that the page reads from, one function for each. Long lists come in pages; counting is done in SQL.
import type { Database } from 'bun:sqlite';
import { dayOf } from '../domain/metrics.ts';
import { listMemories, memoryStats, searchMemories } from '../store/db/memory.ts';
import { compareAndSave } from '../store/db/memory-vectors.ts';
import { firstDay } from '../store/db/metrics-summary.ts';
import { sessionTitles } from '../store/db/session-titles.ts';
import { eventsPerStep, recordedSpan, timelineEvents } from '../store/db/timeline.ts';
import { isInTeam } from '../store/files/team-state.ts';
import type { Home } from '../system/home.ts';
import { decisionById, decisionPage, eventPage } from './feed.ts';
import { fleetPage, sessionDetail } from './fleet.ts';
import { health } from './health.ts';
import { lanesOf } from './lanes.ts';
import { metricsShown } from './metrics.ts';
import type { TimelinePage } from './shapes.ts';
import { teamMetricsPage, teamPage } from './team.ts';
import { worktrees } from './worktrees.ts';

type Route = (context: { db: Database; home: Home }, params: URLSearchParams) => unknown;

const day = 86_400_000;
const number = (params: URLSearchParams, name: string, fallback: number) => {
  const value = Number(params.get(name) ?? Number.NaN);
  return Number.isFinite(value) ? value : fallback;
};

export const reads: Record<string, Route> = {
  '/api/fleet': ({ db, home }, params) => {
    const text = params.get('text') ?? '';
    const page = { offset: number(params, 'offset', 0), limit: Math.min(200, number(params, 'limit', 60)) };
    return fleetPage(db, home, { which: params.get('which') ?? '', text, ...page }, Date.now());
  },
  '/api/session': ({ db, home }, params) => sessionDetail(db, home, params.get('id') ?? ''),
  '/api/events': ({ db }, params) => eventPage(db, params),
  '/api/decisions': ({ db }, params) => decisionPage(db, params),
  '/api/decision': ({ db, home }, params) => decisionById(db, home, params.get('id') ?? ''),
  '/api/timeline': ({ db }, params) => timeline(db, params, Date.now()),
  '/api/metrics': ({ db, home }, params) => ({
    ...metricsShown(db, ...daysOf(params)),
    team: isInTeam(home),
  }),
  '/api/memory': ({ db }, params) => {
    const text = params.get('text') ?? '';
    const rows = text
      ? searchMemories(db, undefined, text, 200, compareAndSave(db, text))
      : listMemories(db, undefined, 200);
    return { rows, stats: memoryStats(db, undefined) };
  },
  '/api/team': ({ home }, params) => teamPage(home, params),
  '/api/team-metrics': ({ home }, params) => teamMetricsPage(home, params, ...daysOf(params)),
  '/api/worktrees': ({ db }) => worktrees(db, Date.now()),
  '/api/health': ({ db, home }) => health(db, home, Date.now()),
};

/** The first and the last day of the last `days`. */
function daysOf(params: URLSearchParams): [from: string, to: string] {
  const now = Date.now();
  const days = Math.min(400, Math.max(1, number(params, 'days', 30)));
  return [firstDay(days * day, now), dayOf(now)];
}

const minute = 60_000;
const hour = 60 * minute;
const maxEvents = 3_000;
const steps = 120;

function timeline(db: Database, params: URLSearchParams, now: number): TimelinePage {
  const session = params.get('session') || undefined;
  const span = recordedSpan(db, session) ?? { first: now - hour, last: now };
  const { from, to } = periodOf(params, span, now);
  const query = { from, to, ...(session && { session }) };
  const events = timelineEvents(db, { ...query, limit: maxEvents + 1 });
  const titles = sessionTitles(
    db,
    events.map(({ session_id }) => session_id),
  );
  return {
    from,
    to,
    ...span,
    lanes: lanesOf(events.slice(0, maxEvents), titles, now),
    activity: eventsPerStep(db, query, steps),
    cut: events.length > maxEvents,
  };
}

/**
 * The requested period: `from` and `to`, or a `length` that ends with the last event, or now if that was a moment ago. It
 * never begins before the first event, so that no part of the plot is empty for lack of records.
 */
function periodOf(params: URLSearchParams, { first, last }: { first: number; last: number }, now: number) {
  const end = now - last < minute ? now : last + (last - first) / 20 + 1_000;
  const start = first - (end - first) / 50;
  const from = number(params, 'from', Math.max(start, end - number(params, 'length', hour)));
  return { from, to: Math.max(from + 1, number(params, 'to', end)) };
}
