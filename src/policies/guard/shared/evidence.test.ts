import { expect, test } from 'bun:test';
import { listSome } from './evidence.ts';

test('a long list ends with how many more there are', () => {
  expect(listSome([])).toBe('');
  expect(listSome(['a', 'b', 'c'])).toBe('a, b, c');
  expect(listSome(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
  expect(listSome(['a', 'b'], 1)).toBe('a and 1 more');
});
