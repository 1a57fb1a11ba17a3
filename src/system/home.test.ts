import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHome } from './home.ts';

const places: [name: string, env: Record<string, string>, dir: string][] = [
  ['as named', { HOME: '/home/me', PAWL_HOME: '/elsewhere' }, '/elsewhere'],
  ['by default in the person’s home', { HOME: '/home/me' }, '/home/me/.pawl'],
  [
    'a relative name is one place all the same',
    { HOME: '/home/me', PAWL_HOME: 'here' },
    join(process.cwd(), 'here'),
  ],
  ['without HOME, where the system says', {}, join(homedir(), '.pawl')],
];

for (const [name, env, dir] of places)
  test(`home: ${name}`, () => {
    expect(findHome(env, '/usr/bin/pawl').dir).toBe(dir);
  });

test('home: an installed launcher serves the home it lies in, whatever the environment says', () => {
  const dir = mkdtempSync(join(tmpdir(), 'home-'));
  mkdirSync(join(dir, 'bin'));
  const found = () => findHome({ HOME: '/home/me', PAWL_HOME: '/elsewhere' }, join(dir, 'bin', 'pawl')).dir;
  expect(found()).toBe('/elsewhere');
  writeFileSync(join(dir, '.pawl-home'), '');
  expect(found()).toBe(dir);
  rmSync(dir, { recursive: true });
});
