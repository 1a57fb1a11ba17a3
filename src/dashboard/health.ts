// Is it firing, what does it cost, what failed, and what did a person switch off.
import type { Database } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { eventNames } from '../core/channels.ts';
import { dayOf } from '../domain/metrics.ts';
import { countEvents, lastSeenTimes } from '../store/db/events.ts';
import { figuresBy, firstDay, noFigures } from '../store/db/metrics-summary.ts';
import { failuresOf } from '../store/db/session-detail.ts';
import { listGrants } from '../store/files/grants.ts';
import { readPauses } from '../store/files/overrides.ts';
import { spoolFiles } from '../store/files/spool.ts';
import type { EventRecord } from '../store/record.ts';
import { attempt } from '../system/attempt.ts';
import type { Home } from '../system/home.ts';
import type { HealthShown } from './shapes.ts';

const week = 7 * 86_400_000;

export function health(db: Database, home: Home, now: number): HealthShown {
  const [from, to] = [firstDay(week, now), dayOf(now)];
  const latency = figuresBy(db, 'event', from, to);
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
    everything_off: existsSync(home.off),
    pauses: readPauses(home, now),
    grants: listGrants(home).filter(({ until }) => until > now),
  };
}

function problemIn(detail: string): string {
  const { policies = [], notes = [] } = (attempt(() => JSON.parse(detail)) ?? {}) as Partial<EventRecord>;
  const errors = policies.flatMap(({ policy, error }) => (error ? [`${policy} ${error}`] : []));
  return [...errors, ...notes].join('; ');
}

const sizeOf = (path: string) => attempt(() => statSync(path).size) ?? 0;
