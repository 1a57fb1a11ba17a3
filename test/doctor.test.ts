// `pawl doctor` through the built program: every known mistake is found by its code, and fixed where that is safe.
import { afterAll, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { examine } from '../src/cli/doctor/examine.ts';
import { homeAt } from '../src/system/home.ts';
import { launcher, pawl } from './support/pawl.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

interface Finding {
  code: string;
  severity: string;
  file?: string;
  line?: number;
  what: string;
  why: string;
  fix: string;
}

interface Report {
  summary: { errors: number; warnings: number; infos: number };
  findings: Finding[];
  files: { kind: string; file: string; plugin?: string }[];
  seen: { event: string; count: number }[];
  fixed?: string[];
  costs?: { command: string; ms: number; exit: number }[];
  client: string | null;
}

/** The checks in this process, which is faster: for what does not depend on the program that runs. */
async function checks(world: World): Promise<Finding[]> {
  return (await examine(homeAt(world.pawlHome), world.project, envOf(world))).findings;
}

const codesIn = (findings: readonly Finding[], file?: string) =>
  [...new Set(findings.filter((one) => !file || one.file === file).map((one) => one.code))].sort();

function doctor(world: World, ...args: string[]): Report & { code: number } {
  const { code, stdout, stderr } = pawl(world, ['doctor', '--json', ...args]);
  if (stderr) throw new Error(stderr);
  return { ...(JSON.parse(stdout) as Report), code };
}

const codesOf = (report: Report, file?: string) => codesIn(report.findings, file);

const projectFile = (world: World) => join(world.project, '.claude', 'settings.json');
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const command = (text: string, more = {}) => ({ type: 'command', command: text, ...more });

/** An executable script, so that a test case contains no mistake but its own. */
function script(world: World, name: string): string {
  const file = join(world.home, '.claude', 'hooks', name);
  write(file, '#!/bin/sh\nexit 0\n');
  chmodSync(file, 0o755);
  return file;
}

/** One hook entry and the code of its mistake. */
const mistakes: [name: string, event: string, group: unknown, code: string][] = [
  [
    'a timeout in milliseconds',
    'PostToolUse',
    { hooks: [command('true', { timeout: 5000 })] },
    'timeout-milliseconds',
  ],
  ['a bare string', 'SessionStart', '.claude/hooks/session.py', 'bare-string'],
  ['a bare handler', 'Stop', command('true'), 'bare-handler'],
  [
    'an object matcher',
    'PostToolUse',
    { matcher: { toolName: 'Bash' }, hooks: [command('true')] },
    'matcher-object',
  ],
  ['an empty object matcher', 'SessionStart', { matcher: {}, hooks: [command('true')] }, 'matcher-object'],
  [
    'an agent matcher',
    'SubagentStop',
    { matcher: { agentName: '.*' }, hooks: [command('true')] },
    'matcher-object',
  ],
  ['a timeout of 0', 'PostToolUse', { hooks: [command('true', { timeout: 0 })] }, 'timeout-invalid'],
  [
    'a timeout as a string',
    'PostToolUse',
    { hooks: [command('true', { timeout: '5s' })] },
    'timeout-invalid',
  ],
  ['an unknown event', 'SubAgentStopp', { hooks: [command('true')] }, 'event-unknown'],
  ['a missing script', 'Stop', { hooks: [command('~/.claude/hooks/gone.sh')] }, 'script-missing'],
  [
    'a missing script of an interpreter',
    'Stop',
    { hooks: [command('python3 "$HOME/.claude/hooks/gone.py"')] },
    'script-missing',
  ],
  ['a missing program', 'Stop', { hooks: [command('no-such-program --x')] }, 'script-missing'],
  [
    'a missing program in exec form',
    'Stop',
    { hooks: [command('/no/such', { args: [] })] },
    'script-missing',
  ],
  ['a ~ in exec form', 'Stop', { hooks: [command('~/.claude/x.sh', { args: [] })] }, 'script-missing'],
  ['`if` where it never runs', 'Stop', { hooks: [command('true', { if: 'Bash(git *)' })] }, 'if-never-runs'],
  [
    'a regex that does not compile',
    'PreToolUse',
    { matcher: 'Bash(', hooks: [command('true')] },
    'matcher-regex',
  ],
  [
    'a permission rule as matcher',
    'PreToolUse',
    { matcher: 'Bash(git *)', hooks: [command('true')] },
    'matcher-rule',
  ],
  [
    'onFailure on the group',
    'PreToolUse',
    { onFailure: 'block', hooks: [command('true')] },
    'onfailure-on-group',
  ],
  [
    'onFailure on Stop',
    'Stop',
    { hooks: [command('true', { onFailure: 'block' })] },
    'onfailure-without-effect',
  ],
  ['once', 'Stop', { hooks: [command('true', { once: true })] }, 'once-in-settings'],
  [
    'http on SessionStart',
    'SessionStart',
    { hooks: [{ type: 'http', url: 'http://localhost' }] },
    'http-unsupported',
  ],
  ['WorktreeCreate', 'WorktreeCreate', { hooks: [command('true')] }, 'worktree-taken-over'],
  ['a handler without a command', 'Stop', { hooks: [{ type: 'command' }] }, 'handler-invalid'],
  [
    'a handler of an unknown type',
    'Stop',
    { hooks: [{ type: 'script', command: 'true' }] },
    'handler-invalid',
  ],
  ['arguments as one string', 'Stop', { hooks: [command('true', { args: '-x' })] }, 'handler-invalid'],
  [
    'onFailure with an unknown word',
    'PreToolUse',
    { hooks: [command('true', { onFailure: 'deny' })] },
    'handler-invalid',
  ],
  ['a group without hooks', 'Stop', { matcher: 'x' }, 'hooks-shape'],
  [
    'a matcher in the wrong case',
    'PreToolUse',
    { matcher: 'bash', hooks: [command('true')] },
    'matcher-never',
  ],
  [
    'an invalid entry on PreToolUse',
    'PreToolUse',
    { matcher: { toolName: 'Bash' }, hooks: [command('true')] },
    'file-dropped',
  ],
];

/** One world for all cases, which differ only in the settings; checked in this process, because that is faster. */
let shared: World | undefined;
function installed() {
  shared ??= freshWorld();
  const world = shared;
  if (!existsSync(world.pawlHome)) pawl(world, ['init', '--local']);
  const examineWith = async (settings: object): Promise<Finding[]> => {
    write(world.settings, json(settings));
    return (await examine(homeAt(world.pawlHome), world.project, envOf(world))).findings;
  };
  return { world, examineWith };
}
afterAll(() => shared?.[Symbol.dispose]());

describe('each mistake is found with its code, file and line', () => {
  for (const [name, event, group, code] of mistakes) {
    test(name, async () => {
      const { world, examineWith } = installed();
      const findings = await examineWith({ model: 'opus', hooks: { [event]: [group] } });
      const found = findings.find((one) => one.code === code);
      expect(found?.file).toBe(world.settings);
      expect(found!.line).toBeGreaterThanOrEqual(4);
      for (const one of findings)
        expect([one.what, one.why, one.fix].every((text) => text.length > 5)).toBe(true);
    });
  }
});

const fine: [name: string, event: string, group: unknown][] = [
  ['a plain command', 'Stop', { hooks: [command('true')] }],
  [
    'a list of tools',
    'PreToolUse',
    { matcher: 'Edit|Write, NotebookEdit', hooks: [command('true', { timeout: 60 })] },
  ],
  ['a regex', 'PreToolUse', { matcher: 'mcp__.*__write', hooks: [command('true')] }],
  [
    '`if` on a tool event',
    'PreToolUse',
    { matcher: 'Bash', hooks: [command('true', { if: 'Bash(git *)' })] },
  ],
  ['shell words', 'Stop', { hooks: [command('if [ -f x ]; then echo y; fi')] }],
  ['an unknown variable', 'Stop', { hooks: [command('$TOOLS/check.sh')] }],
  ['an assignment first', 'Stop', { hooks: [command('A=1 B="x y" true')] }],
  ['inline code', 'Stop', { hooks: [command('node -e "0"')] }],
  ['exec form', 'Stop', { hooks: [command('/bin/sh', { args: ['-c', 'true'] })] }],
  ['a prompt', 'Stop', { hooks: [{ type: 'prompt', prompt: 'Is it done? $ARGUMENTS' }] }],
  [
    'http on a tool event',
    'PreToolUse',
    { hooks: [{ type: 'http', url: 'http://localhost:1', onFailure: 'block' }] },
  ],
];

describe('a correct entry gives no finding', () => {
  for (const [name, event, group] of fine) {
    test(name, async () => {
      const { world, examineWith } = installed();
      const findings = await examineWith({ hooks: { [event]: [group] } });
      expect(findings.filter((one) => one.file === world.settings)).toEqual([]);
    });
  }
});

test('a script that is not executable is found, unless an interpreter runs it', async () => {
  using world = freshWorld();
  chmodSync(script(world, 'a.sh'), 0o644);
  write(
    world.settings,
    json({
      hooks: {
        Stop: [
          { hooks: [command('~/.claude/hooks/a.sh')] },
          { hooks: [command('sh ~/.claude/hooks/a.sh x')] },
        ],
      },
    }),
  );
  const found = (await checks(world)).filter((one) => one.file === world.settings);
  expect(found.map((one) => one.code)).toEqual(['script-not-executable']);
});

test('the same hook under three spellings, in user and project settings, is found', async () => {
  using world = freshWorld();
  const file = script(world, 'check.py');
  const spelled = (text: string) => json({ hooks: { Stop: [{ hooks: [command(text)] }] } });
  write(
    world.settings,
    json({
      hooks: {
        Stop: [
          { hooks: [command('python3 "$HOME/.claude/hooks/check.py"')] },
          { matcher: '', hooks: [command(`python3 ${file}`)] },
        ],
      },
    }),
  );
  write(projectFile(world), spelled('python3 ~/.claude/hooks/check.py'));
  const found = (await checks(world)).filter((one) => one.code === 'duplicate-spelling');
  expect(found.map((one) => one.file)).toEqual([world.settings, projectFile(world)]);
  write(projectFile(world), spelled('python3 "$HOME/.claude/hooks/check.py"'));
  expect(codesIn(await checks(world), projectFile(world))).toEqual(['duplicate']);
  write(projectFile(world), spelled('python3 ~/.claude/hooks/other.py'));
  expect(codesIn(await checks(world), projectFile(world))).not.toContain('duplicate-spelling');
});

/** The settings of published hook systems, with the mistakes that they contain. */
function publishedSettings(world: World): Record<string, unknown> {
  for (const name of ['todo.sh', 'guard.sh', 'metrics.sh', 'life.sh']) script(world, name);
  const at = (name: string) => `~/.claude/hooks/${name}`;
  return {
    model: 'opus',
    hooks: {
      SessionStart: [at('life.sh'), { matcher: {}, hooks: [command(at('todo.sh'), { timeout: 5000 })] }],
      UserPromptSubmit: [at('life.sh')],
      PreToolUse: [
        { matcher: { toolName: 'Bash' }, hooks: [command(at('guard.sh'))] },
        { matcher: { toolName: 'Read|Grep' }, hooks: [command(at('guard.sh'))] },
      ],
      PostToolUse: [
        { matcher: 'TodoWrite', hooks: [command(at('todo.sh'), { timeout: 5000 })] },
        {
          matcher: { toolName: '.*' },
          hooks: [command(at('metrics.sh')), command('"$HOME/.claude/hooks/metrics.sh"')],
        },
      ],
      SubagentStart: [{ matcher: { agentName: '.*' }, hooks: [command(at('life.sh'))] }],
      Stop: [command(at('life.sh')), { hooks: [command(at('todo.sh'), { timeout: 10000 })] }],
    },
    permissions: { allow: ['Bash(ls)'] },
  };
}

test('the mistakes in published settings are found and fixed, and everything else stays as it was', () => {
  using world = freshWorld();
  pawl(world, ['init', '--local']);
  const before = publishedSettings(world);
  write(world.settings, json(before));
  const found = doctor(world);
  expect(codesOf(found, world.settings)).toEqual([
    'bare-handler',
    'bare-string',
    'duplicate-spelling',
    'file-dropped',
    'matcher-object',
    'timeout-milliseconds',
  ]);

  const mended = doctor(world, '--fix');
  expect(codesOf(mended, world.settings)).toEqual([]);
  expect(mended.fixed!.length).toBeGreaterThan(10);
  const at = (name: string) => `~/.claude/hooks/${name}`;
  const group = (text: string, more = {}) => ({ hooks: [command(at(text), more)] });
  expect(JSON.parse(readFileSync(world.settings, 'utf8'))).toEqual({
    ...before,
    hooks: {
      SessionStart: [group('life.sh'), group('todo.sh', { timeout: 5 })],
      UserPromptSubmit: [group('life.sh')],
      PreToolUse: [
        { matcher: 'Bash', ...group('guard.sh') },
        { matcher: 'Read|Grep', ...group('guard.sh') },
      ],
      PostToolUse: [
        { matcher: 'TodoWrite', ...group('todo.sh', { timeout: 5 }) },
        { matcher: '.*', ...group('metrics.sh') },
      ],
      SubagentStart: [{ matcher: '.*', ...group('life.sh') }],
      Stop: [group('life.sh'), group('todo.sh', { timeout: 10 })],
    },
  });
  const backups = readdirSync(join(world.pawlHome, 'backups')).map((name) =>
    readFileSync(join(world.pawlHome, 'backups', name), 'utf8'),
  );
  expect(backups).toContain(json(before));
  expect(doctor(world, '--fix').fixed).toEqual([]);
});

test('--fix does not change what init writes', () => {
  using world = freshWorld();
  pawl(world, ['init']);
  const before = readFileSync(world.settings, 'utf8');
  expect(before).toContain('"asyncRewake": true');
  expect(doctor(world, '--fix').fixed).toEqual([]);
  expect(readFileSync(world.settings, 'utf8')).toBe(before);
});

test('--fix does not guess: unclear mistakes stay as they are', () => {
  using world = freshWorld();
  const unclear = json({
    hooks: {
      Stop: [
        { matcher: { toolName: 'Bash', agentName: 'x' }, hooks: [command('true', { timeout: 0 })] },
        { matcher: 'x' },
      ],
      Nonsense: [{ hooks: [command('/no/such')] }],
    },
  });
  write(world.settings, unclear);
  expect(doctor(world, '--fix').fixed).toEqual([]);
  expect(readFileSync(world.settings, 'utf8')).toBe(unclear);
});

test('a file that is not JSON is reported with its line, and not changed', () => {
  using world = freshWorld();
  write(world.settings, '{\n  "hooks": {\n    // mine\n  }\n}\n');
  const report = doctor(world, '--fix');
  expect(report.findings.find((one) => one.code === 'settings-unreadable')).toMatchObject({
    file: world.settings,
    line: 3,
  });
  expect(readFileSync(world.settings, 'utf8')).toContain('// mine');
});

test('there is a report whatever a settings file contains', async () => {
  using world = freshWorld();
  const long = {
    hooks: { Stop: [{ hooks: [command('x'.repeat(9_000)), command(`/${'y'.repeat(9_000)}`)] }] },
  };
  const cases: [string, string][] = [
    ['[]', 'settings-unreadable'],
    ['{ "hooks": {}, "hooks": { "Stop": [] } }', 'hooks-shape'],
    ['{ "hooks": { "Stop": [], "Stop": [] } }', 'hooks-shape'],
    [json(long), 'script-missing'],
  ];
  for (const [text, code] of cases) {
    write(world.settings, text);
    expect(codesIn(await checks(world), world.settings), text.slice(0, 40)).toEqual([code]);
  }
});

test('--fix fixes the other files if one can’t be fixed', () => {
  using world = freshWorld();
  write(world.settings, '');
  writeFileSync(world.settings, Buffer.from([0x7b, 0xff, 0x7d]));
  write(projectFile(world), json({ hooks: { Stop: [{ hooks: [command('true', { timeout: 5000 })] }] } }));
  const { stdout, stderr } = pawl(world, ['doctor', '--json', '--fix']);
  expect(stderr).toContain('not UTF-8');
  expect((JSON.parse(stdout) as Report).fixed?.join()).toContain('5 seconds');
});

test('hooks of enabled plugins are checked, those of disabled plugins are not', async () => {
  using world = freshWorld();
  const root = join(world.home, '.claude', 'plugins', 'cache', 'x');
  const hooks = {
    hooks: { Stop: [{ hooks: [command('"$' + '{CLAUDE_PLUGIN_ROOT}/gone.sh"', { timeout: 9000 })] }] },
  };
  write(join(root, 'hooks', 'hooks.json'), json(hooks));
  const installed = { version: 2, plugins: { 'x@m': [{ scope: 'user', installPath: root }] } };
  write(join(world.home, '.claude', 'plugins', 'installed_plugins.json'), json(installed));
  write(world.settings, json({ enabledPlugins: { 'x@m': false } }));
  expect(doctor(world).files.some((one) => one.kind === 'plugin')).toBe(false);
  write(world.settings, json({ enabledPlugins: { 'x@m': true } }));
  const report = doctor(world, '--fix');
  expect(codesOf(report, join(root, 'hooks', 'hooks.json'))).toEqual([
    'script-missing',
    'timeout-milliseconds',
  ]);
  expect(report.findings.find((one) => one.code === 'script-missing')!.what).toContain(join(root, 'gone.sh'));
  expect(report.fixed).toEqual([]);
});

describe('Pawl’s own registration', () => {
  test('a missing registration is a warning; after init there is only an info until the first event', () => {
    using world = freshWorld();
    const before = doctor(world);
    expect([codesOf(before), before.code]).toEqual([['not-registered'], 1]);
    pawl(world, ['init']);
    const report = doctor(world);
    expect([codesOf(report), report.code]).toEqual([['never-fired'], 0]);
    const event = { session_id: 's', cwd: world.project, hook_event_name: 'SessionStart', source: 'startup' };
    Bun.spawnSync([launcher(world), 'hook', 'SessionStart'], {
      cwd: world.project,
      env: envOf(world),
      stdin: Buffer.from(JSON.stringify(event)),
    });
    const after = doctor(world);
    expect(after.seen).toMatchObject([{ event: 'SessionStart', count: 1 }]);
    expect(codesOf(after)).toEqual([]);
  });

  test('a launcher that is missing, not executable or a different program is found', () => {
    using world = freshWorld();
    pawl(world, ['init']);
    chmodSync(launcher(world), 0o600);
    expect(codesOf(doctor(world))).toContain('launcher-mode');
    expect(codesOf(doctor(world, '--fix'))).not.toContain('launcher-mode');
    writeFileSync(launcher(world), '#!/bin/sh\n');
    expect(codesOf(doctor(world))).toContain('launcher-differs');
    rmSync(world.pawlHome, { recursive: true });
    write(
      world.settings,
      json({
        hooks: { Stop: [{ hooks: [command(launcher(world), { args: ['hook', 'Stop'], timeout: 20 })] }] },
      }),
    );
    expect(codesOf(doctor(world))).toContain('launcher-missing');
  });

  test('missing events and edited entries are found, and `pawl init` fixes both', () => {
    using world = freshWorld();
    pawl(world, ['init']);
    const rules = [{ id: 'x', on: 'DirectoryAdded', action: 'tell', message: 'seen' }];
    write(join(world.pawlHome, 'config.jsonc'), JSON.stringify({ rules }));
    chmodSync(join(world.pawlHome, 'config.jsonc'), 0o600);
    expect(codesOf(doctor(world))).toContain('events-missing');
    writeFileSync(
      world.settings,
      readFileSync(world.settings, 'utf8').replace('"onFailure": "block"', '"async": true'),
    );
    expect(codesOf(doctor(world))).toContain('entry-outdated');
    pawl(world, ['init']);
    expect(codesOf(doctor(world))).toEqual(['never-fired']);
  });

  test('hooks that are switched off are an error', async () => {
    using world = freshWorld();
    pawl(world, ['init']);
    write(projectFile(world), '{"disableAllHooks": true}');
    expect(codesIn(await checks(world))).toContain('hooks-off');
  });
});

describe('Pawl’s home', () => {
  test('mistakes in the config are found with their line', async () => {
    using world = freshWorld();
    pawl(world, ['init']);
    writeFileSync(join(world.pawlHome, 'config.jsonc'), '{\n  "pcks": {},\n  "rules": "no"\n}\n');
    const found = (await checks(world)).filter((one) => one.code.startsWith('config'));
    expect(found.map(({ code, line }) => [code, line])).toEqual([
      ['config-broken', 3],
      ['config-unknown-key', 2],
    ]);
  });

  test('settings of a policy that does not exist are found', async () => {
    using world = freshWorld();
    pawl(world, ['init']);
    writeFileSync(
      join(world.pawlHome, 'config.jsonc'),
      '{\n  "policies": {\n    "guard/delet": { "level": "ask" }\n  }\n}\n',
    );
    const found = (await checks(world)).filter((one) => one.code === 'config-unknown-key');
    expect(found).toMatchObject([
      {
        code: 'config-unknown-key',
        line: 3,
        what: 'policies.guard/delet: there is no policy "guard/delet"; did you mean "guard/delete"?',
      },
    ]);
  });

  test('a home that is not writable is an error', async () => {
    using world = freshWorld();
    pawl(world, ['init']);
    rmSync(join(world.pawlHome, 'spool'), { recursive: true, force: true });
    writeFileSync(join(world.pawlHome, 'spool'), 'not a folder', { mode: 0o600 });
    expect(codesIn(await checks(world))).toContain('home-read-only');
  });

  test('files that other users can read are found and made private', () => {
    using world = freshWorld();
    pawl(world, ['init']);
    chmodSync(join(world.pawlHome, 'config.jsonc'), 0o644);
    chmodSync(world.pawlHome, 0o755);
    expect(codesOf(doctor(world))).toContain('permissions');
    expect(codesOf(doctor(world, '--fix'))).not.toContain('permissions');
    expect(statSync(world.pawlHome).mode & 0o777).toBe(0o700);
  });

  test('a policy that an editor saved with mode 0644 is no finding, because its folder is closed to others', () => {
    using world = freshWorld();
    pawl(world, ['init']);
    pawl(world, ['policies', 'new', 'no-telnet']);
    chmodSync(join(world.pawlHome, 'policies', 'no-telnet.ts'), 0o644);
    expect(codesOf(doctor(world))).not.toContain('permissions');
  });

  test('a settings file that can’t be read is one finding: whether Pawl is registered in it is not known', () => {
    using world = freshWorld();
    pawl(world, ['init']);
    writeFileSync(world.settings, `oops ${readFileSync(world.settings, 'utf8')}`);
    expect(codesOf(doctor(world))).toContain('settings-unreadable');
    expect(codesOf(doctor(world))).not.toContain('not-registered');
  });

  test('a damaged store is moved aside, and a newer one is not touched', () => {
    using world = freshWorld();
    pawl(world, ['init']);
    const store = join(world.pawlHome, 'pawl.db');
    writeFileSync(store, 'this is no database at all, '.repeat(200), { mode: 0o600 });
    expect(codesOf(doctor(world))).toContain('store-corrupt');
    const mended = doctor(world, '--fix');
    expect(codesOf(mended)).not.toContain('store-corrupt');
    expect(readdirSync(world.pawlHome).some((name) => name.includes('damaged'))).toBe(true);

    const { Database } = require('bun:sqlite') as typeof import('bun:sqlite');
    mkdirSync(world.pawlHome, { recursive: true });
    const db = new Database(store);
    db.run('PRAGMA user_version = 9999');
    db.close();
    const bytes = readFileSync(store);
    expect(codesOf(doctor(world, '--fix'))).toContain('store-newer');
    expect(readFileSync(store).equals(bytes)).toBe(true);
  });
});

test('--measure runs each command hook in a temporary home and measures its time', () => {
  using world = freshWorld();
  pawl(world, ['init']);
  write(join(world.project, '.claude', 'touch.sh'), '#!/bin/sh\ncat > "$HOME/seen"\nsleep 0.05\n');
  chmodSync(join(world.project, '.claude', 'touch.sh'), 0o755);
  write(projectFile(world), json({ hooks: { Stop: [{ hooks: [command('.claude/touch.sh')] }] } }));
  const { costs } = doctor(world, '--measure');
  const mine = costs!.find((one) => one.command === '.claude/touch.sh')!;
  expect(mine.exit).toBe(0);
  expect(mine.ms).toBeGreaterThan(45);
  expect(costs!.length).toBeGreaterThan(1);
  expect(costs!.every((one) => one.exit === 0)).toBe(true);
  expect(existsSync(join(world.home, 'seen'))).toBe(false);
  expect(doctor(world).seen).toEqual([]);
});

test('the version of the client on the PATH is checked', async () => {
  using world = freshWorld();
  const bin = join(world.home, 'bin');
  const ask = (version: string) => {
    write(join(bin, 'claude'), `#!/bin/sh\necho "${version} (Claude Code)"\n`);
    chmodSync(join(bin, 'claude'), 0o755);
    const env = envOf(world, { PATH: `${bin}:${process.env.PATH}` });
    return examine(homeAt(world.pawlHome), world.project, env);
  };
  expect(codesIn((await ask('2.1.200')).findings)).toContain('client-old');
  expect(codesIn((await ask('2.9.0')).findings)).toContain('client-newer');
  expect((await ask('2.1.325')).client).toBe('2.1.325');
});

test('wrong usage exits with 2, and the report shows code, file and fix', () => {
  using world = freshWorld();
  expect(pawl(world, ['doctor', '--nonsense']).code).toBe(2);
  expect(pawl(world, ['doctor', 'word']).code).toBe(2);
  write(world.settings, json({ hooks: { Stop: [{ hooks: [command('true', { timeout: 5000 })] }] } }));
  const { stdout, code } = pawl(world, ['doctor']);
  expect(code).toBe(1);
  for (const word of ['timeout-milliseconds', '~/.claude/settings.json:', '83 minutes', 'pawl doctor --fix'])
    expect(stdout).toContain(word);
  expect(stdout).not.toContain('\x1b[');
});
