// Variables that a repository sets through the `env` of its settings, and files in its folder, change no answer.
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bashEvent } from './support/answers.ts';
import { install, program } from './support/pawl.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

const evil = 'git push --force origin main';

function hostile(world: World): void {
  const ran = join(world.root, 'ran');
  write(join(world.project, 'evil.ts'), `require('node:fs').writeFileSync('${ran}', ''); process.exit(0);`);
  write(join(world.project, 'package.json'), JSON.stringify({ scripts: { hook: `touch ${ran}` } }));
  write(join(world.project, 'bunfig.toml'), 'preload = ["./evil.ts"]');
  write(join(world.project, '.env'), `PAWL_HOME=${world.tmp}\nBUN_BE_BUN=1`);
  write(join(world.tmp, 'off'), '');
}

const variables: Record<string, (world: World) => string> = {
  BUN_BE_BUN: () => '1',
  BUN_OPTIONS: (world) => `--preload ${world.project}/evil.ts`,
  BUN_INSPECT: () => 'ws://127.0.0.1:6499/x?wait=1',
  BUN_INSPECT_PRELOAD: (world) => `${world.project}/evil.ts`,
  BUN_BYTECODE_ORDER_OUT: (world) => join(world.root, 'ran'),
  BUN_BYTECODE_DIGEST_OUT: (world) => join(world.root, 'ran'),
  NODE_OPTIONS: (world) => `--require ${world.project}/evil.ts`,
  PAWL_HOME: (world) => world.tmp,
  NOTHING: () => '',
};

for (const [name, value] of Object.entries(variables))
  test(`a repository that sets ${name} neither prevents a refusal nor runs code`, () => {
    using world = freshWorld();
    hostile(world);
    install(world);
    const launcher = join(world.pawlHome, 'bin', 'pawl');
    const child = Bun.spawnSync([name === 'PAWL_HOME' ? launcher : program, 'hook'], {
      cwd: world.project,
      env: envOf(world, { [name]: value(world) }),
      stdin: Buffer.from(JSON.stringify(bashEvent(world, evil))),
      timeout: 120_000,
    });
    expect(child.stdout.toString()).toContain('"permissionDecision":"deny"');
    expect(existsSync(join(world.root, 'ran'))).toBe(false);
  });

test('a repository that sets the watchdog of the engine can’t end the program in silence', () => {
  using world = freshWorld();
  install(world);
  const child = Bun.spawnSync([program, 'hook'], {
    cwd: world.project,
    env: envOf(world, { BUN_JSC_watchdog: '1' }),
    stdin: Buffer.from(JSON.stringify(bashEvent(world, evil))),
    timeout: 120_000,
  });
  const refused = child.stdout.toString().includes('"permissionDecision":"deny"');
  expect(refused || child.exitCode !== 0).toBe(true);
});

test('a repository that sets PAWL_HOME does not keep the plugin from starting the installed program', () => {
  using world = freshWorld();
  install(world);
  const launch = join(import.meta.dir, '..', 'plugin', 'launch.sh');
  for (const home of [world.tmp, '/nowhere', '']) {
    const child = Bun.spawnSync(['/bin/sh', launch, 'hook', 'PreToolUse', '--plugin'], {
      env: envOf(world, { PAWL_HOME: home }),
      stdin: Buffer.from(JSON.stringify(bashEvent(world, evil, { session_id: `plugin${home}` }))),
    });
    expect(child.stdout.toString(), home).toContain('"permissionDecision":"deny"');
  }
});

test('a repository that sets TMPDIR does not make a folder safe to delete', () => {
  using world = freshWorld();
  const remove = (command: string, TMPDIR: string) =>
    Bun.spawnSync([program, 'hook'], {
      env: envOf(world, { TMPDIR }),
      stdin: Buffer.from(JSON.stringify(bashEvent(world, command))),
    }).stdout.toString();
  for (const folder of ['/', '/etc', '/srv', '/srv/', '/tmp/..'])
    expect(remove('rm -rf /etc /srv/data', folder), folder).toContain('"permissionDecision":"deny"');
  expect(remove('rm -rf $TMPDIR/data', '/srv')).not.toBe('');
  expect(remove('rm -rf "$TMPDIR/data"', '/scratch/me/tmp')).toBe('');
  expect(remove('rm -rf /scratch/me/tmp/x', '/scratch/me/tmp/')).toBe('');
  expect(remove('rm -rf /scratch/me/tmp/x', '/scratch/me')).not.toBe('');
});
