import { describe, expect, test } from 'bun:test';
import { associationsTable } from '../../../scripts/generate/associations.ts';
import { groupsOf, isKnown, rarityOf } from './meaning.ts';
import { stem } from './words.ts';

describe('groups of words', () => {
  const shared = (one: string, other: string) =>
    groupsOf(stem(one)).filter((group) => groupsOf(stem(other)).includes(group)).length;

  test.each([
    ['stripe', 'payment'],
    ['celery', 'queue'],
    ['hot', 'cpu'],
    ['umlaut', 'encoding'],
    ['standby', 'replica'],
  ])('%s and %s have one in common', (one, other) => {
    expect(shared(one, other)).toBeGreaterThan(0);
  });

  test('unrelated words share no group, and unknown words have none', () => {
    expect(shared('invoice', 'websocket')).toBe(0);
    expect(groupsOf('qwertz')).toEqual([]);
  });
});

test('the table of associations has each term once, with the numbers of its groups', () => {
  const groups = '# a comment\n\npayments: pay charges card\nbatteries: charging battery\n';
  expect(associationsTable(groups)).toBe('batteri\t1\ncard\t0\ncharg\t0 1\npay\t0\n');
});

test('the table of words tells how rare words are', () => {
  const rarities = ['time', 'server', 'invoices', 'qwertz'].map((word) => rarityOf(stem(word)));
  expect(rarities).toEqual([...rarities].sort());
  expect([rarities[0], rarities.at(-1)]).toEqual([0, 1]);
  expect(rarityOf('404')).toBe(1);
});

test('known are English words and those of groups', () => {
  expect(['time', 'nginx', 'qwertz'].map((word) => isKnown(stem(word)))).toEqual([true, true, false]);
});
