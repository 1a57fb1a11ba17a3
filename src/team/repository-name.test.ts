import { expect, test } from 'bun:test';
import { normalizeOrigin } from './repository-name.ts';

const same = [
  'git@github.com:Acme/App.git',
  'https://github.com/acme/app',
  'https://me:secret@github.com/acme/app.git/',
  'ssh://git@github.com:22/acme/app',
  'git://github.com/acme/app.git',
  'https://www.github.com/acme/app#readme',
  ' github.com:acme/app.git\n',
];

for (const origin of same)
  test(`${JSON.stringify(origin)} is github.com/acme/app`, () => {
    expect(normalizeOrigin(origin)).toBe('github.com/acme/app');
  });

for (const origin of ['/srv/git/app.git', '../app', 'file:///srv/app', 'C:\\code\\app', ''])
  test(`${JSON.stringify(origin)} means nothing on another machine`, () => {
    expect(normalizeOrigin(origin)).toBeUndefined();
  });

test('a subgroup stays in the name', () => {
  expect(normalizeOrigin('git@gitlab.acme.example:a/b/c.git')).toBe('gitlab.acme.example/a/b/c');
});
