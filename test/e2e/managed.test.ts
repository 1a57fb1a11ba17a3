// An administrator's installation, with the real client run by an ordinary user who may change all files of their own.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientNames } from '../../src/clients/client.ts';
import { bashEvent } from '../support/answers.ts';
import { session } from '../support/client.ts';
import { calls as callsOf } from '../support/client-calls.ts';
import { repository } from '../support/git.ts';
import { handOver, type Machine, managedMachine, withoutMounts } from '../support/managed.ts';
import { program } from '../support/pawl.ts';
import { toolResults } from '../support/read.ts';
import { bash, calls, says } from '../support/script.ts';
import { describeUnless } from '../support/skip.ts';
import { freshWorld, type World, write } from '../support/world.ts';

const off = '{"disableAllHooks":true}';
const launcher = '/etc/pawl/bin/pawl';
const script = [calls(bash('git push --force origin main')), says('end')];

const registration = '/etc/claude-code/managed-settings.d/50-pawl.json';

describeUnless(withoutMounts())('a managed installation', () => {
  let world: World;
  let machine: Machine;

  beforeAll(async () => {
    world = freshWorld();
    repository(world);
    machine = await managedMachine(world);
    handOver(world);
  });
  afterAll(() => {
    machine[Symbol.dispose]();
    world[Symbol.dispose]();
  });

  /** Returns the model's view of a forced push in a new session of the ordinary user. */
  async function push(more: { args?: string[]; env?: Record<string, string> } = {}): Promise<string> {
    handOver(world);
    const run = await session(world, {
      script,
      args: ['--allowedTools', 'Bash', ...(more.args ?? [])],
      env: more.env ?? {},
      prefix: machine.asUser,
    });
    return toolResults(run)[0]?.text ?? 'no result';
  }

  const inHome = (name: string) => join(world.home, name);
  const inProject = (name: string) => join(world.project, name);

  /** The registration, altered: the client takes entries with the same command and arguments for one. */
  function asOurs(more: object): string {
    const { hooks } = JSON.parse(machine.root('cat', registration).output) as {
      hooks: Record<string, { hooks: object[] }[]>;
    };
    for (const groups of Object.values(hooks))
      for (const group of groups) for (const entry of group.hooks) Object.assign(entry, more);
    return JSON.stringify({ hooks });
  }

  /** Files that the user writes to switch Pawl off. */
  const files: Record<string, () => [file: string, text: string][]> = {
    'disableAllHooks in the project': () => [[inProject('.claude/settings.json'), off]],
    'disableAllHooks in the local settings': () => [[inProject('.claude/settings.local.json'), off]],
    'disableAllHooks in the user’s settings': () => [[world.settings, off]],
    'entries like ours that end at once': () => [
      [inProject('.claude/settings.json'), asOurs({ timeout: 0.001 })],
      [world.settings, asOurs({ timeout: 0.001 })],
    ],
    'entries like ours that the client does not wait for': () => [
      [inProject('.claude/settings.local.json'), asOurs({ async: true, onFailure: undefined })],
      [world.settings, asOurs({ async: true, onFailure: undefined })],
    ],
    'files in ~/.pawl': () => [
      [inHome('.pawl/off'), ''],
      [inHome('.pawl/.pawl-home'), ''],
      [inHome('.pawl/config.jsonc'), '{"packs":{"guard":false}}'],
      [inHome('.pawl/run/pause.json'), `[{"id":"x","at":0,"until":${Number.MAX_SAFE_INTEGER}}]`],
      [inHome('.pawl/run/config.good.json'), '{"value":{"packs":{"guard":false}},"problems":[]}'],
      [inHome('.pawl/trust.json'), '[]'],
    ],
    'a config of the project': () => [[inProject('.pawl/config.jsonc'), '{"packs":{"guard":false}}']],
  };
  for (const [name, list] of Object.entries(files))
    test(`${name}: still guarded`, async () => {
      for (const [file, text] of list()) write(file, text);
      try {
        expect(await push()).toContain('guard/force-push');
      } finally {
        Bun.spawnSync(['rm', '-rf', ...list().map(([file]) => file)]);
      }
    });

  for (const variable of [
    'LD_TRACE_LOADED_OBJECTS=1',
    'LD_DEBUG=help',
    'LD_PRELOAD=/nonexistent.so',
    'MALLOC_TOP_PAD_=99999999999',
  ])
    test(`${variable} in the user’s settings: still guarded`, async () => {
      const [name, value] = variable.split('=') as [string, string];
      write(world.settings, JSON.stringify({ env: { [name]: value } }));
      try {
        // With the first one the loader ends the program with an error, which refuses the call.
        expect(await push()).toMatch(/guard\/force-push|blocking because onFailure/);
      } finally {
        Bun.spawnSync(['rm', world.settings]);
      }
    });

  const starts: Record<string, { args?: string[]; env?: Record<string, string> }> = {
    'nothing else set': {},
    '--safe-mode': { args: ['--safe-mode'] },
    '--bare': { args: ['--bare'] },
    CLAUDE_CODE_SIMPLE: { env: { CLAUDE_CODE_SIMPLE: '1' } },
    'another HOME': { env: { HOME: '/nonexistent' } },
    'another PAWL_HOME': { env: { PAWL_HOME: '/nonexistent' } },
    'another CLAUDE_CONFIG_DIR': { env: { CLAUDE_CONFIG_DIR: '/nonexistent' } },
    'another folder of managed settings': { env: { CLAUDE_CODE_MANAGED_SETTINGS_PATH: '/nonexistent' } },
    '--restricted': { args: ['--restricted', '--tools', 'Bash'] },
  };
  for (const [name, more] of Object.entries(starts))
    test(`${name}: still guarded`, async () => {
      expect(await push(more)).toContain('guard/force-push');
    });

  test('no file of the installation can be changed by the user', () => {
    const tops = ['/etc/pawl', '/usr/local/lib/pawl', '/etc/claude-code'];
    const writable = machine.user('find', ...tops, '-writable', '-not', '-type', 'l');
    expect(writable).toEqual({ code: 0, output: '' });
    const foreign = machine.root('find', ...tops, '-not', '-user', 'root');
    expect(foreign.output).toBe('');
    for (const command of [
      'rm /etc/pawl/config.jsonc',
      'touch /etc/pawl/off',
      'mv /usr/local/lib/pawl /usr/local/lib/other',
    ])
      expect(machine.user('sh', '-c', command).code, command).not.toBe(0);
  });

  test('pausing, granting, allowing, trusting and configuring need root', () => {
    for (const command of [
      ['pause'],
      ['pause', '--everything'],
      ['grant'],
      ['allow-once', '--policy', 'guard/force-push'],
      ['trust'],
      ['trust', '--settings'],
      ['config', 'set', 'packs.guard', 'false'],
      ['uninstall', '--managed'],
      ['init', '--managed'],
    ]) {
      const { code, output } = machine.user(launcher, ...command);
      expect([code, output], command.join(' ')).toEqual([1, expect.stringContaining('sudo')]);
    }
  });

  test('root pauses for everybody and resumes', async () => {
    expect(machine.administrator(launcher, 'pause')).toMatchObject({ code: 0 });
    expect(await push()).not.toContain('guard/force-push');
    expect(machine.administrator(launcher, 'resume')).toMatchObject({ code: 0 });
    expect(await push()).toContain('guard/force-push');
  });

  test('what root allows once passes once', async () => {
    const allowed = machine.administrator(launcher, 'allow-once', '--policy', 'guard/force-push');
    expect(allowed).toMatchObject({ code: 0 });
    expect(await push()).not.toContain('guard/force-push');
    expect(await push()).toContain('guard/force-push');
  });

  test('the user’s own installation beside it gives way, and every event is recorded once', async () => {
    expect(machine.user(program, 'init').code).toBe(0);
    expect(await push()).toContain('guard/force-push');
    const { output } = machine.user(launcher, 'log', '--event', 'PreToolUse', '--limit', '2', '--json');
    const [last, before] = JSON.parse(output) as { tool_use_id: string; via?: string }[];
    expect(last!.tool_use_id).not.toBe(before!.tool_use_id);
    expect(last!.via).toBe('managed');
  });

  test.each(clientNames)(
    'an event of %s that comes through the user’s own installation is still answered',
    (name) => {
      const [event, payload] = callsOf[name](world, 'shell', 'git push --force origin main');
      const own = join(world.home, '.pawl/bin/pawl');
      const input = join(world.tmp, 'event.json');
      write(input, JSON.stringify(payload));
      const { output } = machine.user('sh', '-c', `${own} hook ${event} --client ${name} < ${input}`);
      expect(output).toContain('guard/force-push');
      const log = machine.user(own, 'log', '--event', 'PreToolUse', '--limit', '1', '--json').output;
      expect(JSON.parse(log)).toMatchObject([{ via: name, decision: 'deny' }]);
      // Events of Claude Code are left to the managed registration.
      write(input, JSON.stringify(bashEvent(world, 'git push --force origin main')));
      expect(machine.user('sh', '-c', `${own} hook PreToolUse < ${input}`)).toEqual({ code: 0, output: '' });
    },
  );

  test('the user registers other agents with the administrator’s program, whose policies count', () => {
    expect(machine.user(launcher, 'init')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Nothing to do'),
    });
    const done = machine.user(launcher, 'init', '--client', 'codex,opencode', '--json');
    expect(done).toMatchObject({ code: 0 });
    const [{ file }] = JSON.parse(done.output);
    const [{ command }] = JSON.parse(readFileSync(file, 'utf8')).hooks.PreToolUse[0].hooks;
    expect(command).toStartWith('/usr/local/lib/pawl/bin/pawl hook PreToolUse --client codex');
    const rule = { id: 'office', command: 'make deploy', action: 'deny', message: 'NOT-FROM-HERE' };
    const config = '/etc/pawl/config.jsonc';
    const before = machine.root('cat', config).output;
    const changed = join(world.tmp, 'config');
    write(changed, JSON.stringify({ rules: [rule] }));
    machine.root('cp', changed, config);
    const input = join(world.tmp, 'event.json');
    write(input, JSON.stringify(callsOf.codex(world, 'shell', 'make deploy')[1]));
    expect(machine.user('sh', '-c', `{ ${command}; } < ${input}`).output).toContain('NOT-FROM-HERE');
    write(changed, before);
    machine.root('cp', changed, config);
    expect(machine.user(launcher, 'doctor', '--json').output).not.toMatch(/client-(outdated|not-loaded)/);
    // It is the user's own file: no root is needed, but a person is.
    expect(machine.user(launcher, 'uninstall', '--client', 'all').output).toContain('Only a person');
  });

  test('an installation below a folder that the user may write is refused', () => {
    machine.root('chown', '61234', '/usr/local/lib');
    const { code, output } = machine.root(program, 'init', '--managed');
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('/usr/local/lib does not belong to root alone'),
    ]);
    expect(machine.user(launcher, 'doctor', '--json').output).toContain('managed-open');
    machine.root('chown', '0', '/usr/local/lib');
  });

  test('doctor shows the managed installation', () => {
    const { output } = machine.user(launcher, 'doctor');
    expect(output).toContain('installed by an administrator');
    machine.root('chmod', 'o+w', '/etc/pawl/config.jsonc');
    expect(machine.user(launcher, 'doctor', '--json').output).toContain('managed-open');
    machine.root('chmod', 'o-w', '/etc/pawl/config.jsonc');
  });

  test('uninstalling gives everything back', () => {
    for (const command of ['init', 'uninstall']) {
      const planned = machine.root(program, command, '--managed', '--dry-run');
      expect(planned.output).toContain('Dry run: nothing was written.');
      expect(machine.root('test', '-s', registration).code).toBe(0);
    }
    expect(machine.root(launcher, 'uninstall', '--managed', '--purge').code).toBe(0);
    const upper = join(world.root, 'mounts');
    const left = machine.root(
      'find',
      `${upper}/etc`,
      `${upper}/local`,
      '-type',
      'f',
      '-not',
      '-name',
      'passwd',
    );
    expect(left.output).toBe('');
    expect(machine.root('ls', '/etc/pawl', '/usr/local/lib/pawl', '/etc/claude-code').code).not.toBe(0);
  });
});
