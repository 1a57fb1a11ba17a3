import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { memoryDatabase, modeOf, temporaryHome } from '../../../test/support/memory-store.ts';
import { openStore, prepareDatabase, StoreError, tidy, waitForWriters } from './open.ts';
import { migrations } from './schema.ts';

const pragma = (db: Database, name: string) =>
  Object.values(db.query(`PRAGMA ${name}`).get() as Record<string, unknown>)[0];

const schemaOf = (db: Database) =>
  db.query('SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name').all();

/** A database as an older version left it, with one row in a table of that time. */
function older(version: number): Database {
  const db = new Database(':memory:');
  for (const step of migrations.slice(0, version)) db.run(step);
  db.run(`PRAGMA user_version = ${version}`);
  if (version > 0) db.run("INSERT INTO spool (name, taken) VALUES ('2026-01-01T00.jsonl', 7)");
  if (version > 1)
    db.run("INSERT INTO missions (id, goal, state, started_at) VALUES ('m', 'Ship it', 'running', 5)");
  if (version > 2)
    db.run("INSERT INTO snapshots (session_id, root, at, detail) VALUES ('s', '/r', 9, '{\"a\":1}')");
  return db;
}

function messageOf(work: () => unknown): string {
  try {
    work();
    return 'no error';
  } catch (error) {
    return (error as Error).message;
  }
}

test('a fresh database has the newest schema', () => {
  const db = memoryDatabase();
  expect(pragma(db, 'user_version')).toBe(migrations.length);
  expect(pragma(db, 'synchronous')).toBe(1);
  expect(pragma(db, 'integrity_check')).toBe('ok');
  expect(schemaOf(db).length).toBeGreaterThan(30);
});

for (let version = 0; version < migrations.length; version++) {
  test(`a database of version ${version} is brought to the newest schema and keeps its rows`, () => {
    const db = prepareDatabase(older(version));
    expect(pragma(db, 'user_version')).toBe(migrations.length);
    expect(schemaOf(db)).toEqual(schemaOf(memoryDatabase()));
    const rows = (table: string) => db.query(`SELECT * FROM ${table}`).all();
    expect(rows('spool')).toEqual(version > 0 ? [{ name: '2026-01-01T00.jsonl', taken: 7 }] : []);
    expect(rows('missions')).toHaveLength(version > 1 ? 1 : 0);
    expect(rows('snapshots')).toEqual(
      version > 2 ? [{ session_id: 's', root: '/r', at: 9, detail: '{"a":1}' }] : [],
    );
  });
}

test('a database with the newest schema is not migrated again', () => {
  let migrated = 0;
  const beforeMigration = () => {
    migrated++;
  };
  const db = new Database(':memory:');
  prepareDatabase(db, { beforeMigration });
  expect(migrated).toBe(1);
  db.run("INSERT INTO spool (name, taken) VALUES ('x', 1)");
  prepareDatabase(db, { beforeMigration });
  expect(migrated).toBe(1);
  expect(db.query('SELECT count(*) AS n FROM spool').get()).toEqual({ n: 1 });
});

test('a failed migration is rolled back completely, with its version', () => {
  const db = older(1);
  // The third migration makes a table of this name, after the second one went through.
  db.run('CREATE TABLE checkpoints (mine)');
  expect(() => prepareDatabase(db)).toThrow('checkpoints');
  expect(pragma(db, 'user_version')).toBe(1);
  const names = (schemaOf(db) as { name: string }[]).map(({ name }) => name);
  expect(names).not.toContain('sessions');
  expect(names).not.toContain('tasks');
});

test('the evidence of a test run outside any event is counted by a trigger', () => {
  const db = memoryDatabase();
  const add = (source: string, kind: string, ok: number) =>
    db.run(
      "INSERT INTO evidence (at, session_id, root, name, kind, command, source, ok, ms, tree, tail) VALUES (0, 's', '/r', 'n', ?, 'c', ?, ?, 1, 't', '')",
      [kind, source, ok],
    );
  add('verify', 'test', 1);
  add('verify', 'test', 1);
  add('verify', 'test', 0);
  add('hook', 'test', 1);
  add('verify', 'lint', 1);
  const sums = db.query('SELECT kind, name, figure, n FROM metrics ORDER BY kind, figure').all();
  expect(sums).toEqual([
    { kind: 'day', name: 'all', figure: 'tests_failed', n: 1 },
    { kind: 'day', name: 'all', figure: 'tests_passed', n: 2 },
    { kind: 'project', name: '/r', figure: 'tests_failed', n: 1 },
    { kind: 'project', name: '/r', figure: 'tests_passed', n: 2 },
    { kind: 'session', name: 's', figure: 'tests_failed', n: 1 },
    { kind: 'session', name: 's', figure: 'tests_passed', n: 2 },
  ]);
});

test('a store is a private file in a private folder, with a write-ahead log', () => {
  using home = temporaryHome();
  const db = openStore(home);
  expect(modeOf(home.dir)).toBe('700');
  expect(modeOf(home.store)).toBe('600');
  expect(pragma(db, 'journal_mode')).toBe('wal');
  expect(pragma(db, 'synchronous')).toBe(1);
  expect(pragma(db, 'busy_timeout')).toBe(5_000);
  db.close();
  const hurried = openStore(home, 30);
  expect(pragma(hurried, 'busy_timeout')).toBe(30);
  waitForWriters(hurried);
  expect(pragma(hurried, 'busy_timeout')).toBe(5_000);
  hurried.close();
});

test('a store that another process made readable is private again before it is migrated', () => {
  using home = temporaryHome();
  mkdirSync(home.dir);
  writeFileSync(home.store, '');
  chmodSync(home.store, 0o644);
  openStore(home).close();
  expect(modeOf(home.store)).toBe('600');
});

test('a store of a newer version is refused and not changed at all', () => {
  using home = temporaryHome();
  mkdirSync(home.dir);
  const made = new Database(home.store, { create: true });
  made.run('CREATE TABLE future (a)');
  made.run(`PRAGMA user_version = ${migrations.length + 1}`);
  made.close();
  const before = readFileSync(home.store);
  const open = () => openStore(home);
  expect(open).toThrow(StoreError);
  expect(messageOf(open)).toBe(
    `The store ${home.store} was made by a newer Pawl (version ${migrations.length + 1}, this one knows ${migrations.length}). Update Pawl; nothing was changed.`,
  );
  expect(readFileSync(home.store).equals(before)).toBe(true);
  expect(readdirSync(home.dir)).toEqual(['pawl.db']);
});

test('a file that is not a database is not touched, and the error names it and what to do', () => {
  using home = temporaryHome();
  mkdirSync(home.dir);
  writeFileSync(home.store, 'not a database, '.repeat(500));
  const before = readFileSync(home.store);
  const open = () => openStore(home);
  expect(open).toThrow(StoreError);
  expect(messageOf(open)).toBe(
    `The store ${home.store} can’t be opened: file is not a database. Run \`pawl doctor\` to see what can be done.`,
  );
  expect(readFileSync(home.store).equals(before)).toBe(true);
});

test('a home that can’t be created is a store error that names the store', () => {
  using home = temporaryHome();
  writeFileSync(home.dir, '');
  try {
    openStore(home);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    expect((error as Error).name).toBe('StoreError');
  }
});

test('a locked store is waited for no longer than the given time', () => {
  using home = temporaryHome();
  const other = openStore(home);
  other.run('PRAGMA locking_mode = EXCLUSIVE');
  other.run('BEGIN EXCLUSIVE');
  const started = performance.now();
  expect(() => openStore(home, 20)).toThrow('database is locked');
  expect(performance.now() - started).toBeLessThan(4_000);
  other.close();
});

test('tidying moves the write-ahead log into the database', () => {
  using home = temporaryHome();
  const db = openStore(home);
  db.run("INSERT INTO spool (name, taken) VALUES ('x', 1)");
  tidy(db);
  // The copy comes without its log: what is not in the database itself is missing.
  copyFileSync(home.store, `${home.store}.copy`);
  const copy = new Database(`${home.store}.copy`);
  expect(copy.query('SELECT * FROM spool').all()).toEqual([{ name: 'x', taken: 1 }]);
  copy.close();
  db.close();
});
