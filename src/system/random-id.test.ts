import { expect, test } from 'bun:test';
import { randomId } from './random-id.ts';

test('an id has its length, is written in lower-case letters and digits, and is never given twice', () => {
  const ids = Array.from({ length: 500 }, () => randomId());
  expect(ids.filter((id) => !/^[0-9a-z]{8}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(500);
  expect(new Set(ids.join('')).size).toBe(36);
  expect(randomId(5)).toHaveLength(5);
});
