import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { objectionsTo } from '../../../test/support/objections.ts';
import { tool } from '../../core/examples.ts';
import { sensitivityByName } from '../../policies/guard/shared/sensitive.ts';
import { isOrdinary } from './paths.ts';

const root = '/home/me/project';

test.each(['src/a.ts', 'README.md', 'docs', 'a/b_c/d-e.test.ts', ''])('is an ordinary file: %s', (path) => {
  expect(isOrdinary(path ? `${root}/${path}` : root, root)).toBe(true);
});

test.each([
  '/etc/hosts',
  '/home/me/projects/a.ts',
  `${root}/.env`,
  `${root}/.git/hooks/pre-commit`,
  `${root}/src/../../x`,
  `${root}/id_rsa`,
  `${root}/tls/server.pem`,
  `${root}/package-lock.json`,
  `${root}/shot.png`,
  `${root}/opencode/auth.json`,
  `${root}/Library/LaunchAgents/x.plist`,
  `${root}/a b.txt`,
  `${root}/a*`,
])('is no ordinary file: %s', (path) => {
  expect(isOrdinary(path, root)).toBe(false);
});

test('no file is ordinary outside a project', () => {
  for (const at of ['/', '/etc', '/usr/src/app', '/var/www', '/home/me/.ssh', '/Users/me/Library/Keychains'])
    expect(isOrdinary(`${at}/a.ts`, at), at).toBe(false);
  const worktree = '/home/me/project/.claude/worktrees/x';
  expect(isOrdinary(`${worktree}/a.ts`, worktree)).toBe(true);
});

const part = fc.oneof(
  fc.constantFrom(
    ...[
      'src',
      'a.ts',
      '.env',
      '.ssh',
      'id_rsa',
      'x.key',
      'secrets.yml',
      'credentials',
      'settings.php',
      'tests',
    ],
    ...[
      '.git',
      'config',
      'hooks',
      'yarn.lock',
      'go.sum',
      '..',
      '.',
      '',
      'shot.gif',
      'wp-config.php',
      '.claude',
    ],
    ...['kubeconfig', 'token.txt', 'api_keys.json', 'login.keychain', 'wallet.dat', 'admin.conf', 'prod.env'],
  ),
  fc.stringMatching(/^[\w.@+ -]{1,10}$/),
);
const path = fc
  .tuple(fc.constantFrom(root, '/home/me', '/etc', '/home/you'), fc.array(part, { maxLength: 4 }))
  .map(([from, parts]) => [from, ...parts].join('/'));
const call = fc.tuple(fc.constantFrom('Read', 'Edit', 'Write', 'MultiEdit'), path);

test('no guard policy objects to an ordinary file', () => {
  fc.assert(
    fc.property(call, ([name, file]) => {
      if (!isOrdinary(file, root)) return;
      expect(objectionsTo(tool(name, { file_path: file })), file).toEqual([]);
      expect(sensitivityByName(file, file.slice(file.lastIndexOf('/') + 1), root), file).toBeUndefined();
    }),
    { numRuns: 5_000 },
  );
});
