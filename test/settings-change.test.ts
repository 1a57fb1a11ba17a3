// Tests of Pawl's answers to changes of the client's settings, and of the notices to the person.

import { afterAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { install, pawl } from './support/pawl.ts';
import { personJson } from './support/person.ts';
import { freshWorld, type World, write } from './support/world.ts';

/** The tests' own process plays the client. */
const client = { CLAUDE_PID: String(process.pid) };

function send(world: World, event: string, more: object = {}) {
  const payload = { session_id: 's1', cwd: world.project, hook_event_name: event, ...more };
  const answer = pawl(world, ['hook', event], JSON.stringify(payload), client);
  const message = answer.stdout ? ((JSON.parse(answer.stdout).systemMessage ?? '') as string) : '';
  return { ...answer, message };
}

const starts = (world: World, session_id = 's1', source = 'startup') =>
  send(world, 'SessionStart', { source, session_id });
const asks = (world: World, session_id = 's1') =>
  send(world, 'UserPromptSubmit', { prompt: 'go', session_id });

const projectFile = (world: World) => join(world.project, '.claude/settings.json');
const localFile = (world: World) => join(world.project, '.claude/settings.local.json');

const changes = (world: World, file_path = projectFile(world), source = 'project_settings') =>
  send(world, 'ConfigChange', { source, file_path });

function running(): World {
  const world = freshWorld();
  install(world);
  starts(world);
  return world;
}

const off = '{"disableAllHooks":true}';

test('a change that switches the hooks off is refused, and the person is told until the file is fixed', () => {
  using world = running();
  write(projectFile(world), off);
  const refused = changes(world);
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('disableAllHooks') });
  expect(send(world, 'Stop', { stop_hook_active: false }).message).toContain('keeps its earlier settings');
  expect(asks(world).message).toContain('Fix this');
  expect(asks(world).message).toContain('Fix this');
  rmSync(projectFile(world));
  expect(changes(world).code).toBe(0);
  expect(asks(world).message).toBe('');
});

test('a file that is fixed without another event is noticed with the next prompt', () => {
  using world = running();
  write(projectFile(world), off);
  changes(world);
  asks(world);
  write(projectFile(world), '{}');
  expect(asks(world).message).toBe('');
});

test('`/clear` does not make a refused change the new reference', () => {
  using world = running();
  write(projectFile(world), off);
  changes(world);
  starts(world, 's2', 'clear');
  expect(changes(world).code).toBe(2);
  expect(asks(world, 's2').message).toContain('Fix this');
});

test('a person accepts the settings as they are', () => {
  using world = running();
  write(projectFile(world), off);
  expect(changes(world).code).toBe(2);
  expect(personJson<{ what: string }[]>(world, ['trust', '--settings'])).toMatchObject([
    { what: expect.stringContaining('disableAllHooks') },
  ]);
  expect(changes(world).code).toBe(0);
  expect(asks(world).message).not.toContain('Fix this');
});

test('a person who accepts the settings is shown that Pawl’s entries are gone', () => {
  using world = running();
  write(world.settings, '{}');
  write(projectFile(world), '{"env":{"LD_PRELOAD":"/opt/x.so"}}');
  const accepted = personJson<{ what: string }[]>(world, ['trust', '--settings']).map(({ what }) => what);
  expect(accepted.join('\n')).toContain('LD_PRELOAD');
  expect(accepted.join('\n')).toContain('not asked about PreToolUse any more');
});

test('a weakness that was there when the session started is reported, and is not refused later', () => {
  using world = freshWorld();
  install(world);
  write(projectFile(world), '{"env":{"LD_LIBRARY_PATH":"/opt/lib"}}');
  expect(starts(world).message).toContain('LD_LIBRARY_PATH');
  write(projectFile(world), '{"env":{"LD_LIBRARY_PATH":"/opt/lib","LANG":"C"}}');
  expect(changes(world).code).toBe(0);
  write(projectFile(world), '{"env":{"LD_LIBRARY_PATH":"/tmp/other"}}');
  expect(changes(world).code).toBe(2);
});

test('if the client names a proposed file beside the settings file, that one is judged', () => {
  using world = running();
  const proposal = `${projectFile(world)}.proposed-0123abcd`;
  write(proposal, off);
  expect(changes(world, proposal).code).toBe(2);
});

test('a session that began before the installation is protected too', () => {
  using world = freshWorld();
  install(world);
  write(projectFile(world), off);
  expect(changes(world).code).toBe(2);
  write(projectFile(world), '{}');
  expect(changes(world).code).toBe(0);
  write(world.settings, '{}');
  expect(changes(world, world.settings, 'user_settings').code).toBe(2);
});

test('variables in the client’s state file are reported at the start, and nothing else of it counts', () => {
  using world = freshWorld();
  install(world);
  const file = join(world.home, '.claude.json');
  write(file, '{"disableAllHooks":true,"numStartups":1}');
  expect(starts(world).message).toBe('');
  write(file, '{"env":{"LD_PRELOAD":"/tmp/x.so"}}');
  expect(starts(world, 's2').message).toContain('LD_PRELOAD');
});

test('a change that disables our plugin is refused', () => {
  using world = freshWorld();
  pawl(world, ['init', '--launcher-only']);
  const plugins = { 'pawl@somewhere': [{ installPath: '/nowhere' }], 'other@somewhere': [] };
  write(join(world.home, '.claude/plugins/installed_plugins.json'), JSON.stringify({ plugins }));
  write(world.settings, '{"enabledPlugins":{"pawl@somewhere":true,"other@somewhere":true}}');
  starts(world);
  write(localFile(world), '{"enabledPlugins":{"other@somewhere":false}}');
  expect(changes(world, localFile(world), 'local_settings').code).toBe(0);
  write(localFile(world), '{"enabledPlugins":{"pawl@somewhere":false}}');
  expect(changes(world, localFile(world), 'local_settings').stderr).toContain('pawl@somewhere');
  rmSync(localFile(world));
  write(world.settings, '{}');
  expect(changes(world, world.settings, 'user_settings').stderr).toContain('pawl@somewhere');
});

test('a settings file that can’t be read is refused', () => {
  using world = running();
  write(localFile(world), `{"x":"${'x'.repeat(4_000_000)}"}`);
  expect(changes(world, localFile(world), 'local_settings').stderr).toContain('can’t be read');
  rmSync(localFile(world));
  Bun.spawnSync(['mkfifo', localFile(world)]);
  expect(changes(world, localFile(world), 'local_settings').stderr).toContain('can’t be read');
});

describe('variables', () => {
  const bad = [
    ...[
      'LD_PRELOAD',
      'LD_AUDIT',
      'MALLOC_TOP_PAD_',
      'DYLD_INSERT_LIBRARIES',
      'PAWL_HOME',
      'BUN_OPTIONS',
      'BUN_BYTECODE_ORDER_OUT',
    ],
    ...['HOME', 'CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_SAFE_MODE', 'ld_preload', 'CLAUDE_CODE_DISABLE_ALL_HOOKS'],
  ];
  const good = ['PATH', 'NODE_OPTIONS', 'BUN_INSTALL', 'CLAUDE_CODE_MAX_OUTPUT_TOKENS', 'HOMEBREW_PREFIX'];
  const world = running();
  afterAll(() => world[Symbol.dispose]());
  for (const name of [...bad, ...good])
    test(name, () => {
      write(localFile(world), JSON.stringify({ env: { [name]: '1' } }));
      const { code } = changes(world, localFile(world), 'local_settings');
      rmSync(localFile(world));
      expect(code).toBe(bad.includes(name) ? 2 : 0);
    });
});
