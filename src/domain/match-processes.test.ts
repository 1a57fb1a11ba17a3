import { expect, test } from 'bun:test';
import type { ProcessSelector } from '../core/look.ts';
import { parseFolders, parsePs } from '../system/process-list-ps.ts';
import { matcherOf } from './match-processes.ts';

const dev = { pid: 7, parent: 1, name: 'next-server (v1', args: ['next-server (v15)'], user: 501 };
const node = {
  pid: 8,
  parent: 1,
  name: 'node',
  args: ['node', '/p/node_modules/.bin/next', 'dev'],
  user: 501,
};

const matches = (selector: ProcessSelector) =>
  [dev, node].filter((listed) => matcherOf(selector)?.(listed)).map(({ pid }) => pid);

test('a pattern is compared with the name, or with the whole command line', () => {
  expect(matches({ by: 'pattern', pattern: 'next', full: false })).toEqual([7]);
  expect(matches({ by: 'pattern', pattern: 'next dev', full: true })).toEqual([8]);
  expect(matches({ by: 'pattern', pattern: 'nod', full: false, exact: true })).toEqual([]);
  expect(matches({ by: 'pattern', pattern: 'NODE', full: false, ignoreCase: true })).toEqual([8]);
  expect(matches({ by: 'pattern', pattern: 'next[[:space:]]+dev|vite', full: true })).toEqual([8]);
});

test('a name is compared exactly, up to the length that Linux keeps', () => {
  expect(matches({ by: 'name', name: 'node' })).toEqual([8]);
  expect(matches({ by: 'name', name: 'nod' })).toEqual([]);
  expect(matches({ by: 'name', name: 'next-server (v15)' })).toEqual([7]);
});

test('a line must match all patterns', () => {
  expect(matches({ by: 'line', patterns: [{ pattern: 'next' }] })).toEqual([7, 8]);
  expect(matches({ by: 'line', patterns: [{ pattern: 'next' }, { pattern: '[n]ode' }] })).toEqual([8]);
  expect(matches({ by: 'line', patterns: [{ pattern: '.bin/next', fixed: true }] })).toEqual([8]);
});

test('a pattern that is invalid, or could take for ever, has no matcher', () => {
  for (const pattern of ['(', '(a+)+$', 'x'.repeat(400)])
    expect(matcherOf({ by: 'pattern', pattern, full: true })).toBeUndefined();
});

test('the output of ps and lsof is read on systems without /proc', () => {
  expect(parsePs('    1     0     0 /sbin/launchd\n  812   640   501 node server.js --port 3000\n')).toEqual([
    { pid: 1, parent: 0, user: 0, name: 'launchd', args: ['/sbin/launchd'] },
    { pid: 812, parent: 640, user: 501, name: 'node', args: ['node', 'server.js', '--port', '3000'] },
  ]);
  expect(parseFolders('p812\nfcwd\nn/Users/me/app\np900\nfcwd\nn/\n')).toEqual(
    new Map([
      [812, '/Users/me/app'],
      [900, '/'],
    ]),
  );
});
