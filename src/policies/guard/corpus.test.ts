// Commands that must be refused or asked about, and ordinary ones that must pass without a word. One a line; \n is a line break.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { objections } from '../../../test/support/objections.ts';

const lines = (file: string) =>
  readFileSync(`${import.meta.dir}/corpus/${file}`, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replaceAll('\\n', '\n'));

test('none of these slips through', () => {
  expect(lines('refused.txt').filter((command) => objections(command).length === 0)).toEqual([]);
});

test('none of these is stopped', () => {
  const stopped = lines('passed.txt').flatMap((command) =>
    objections(command).map((policy) => `${policy}: ${command}`),
  );
  expect(stopped).toEqual([]);
});
