// Files that a command only empties.
import { expect, test } from 'bun:test';
import { readShell } from '../../../shell/index.ts';
import { emptiedFiles } from './emptied-files.ts';

const world = { cwd: '/p', home: '/home/me', projectRoot: '/p', tmp: ['/tmp'], readFile: () => undefined };
const emptied = (source: string) => emptiedFiles(readShell(source, world)).map(({ target }) => target.path);

test.each<[string, string[]]>([
  ['> a', ['/p/a']],
  [': > a', ['/p/a']],
  ['true > a', ['/p/a']],
  [': >| a', ['/p/a']],
  ['cat /dev/null > a', ['/p/a']],
  ['truncate -s 0 a', ['/p/a']],
  ['truncate --size=0 a b', ['/p/a', '/p/b']],
  ['truncate -s 10 a', []],
  ['truncate -r x a', []],
  [': >> a', []],
  ['echo x > a', []],
  ['cat b > a', []],
  ['cat /dev/null b > a', []],
  [': > a; echo x > a', []],
  [': > "$X"', []],
  ['ssh host "truncate -s 0 a"', []],
  ['cp x a', []],
])('the files that are emptied by: %s', (source, expected) => {
  expect(emptied(source)).toEqual(expected);
});
