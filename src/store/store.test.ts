import type { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { record, temporaryHome } from '../../test/support/memory-store.ts';
import type { Decision } from '../core/verdict.ts';
import { listEvents } from './db/events.ts';
import { openStore } from './db/open.ts';
import { changeState, readState } from './db/policy-state.ts';
import { getSession } from './db/sessions.ts';
import { spoolFiles } from './files/spool.ts';
import { Store } from './store.ts';

let home: ReturnType<typeof temporaryHome>;
let store: Store;
beforeEach(() => {
  home = temporaryHome();
  store = new Store(home);
});
afterEach(() => home[Symbol.dispose]());

const stateKey = { policy: 'p', scope: 'session', key: 'k' };
const add = (db: Database) => changeState(db, stateKey, 0, (n) => (n as number) + 1, 1);
const stored = () => {
  const db = openStore(home);
  const found = { events: listEvents(db).map(({ uid }) => uid), state: readState(db, stateKey) };
  db.close();
  return found;
};
const spooled = () =>
  spoolFiles(home)
    .flatMap((name) => readFileSync(join(home.spool, name), 'utf8').split('\n'))
    .filter(Boolean)
    .map((line) => JSON.parse(line));

function breakStore(): void {
  mkdirSync(home.dir, { recursive: true });
  writeFileSync(home.store, 'not a database, '.repeat(500));
}

test('an event that changes nothing is a line of the spool, and the database is not opened', () => {
  const event = record({ at: 5 });
  store.remember(event);
  expect(spooled()).toEqual([event]);
  expect(existsSync(home.store)).toBe(false);
  expect(store.failure).toBeUndefined();
});

test('an event with changes is written to the database with them, and with its session', () => {
  store.later(add);
  store.later(add);
  expect(existsSync(home.store)).toBe(false);
  store.remember(record({ uid: 'u' }));
  expect(stored()).toEqual({ events: ['u'], state: 2 });
  expect(spooled()).toEqual([]);
  const db = openStore(home);
  expect(getSession(db, 's1')).toBeDefined();
  db.close();
});

for (const [decision, made] of [
  ['pass', true],
  ['allow', true],
  ['ask', false],
  ['deny', false],
  ['block', false],
] as [Decision, boolean][])
  test(`a change for events that pass is ${made ? '' : 'not '}made after ${decision}`, () => {
    store.afterPass(add);
    store.remember(record({ decision, uid: 'u' }));
    if (made) expect(stored()).toEqual({ events: ['u'], state: 1 });
    else expect(spooled()).toMatchObject([{ uid: 'u', decision }]);
    expect(existsSync(home.store)).toBe(made);
  });

test('a read returns what the database contains', () => {
  expect(store.read((db) => listEvents(db))).toEqual([]);
  expect(store.read(() => 5)).toBe(5);
  expect(store.failure).toBeUndefined();
});

test('a current read includes spooled events', () => {
  new Store(home).remember(record({ uid: 'u' }));
  expect(store.read((db) => listEvents(db))).toEqual([]);
  expect(store.readCurrent((db) => listEvents(db).map(({ uid }) => uid))).toEqual(['u']);
});

test('reading a broken store returns undefined, and is not tried again', () => {
  breakStore();
  expect(store.read(() => 5)).toBeUndefined();
  const problem = store.failure!;
  expect(problem).toContain('file is not a database');
  let tried = 0;
  store.read(() => tried++);
  store.readCurrent(() => tried++);
  expect(tried).toBe(0);
  expect(store.failure).toBe(problem);
});

test('an error while reading is a failure of the store, and the first one is kept', () => {
  const fail = (message: string) => () => {
    throw new Error(message);
  };
  expect(store.read(fail('first'))).toBeUndefined();
  store.read(fail('second'));
  expect(store.failure).toBe('first');
});

test('after a problem the event is spooled, with the problem in its notes', () => {
  breakStore();
  store.read(() => 5);
  store.remember(record({ uid: 'u', notes: ['one'] }));
  const [line] = spooled();
  expect(line.uid).toBe('u');
  expect(line.notes).toEqual(['one', `store: ${store.failure}`]);
});

test('an event whose changes can’t be written is spooled without them', () => {
  breakStore();
  store.later(add);
  store.remember(record({ uid: 'u' }));
  expect(spooled()).toMatchObject([{ uid: 'u', notes: [expect.stringContaining('store: The store')] }]);
  expect(store.failure).toContain('not a database');
});

test('a failing change rolls the others back, and the event is spooled', () => {
  store.later(add);
  store.later(() => {
    throw new Error('no');
  });
  store.remember(record({ uid: 'u' }));
  expect(spooled()).toMatchObject([{ uid: 'u', notes: ['store: no'] }]);
  expect(stored()).toEqual({ events: [], state: undefined });
});

test('an event waits two seconds for another writer, a process without an event longer', () => {
  const timeout = (db: Database) => Object.values(db.query('PRAGMA busy_timeout').get() as object)[0];
  expect(store.read(timeout)).toBe(2_000);
  let waits: unknown;
  store.later((db) => {
    waits = timeout(db);
  });
  store.applyChanges();
  expect(waits).toBe(5_000);
});

test('changes are applied without an event, once', () => {
  store.applyChanges();
  expect(existsSync(home.store)).toBe(false);
  store.later(add);
  store.later(add);
  store.applyChanges();
  store.applyChanges();
  expect(stored()).toEqual({ events: [], state: 2 });
});

test('changes without an event are made together or not at all, and a failure is thrown', () => {
  store.later(add);
  store.later(() => {
    throw new Error('no');
  });
  expect(() => store.applyChanges()).toThrow('no');
  expect(stored().state).toBeUndefined();
  const broken = new Store(home);
  broken.read(() => {
    throw new Error('earlier');
  });
  broken.later(add);
  expect(() => broken.applyChanges()).toThrow('earlier');
});

test('a locked store is a failure, not an endless wait', () => {
  const other = openStore(home);
  other.run('BEGIN IMMEDIATE');
  store.later(add);
  const started = performance.now();
  store.remember(record({ uid: 'u' }));
  expect(performance.now() - started).toBeLessThan(30_000);
  expect(spooled()).toMatchObject([{ uid: 'u', notes: ['store: database is locked'] }]);
  other.close();
});
