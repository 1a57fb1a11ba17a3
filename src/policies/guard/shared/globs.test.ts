// The globs in options of policies.
import { expect, test } from 'bun:test';
import { matchesGlob } from './globs.ts';

const context = { home: '/home/me', projectRoot: '/home/me/app' };
const matches = (glob: string, path: string, names: string[] = []) =>
  matchesGlob([glob], path, names, context);

test.each([
  ['/etc/*', '/etc/hosts', true],
  ['/etc/*', '/etc/ssh/x', false],
  ['src/*.ts', '/home/me/app/src/a.ts', true],
  ['src/*.ts', '/home/me/apps/src/a.ts', false],
  ['~/notes/**', '/home/me/notes/a/b', true],
  ['~x/a', '/home/mex/a', false],
  ['a~/b', '/home/me/app/a~/b', true],
  ['*.pem', '/srv/a.pem', false],
])('the glob %s for the path %s: %p', (glob, path, expected) => {
  expect(matches(glob, path)).toBe(expected);
});

test('other names of a file are matched, too; without globs nothing matches', () => {
  expect(matches('*.pem', '/srv/a.pem', ['a.pem'])).toBe(true);
  expect(matchesGlob([], '/srv/a.pem', ['a.pem'], context)).toBe(false);
  expect(matchesGlob(['x', '*.pem'], '/srv/a', ['b', 'a.pem'], context)).toBe(true);
});
