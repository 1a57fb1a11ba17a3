// Variables that a repository sets through the `env` of its settings, and files in its folder, change no answer.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineOptionsIn, resultFile, type Sweep, variablesIn } from '../scripts/runtime/sweep.ts';
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

for (const option of ['watchdog=1', 'sizeClassProgression=1', 'noSuchOption=1', 'useJIT=neither'])
  test(`a repository that sets the engine option ${option} changes nothing`, () => {
    using world = freshWorld();
    install(world);
    const [name, value] = option.split('=') as [string, string];
    const child = Bun.spawnSync([program, 'hook'], {
      cwd: world.project,
      env: envOf(world, { [`BUN_JSC_${name}`]: value }),
      stdin: Buffer.from(JSON.stringify(bashEvent(world, evil))),
      timeout: 120_000,
    });
    expect(child.stdout.toString()).toContain('"permissionDecision":"deny"');
  });

test('every variable of this runtime was tried, and none keeps the program from refusing', () => {
  const swept = JSON.parse(readFileSync(resultFile, 'utf8')) as Sweep;
  const bytes = readFileSync(program);
  const again = 'the runtime has changed: `npm run build && npm run sweep` tries all of its variables again';
  expect(swept.bun, again).toBe(Bun.version);
  expect(swept.engineOptions, again).toBe(engineOptionsIn(bytes).length);
  // Names in our own texts are not variables of the runtime.
  const known = variablesIn(readFileSync(process.execPath));
  expect(
    variablesIn(bytes).filter((name) => known.includes(name) && !swept.variables.includes(name)),
    again,
  ).toEqual([]);
  expect(swept.open).toEqual({});
});

test('a repository that sets PAWL_HOME does not keep the plugin from starting the installed program', () => {
  using world = freshWorld();
  install(world);
  const launch = join(import.meta.dir, '..', 'plugin', 'launch.sh');
  for (const home of [world.tmp, '/nowhere', '']) {
    const child = Bun.spawnSync([launch, 'hook', 'PreToolUse', '--plugin'], {
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
  expect(remove('rm -rf $TMPDIR/share', '/usr')).not.toBe('');
  expect(remove('rm -rf "$TMPDIR/data"', '/scratch/me/tmp')).toBe('');
  expect(remove('rm -rf /scratch/me/tmp/x', '/scratch/me/tmp/')).toBe('');
  expect(remove('rm -rf /scratch/me/tmp/x', '/scratch/me')).not.toBe('');
});

const event = (world: World) => Buffer.from(JSON.stringify(bashEvent(world, evil)));

/** Limits that a process inherits from whoever started the client. With less it ends, and the client refuses the call. */
const limits = ['-f 0', '-n 8', '-v 2000000', '-t 5', '-c 0', '-l 0'];

for (const limit of limits)
  test(`with ulimit ${limit} a call is refused as before`, () => {
    using world = freshWorld();
    const child = Bun.spawnSync(['bash', '-c', `ulimit ${limit} && exec "$0" hook`, program], {
      cwd: world.project,
      env: envOf(world),
      stdin: event(world),
      timeout: 60_000,
    });
    expect(child.stdout.toString()).toContain('"permissionDecision":"deny"');
  });

/** Variables of the C library, of git and of the system that a repository can set. */
const ofTheSystem: Record<string, Record<string, string>> = {
  'a language': { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', LOCPATH: '/nonexistent' },
  'a time zone that is a file': { TZ: ':/proc/self/mem' },
  'no PATH': { PATH: '' },
  'a home that is not a folder': { HOME: '/proc/self/exe' },
  '220 kB of variables': { LONG: 'x'.repeat(100_000), LONGER: 'y'.repeat(120_000) },
  'git’s own variables': {
    GIT_DIR: '/nonexistent',
    GIT_WORK_TREE: '/',
    GIT_INDEX_FILE: '/dev/zero',
    GIT_CONFIG_GLOBAL: '/dev/zero',
  },
  'temporary folders that do not exist': {
    TMPDIR: '/nonexistent',
    XDG_RUNTIME_DIR: '/nonexistent',
    SQLITE_TMPDIR: '/nonexistent',
  },
};

for (const [name, env] of Object.entries(ofTheSystem))
  test(`a repository that sets ${name}: refused as before, and in time`, () => {
    using world = freshWorld();
    const child = Bun.spawnSync([program, 'hook'], {
      cwd: world.project,
      env: envOf(world, env),
      stdin: event(world),
      timeout: 20_000,
    });
    expect(child.stdout.toString()).toContain('"permissionDecision":"deny"');
  });

test('git’s variables for its traces write nothing into Pawl’s home', () => {
  using world = freshWorld();
  const off = join(world.pawlHome, 'off');
  Bun.spawnSync([program, 'hook'], {
    cwd: world.project,
    env: envOf(world, { GIT_TRACE: off, GIT_TRACE2: off, GIT_TRACE2_EVENT: off }),
    stdin: event(world),
  });
  expect(existsSync(off)).toBe(false);
});
