import { expect, test } from 'bun:test';
import { packNames, packOf, packRank, packs } from './pack.ts';

test('the packs that protect and measure are on by default, the others are off', () => {
  const on = packNames.filter((name) => packs[name].on);
  expect(on.sort()).toEqual(['guard', 'metrics', 'session', 'tasks']);
});

test('the guard comes first, and people’s own policies after all packs', () => {
  expect(packOf('guard/delete')).toBe('guard');
  expect(packRank('guard/delete')).toBe(0);
  expect(packRank('metrics/tools')).toBe(packNames.length - 1);
  expect(packRank('mine/friday')).toBe(packNames.length);
});
