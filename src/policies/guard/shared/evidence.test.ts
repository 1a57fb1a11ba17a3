import { expect, test } from 'bun:test';
import { listSome } from './evidence.ts';

test('a list that is cut ends with the number of the other items', () => {
  expect(listSome([])).toBe('');
  expect(listSome(['a', 'b', 'c'])).toBe('a, b, c');
  expect(listSome(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
  expect(listSome(['a', 'b'], 1)).toBe('a and 1 more');
});
