import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHome } from './home.ts';

const cases: [name: string, env: Record<string, string>, dir: string][] = [
  ['PAWL_HOME', { HOME: '/home/me', PAWL_HOME: '/elsewhere' }, '/elsewhere'],
  ['~/.pawl by default', { HOME: '/home/me' }, '/home/me/.pawl'],
  [
    'a relative PAWL_HOME, made absolute',
    { HOME: '/home/me', PAWL_HOME: 'here' },
    join(process.cwd(), 'here'),
  ],
  ['the home directory of the system if HOME is not set', {}, join(homedir(), '.pawl')],
];

for (const [name, env, dir] of cases)
  test(`home is ${name}`, () => {
    expect(findHome(env, '/usr/bin/pawl').dir).toBe(dir);
  });

test('an installed launcher uses the home that contains it, whatever PAWL_HOME says', () => {
  const dir = mkdtempSync(join(tmpdir(), 'home-'));
  mkdirSync(join(dir, 'bin'));
  const found = () => findHome({ HOME: '/home/me', PAWL_HOME: '/elsewhere' }, join(dir, 'bin', 'pawl')).dir;
  expect(found()).toBe('/elsewhere');
  writeFileSync(join(dir, '.pawl-home'), '');
  expect(found()).toBe(dir);
  rmSync(dir, { recursive: true });
});
