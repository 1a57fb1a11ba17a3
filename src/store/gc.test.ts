import type { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { insert, memoryDatabase, record, temporaryHome } from '../../test/support/memory-store.ts';
import { somebody } from '../../test/support/person.ts';
import { listEvents } from './db/events.ts';
import { addMemory, listMemories } from './db/memory.ts';
import { addMessage } from './db/messages.ts';
import { dailyMetrics, sumMetrics } from './db/metrics.ts';
import { changeState } from './db/policy-state.ts';
import { listSessions } from './db/sessions.ts';
import { saveTask } from './db/tasks.ts';
import { addSnapshot } from './db/work.ts';
import { endWorker, startWorker } from './db/workers.ts';
import { listGrants, maxGrantMs, writeGrant } from './files/grants.ts';
import { addAllowOnce, addPause, readPauses } from './files/overrides.ts';
import { spool, spoolName } from './files/spool.ts';
import { type Leftover, type RetentionLimits, staleFiles, staleRows } from './gc.ts';

let db: Database;
let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  db = memoryDatabase();
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

const day = 86_400_000;
const now = new Date(2026, 2, 31, 12).getTime();
const limits: RetentionLimits = {
  events_days: 30,
  memory_days: 90,
  memory_per_project: 2,
  tasks_days: 7,
  metrics_days: 400,
};

const rows = () => staleRows(db, home, limits, now);
const files = (trusted: string[] = []) => staleFiles(home, trusted, now);
const counts = (found: readonly Leftover[]) =>
  Object.fromEntries(found.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]));
const removeAll = (found: readonly Leftover[]) => {
  for (const leftover of found) leftover.remove();
};

/** A file of this age, in milliseconds. */
function old(path: string, age: number, text = 'x'): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const at = (now - age) / 1000;
  utimesSync(path, at, at);
  return path;
}

/** A row of each kind at the time before which it expires, and one a moment older. */
function atTheBounds(): void {
  const at = (days: number) => [now - days * day, now - days * day - 1] as const;
  for (const [n, time] of at(30).entries()) {
    insert(db, { at: time, event: 'SessionEnd', session_id: `s${n}`, kind: 'other' });
    changeState(db, { policy: 'p', scope: 'session', key: `${n}` }, 0, () => 1, time);
    startWorker(db, { id: `w${n}`, kind: 'worker', conversation: 'c', title: '', started_at: 1 });
    endWorker(db, `w${n}`, 'complete', undefined, time);
    addMessage(db, {
      id: `m${n}`,
      kind: 'message',
      text: '',
      created_at: time,
      to: { kind: 'role', name: 'x' },
    });
    addSnapshot(db, `s${n}`, '/r', time, {});
  }
  for (const [n, time] of at(7).entries())
    saveTask(db, { repository: '/r', project: '/p', session_id: `s${n}` }, 'todo', { ref: '0' }, time);
  for (const [n, time] of at(90).entries())
    addMemory(
      db,
      { content: `${n}`, category: 'c', entities: [] },
      { repository: `/r${n}`, session_id: 's', at: time, source: '' },
    );
}

test('rows past their retention are found, each kind by its own limit, and those at the limit stay', () => {
  atTheBounds();
  const found = rows();
  expect(found.map(({ kind }) => kind)).toEqual([
    'events',
    'state',
    'sessions',
    'workers',
    'messages',
    'work',
    'tasks',
    'metrics',
    'memories',
    'spool',
  ]);
  const oneOfEachKind = {
    events: 1,
    state: 1,
    sessions: 1,
    workers: 1,
    messages: 1,
    work: 1,
    tasks: 1,
    memories: 1,
  };
  expect(counts(found)).toEqual(oneOfEachKind);
  expect(found.map(({ bytes }) => bytes)).toEqual(found.map(() => 0));
});

test('looking for rows changes none of them, and removing removes those that were found', () => {
  atTheBounds();
  rows();
  const found = rows();
  expect(Object.values(counts(found))).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  removeAll(found);
  expect(counts(rows())).toEqual({});
  expect(listEvents(db)).toHaveLength(1);
  expect(listSessions(db)).toHaveLength(1);
  expect(listMemories(db, undefined, 9)).toHaveLength(1);
});

test('memories beyond the limit of a project are found', () => {
  for (let n = 0; n < 5; n++)
    addMemory(
      db,
      { content: `${n}`, category: 'c', entities: [] },
      { repository: '/r', session_id: 's', at: now - n, source: '' },
    );
  expect(counts(rows())).toEqual({ memories: 3 });
});

test('events are read from the spool and counted before they are deleted', () => {
  spool(home, now - 60 * day, record({ at: now - 60 * day, tool: 'Bash' }));
  const found = rows();
  expect(counts(found)).toMatchObject({ events: 1, spool: 1 });
  removeAll(found);
  expect(listEvents(db)).toEqual([]);
  expect(sumMetrics(db, { kind: 'tool', from: '0' }).find(({ figure }) => figure === 'calls')).toMatchObject({
    n: 1,
  });
});

test('expired metrics are found', () => {
  insert(db, { at: now - 401 * day }, { at: now - 399 * day });
  const found = rows();
  expect(counts(found).metrics).toBeGreaterThan(0);
  removeAll(found);
  expect(new Set(dailyMetrics(db, { kind: 'day', from: '0' }).map(({ name }) => name)).size).toBe(1);
});

test('a database error while counting is not hidden', () => {
  db.run("CREATE TRIGGER broken BEFORE DELETE ON state BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  changeState(db, { policy: 'p', scope: 'session', key: 'k' }, 0, () => 1, 1);
  expect(rows).toThrow('disk full');
});

test('spool files that were read to their end are found with their size, and removed', () => {
  spool(home, now - 5 * 3_600_000, record());
  spool(home, now, record());
  const name = spoolName(now - 5 * 3_600_000);
  const leftover = rows().find(({ kind }) => kind === 'spool')!;
  expect(leftover).toMatchObject({ count: 1, bytes: statSync(join(home.spool, name)).size });
  leftover.remove();
  expect(readdirSync(home.spool)).toEqual([spoolName(now)]);
  leftover.remove();
});

test('short-lived files expire by the age of their kind', () => {
  const ages: [folder: string, days: number][] = [
    ['told', 30],
    ['pending', 7],
    ['live', 7],
    ['context', 7],
    ['own', 30],
    ['session', 30],
    ['mail', 30],
    ['recall', 7],
    ['workflow', 365],
    ['handoff', 365],
  ];
  for (const [folder, days] of ages) {
    old(join(home.run, folder, 'at the limit'), days * day);
    old(join(home.run, folder, 'past it'), days * day + 1_000, 'content');
  }
  const found = files();
  expect(counts(found)).toEqual(Object.fromEntries(ages.map(([folder]) => [folder, 1])));
  expect(found[0]!.bytes).toBe('content'.length);
  removeAll(found);
  for (const [folder] of ages) expect(readdirSync(join(home.run, folder))).toEqual(['at the limit']);
});

test('a folder is as old as the newest file in it', () => {
  const folder = join(home.run, 'told', 's1');
  old(join(folder, 'main', 'old'), 40 * day);
  old(join(folder, 'main', 'fresh'), day);
  const before = (now - 40 * day) / 1000;
  for (const path of [join(folder, 'main'), folder]) utimesSync(path, before, before);
  expect(counts(files())).toEqual({});
  utimesSync(join(folder, 'main', 'fresh'), before, before);
  expect(counts(files())).toEqual({ told: 1 });
  removeAll(files());
  expect(existsSync(folder)).toBe(false);
});

test('a home without files has nothing to remove', () => {
  expect(files().map(({ count, bytes }) => [count, bytes])).toEqual(files().map(() => [0, 0]));
  removeAll(files());
  expect(existsSync(home.run)).toBe(false);
});

test('permissions that can no longer be used are found a minute after they were made', () => {
  addAllowOnce(home, { id: 'open', at: 1, until: now + 1, input_hash: 'h' }, somebody);
  addAllowOnce(home, { id: 'over', at: 1, until: now, input_hash: 'h' }, somebody);
  addAllowOnce(home, { id: 'young', at: 1, until: now, input_hash: 'h' }, somebody);
  const folder = join(home.run, 'allow-once');
  const age = (id: string, ms: number) =>
    utimesSync(join(folder, `${id}.json`), (now - ms) / 1000, (now - ms) / 1000);
  for (const id of ['open', 'over']) age(id, 60_001);
  age('young', 60_000);
  const found = files();
  expect(counts(found)).toEqual({ allow_once: 1 });
  removeAll(found);
  expect(readdirSync(folder).sort()).toEqual(['open.json', 'young.json']);
});

test('grants are removed a day after their end, which is recorded', () => {
  const give = (id: string, ended: number) => {
    const at = now - 2 * day;
    writeGrant(
      home,
      {
        id,
        at,
        for_ms: 1_000,
        session_id: 's1',
        directory: '/r',
        repository: '/r',
        worktrees: false,
        mode: 'build',
        allow: [],
        by: 'pawl grant',
      },
      somebody,
    );
    const worked = (now - ended - 1_000) / 1000;
    utimesSync(join(home.run, 'grants', `s1.${id}.json`), worked, worked);
  };
  give('gold', day + 1_000);
  give('gjust', day);
  const found = files();
  expect(counts(found)).toEqual({ grants: 1 });
  removeAll(found);
  expect(listGrants(home).map(({ id }) => id)).toEqual(['gjust']);
});

test('only requests for grants are removed from that folder, after a day', () => {
  old(join(home.run, 'grants', 's1.g1.request'), day + 1_000);
  old(join(home.run, 'grants', 's1.g2.request'), day);
  old(join(home.run, 'grants', 's1.g3.json'), 9 * day);
  const found = files();
  expect(counts(found)).toEqual({ grant_requests: 1 });
  removeAll(found);
  expect(readdirSync(join(home.run, 'grants')).sort()).toEqual(['s1.g2.request', 's1.g3.json']);
});

test('the marks of ended grants are removed where the grants are, also in a managed installation', () => {
  const managed = { ...home, decisions: join(home.dir, 'control', 'run') };
  const grants = join(managed.decisions, 'grants');
  old(join(grants, 's1.g1.ended'), maxGrantMs + 1_000);
  old(join(grants, 's1.g2.ended'), maxGrantMs);
  const found = staleFiles(managed, [], now);
  expect(counts(found)).toEqual({ ended_grants: 1 });
  removeAll(found);
  expect(readdirSync(grants)).toEqual(['s1.g2.ended']);
});

test('unfinished files are removed after an hour, wherever they are', () => {
  const places = [home.dir, home.run, join(home.run, 'told'), join(home.run, 'handoff')];
  for (const place of places) {
    old(join(place, 'a.tmp'), 3_601_000);
    old(join(place, 'b.tmp'), 3_600_000);
  }
  old(join(home.dir, 'config.jsonc'), 9_999 * day);
  const found = files();
  expect(counts(found)).toEqual({ temporary: places.length });
  removeAll(found);
  for (const place of places) expect(readdirSync(place)).not.toContain('a.tmp');
  for (const place of places) expect(readdirSync(place)).toContain('b.tmp');
  expect(existsSync(join(home.dir, 'config.jsonc'))).toBe(true);
});

test('copies of files that are no longer trusted are removed after a day', () => {
  for (const name of ['trusted', 'not']) old(join(home.trusted, name, 'file'), 9 * day);
  for (const name of ['trusted', 'not']) utimesSync(join(home.trusted, name), 1, 1);
  old(join(home.trusted, 'young'), day);
  const found = files(['trusted']);
  expect(counts(found)).toEqual({ trusted: 1 });
  removeAll(found);
  expect(readdirSync(home.trusted).sort()).toEqual(['trusted', 'young']);
});

test('a large log is rotated, and removed a month later', () => {
  old(home.log, 99 * day, 'x'.repeat(5_000_000));
  old(`${home.log}.old`, 30 * day + 1_000);
  old(`${home.log}.young`, 30 * day);
  expect(counts(files())).toEqual({ logs: 1 });
  writeFileSync(home.log, 'x'.repeat(5_000_001));
  const found = files();
  expect(counts(found)).toEqual({ logs: 1, rotated: 1 });
  removeAll(found);
  expect(readdirSync(home.dir).sort()).toEqual(['pawl.log.1', 'pawl.log.young']);
  removeAll(found);
});

test('a small log stays where it is', () => {
  old(home.log, day);
  removeAll(files());
  expect(readdirSync(home.dir)).toEqual(['pawl.log']);
});

test('ended pauses are removed, the others stay', () => {
  const pause = (id: string, until: number) => ({ id, at: 1, until });
  for (const added of [pause('over', now), pause('open', now + 1)]) addPause(home, added, somebody);
  const found = files();
  expect(counts(found)).toEqual({ pauses: 1 });
  removeAll(found);
  expect(readPauses(home, 0).map(({ id }) => id)).toEqual(['open']);
  expect(counts(files())).toEqual({});
});
