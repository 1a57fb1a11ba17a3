import type { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { appendFileSync, chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryDatabase, record, temporaryHome } from '../../../test/support/memory-store.ts';
import { spool } from '../files/spool.ts';
import type { EventRecord } from '../record.ts';
import { listEvents } from './events.ts';
import { dropSpoolFile, ingest, ingestedSpoolFiles } from './ingest.ts';
import { openStore } from './open.ts';
import { getSession } from './sessions.ts';

let db: Database;
let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  db = memoryDatabase();
  home = temporaryHome();
  mkdirSync(home.spool, { recursive: true });
});
afterEach(() => home[Symbol.dispose]());

const hour = 3_600_000;
const noon = Date.parse('2026-03-01T12:30:00Z');
const line = (more: Partial<EventRecord>) => `${JSON.stringify(record(more))}\n`;
const write = (text: string, name = '2026-03-01T12.jsonl') => appendFileSync(join(home.spool, name), text);
const uids = () =>
  listEvents(db, { limit: 1_000 })
    .map(({ uid }) => uid)
    .sort();

test('without a spool there is nothing to read', () => {
  using none = temporaryHome();
  expect(ingest(db, none)).toBe(0);
});

test('each line is read once, and new lines later', () => {
  write(line({ uid: 'a' }) + line({ uid: 'b' }));
  expect(ingest(db, home)).toBe(2);
  expect(ingest(db, home)).toBe(0);
  write(line({ uid: 'c' }));
  expect(ingest(db, home)).toBe(1);
  expect(uids()).toEqual(['a', 'b', 'c']);
});

test('an event that a hook spools arrives unchanged, with its session', () => {
  const spooled = record({ uid: 'a', at: noon, label: 'naïve – 漢字' });
  spool(home, noon, spooled);
  spool(home, noon + hour, record({ uid: 'b', at: noon + hour }));
  expect(ingest(db, home)).toBe(2);
  expect(listEvents(db)[1]).toEqual({ id: 1, ...spooled });
  expect(getSession(db, 's1')).toMatchObject({ started_at: noon, last_seen_at: noon + hour });
});

test('files are read in the order of their hours', () => {
  write(line({ uid: 'second' }), '2026-03-01T13.jsonl');
  write(line({ uid: 'first' }), '2026-03-01T12.jsonl');
  write(line({ uid: 'ignored' }), 'notes.txt');
  expect(ingest(db, home)).toBe(2);
  expect(listEvents(db, { upto: 1 }).map(({ uid }) => uid)).toEqual(['first']);
});

test('an unfinished last line waits until it is finished', () => {
  const whole = line({ uid: 'late' });
  write(line({ uid: 'a' }) + whole.slice(0, 20));
  expect(ingest(db, home)).toBe(1);
  expect(ingest(db, home)).toBe(0);
  write(whole.slice(20));
  expect(ingest(db, home)).toBe(1);
  expect(uids()).toEqual(['a', 'late']);
});

test('a line that a killed process left unfinished is skipped, its neighbours are not', () => {
  write(line({ uid: 'a' }));
  write('{"uid":"torn","at":1,"eve');
  spoolTo('2026-03-01T12.jsonl', 'b');
  expect(ingest(db, home)).toBe(2);
  expect(uids().slice(0, 2)).toEqual(['a', 'b']);
  expect(skippedLines()).toEqual(['skipped 1 damaged line of spool/2026-03-01T12.jsonl']);
});

/** The labels of the rows that stand for skipped lines. */
const skippedLines = () => listEvents(db, { event: 'unreadable' }).map(({ label }) => label!);

test('skipped lines are recorded once per reading, in the hour of their file', () => {
  write('{\n');
  write(line({ uid: 'a' }));
  ingest(db, home);
  ingest(db, home);
  write(`{\n${line({ uid: 'b' })}[]\n`);
  ingest(db, home);
  expect(skippedLines()).toEqual([
    'skipped 2 damaged lines of spool/2026-03-01T12.jsonl',
    'skipped 1 damaged line of spool/2026-03-01T12.jsonl',
  ]);
  const [row] = listEvents(db, { event: 'unreadable' });
  expect(row).toMatchObject({
    at: Date.parse('2026-03-01T12:00:00Z'),
    session_id: '',
    project: '',
    repository: '',
    cwd: '',
    decision: 'pass',
    ms: 0,
    notes: ['store: skipped 2 damaged lines of spool/2026-03-01T12.jsonl'],
  });
  expect(row!.uid).not.toBe(listEvents(db, { event: 'unreadable' })[1]!.uid);
});

test('damage in a spool file whose name is not a time is recorded as of now', () => {
  const before = Date.now();
  write('{\n', 'copied.jsonl');
  ingest(db, home);
  expect(listEvents(db)[0]!.at).toBeGreaterThanOrEqual(before);
});

/** Appends as a hook does it: a newline comes first. */
function spoolTo(name: string, uid: string): void {
  write(`\n${line({ uid })}`, name);
}

test('lines that are not records are skipped', () => {
  const odd = [
    '',
    'null',
    '5',
    '"text"',
    '[]',
    '{}',
    '{"uid":1,"at":1,"event":"Stop"}',
    '{"uid":"x","at":"1","event":"Stop"}',
    '{"uid":"x","at":1,"event":null}',
    '\u0000\u0000',
  ];
  write(`${odd.join('\n')}\n${line({ uid: 'good' })}`);
  expect(ingest(db, home)).toBe(1);
  expect(uids()).toContain('good');
  expect(skippedLines()).toEqual(['skipped 9 damaged lines of spool/2026-03-01T12.jsonl']);
});

test('a record with fields of a wrong type is kept and does not hold up the lines after it', () => {
  write(
    line({ uid: 'odd', identity: 5, background: 7, session_id: 'odd' } as never) +
      line({ uid: 'good', session_id: 'good' }),
  );
  expect(ingest(db, home)).toBe(2);
  expect(uids()).toEqual(['good', 'odd']);
  expect(getSession(db, 'good')).toBeDefined();
});

test('the same event in two lines is one event', () => {
  write(line({ uid: 'same', label: 'first' }) + line({ uid: 'same', label: 'second' }));
  ingest(db, home);
  expect(listEvents(db)).toMatchObject([{ uid: 'same', label: 'first' }]);
});

test('a file of many chunks is read to its end', () => {
  const text = 'x'.repeat(1_000_000);
  for (let n = 0; n < 10; n++) write(line({ uid: `${n}`, label: text }));
  expect(ingest(db, home)).toBe(10);
  expect(uids()).toHaveLength(10);
  expect(ingest(db, home)).toBe(0);
});

test('a line longer than a chunk is read whole, as are the lines around it', () => {
  write(line({ uid: 'a' }) + line({ uid: 'long', label: 'é'.repeat(4_500_000) }) + line({ uid: 'z' }));
  expect(ingest(db, home)).toBe(3);
  expect(listEvents(db, { text: 'éé' })[0]?.label).toHaveLength(4_500_000);
});

test('a long line that is not finished yet is left alone', () => {
  write(`{"uid":"${'x'.repeat(5_000_000)}`);
  expect(ingest(db, home)).toBe(0);
});

test('an unreadable file does not hold up the others', () => {
  symlinkSync(join(home.dir, 'nowhere'), join(home.spool, '2026-03-01T10.jsonl'));
  mkdirSync(join(home.spool, '2026-03-01T11.jsonl'));
  write(line({ uid: 'a' }));
  expect(ingest(db, home)).toBe(1);
});

test('a private file of another user does not hold up the others', () => {
  write(line({ uid: 'hidden' }), '2026-03-01T11.jsonl');
  chmodSync(join(home.spool, '2026-03-01T11.jsonl'), 0);
  write(line({ uid: 'a' }));
  ingest(db, home);
  expect(uids()).toContain('a');
});

test('two processes that read the same spool insert each event once', () => {
  const [first, second] = [openStore(home), openStore(home)];
  for (let n = 0; n < 5; n++) {
    write(line({ uid: `a${n}`, session_id: 'shared' }));
    ingest(first, home);
    write(line({ uid: `b${n}`, session_id: 'shared' }));
    expect(ingest(second, home)).toBe(1);
    expect(ingest(first, home)).toBe(0);
  }
  expect(listEvents(first)).toHaveLength(10);
  first.close();
  second.close();
});

test('lines whose insertion fails are read again later', () => {
  write(line({ uid: 'a' }));
  db.run("CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  expect(() => ingest(db, home)).toThrow('disk full');
  db.run('DROP TRIGGER full');
  expect(ingest(db, home)).toBe(1);
});

test('a spool file that was read may be removed, unless its hour is within an hour of now', () => {
  const name = (shift: number) => `${new Date(noon + shift * hour).toISOString().slice(0, 13)}.jsonl`;
  for (const shift of [-3, -2, -1, 0, 1, 2]) write(line({}), name(shift));
  expect(ingestedSpoolFiles(db, home, noon)).toEqual([]);
  ingest(db, home);
  expect(ingestedSpoolFiles(db, home, noon)).toEqual([name(-3), name(-2), name(2)]);
});

test('a spool file with unread lines stays', () => {
  write(line({}), '2026-02-01T00.jsonl');
  write(line({}), '2026-02-01T01.jsonl');
  ingest(db, home);
  write('{', '2026-02-01T00.jsonl');
  expect(ingestedSpoolFiles(db, home, noon)).toEqual(['2026-02-01T01.jsonl']);
});

test('a dropped spool file is forgotten: one of the same name would be read from its beginning', () => {
  const name = '2026-02-01T00.jsonl';
  write(line({ uid: 'a' }), name);
  write(line({ uid: 'kept' }));
  ingest(db, home);
  dropSpoolFile(db, home, name);
  expect(existsSync(join(home.spool, name))).toBe(false);
  expect(db.query('SELECT name FROM spool').all()).toEqual([{ name: '2026-03-01T12.jsonl' }]);
  writeFileSync(join(home.spool, name), line({ uid: 'b' }));
  expect(ingest(db, home)).toBe(1);
});
