import { expect, test } from 'bun:test';
import { sameFailures } from './failures.ts';

const vitest = (failed: string[], ms = 12) =>
  [
    '(ran /usr/bin/npm)',
    ...failed.map((name) => ` FAIL  src/a.test.ts > ${name}`),
    'AssertionError: expected 1 to be 2',
    `Tests  ${failed.length} failed | 7 passed (${7 + failed.length})`,
    `Duration  ${ms}ms`,
  ].join('\n');

test('times, numbers of lines and what npm says about itself make no new failure', () => {
  expect(sameFailures(vitest(['adds'], 99), vitest(['adds']))).toBe(true);
  const notFound = '> eslint .\n\n/bin/sh: 1: eslint: not found';
  const notice = 'npm notice\nnpm notice New minor version of npm available! 11.19.1 -> 11.21.2';
  expect(sameFailures(`${notFound}\n${notice}`, notFound)).toBe(true);
  expect(sameFailures('src/a.py:9:1: E1 bad', '(ran ruff)\nsrc/a.py:4:1: E1 bad')).toBe(true);
  expect(sameFailures('(ran npm)\nred', 'Exit code 1\nred')).toBe(true);
});

test('a failure that was not there before is a new one; one that is gone is not', () => {
  expect(sameFailures(vitest(['adds', 'subtracts']), vitest(['adds']))).toBe(false);
  expect(sameFailures(vitest(['adds']), vitest(['adds', 'subtracts']))).toBe(true);
});

// Tools whose lines for each failure don't say that it is one, or look the same for several.
for (const [tool, before, now] of [
  [
    'ruff',
    'a.py:1:1: F401 `os` imported but unused\nFound 1 error.',
    'a.py:1:1: F401 `os` imported but unused\nb.py:1:1: F401 `re` imported but unused\nFound 2 errors.',
  ],
  [
    'jest',
    '  ● adds\n    Expected: 2\n    Received: 1\nTests:       1 failed, 4 passed, 5 total',
    '  ● adds\n    Expected: 2\n    Received: 1\n  ● adds more\n    Expected: 3\n    Received: 1\nTests:       2 failed, 4 passed, 6 total',
  ],
  [
    'tsc',
    'src/a.ts(1,7): error TS2322: no',
    'src/a.ts(1,7): error TS2322: no\nsrc/a.ts(9,7): error TS2322: no',
  ],
  ['phpunit', 'Tests: 5, Assertions: 5, Failures: 1.', 'Tests: 6, Assertions: 6, Failures: 2.'],
  ['rspec', '5 examples, 1 failure', '6 examples, 2 failures'],
  ['rubocop', '1 file inspected, 1 offense detected', '2 files inspected, 2 offenses detected'],
  ['eslint', '✖ 1 problem (1 error, 0 warnings)', '✖ 2 problems (2 errors, 0 warnings)'],
] as const)
  test(`${tool}: one failure more is a new one`, () => {
    expect(sameFailures(before, before)).toBe(true);
    expect(sameFailures(now, before)).toBe(false);
  });
