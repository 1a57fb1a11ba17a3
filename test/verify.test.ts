// An agent can't make the project's checks pass by its environment: `pawl verify` runs them with the variables that the
// person started the client with, and writes down which program it started.
import { expect, test } from 'bun:test';
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkEnvironment } from '../src/facts/check-environment.ts';
import { program } from './support/pawl.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

/** A client as far as processes show it: a program of that name, which runs a command. */
function inClient(world: World, command: string, extra: Record<string, string> = {}): string {
  const client = join(world.root, 'claude');
  copyFileSync('/bin/sh', client);
  const done = Bun.spawnSync([client, '-c', `${command}\ntrue`], {
    cwd: world.project,
    env: envOf(world, { PAWL: program, ...extra }),
  });
  return `${done.stdout}${done.stderr}`;
}

function failingProject(world: World): string {
  write(join(world.project, 'package.json'), JSON.stringify({ scripts: { test: 'exit 7' } }));
  const tools = join(world.root, 'tools');
  write(join(tools, 'npm'), '#!/bin/sh\n[ "$1" = test ] && exec "$npm_config_script_shell" -c "exit 7"\n');
  chmodSync(join(tools, 'npm'), 0o755);
  const lies = join(world.root, 'lies');
  write(join(lies, 'npm'), '#!/bin/sh\nexit 0\n');
  chmodSync(join(lies, 'npm'), 0o755);
  return `${tools}:${process.env.PATH}`;
}

const attacks: Record<string, string> = {
  'another shell for npm scripts': 'npm_config_script_shell=/bin/true "$PAWL" verify',
  'a false program in PATH': 'PATH=../lies:$PATH "$PAWL" verify',
  'an absolute false program in PATH': 'PATH="$PWD/../lies:$PATH" "$PAWL" verify',
  'a second client in between': 'PATH="$PWD/../lies:$PATH" ../claude -c \'"$PAWL" verify; true\'',
  'a setting of the project': 'echo script-shell=/bin/true > .npmrc; "$PAWL" verify',
};

for (const [what, command] of Object.entries(attacks))
  test(`attack: checks pass by ${what}`, () => {
    using world = freshWorld();
    const PATH = failingProject(world);
    const said = inClient(world, command, { PATH });
    expect(said).toContain('1 of 1 failed');
    expect(said).toContain(`(ran ${join(world.root, 'tools', 'npm')})`);
  });

test('the variables that the checks do not get are named', () => {
  using world = freshWorld();
  const PATH = failingProject(world);
  const said = inClient(world, 'MAKEFLAGS=-n "$PAWL" verify', { PATH });
  expect(said).toContain('so without: MAKEFLAGS.');
});

test('in a person’s own terminal the checks get the person’s variables', () => {
  const shell = {
    pid: 5,
    parent: 4,
    program: '/bin/bash',
    args: ['bash'],
    env: [],
    terminal: 1,
    group: 0,
    foreground: 0,
    session: 5,
    started: '1',
  };
  const { env, dropped } = checkEnvironment({ DATABASE_URL: 'x', PATH: '/mine' }, [shell]);
  expect(env).toMatchObject({ DATABASE_URL: 'x', PATH: '/mine' });
  expect(dropped).toEqual([]);
});

test('a process that was cut loose from its parents brings no variables of its own', () => {
  const first = {
    pid: 1,
    parent: 0,
    program: '/sbin/init',
    args: ['init'],
    env: [],
    terminal: 0,
    group: 0,
    foreground: 0,
    session: 1,
    started: '1',
  };
  const { env } = checkEnvironment({ PATH: '/lies', HOME: '/home/me' }, [first]);
  expect(env.PATH).toBe('/usr/local/bin:/usr/bin:/bin');
  expect(env.HOME).toBe('/home/me');
});
