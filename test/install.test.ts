// `pawl init` and `pawl uninstall` through the built program, in a temporary home.
import { describe, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { run } from './support/answers.ts';
import { repository } from './support/git.ts';
import { launcher, pawl, pawlJson, program } from './support/pawl.ts';
import { person } from './support/person.ts';
import { testUnless, underAgent } from './support/skip.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

/** Commands that only a person may run are refused when an agent runs this suite. */
const byPerson = testUnless(underAgent());

const bytes = (file: string) => (existsSync(file) ? readFileSync(file, 'latin1') : undefined);
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const settingsOf = (world: World, scope: string) =>
  scope === 'user'
    ? world.settings
    : join(world.project, '.claude', scope === 'project' ? 'settings.json' : 'settings.local.json');

const theirs = { type: 'command', command: 'python3 ~/x.py', timeout: 5 };
const withHooks = {
  hooks: {
    PreToolUse: [{ matcher: 'Bash', hooks: [theirs] }, { hooks: [theirs] }],
    Stop: [{ hooks: [theirs] }],
    Notification: [],
  },
  model: 'opus',
};

const shapes: Record<string, string | undefined> = {
  'no file': undefined,
  'an empty file': '',
  'an empty object': '{}',
  'an empty object over lines': '{\n\n}\n',
  'two spaces': `${JSON.stringify(withHooks, null, 2)}\n`,
  'four spaces': `${JSON.stringify(withHooks, null, 4)}\n`,
  tabs: `${JSON.stringify(withHooks, null, '\t')}\n`,
  'Windows line ends': `${JSON.stringify(withHooks, null, 2)}\n`.replaceAll('\n', '\r\n'),
  'no newline at the end': JSON.stringify({ model: 'opus' }, null, 2),
  'several newlines at the end': `${JSON.stringify({ model: 'opus' }, null, 2)}\n\n\n`,
  'one line': JSON.stringify(withHooks),
  'empty containers with whitespace': '{ "hooks" : { "Stop": [  ], "PreToolUse":[\n] } , "a": { } }\n',
  'a byte order mark': `\uFEFF${JSON.stringify({ model: 'opus' }, null, 2)}\n`,
  'other alphabets': `${JSON.stringify({ language: '日本語 🦊', größe: 'é' }, null, 2)}\n`,
};

const scopes = ['user', 'project', 'local'];

/** Every shape in one of the scopes in turn, which differ only in the path; without a file, in all of them. */
const restored = Object.entries(shapes).flatMap(([name, text], index) =>
  (text === undefined ? scopes : [scopes[index % scopes.length]!]).map((scope) => ({ name, text, scope })),
);

describe('uninstall restores the same bytes', () => {
  for (const { name, text, scope } of restored) {
    byPerson(`${name}, ${scope}`, () => {
      using world = freshWorld();
      const file = settingsOf(world, scope);
      if (text !== undefined) write(file, text);
      const before = bytes(file);
      expect(pawl(world, ['init', `--${scope}`]).code).toBe(0);
      const installed = bytes(file);
      expect(Object.keys(JSON.parse(readFileSync(file, 'utf8').replace('\uFEFF', '')).hooks)).toContain(
        'PreToolUse',
      );
      expect(pawl(world, ['init', `--${scope}`]).code).toBe(0);
      expect(bytes(file)).toBe(installed);
      expect(person(world, ['uninstall', `--${scope}`]).code).toBe(0);
      expect(bytes(file)).toBe(before);
      if (text === undefined && scope !== 'user')
        expect(existsSync(join(world.project, '.claude'))).toBe(false);
    });
  }
});

byPerson('uninstall keeps changes that others made in between', () => {
  using world = freshWorld();
  write(world.settings, '{\n  "model": "opus"\n}\n');
  pawl(world, ['init']);
  const value = read(world.settings);
  writeFileSync(world.settings, JSON.stringify({ ...value, model: 'sonnet', added: 1 }, null, 2));
  person(world, ['uninstall']);
  expect(bytes(world.settings)).toBe(JSON.stringify({ model: 'sonnet', added: 1 }, null, 2));
});

byPerson('after an edit and a second init, uninstall restores the edited file', () => {
  using world = freshWorld();
  pawl(world, ['init']);
  const value = read(world.settings);
  writeFileSync(world.settings, JSON.stringify({ ...value, model: 'sonnet' }));
  configureRule(world, 'DirectoryAdded');
  pawl(world, ['init']);
  expect(Object.keys(read(world.settings).hooks)).toContain('DirectoryAdded');
  person(world, ['uninstall']);
  expect(read(world.settings)).toEqual({ model: 'sonnet' });
});

byPerson('init adds and removes entries after a change of the config, and keeps the others in place', () => {
  using world = freshWorld();
  write(world.settings, shapes['two spaces']!);
  pawl(world, ['init']);
  const first = bytes(world.settings);
  configureRule(world, 'DirectoryAdded');
  expect(pawlJson<{ added: string[] }>(world, ['init']).added).toEqual(['DirectoryAdded']);
  rmSync(join(world.pawlHome, 'config.jsonc'));
  expect(pawlJson<{ removed: string[] }>(world, ['init']).removed).toEqual(['DirectoryAdded']);
  expect(bytes(world.settings)).toBe(first);
  person(world, ['uninstall']);
  expect(bytes(world.settings)).toBe(shapes['two spaces']!);
});

function configureRule(world: World, on: string): void {
  const rule = { id: 'mine', on, action: 'tell', message: 'seen' };
  write(join(world.pawlHome, 'config.jsonc'), JSON.stringify({ rules: [rule] }));
}

const malformed: Record<string, string> = {
  'a comment': '{\n  // mine\n  "a": 1\n}\n',
  'a truncated file': '{\n  "hooks": {\n',
  'a list': '[]',
  'hooks that are not an object': '{\n  "hooks": ["x.sh"]\n}',
  'not text': '{"a": "\xff\xfe"}',
};

for (const [name, text] of Object.entries(malformed)) {
  test(`a malformed file is refused and not changed: ${name}`, () => {
    using world = freshWorld();
    write(world.settings, '');
    writeFileSync(world.settings, Buffer.from(text, 'latin1'));
    const { code, stderr } = pawl(world, ['init']);
    expect(code).toBe(1);
    expect(stderr).toContain(world.settings);
    expect(bytes(world.settings)).toBe(text);
    expect(existsSync(launcher(world))).toBe(false);
  });
}

test('a settings file that can’t be read is reported', () => {
  using world = freshWorld();
  mkdirSync(world.settings, { recursive: true });
  const { code, stderr } = pawl(world, ['init']);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(world.settings) });
});

test('a read-only file is refused and not changed, even as root', () => {
  using world = freshWorld();
  write(world.settings, '{}');
  chmodSync(world.settings, 0o444);
  const { code, stderr } = pawl(world, ['init']);
  expect(code).toBe(1);
  expect(stderr).toContain('read-only');
  expect(bytes(world.settings)).toBe('{}');
  expect(readdirSync(join(world.home, '.claude'))).toEqual(['settings.json']);
});

byPerson('a settings file that is a link stays a link', () => {
  using world = freshWorld();
  const target = join(world.home, 'dotfiles', 'claude.json');
  write(target, '{"model":"opus"}\n');
  mkdirSync(join(world.home, '.claude'), { recursive: true });
  symlinkSync('../dotfiles/claude.json', world.settings);
  pawl(world, ['init']);
  expect(lstatSync(world.settings).isSymbolicLink()).toBe(true);
  expect(read(target).hooks.PreToolUse).toHaveLength(1);
  person(world, ['uninstall']);
  expect(bytes(target)).toBe('{"model":"opus"}\n');
  expect(lstatSync(world.settings).isSymbolicLink()).toBe(true);
});

byPerson('many concurrent installations give the same result as one', async () => {
  using world = freshWorld();
  write(world.settings, shapes.tabs!);
  const all = Array.from({ length: 8 }, () =>
    Bun.spawn([program, 'init'], { cwd: world.project, env: envOf(world), stdout: 'ignore', stderr: 'pipe' }),
  );
  expect(await Promise.all(all.map((one) => one.exited))).toEqual(all.map(() => 0));
  const once = bytes(world.settings);
  expect(read(world.settings).hooks.PreToolUse).toHaveLength(3);
  pawl(world, ['init']);
  expect(bytes(world.settings)).toBe(once);
  person(world, ['uninstall']);
  expect(bytes(world.settings)).toBe(shapes.tabs!);
});

test('init creates a private home with the launcher, its mode and the marker', () => {
  using world = freshWorld();
  pawl(world, ['init']);
  const mode = (path: string) => statSync(join(world.pawlHome, path)).mode & 0o777;
  expect([mode(''), mode('bin'), mode('bin/pawl'), mode('config.jsonc'), mode('.pawl-home')]).toEqual([
    0o700, 0o700, 0o700, 0o600, 0o600,
  ]);
  expect(readFileSync(launcher(world)).equals(readFileSync(program))).toBe(true);
  expect(statSync(world.settings).mode & 0o777).toBe(0o600);
});

test('entries are in exec form, with a timeout, and refuse tool calls if Pawl is broken', () => {
  using world = freshWorld();
  pawl(world, ['init']);
  const { hooks } = read(world.settings);
  expect(hooks.PreToolUse[0].hooks).toEqual([
    {
      type: 'command',
      command: launcher(world),
      // The id is this installation's own: a repository can't write the same entry with another timeout.
      args: ['hook', 'PreToolUse', expect.stringMatching(/^--id=[0-9a-f]{12}$/)],
      timeout: 20,
      onFailure: 'block',
    },
  ]);
  expect(Object.keys(hooks)).not.toContain('WorktreeCreate');
  expect(hooks.Stop[0].hooks[0].onFailure).toBeUndefined();
});

test('a dry run shows the change and writes nothing', () => {
  using world = freshWorld();
  const { code, stdout } = pawl(world, ['init', '--dry-run', '--packs', 'all']);
  expect(code).toBe(0);
  expect(stdout).toContain('"PreToolUse"');
  expect(existsSync(world.pawlHome)).toBe(false);
  expect(existsSync(world.settings)).toBe(false);
});

test('CLAUDE_CONFIG_DIR moves the settings', () => {
  using world = freshWorld();
  const env = envOf(world, { CLAUDE_CONFIG_DIR: join(world.home, 'elsewhere') });
  Bun.spawnSync([program, 'init'], { cwd: world.project, env });
  expect(existsSync(join(world.home, 'elsewhere', 'settings.json'))).toBe(true);
  expect(existsSync(world.settings)).toBe(false);
});

byPerson('packs are switched in the config, and its comments stay', () => {
  using world = freshWorld();
  pawl(world, ['init', '--packs', '+memory,-tasks', '--packs=-session,-metrics']);
  const text = readFileSync(join(world.pawlHome, 'config.jsonc'), 'utf8');
  expect(text).toContain('// Simple policies, written as data');
  expect((Bun.JSONC.parse(text) as { packs: unknown }).packs).toEqual({
    tasks: false,
    session: false,
    memory: true,
    metrics: false,
  });
  const events = Object.keys(read(world.settings).hooks);
  expect(events).toContain('PreToolUse');
  pawl(world, ['init', '--packs', 'all']);
  expect(Object.keys(read(world.settings).hooks).length).toBeGreaterThan(events.length);
  expect(pawl(world, ['init', '--packs', 'gard']).code).toBe(2);
  expect(pawl(world, ['init', '--packs', '+memory,docs']).code).toBe(2);
  expect(person(world, ['init', '--packs=-docs']).code).toBe(0);
  const { values } = pawlJson<{ values: { key: string; value: unknown }[] }>(world, ['config']);
  expect(values.find(({ key }) => key === 'packs.docs')?.value).toBe(false);
});

byPerson('a plain list of packs switches nothing off without a person’s yes', () => {
  using world = freshWorld();
  pawl(world, ['init']);
  const config = () => readFileSync(join(world.pawlHome, 'config.jsonc'), 'utf8');
  const before = config();
  const { code, stderr } = pawl(world, ['init', '--packs', 'workflow', '--yes']);
  expect(code).toBe(1);
  expect(stderr).toContain('switches guard, tasks, session, metrics off');
  expect(stderr).toContain('init --packs +workflow`');
  expect(config()).toBe(before);
  expect(pawl(world, ['init', '--packs', 'guard,tasks,session,metrics,workflow']).code).toBe(0);
  expect(run(world, 'rm -rf ~').decision).toBe('deny');
});

test('init reports a setting that switches hooks off', () => {
  using world = freshWorld();
  write(world.settings, '{"disableAllHooks": true}');
  expect(pawl(world, ['init']).stdout).toContain('disableAllHooks');
});

test('init reports an invalid entry that makes the client ignore the file', () => {
  using world = freshWorld();
  write(world.settings, '{"hooks":{"PreToolUse":["x.sh"]}}');
  const { code, stdout } = pawl(world, ['init']);
  expect(code).toBe(1);
  expect(stdout).toContain('settings.json:1');
  expect(stdout).toContain('ignore this whole file');
});

byPerson('uninstall refuses a file that is no longer valid, clears the others, and keeps the home', () => {
  using world = freshWorld();
  for (const scope of ['--user', '--project']) pawl(world, ['init', scope]);
  writeFileSync(world.settings, '{ broken');
  const { code, stderr } = person(world, ['uninstall', '--purge', '--yes']);
  expect(code).toBe(1);
  expect(stderr).toContain(world.settings);
  expect(bytes(world.settings)).toBe('{ broken');
  expect(existsSync(settingsOf(world, 'project'))).toBe(false);
  expect(existsSync(world.pawlHome)).toBe(true);
});

test('a home that can’t be created gives a message, not a stack trace', () => {
  using world = freshWorld();
  writeFileSync(world.pawlHome, 'a file, not a folder');
  const { code, stderr } = pawl(world, ['init']);
  expect(code).toBe(1);
  expect(stderr).toContain('is not writable');
  expect(stderr).not.toContain('something went wrong');
});

test('a project’s new settings file is readable for the team, and an existing file keeps its mode', () => {
  using world = freshWorld();
  const mode = (path: string) => statSync(path).mode & 0o777;
  pawl(world, ['init', '--project']);
  const shared = settingsOf(world, 'project');
  expect([mode(shared), mode(join(world.project, '.claude'))]).toEqual([0o644, 0o755]);
  write(world.settings, '{}');
  chmodSync(world.settings, 0o640);
  pawl(world, ['init']);
  expect(mode(world.settings)).toBe(0o640);
});

test('init moves an entry that someone put under a matcher out of it', () => {
  using world = freshWorld();
  pawl(world, ['init']);
  const value = read(world.settings);
  value.hooks.PreToolUse[0].matcher = 'Bash';
  writeFileSync(world.settings, JSON.stringify(value));
  expect(JSON.parse(pawl(world, ['doctor', '--json']).stdout).findings[0].code).toBe('entry-outdated');
  pawl(world, ['init']);
  expect(read(world.settings).hooks.PreToolUse).toEqual([{ hooks: value.hooks.PreToolUse[0].hooks }]);
});

byPerson('--purge deletes the home only with --yes', () => {
  using world = freshWorld();
  pawl(world, ['init']);
  expect(pawl(world, ['uninstall', '--purge']).code).toBe(2);
  expect(existsSync(world.pawlHome)).toBe(true);
  expect(person(world, ['uninstall', '--purge', '--yes']).code).toBe(0);
  expect(existsSync(world.pawlHome)).toBe(false);
});

test('an agent can’t uninstall, nor switch packs off', () => {
  using world = freshWorld();
  pawl(world, ['init']);
  const env = envOf(world, { CLAUDECODE: '1' });
  const asAgent = (...args: string[]) =>
    Bun.spawnSync([program, ...args], { cwd: world.project, env }).exitCode;
  const before = bytes(world.settings);
  expect(asAgent('uninstall')).toBe(1);
  expect(asAgent('init', '--packs', 'tasks')).toBe(1);
  expect(bytes(world.settings)).toBe(before);
});

interface Handler {
  command: string;
  args: string[];
}

/** Starts a hook in exec form, as the client does. */
function fire(world: World, { command, args }: Handler, event: unknown, home = world.home) {
  const env = { ...envOf(world), HOME: home, CLAUDE_PROJECT_DIR: world.project };
  const program = command.replace('${CLAUDE_PROJECT_DIR}', world.project);
  const done = Bun.spawnSync([program, ...args], {
    cwd: world.project,
    env,
    stdin: Buffer.from(JSON.stringify(event)),
  });
  return { code: done.exitCode, stdout: done.stdout.toString() };
}

const event = (world: World, name: string, more = {}) => ({
  session_id: 's1',
  cwd: world.project,
  transcript_path: '/nowhere',
  hook_event_name: name,
  ...more,
});
const push = {
  tool_name: 'Bash',
  tool_input: { command: 'git push --force origin main' },
  tool_use_id: 't1',
};

test('a project’s entry works where Pawl is installed, and does nothing elsewhere', () => {
  using world = freshWorld();
  repository(world);
  pawl(world, ['init', '--project']);
  const handler = read(settingsOf(world, 'project')).hooks.PreToolUse[0].hooks[0];
  expect(JSON.stringify(handler)).not.toContain(world.home);
  const there = fire(world, handler, event(world, 'PreToolUse', push));
  expect(there.stdout).toContain('deny');
  expect(fire(world, handler, event(world, 'PreToolUse', push), '/nonexistent')).toEqual({
    code: 0,
    stdout: '',
  });
});

test('with all kinds of registration at once, each event is answered and recorded once', () => {
  using world = freshWorld();
  repository(world);
  for (const scope of ['--user', '--project']) pawl(world, ['init', scope]);
  const own = read(world.settings).hooks;
  const shared = read(settingsOf(world, 'project')).hooks;
  const plugin = { command: launcher(world), args: ['hook', 'PreToolUse', '--plugin'] };
  fire(world, own.SessionStart[0].hooks[0], event(world, 'SessionStart', { source: 'startup' }));
  expect(
    fire(world, shared.SessionStart[0].hooks[0], event(world, 'SessionStart', { source: 'startup' })).stdout,
  ).toBe('');
  const answers = [own.PreToolUse[0].hooks[0], shared.PreToolUse[0].hooks[0], plugin].map(
    (handler) => fire(world, handler, event(world, 'PreToolUse', push)).stdout !== '',
  );
  expect(answers).toEqual([true, false, false]);
  expect(recorded(world)).toEqual(['SessionStart', 'PreToolUse']);
});

test('without a registration in user settings the project’s one answers, not the plugin’s', () => {
  using world = freshWorld();
  repository(world);
  pawl(world, ['init', '--project']);
  const shared = read(settingsOf(world, 'project')).hooks;
  const plugin = { command: launcher(world), args: ['hook', 'PreToolUse', '--plugin'] };
  fire(world, shared.SessionStart[0].hooks[0], event(world, 'SessionStart', { source: 'startup' }));
  const answers = [shared.PreToolUse[0].hooks[0], plugin].map(
    (handler) => fire(world, handler, event(world, 'PreToolUse', push)).stdout !== '',
  );
  expect(answers).toEqual([true, false]);
  expect(recorded(world)).toEqual(['SessionStart', 'PreToolUse']);
});

/** The output of `pawl log`, oldest first. */
function recorded(world: World): string[] {
  return pawlJson<{ event: string }[]>(world, ['log'])
    .map((one) => one.event)
    .reverse();
}

const ownPolicy = `import { definePolicy, deny } from 'pawl';

export default definePolicy({
  id: 'mine/no-friday',
  summary: 'No deploys on Fridays',
  why: 'Nobody is there on Saturday.',
  on: 'PreToolUse',
  tools: ['Bash'],
  level: 'deny',
  options: { word: { default: 'deploy', about: 'The word.' } },
  examples: [],
  check(event, { options, shell }) {
    const word: string = options.word;
    const input: Record<string, unknown> = event.tool_input;
    if (shell.commands.length >= 0 && String(input.command).includes(word)) return deny('not on a Friday');
    return undefined;
  },
});
`;

test('policy files can import from "pawl", at run time and with types in an editor', () => {
  using world = freshWorld();
  repository(world);
  pawl(world, ['init']);
  write(join(world.pawlHome, 'policies', 'friday.ts'), ownPolicy);
  const handler = read(world.settings).hooks.PreToolUse[0].hooks[0];
  const call = { tool_name: 'Bash', tool_input: { command: 'make deploy' }, tool_use_id: 't1' };
  expect(fire(world, handler, event(world, 'PreToolUse', call)).stdout).toContain('not on a Friday');
  expect(typeCheck(world)).toBe('');
  write(
    join(world.pawlHome, 'policies', 'friday.ts'),
    ownPolicy.replace("on: 'PreToolUse'", "on: 'PreToolUsed'"),
  );
  expect(typeCheck(world)).toContain('PreToolUsed');
});

function typeCheck(world: World): string {
  const tsc = join(import.meta.dir, '..', 'node_modules', 'typescript', 'bin', 'tsc');
  const done = Bun.spawnSync(['node', tsc, '-p', world.pawlHome], { env: envOf(world) });
  return done.stdout.toString() + done.stderr.toString();
}

test('the choice of status line can be changed at any time, and the person’s own line is restored', () => {
  using world = freshWorld();
  const own = { type: 'command', command: 'echo mine' };
  write(world.settings, JSON.stringify({ statusLine: own }));
  const shown = () =>
    pawl(world, ['statusline'], JSON.stringify({ session_id: 's', cwd: world.project })).stdout;
  const choose = (choice: string) => expect(pawl(world, ['init', '--status-line', choice]).code).toBe(0);
  for (const choice of ['both', 'pawl', 'both', 'yours', 'pawl', 'both']) {
    choose(choice);
    if (choice !== 'yours') expect(shown().includes('mine'), choice).toBe(choice === 'both');
    else expect(JSON.parse(readFileSync(world.settings, 'utf8')).statusLine).toEqual(own);
  }
});
