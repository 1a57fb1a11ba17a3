// The health of Pawl: whether hooks fire, what they cost, what failed, and what a person has switched off.
import type { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { eventNames } from '../core/channels.ts';
import { dayOf } from '../domain/metrics.ts';
import { countEvents, lastSeenTimes } from '../store/db/events.ts';
import { figuresBy, firstDay, noFigures } from '../store/db/metrics-summary.ts';
import { failuresOf } from '../store/db/session-detail.ts';
import { sessionTitles } from '../store/db/session-titles.ts';
import { listGrants } from '../store/files/grants.ts';
import { readPauses, readSwitchedOff } from '../store/files/overrides.ts';
import { spoolFiles } from '../store/files/spool.ts';
import type { EventRecord } from '../store/record.ts';
import { attempt } from '../system/attempt.ts';
import type { Home } from '../system/home.ts';
import type { HealthShown } from './shapes.ts';

const week = 7 * 86_400_000;

export function health(db: Database, home: Home, now: number): HealthShown {
  const [from, to] = [firstDay(week, now), dayOf(now)];
  const latency = figuresBy(db, 'event', from, to);
  const pauses = readPauses(home, now);
  const grants = listGrants(home).filter(({ until }) => until > now);
  return {
    version,
    store_bytes: sizeOf(home.store) + sizeOf(`${home.store}-wal`),
    events: countEvents(db),
    backlog: spoolFiles(home).reduce((sum, name) => sum + sizeOf(join(home.spool, name)), 0),
    latency,
    total: figuresBy(db, 'day', to, to)[0] ?? noFigures(to),
    seen: lastSeenTimes(db, eventNames).sort((a, b) => b.at - a.at),
    failures: failuresOf(db).map(({ at, event, session_id, detail }) => ({
      at,
      event,
      session_id,
      text: problemIn(detail),
    })),
    managed: home.managed,
    everything_off: readSwitchedOff(home) !== undefined,
    pauses,
    grants,
    titles: sessionTitles(
      db,
      [...pauses, ...grants].map(({ session_id }) => session_id ?? ''),
    ),
  };
}

function problemIn(detail: string): string {
  const { policies = [], notes = [] } = (attempt(() => JSON.parse(detail)) ?? {}) as Partial<EventRecord>;
  const errors = policies.flatMap(({ policy, error }) => (error ? [`${policy} ${error}`] : []));
  return [...errors, ...notes].join('; ');
}

const sizeOf = (path: string) => attempt(() => statSync(path).size) ?? 0;
