// `pawl` in a command means the launcher, and not a program that the project put on PATH.
import { expect, test } from 'bun:test';
import { bash } from '../../core/examples.ts';
import { launcherOf } from '../../domain/sessions/launcher.ts';
import { verdictsFor } from '../../user-policies/run-examples.ts';
import ownCommands from './own-commands.ts';

const launcher = '/home/me/.pawl/bin/pawl';

async function isAllowed(command: string, PATH?: string, files: string[] = [], more: object = {}) {
  const given = {
    env: PATH === undefined ? {} : { PATH },
    files: Object.fromEntries(files.map((file) => [file, ''])),
  };
  const example = { event: bash(command, more as never), given, expect: 'allow' };
  return (await verdictsFor(ownCommands as never, example as never)).some(({ kind }) => kind === 'allow');
}

test.each<[string, string, string[], boolean]>([
  ['nothing of that name', '/usr/bin', [], true],
  ['the launcher', '/home/me/.pawl/bin', [launcher], true],
  ['an installed program', '/usr/bin', ['/usr/bin/pawl'], true],
  ['a program of the project', '/home/me/project/bin', ['/home/me/project/bin/pawl'], false],
  ['a program in a temporary folder', '/tmp/x', ['/tmp/x/pawl'], false],
  ['a program in another temporary folder', '/var/tmp/x', ['/var/tmp/x/pawl'], false],
  ['a relative folder', 'bin', ['bin/pawl'], false],
  ['an empty folder, which is the working directory', ':/usr/bin', ['./pawl'], false],
  [
    'an installed program before one in a temporary folder',
    '/usr/bin:/tmp/x',
    ['/usr/bin/pawl', '/tmp/x/pawl'],
    true,
  ],
  [
    'a program in a temporary folder before an installed one',
    '/tmp/x:/usr/bin',
    ['/usr/bin/pawl', '/tmp/x/pawl'],
    false,
  ],
])('`pawl` with %s on PATH', async (_, path, files, expected) => {
  expect(await isAllowed('pawl task list', path, files)).toBe(expected);
});

test('the launcher is recognised by its path, and no other path counts', async () => {
  for (const command of [`${launcher} task list`, '~/.pawl/bin/pawl task list', `'${launcher}' task list`])
    expect(await isAllowed(command), command).toBe(true);
  for (const command of ['/tmp/pawl task list', './pawl task list', '~/.pawl/bin/pawls task list'])
    expect(await isAllowed(command), command).toBe(false);
});

test('a launcher whose path holds a space or an apostrophe is recognised as Pawl prints it', async () => {
  const home = "/home/o'neil of the hill";
  const printed = launcherOf({ home, pawlHome: `${home}/.pawl` });
  const isAllowedAtHome = async (command: string) =>
    (
      await verdictsFor(
        ownCommands as never,
        { event: bash(command), given: { home, env: { HOME: home } }, expect: 'allow' } as never,
      )
    ).some(({ kind }) => kind === 'allow');
  expect(await isAllowedAtHome(`${printed} task add "x"`)).toBe(true);
  expect(await isAllowedAtHome('~/.pawl/bin/pawl task list')).toBe(true);
  expect(await isAllowedAtHome(`${printed}x task list`)).toBe(false);
});

test('combined with other commands, the launcher is recognised however its path is written', async () => {
  const home = "/home/o'neil of the hill";
  const printed = launcherOf({ home, pawlHome: `${home}/.pawl` });
  const paths = [printed, '~/.pawl/bin/pawl', '"$HOME/.pawl/bin/pawl"', '/my\\ home/.pawl/bin/pawl'];
  for (const path of paths) {
    const command = `cd src && ${path} verify | tail`;
    const example = { event: bash(command), given: { home }, expect: 'inject' };
    const [verdict] = await verdictsFor(ownCommands as never, example as never);
    expect(verdict?.kind, command).toBe('inject');
  }
});

test('only bookkeeping commands are approved, and only as a call of their own', async () => {
  for (const command of [
    'pawl task list',
    'pawl task add "a b"',
    'pawl status working',
    'pawl checkpoint --template',
  ])
    expect(await isAllowed(command), command).toBe(true);
  for (const command of [
    'pawl off',
    'pawl pause',
    'pawl task list | sh',
    'pawl task list > x',
    'pawl task list && ls',
  ])
    expect(await isAllowed(command), command).toBe(false);
});

test('a combined command gets a hint, except in a mode in which the client never asks', async () => {
  const hint = async (command: string, more: object = {}) =>
    (
      await verdictsFor(
        ownCommands as never,
        { event: bash(command, more as never), expect: 'inject' } as never,
      )
    ).some(({ kind }) => kind === 'inject');
  expect(await hint('pawl task list | head')).toBe(true);
  expect(await hint('cd x && ~/.pawl/bin/pawl verify')).toBe(true);
  expect(await hint('pawl task list | head', { permission_mode: 'bypassPermissions' })).toBe(false);
  expect(await hint('echo pawl task list')).toBe(false);
  expect(await hint('ls')).toBe(false);
});
