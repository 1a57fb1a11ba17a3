import { expect, test } from 'bun:test';
import { safeName } from './safe-name.ts';

test('an id of letters, digits, _ and - is its own name', () => {
  for (const id of ['a', 'z', 'A', 'Z', '0', '9', '_', '-', '2f1e-AZ_az09', 'x'.repeat(80)])
    expect(safeName(id)).toBe(id);
});

test('any other id becomes a hash: no path, no hidden file, nothing empty or long', () => {
  // The signs around a-z, A-Z and 0-9, and those of paths.
  const odd = [
    '',
    '.',
    '..',
    '../x',
    'a/b',
    'a\\b',
    'a b',
    'a\n',
    '`',
    '{',
    '@',
    '[',
    '/',
    ':',
    ',',
    '.',
    '^',
    'é',
    'x'.repeat(81),
  ];
  for (const id of odd) expect(safeName(id)).toMatch(/^h[0-9a-z]{5,13}$/);
  expect(safeName('a/b')).not.toBe(safeName('a/c'));
  expect(safeName('a/b')).toBe(safeName('a/b'));
});
