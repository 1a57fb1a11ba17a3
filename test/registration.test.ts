// Hook entries are safe whatever a client makes of them, and a repository's entries keep no other one from answering.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repository } from './support/git.ts';
import { launcher, pawl, program } from './support/pawl.ts';
import { person } from './support/person.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

interface Entry {
  type: string;
  command: string;
  args?: string[];
}
type Hooks = Record<string, { matcher?: string; hooks: Entry[] }[]>;

const root = join(import.meta.dir, '..');
const plugin = join(root, 'plugin');
const hooksIn = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { hooks: Hooks }).hooks;
const entriesIn = (file: string) =>
  Object.values(hooksIn(file)).flatMap((groups) => groups.flatMap((group) => group.hooks));

const push = { tool_name: 'Bash', tool_input: { command: 'git push --force origin main' }, tool_use_id: 't' };
const event = (world: World, name: string, more = {}) =>
  JSON.stringify({ session_id: 's1', cwd: world.project, hook_event_name: name, ...more });

/** Starts a program as the client does, with the placeholders filled in. */
function start(world: World, command: string, args: string[], stdin: string, env = {}) {
  const path = command
    .replace('$' + '{CLAUDE_PROJECT_DIR}', world.project)
    .replace('$' + '{CLAUDE_PLUGIN_ROOT}', plugin);
  const done = Bun.spawnSync([path, ...args], {
    cwd: world.project,
    env: envOf(world, { CLAUDE_PROJECT_DIR: world.project, ...env }),
    stdin: Buffer.from(stdin),
  });
  return { code: done.exitCode, stdout: done.stdout.toString() };
}

describe('entries', () => {
  test('name our launcher, never a shell', () => {
    using world = freshWorld();
    repository(world);
    for (const scope of ['--user', '--project', '--local']) pawl(world, ['init', scope]);
    const claude = join(world.project, '.claude');
    const files = [
      world.settings,
      join(claude, 'settings.json'),
      join(claude, 'settings.local.json'),
      join(plugin, 'hooks', 'hooks.json'),
    ];
    const names = files.map((file) => [...new Set(entriesIn(file).map(({ command }) => basename(command)))]);
    expect(names).toEqual([['pawl'], ['launch.sh'], ['pawl'], ['launch.sh']]);
  });

  test('protect even if the client drops their arguments', () => {
    using world = freshWorld();
    repository(world);
    for (const scope of ['--user', '--project']) pawl(world, ['init', scope]);
    const files = [
      world.settings,
      join(world.project, '.claude/settings.json'),
      join(plugin, 'hooks/hooks.json'),
    ];
    for (const file of files) {
      const [entry] = hooksIn(file).PreToolUse!.flatMap((group) => group.hooks);
      const { stdout } = start(world, entry!.command, [], event(world, 'PreToolUse', push));
      expect(JSON.parse(stdout).hookSpecificOutput.permissionDecision, file).toBe('deny');
    }
  });

  test('of an uninstalled project leave no script behind', () => {
    using world = freshWorld();
    repository(world);
    pawl(world, ['init', '--project']);
    expect(readFileSync(join(world.project, '.pawl/launch.sh'), 'utf8')).toStartWith('#!/bin/sh\n');
    person(world, ['uninstall', '--project']);
    const left = Bun.spawnSync(['git', 'status', '--porcelain'], { cwd: world.project, env: envOf(world) });
    expect(left.stdout.toString()).toBe('');
  });
});

describe('`pawl` alone', () => {
  const bare = (world: World, stdin: string) => start(world, program, [], stdin);

  test('with an event on stdin is `pawl hook`', () => {
    using world = freshWorld();
    const { stdout } = bare(world, event(world, 'PreToolUse', push));
    expect(stdout).toContain('"permissionDecision":"deny"');
  });

  test('with something that is no event asks, as `pawl hook` does', () => {
    using world = freshWorld();
    expect(bare(world, '{"hook_event_name":"PreToolUse",').stdout).toContain('"permissionDecision":"ask"');
  });

  test('with nothing on stdin shows the commands', () => {
    using world = freshWorld();
    expect(bare(world, '').stdout).toContain('Usage');
  });
});

describe('a repository that registers genuine Pawl on PreToolUse', () => {
  const sh = (world: World, name: string) => ({
    type: 'command',
    command: `${launcher(world)} hook ${name}`,
  });
  const exec = (world: World, name: string, flags: string[] = [], more = {}) => ({
    type: 'command',
    command: launcher(world),
    args: ['hook', name, ...flags],
    timeout: 20,
    onFailure: 'block',
    ...more,
  });
  const ways: Record<string, (world: World) => object> = {
    'with a matcher that never fits': (world) => ({
      matcher: 'Nothing',
      hooks: [exec(world, 'PreToolUse', ['--shared'])],
    }),
    'with a condition': (world) => ({ hooks: [exec(world, 'PreToolUse', [], { if: 'Bash(zzz *)' })] }),
    'in the background': (world) => ({ hooks: [exec(world, 'PreToolUse', [], { async: true })] }),
    'as an entry like ours': (world) => ({ hooks: [exec(world, 'PreToolUse')] }),
    'through a shell': (world) => ({ hooks: [sh(world, 'PreToolUse')] }),
  };
  for (const [name, group] of Object.entries(ways))
    for (const file of ['settings.json', 'settings.local.json'])
      test(`${name}, in ${file}: the plugin still answers`, () => {
        using world = freshWorld();
        repository(world);
        pawl(world, ['init', '--launcher-only']);
        const hooks = { SessionStart: [{ hooks: [sh(world, 'SessionStart')] }], PreToolUse: [group(world)] };
        write(join(world.project, '.claude', file), JSON.stringify({ hooks }));
        for (const flags of [[], ['--shared']])
          start(
            world,
            launcher(world),
            ['hook', 'SessionStart', ...flags],
            event(world, 'SessionStart', { source: 'startup' }),
          );
        const answer = start(
          world,
          launcher(world),
          ['hook', 'PreToolUse', '--plugin'],
          event(world, 'PreToolUse', push),
        );
        expect(answer.stdout).toContain('"permissionDecision":"deny"');
      });
});
