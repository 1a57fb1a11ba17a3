// Commands that must be refused or asked about, and ordinary ones that must pass. One per line; `\n` stands for a line
// break.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { objections } from '../../../test/support/objections.ts';

const lines = (file: string) =>
  readFileSync(`${import.meta.dir}/corpus/${file}`, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replaceAll('\\n', '\n'));

/** In milliseconds. A few seconds are enough, except on a busy machine. */
const corpusTimeout = 180_000;

test(
  'every command in refused.txt is refused or asked about',
  () => {
    expect(lines('refused.txt').filter((command) => objections(command).length === 0)).toEqual([]);
  },
  corpusTimeout,
);

test(
  'every command in passed.txt passes',
  () => {
    const stopped = lines('passed.txt').flatMap((command) =>
      objections(command).map((policy) => `${policy}: ${command}`),
    );
    expect(stopped).toEqual([]);
  },
  corpusTimeout,
);
