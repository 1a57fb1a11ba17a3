import { expect, test } from 'bun:test';
import { posix } from 'node:path';
import fc from 'fast-check';
import { basename, dirname, fromWindows, isAbsolute, join, relative, resolve, toWindows } from './path.ts';

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
/** Without double slashes: node:path keeps them in a few places where this implementation does not. */
const path = parts.map((all) => all.join('')).filter((text) => !text.includes('//'));

test('join and resolve give the same results as node:path', () => {
  fc.assert(
    fc.property(parts, (all) => {
      expect(join(...all), `join ${all}`).toBe(posix.join(...all));
      expect(resolve(...all), `resolve ${all}`).toBe(posix.resolve(...all));
    }),
    { numRuns: 3_000 },
  );
});

test('dirname, basename and isAbsolute give the same results as node:path', () => {
  fc.assert(
    fc.property(path, (tested) => {
      expect(dirname(tested), `dirname ${tested}`).toBe(posix.dirname(tested));
      expect(basename(tested), `basename ${tested}`).toBe(posix.basename(tested));
      expect(isAbsolute(tested), `isAbsolute ${tested}`).toBe(posix.isAbsolute(tested));
    }),
    { numRuns: 3_000 },
  );
});

test('relative gives the same results as node:path', () => {
  fc.assert(
    fc.property(path, path, (from, to) => {
      expect(relative(from, to), `relative ${from} ${to}`).toBe(posix.relative(from, to));
    }),
    { numRuns: 3_000 },
  );
});

test('Windows paths are translated for policies and back', () => {
  const forms = {
    'C:\\Users\\me\\a.ts': '/C:/Users/me/a.ts',
    'c:/Users/me': '/C:/Users/me',
    '\\\\?\\C:\\Users\\me': '/C:/Users/me',
    '/home/me': '/home/me',
    'src\\a.ts': 'src/a.ts',
  };
  for (const [path, form] of Object.entries(forms)) expect(fromWindows(path)).toBe(form);
  expect(toWindows('/C:/Users/me/a.ts')).toBe('C:/Users/me/a.ts');
  expect(toWindows('/c/Users/me')).toBe('C:/Users/me');
  expect(toWindows('/C:')).toBe('C:/');
  expect(toWindows('/etc/hosts')).toBe('/etc/hosts');
});
