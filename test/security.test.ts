// SECURITY.md promises nothing that no test shows.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..');
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');

/** `test/x.test.ts` › the beginning of a title */
const named = [...text.matchAll(/`((?:test|src)\/[\w/.-]+\.ts)` › ([^|<\n]+)/g)].map(([, file, title]) => ({
  file: file!,
  title: title!.trim(),
}));

test('every test that SECURITY.md names exists', () => {
  expect(named.length).toBeGreaterThan(5);
  const source = (file: string) =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
  expect(named.filter(({ file, title }) => !source(file).includes(title))).toEqual([]);
});

test('every promise names a test', () => {
  const tables = text.split(/^## /m).filter((section) => section.startsWith('Promises'));
  const rows = tables.flatMap((section) =>
    section.split('\n').filter((line) => /^\| (?!promise|-)/.test(line)),
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter((row) => !row.includes('.ts` › '))).toEqual([]);
});
