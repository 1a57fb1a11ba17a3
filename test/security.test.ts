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

test('every promise has a number, and a row that names its test', () => {
  const sections = text.split(/^## /m);
  const promises = sections.filter((section) => section.startsWith('Promises')).join('\n');
  const numbers = [...promises.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
  const rows = [...text.matchAll(/^\| (\d+) \| (.*) \|$/gm)];
  expect(numbers.length).toBeGreaterThan(5);
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  expect(rows.map(([, number]) => Number(number))).toEqual(numbers);
  expect(rows.filter(([, , shown]) => !shown!.includes('.ts` › '))).toEqual([]);
});
