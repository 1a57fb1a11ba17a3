// What the page may ask for: one function for each address. Everything long comes in pages, and the store counts.
import type { Database } from 'bun:sqlite';
import { dayOf } from '../domain/metrics.ts';
import { listMemories, memoryStats, searchMemories } from '../store/db/memory.ts';
import { firstDay, overview } from '../store/db/metrics-summary.ts';
import { getSession } from '../store/db/sessions.ts';
import { eventsPerStep, recordedSpan, timelineEvents } from '../store/db/timeline.ts';
import type { Home } from '../system/home.ts';
import { decisionPage, eventPage, oneDecision } from './feed.ts';
import { fleetPage, sessionDetail } from './fleet.ts';
import { health } from './health.ts';
import { lanesOf } from './lanes.ts';
import type { TimelinePage } from './shapes.ts';
import { worktrees } from './worktrees.ts';

type Read = (context: { db: Database; home: Home }, asked: URLSearchParams) => unknown;

const day = 86_400_000;
const number = (asked: URLSearchParams, name: string, otherwise: number) => {
  const value = Number(asked.get(name) ?? Number.NaN);
  return Number.isFinite(value) ? value : otherwise;
};

export const reads: Record<string, Read> = {
  '/api/fleet': ({ db, home }, asked) => {
    const text = asked.get('text') ?? '';
    const page = { offset: number(asked, 'offset', 0), limit: Math.min(200, number(asked, 'limit', 60)) };
    return fleetPage(db, home, { all: asked.get('all') === '1', text, ...page }, Date.now());
  },
  '/api/session': ({ db, home }, asked) => sessionDetail(db, home, asked.get('id') ?? ''),
  '/api/events': ({ db }, asked) => eventPage(db, asked),
  '/api/decisions': ({ db }, asked) => decisionPage(db, asked),
  '/api/decision': ({ db }, asked) => oneDecision(db, number(asked, 'id', 0)),
  '/api/timeline': ({ db }, asked) => timeline(db, asked, Date.now()),
  '/api/metrics': ({ db }, asked) => {
    const now = Date.now();
    const days = Math.min(400, Math.max(1, number(asked, 'days', 30)));
    return overview(db, firstDay(days * day, now), dayOf(now));
  },
  '/api/memory': ({ db }, asked) => {
    const text = asked.get('text') ?? '';
    const rows = text ? searchMemories(db, undefined, text, 200) : listMemories(db, undefined, 200);
    return { rows, stats: memoryStats(db, undefined) };
  },
  '/api/worktrees': ({ db }) => worktrees(db, Date.now()),
  '/api/health': ({ db, home }) => health(db, home, Date.now()),
};

const minute = 60_000;
const hour = 60 * minute;
const most = 3_000;
const steps = 120;

function timeline(db: Database, asked: URLSearchParams, now: number): TimelinePage {
  const span = recordedSpan(db) ?? { first: now - 3_600_000, last: now };
  const end = now - span.last < hour ? now : span.last + minute;
  const from = number(asked, 'from', Math.max(span.first - 1_000, end - hour));
  const to = Math.max(from + 1, number(asked, 'to', end));
  const session = asked.get('session') || undefined;
  const moments = timelineEvents(db, { from, to, limit: most + 1, ...(session && { session }) });
  const ids = [...new Set(moments.map(({ session_id }) => session_id))];
  const names = new Map(ids.map((id) => [id, getSession(db, id)?.alias ?? id.slice(0, 8)]));
  return {
    from,
    to,
    ...span,
    lanes: lanesOf(moments.slice(0, most), names, now),
    activity: eventsPerStep(db, from, to, steps),
    cut: moments.length > most,
  };
}
