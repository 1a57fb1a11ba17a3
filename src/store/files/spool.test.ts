import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modeOf, temporaryHome } from '../../../test/support/memory-store.ts';
import { spool, spoolFiles, spoolName } from './spool.ts';

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

test('a spool file is named by the hour in UTC', () => {
  expect(spoolName(Date.parse('2026-03-01T12:59:59.999Z'))).toBe('2026-03-01T12.jsonl');
  expect(spoolName(Date.parse('2026-03-01T13:00:00Z'))).toBe('2026-03-01T13.jsonl');
});

test('a record is one line between newlines, in a private file', () => {
  const at = Date.parse('2026-03-01T12:00:00Z');
  spool(home, at, { a: 'one\ntwo' });
  spool(home, at + 3_599_999, { b: 2 });
  spool(home, at + 3_600_000, { c: 3 });
  expect(spoolFiles(home)).toEqual(['2026-03-01T12.jsonl', '2026-03-01T13.jsonl']);
  const file = join(home.spool, '2026-03-01T12.jsonl');
  expect(readFileSync(file, 'utf8')).toBe('\n{"a":"one\\ntwo"}\n\n{"b":2}\n');
  expect(modeOf(file)).toBe('600');
  expect(modeOf(home.spool)).toBe('700');
});

test('spool files are listed in the order of their hours, without other files', () => {
  expect(spoolFiles(home)).toEqual([]);
  mkdirSync(home.spool, { recursive: true });
  for (const name of ['2026-03-02T00.jsonl', '2026-03-01T23.jsonl', 'notes.txt', '.jsonl.swp'])
    writeFileSync(join(home.spool, name), '');
  expect(spoolFiles(home)).toEqual(['2026-03-01T23.jsonl', '2026-03-02T00.jsonl']);
});

test('the lines of parallel processes do not mix', async () => {
  const text = 'x'.repeat(20_000);
  const program = `
    import { spool } from ${JSON.stringify(join(import.meta.dir, 'spool.ts'))};
    import { homeAt } from ${JSON.stringify(join(import.meta.dir, '../../system/home.ts'))};
    for (let n = 0; n < 50; n++) spool(homeAt(${JSON.stringify(home.dir)}), 0, { n, text: ${JSON.stringify(text)} });`;
  const exits = Array.from(
    { length: 3 },
    () => Bun.spawn([process.execPath, '-e', program], { stdio: ['ignore', 'ignore', 'ignore'] }).exited,
  );
  expect(await Promise.all(exits)).toEqual([0, 0, 0]);
  const lines = readFileSync(join(home.spool, spoolName(0)), 'utf8')
    .split('\n')
    .filter(Boolean);
  expect(lines).toHaveLength(150);
  for (const line of lines) expect(JSON.parse(line).text).toBe(text);
});
