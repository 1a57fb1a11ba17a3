import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { record, temporaryHome } from '../../../test/support/memory-store.ts';
import { setAside, storeHealth } from './health.ts';
import { ingest } from './ingest.ts';
import { openStore } from './open.ts';
import { migrations } from './schema.ts';

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
  mkdirSync(home.spool, { recursive: true });
});
afterEach(() => home[Symbol.dispose]());

const line = `${JSON.stringify(record())}\n`;
const spoolLine = (name: string) => writeFileSync(join(home.spool, name), line);

test('without a store only the spool is counted', () => {
  expect(storeHealth(home)).toEqual({ state: 'none', bytes: 0, backlog: 0 });
  spoolLine('2026-03-01T12.jsonl');
  spoolLine('2026-03-01T13.jsonl');
  symlinkSync(join(home.dir, 'nowhere'), join(home.spool, '2026-03-01T14.jsonl'));
  expect(storeHealth(home)).toEqual({ state: 'none', bytes: 0, backlog: 2 * line.length });
  expect(existsSync(home.store)).toBe(false);
});

test('a healthy store: its size, version, events, and the backlog', () => {
  const db = openStore(home);
  spoolLine('2026-03-01T12.jsonl');
  ingest(db, home);
  writeFileSync(join(home.spool, '2026-03-01T13.jsonl'), 'waits');
  expect(storeHealth(home)).toEqual({
    state: 'ok',
    bytes: statSync(home.store).size,
    version: migrations.length,
    events: 1,
    backlog: 5,
  });
  db.close();
});

test('a spool file that was read and removed does not make the backlog negative', () => {
  const db = openStore(home);
  db.run("INSERT INTO spool (name, taken) VALUES ('gone', 1000)");
  db.close();
  expect(storeHealth(home).backlog).toBe(0);
});

test('a database without a schema is in order and has no events', () => {
  new Database(home.store, { create: true }).run('CREATE TABLE a (b)');
  expect(storeHealth(home)).toEqual({ state: 'ok', version: 0, bytes: 8_192, backlog: 0 });
});

test('a newer store is reported, and neither checked nor changed', () => {
  const db = new Database(home.store, { create: true });
  db.run('CREATE TABLE future (a)');
  db.run(`PRAGMA user_version = ${migrations.length + 1}`);
  db.close();
  const before = readFileSync(home.store);
  spoolLine('2026-03-01T12.jsonl');
  expect(storeHealth(home)).toEqual({
    state: 'newer',
    version: migrations.length + 1,
    bytes: before.length,
    backlog: line.length,
  });
  expect(readFileSync(home.store).equals(before)).toBe(true);
  expect(readdirSync(home.dir).sort()).toEqual(['pawl.db', 'spool']);
});

test('a file that is not a database is corrupt', () => {
  writeFileSync(home.store, 'not a database, '.repeat(500));
  expect(storeHealth(home)).toMatchObject({
    state: 'corrupt',
    problem: 'file is not a database',
    bytes: 8_000,
  });
});

test('a database with a damaged page is corrupt, and says where', () => {
  const db = openStore(home);
  db.transaction(() => {
    for (let n = 0; n < 2_000; n++) db.run('INSERT INTO spool (name, taken) VALUES (?, 1)', [`name ${n}`]);
  })();
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  const bytes = readFileSync(home.store);
  bytes.fill(0xff, bytes.length - 8_192);
  writeFileSync(home.store, bytes);
  const { state, problem, version, bytes: size } = storeHealth(home);
  expect({ state, version }).toEqual({ state: 'corrupt', version: migrations.length });
  expect(problem).toBeTruthy();
  expect(size).toBe(bytes.length);
});

test('a database whose schema can’t be read is corrupt', () => {
  openStore(home).close();
  const bytes = readFileSync(home.store);
  bytes.fill(0xff, 100, 4_096);
  writeFileSync(home.store, bytes);
  expect(storeHealth(home)).toMatchObject({ state: 'corrupt', problem: 'database disk image is malformed' });
});

test('a store that can’t be opened for another reason is not called corrupt', () => {
  mkdirSync(home.store);
  expect(storeHealth(home)).toMatchObject({ state: 'unopenable', problem: 'disk I/O error' });
});

test('a damaged store is moved aside with the files that belong to it', () => {
  for (const part of ['', '-wal']) writeFileSync(home.store + part, `content${part}`);
  const name = setAside(home, Date.parse('2026-03-01T12:34:56.789Z'));
  expect(name).toBe(`${home.store}.damaged-2026-03-01T12-34-56`);
  expect(readdirSync(home.dir).sort()).toEqual([
    'pawl.db.damaged-2026-03-01T12-34-56',
    'pawl.db.damaged-2026-03-01T12-34-56-wal',
    'spool',
  ]);
  expect(readFileSync(`${name}-wal`, 'utf8')).toBe('content-wal');
});
