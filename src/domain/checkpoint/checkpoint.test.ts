// The messages of the rules for a checkpoint.
import { expect, test } from 'bun:test';
import { checkCheckpoint } from './checkpoint.ts';

test('a linter that failed before the session need not pass, and the checkpoint may say so', () => {
  const problems = (linters_pass: unknown, lintFailedBefore: boolean) =>
    checkCheckpoint(
      { self_report: { linters_pass } },
      { version: undefined, changed: true, lintFailedBefore },
    )
      .map(({ rule }) => rule)
      .filter((rule) => rule === 'self_report.linters_pass').length;
  expect([problems(true, false), problems(true, true), problems(false, true)]).toEqual([0, 0, 0]);
  expect([problems(false, false), problems(undefined, true)]).toEqual([1, 1]);
});

test('the message about search terms counts what the rule counts', () => {
  const message = (search_terms: string[]) =>
    checkCheckpoint({ reflection: { search_terms } }, { version: undefined, changed: false }).find(
      ({ rule }) => rule === 'reflection.search_terms',
    )?.message;
  expect(message(['one', 'One '])).toBe('must have at least 2 different words (it has 1)');
  expect(message(['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'])).toBe('must have at most 7 words (it has 8)');
  expect(message(['a', 'a', 'b'])).toBeUndefined();
});
