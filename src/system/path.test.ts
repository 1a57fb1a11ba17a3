import { expect, test } from 'bun:test';
import { posix } from 'node:path';
import fc from 'fast-check';
import { basename, dirname, isAbsolute, join, relative, resolve } from './path.ts';

const part = fc.constantFrom(
  '',
  '/',
  '//',
  '.',
  '..',
  './',
  '../',
  'a',
  'b.c',
  'a/b',
  '/a',
  'a/',
  '/a/../b/',
  'é',
  ' ',
  '...',
  '.a',
  'a//b',
  '/..',
);
const parts = fc.array(part, { minLength: 1, maxLength: 4 });
/** Of two slashes node:path keeps one in some places; we in none. */
const path = parts.map((all) => all.join('')).filter((one) => !one.includes('//'));

test('joins and resolves as node:path does', () => {
  fc.assert(
    fc.property(parts, (all) => {
      expect(join(...all), `join ${all}`).toBe(posix.join(...all));
      expect(resolve(...all), `resolve ${all}`).toBe(posix.resolve(...all));
    }),
    { numRuns: 3_000 },
  );
});

test('takes apart as node:path does', () => {
  fc.assert(
    fc.property(path, (one) => {
      expect(dirname(one), `dirname ${one}`).toBe(posix.dirname(one));
      expect(basename(one), `basename ${one}`).toBe(posix.basename(one));
      expect(isAbsolute(one), `isAbsolute ${one}`).toBe(posix.isAbsolute(one));
    }),
    { numRuns: 3_000 },
  );
});

test('finds the way from here to there as node:path does', () => {
  fc.assert(
    fc.property(path, path, (from, to) => {
      expect(relative(from, to), `relative ${from} ${to}`).toBe(posix.relative(from, to));
    }),
    { numRuns: 3_000 },
  );
});
