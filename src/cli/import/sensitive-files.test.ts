import { expect, test } from 'bun:test';
import { globsOf, patternsIn } from './sensitive-files.ts';

test.each([
  ['*.private', ['*.private']],
  ['config/prod.yml', ['config/prod.yml']],
  ['secrets/', ['secrets/**']],
  ['\\.private$', ['*.private']],
  ['^settings\\.local', ['settings.local*']],
  ['/secrets/', ['**/secrets/**']],
  ['.*service-account.*\\.json$', ['*service-account*.json']],
  ['\\.(p8|jks)$', ['*.p8', '*.jks']],
  ['prod\\.ya?ml$', ['*prod.y{a,}ml']],
  ['deploy/keys', ['deploy/keys']],
  ['deploy/keys\\.txt', ['**/*deploy/keys.txt*']],
  ['(?!x)secret', undefined],
  ['a{2}\\d', undefined],
] as const)('the pattern %s as globs', (pattern, expected) => {
  expect(globsOf(pattern)).toEqual(expected as unknown as string[]);
});

test('a converted pattern matches what the expression matched', () => {
  for (const [pattern, path] of [
    ['/secrets/', '/home/me/app/secrets/a/b.txt'],
    ['\\.(p8|jks)$', 'push.p8'],
    ['deploy/keys\\.txt', '/home/me/app/deploy/keys.txt'],
    ['config/prod/.*', '/home/me/app/config/prod/eu/db.yml'],
    ['config/prod/.*', '/home/me/app/config/prod/db.yml'],
    ['.*service-account.*\\.json$', 'my-service-account-1.json'],
  ] as const)
    expect(globsOf(pattern)!.some((glob) => new Bun.Glob(glob).match(path))).toBe(true);
});

test('patterns are found in lists of any name, but not in the list of allowed files', () => {
  const read = {
    version: '2',
    patterns: { builtin: true, custom_patterns: ['*.vault'] },
    blocked: ['*.key', { pattern: 'id_rsa', description: 'keys' }, 7],
    allowlist: ['.env.example'],
    exceptions: { allowed_files: ['a'] },
  };
  expect(patternsIn(read)).toEqual(['*.vault', '*.key', 'id_rsa']);
});
