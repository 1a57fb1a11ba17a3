// The messages of the rules for a checkpoint.
import { expect, test } from 'bun:test';
import { checkCheckpoint } from './checkpoint.ts';

test('the message about search terms counts what the rule counts', () => {
  const message = (search_terms: string[]) =>
    checkCheckpoint({ reflection: { search_terms } }, { version: undefined, changed: false }).find(
      ({ rule }) => rule === 'reflection.search_terms',
    )?.message;
  expect(message(['one', 'One '])).toBe('must have at least 2 different words (it has 1)');
  expect(message(['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'])).toBe('must have at most 7 words (it has 8)');
  expect(message(['a', 'a', 'b'])).toBeUndefined();
});
