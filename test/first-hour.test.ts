// Tests of a newcomer's first hour: a refusal with its way out, the status line, explain, tables, help.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addPause, switchOff } from '../src/store/files/overrides.ts';
import { homeAt } from '../src/system/home.ts';
import { bashEvent, plainEvent, run, send, session } from './support/answers.ts';
import { configure, pawl, pawlJson } from './support/pawl.ts';
import { somebody } from './support/person.ts';
import { testUnless, withoutPrograms } from './support/skip.ts';
import { freshWorld, type World, write } from './support/world.ts';

const evil = 'git push --force origin main';

test('a refusal tells the person what was refused, the alternative and the way out, and the model the first two', () => {
  using world = freshWorld();
  const { reason, message } = run(world, evil);
  expect(message).toMatch(/^Pawl refused this: .+ Instead: .+`pawl allow-once`.+`pawl explain`\.$/);
  expect(message).not.toContain('\n');
  expect(reason).toMatch(/^\[guard\/force-push:.+\] .+ Instead: /);
  expect(reason).not.toContain('allow-once');
});

test('however long a reason is, the alternative and the way out are not cut off', () => {
  using world = freshWorld();
  const long = { id: 'long', action: 'deny', message: 'no '.repeat(9_000), instead: 'use the other tool' };
  configure(world, { rules: [{ ...long, tool: 'Bash' }] });
  const { reason, message } = run(world, 'ls');
  expect(reason.length).toBeLessThan(10_000);
  expect(reason).toEndWith('Instead: use the other tool');
  expect(message).toContain('Instead: use the other tool');
  expect(message).toContain('`pawl allow-once`');
  expect(message.length).toBeLessThan(500);
});

test('a call that is put to the person brings no second text: the dialog has it all', () => {
  using world = freshWorld();
  configure(world, { rules: [{ id: 'x', tool: 'Bash', action: 'ask', message: 'Sure?' }] });
  expect(run(world, 'ls')).toMatchObject({ decision: 'ask', message: '' });
});

const statusline = (world: World, tokens: number | null = 10_000) =>
  Bun.stripANSI(
    pawl(
      world,
      ['statusline'],
      JSON.stringify({
        session_id: session,
        cwd: world.project,
        model: { id: 'm', display_name: 'Opus' },
        context_window: {
          context_window_size: 100_000,
          used_percentage: tokens === null ? null : tokens / 1_000,
          current_usage: tokens === null ? null : { input_tokens: tokens },
        },
      }),
    ).stdout,
  );

test('the status line says when Pawl is paused, off or was never called, and counts refusals', () => {
  using world = freshWorld();
  expect(statusline(world, null)).not.toContain('never fired');
  run(world, 'ls');
  expect(statusline(world)).not.toMatch(/never fired|refused|paused|OFF/);
  run(world, evil);
  run(world, evil);
  expect(statusline(world)).toContain('✋ 2 refused');
  const home = homeAt(world.pawlHome);
  const now = Date.now();
  addPause(home, { id: 'p', at: now, until: now + 27.5 * 60_000, policy: 'guard/delete' }, somebody);
  expect(statusline(world)).toContain('⏸ guard/delete paused for 28 min');
  addPause(home, { id: 'q', at: now, until: now + 9.5 * 60_000 }, somebody);
  expect(statusline(world)).toContain('⏸ Pawl paused for 10 min');
  switchOff(home, 'testing', somebody);
  expect(statusline(world)).toContain('Pawl is OFF');
});

test('the status line of a session says so if the model has answered but no event arrived', () => {
  using world = freshWorld();
  send(world, { ...plainEvent(world, 'SessionStart', { source: 'startup' }), session_id: 'another' });
  expect(statusline(world)).toContain('never fired');
});

test('`pawl explain` explains the last refusal, even if other events followed', () => {
  using world = freshWorld();
  run(world, evil);
  run(world, 'ls');
  send(world, plainEvent(world, 'Stop'));
  const { stdout } = pawl(world, ['explain']);
  for (const part of [
    'Refused',
    'guard/force-push',
    'Instead:',
    'What it would do:',
    'irreversible',
    'What would change the decision:',
    'pawl allow-once',
    'pawl help guard/force-push',
  ])
    expect(stdout).toContain(part);
  expect(stdout).not.toContain('other event');
  expect(pawl(world, ['explain', '--all']).stdout).toContain('other event: ');
  expect(pawlJson<{ event: string }>(world, ['explain', 'last']).event).toBe('Stop');
});

test('`pawl explain refused` does not explain a call that was put to the person', () => {
  using world = freshWorld();
  configure(world, { rules: [{ id: 'x', command: 'nc', action: 'ask', message: 'Sure?' }] });
  run(world, 'nc example.com 1');
  expect(pawl(world, ['explain', 'refused'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing'),
  });
  expect(pawl(world, ['explain']).stdout).toContain('Put to the person');
});

test('`pawl explain` offers `allow-once` for calls only: a blocked stop can be paused', () => {
  using world = freshWorld();
  configure(world, { rules: [{ id: 's', on: 'Stop', action: 'block', message: 'Not yet.' }] });
  send(world, plainEvent(world, 'Stop', { stop_hook_active: false }));
  const { stdout } = pawl(world, ['explain']);
  expect(stdout).toContain('`pawl pause --policy rules/s --for 30m`');
  expect(stdout).not.toContain('allow-once');
});

test('tables fit 80 columns, and use the width of a wider terminal', () => {
  using world = freshWorld();
  const home = homeAt(world.pawlHome);
  addPause(home, { id: 'p', at: Date.now(), until: Date.now() + 600_000 }, somebody);
  run(world, `echo ${'long '.repeat(60)}`);
  run(world, evil);
  for (const command of ['log', 'policies', 'config', 'metrics', 'sessions']) {
    const lines = (columns: string) => pawl(world, [command], '', { COLUMNS: columns }).stdout.split('\n');
    const widest = (columns: string) => Math.max(...lines(columns).map((line) => Bun.stringWidth(line)));
    expect([command, widest('80') <= 80]).toEqual([command, true]);
    expect([command, widest('80') <= widest('160')]).toEqual([command, true]);
  }
  for (const columns of ['80', '140'])
    expect(unfolded(pawl(world, ['log'], '', { COLUMNS: columns }).stdout)).toContain(`Bash ${evil}`);
  expect(pawl(world, ['log'], '', { COLUMNS: '80' }).stdout).toContain('paused');
});

/** A cell that goes on in the next line, in one line. */
const unfolded = (text: string) => text.replace(/\n {20,}/g, ' ');

test('`pawl config` shows what is not the default; --all shows everything, and what a level is', () => {
  using world = freshWorld();
  configure(world, {
    policies: { 'guard/force-push': { branches: ['main', 'release'] } },
    rules: [{ id: 'x', command: 'nc', action: 'ask', message: 'Sure?' }],
  });
  const shown = (...words: string[]) => pawl(world, ['config', ...words], '', { COLUMNS: '80' }).stdout;
  expect(shown()).toMatch(/packs\.guard +default +true/);
  expect(shown()).toMatch(/policies\.guard\/force-push\.branches +user +\["main", *"release"\]/);
  expect(shown()).toMatch(/^rules +user +x$/m);
  expect(shown()).not.toContain('.level');
  expect(shown()).toMatch(/\d+ other values are the defaults: --all\./);
  expect(shown('--all')).toMatch(/policies\.rules\/x\.level +default +"deny"/);
  expect(shown('--all').replace(/\s+/g, ' ')).toContain('A level is the most that a policy may do');
});

test('a policy that fails is named by `pawl check` and by `pawl explain`, with the line', () => {
  using world = freshWorld();
  const broken = `export default { id: 'mine/bad', summary: 'x', why: 'y', on: 'PreToolUse', level: 'deny',
  check() { throw new Error('boom'); } };`;
  write(join(world.pawlHome, 'policies', 'bad.ts'), broken);
  const checked = pawl(world, ['check', 'ls'], '', { COLUMNS: '80' }).stdout;
  expect(checked).toMatch(/^pass\n {2}mine\/bad failed: it threw boom \(bad\.ts:2:\d+\)/);
  run(world, 'ls');
  const explained = pawl(world, ['explain', 'last'], '', { COLUMNS: '80' }).stdout;
  expect(unfolded(explained)).toMatch(/it threw boom \(bad\.ts:2:\d+\)/);
});

test('`pawl check` names the variable whose value it can’t know', () => {
  using world = freshWorld();
  const { stdout } = pawl(world, ['check', 'rm -rf "$BUILD"; rm -rf $1']);
  expect(stdout).toContain('runs: $BUILD');
  expect(stdout).toContain('\n  rm -rf $BUILD\n  rm -rf …\n  … stands for a part that can’t be known');
});

test('`pawl policies` shows the action and the ceiling of a policy in two columns', () => {
  using world = freshWorld();
  configure(world, { policies: { 'guard/force-push': { level: 'ask' } } });
  const { stdout } = pawl(world, ['policies']);
  expect(stdout).toMatch(/^policy +action +ceiling/);
  expect(stdout).toMatch(/guard\/force-push +deny(, ask)? +ask \(user\)/);
  expect(stdout).toMatch(/guard\/privilege +ask +deny/);
});

test('unknown options and topics get a suggestion; pages are inside the program', () => {
  using world = freshWorld();
  expect(pawl(world, ['log', '--sicne', '2h'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean --since?'),
  });
  expect(pawl(world, ['help', 'evnets'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean events?'),
  });
  expect(pawl(world, ['help', 'events']).stdout).toContain('PreToolUse');
  expect(pawl(world, ['help', 'guard/force-push']).stdout).toContain('git push');
  expect(pawl(world, ['help', 'matcher-never']).stdout).toContain('case-sensitive');
  expect(pawl(world, ['help', 'git-push-force']).code).toBeLessThan(3);
  expect(pawl(world, ['help']).stdout).toContain('pawl help <topic>');
});

const dropped = [
  [
    'a timeout of zero',
    { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x', timeout: 0 }] }] } },
  ],
  ['a value of the wrong type', { verbose: 'yes' }],
] as const;
for (const [what, settings] of dropped)
  test(`init does not claim to protect where the client ignores the file for ${what}`, () => {
    using world = freshWorld();
    write(world.settings, JSON.stringify(settings, null, 2));
    const done = pawl(world, ['init']);
    expect(done.code).toBe(1);
    expect(done.stdout).toContain('Nothing is protected yet');
    expect(done.stdout).not.toContain('Pawl is registered');
    const { findings } = JSON.parse(pawl(world, ['doctor', '--json']).stdout) as {
      findings: { code: string; severity: string }[];
    };
    expect(findings).toContainEqual(expect.objectContaining({ code: 'file-dropped', severity: 'error' }));
  }, 60_000);

test('doctor: “never fired” stays after a config change, and a matcher in the wrong case is found', () => {
  using world = freshWorld();
  write(
    world.settings,
    JSON.stringify({
      hooks: { PreToolUse: [{ matcher: 'bash', hooks: [{ type: 'command', command: 'true' }] }] },
    }),
  );
  expect(pawl(world, ['init']).code).toBe(0);
  write(join(world.pawlHome, 'spool', 'x'), '');
  pawl(world, ['config', 'set', 'packs.docs', 'true']);
  const report = pawl(world, ['doctor']).stdout;
  expect(report).toContain('never-fired');
  expect(report).toContain('no tool is called "bash"; did you mean "Bash"?');
  expect(report).not.toContain('All is well');
}, 60_000);

test('the JSON of a refusal has a reason for the model and a systemMessage for the person', () => {
  using world = freshWorld();
  const { raw } = send(world, bashEvent(world, evil));
  expect(Object.keys(JSON.parse(raw)).sort()).toEqual(['hookSpecificOutput', 'systemMessage']);
});

test('bash completes commands, words, options and topics', () => {
  using world = freshWorld();
  const script = pawl(world, ['completion', 'bash']).stdout;
  const completed = (...words: string[]) => {
    const line = `${script}\nCOMP_WORDS=(pawl ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _pawl; echo "\${COMPREPLY[*]}"`;
    return Bun.spawnSync(['bash', '--norc', '-c', line]).stdout.toString().trim();
  };
  expect(completed('expl')).toBe('explain');
  expect(completed('policies', 'te')).toBe('test');
  expect(completed('log', '--si')).toBe('--since');
  expect(completed('help', 'guard/force')).toBe('guard/force-push');
  expect(completed('explain', '')).toBe('last refused --all --session --json --help');
  expect(completed('export', 'o')).toBe('otlp');
  expect(completed('session', 's')).toBe('show');
  expect(completed('verify', 'c')).toBe('');
});

for (const [shell, ...check] of [
  ['zsh', '-n'],
  ['fish', '--no-execute'],
] as const)
  testUnless(withoutPrograms(shell))(`${shell} accepts its completions`, () => {
    using world = freshWorld();
    const file = join(world.tmp, 'completions');
    write(file, pawl(world, ['completion', shell]).stdout);
    const { exitCode, stderr } = Bun.spawnSync([shell, ...check, file]);
    expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: '' });
  });

testUnless(withoutPrograms('fish'))('fish completes commands, words, options and topics', () => {
  using world = freshWorld();
  const file = join(world.tmp, 'pawl.fish');
  write(file, pawl(world, ['completion', 'fish']).stdout);
  const completed = (line: string) =>
    Bun.spawnSync(['fish', '--no-config', '-c', `source ${file}; complete -C '${line}'`], {
      cwd: world.project,
      env: { HOME: world.home, PATH: process.env.PATH, LANG: 'C.UTF-8' },
    })
      .stdout.toString()
      .trim()
      .split('\n')
      .map((one) => one.split('\t')[0]);
  expect(completed('pawl expl')).toEqual(['explain']);
  expect(completed('pawl explain r')).toEqual(['refused']);
  expect(completed('pawl log --si')).toEqual(['--since']);
  expect(completed('pawl help guard/force')).toEqual(['guard/force-push']);
});

test('completions for every shell name every command; another shell is refused', () => {
  using world = freshWorld();
  for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
    for (const name of ['init', 'explain', 'completion'])
      expect(pawl(world, ['completion', shell]).stdout).toContain(name);
  expect(pawl(world, ['completion', 'tcsh']).code).toBe(2);
});

test('the man page has every command and option, and the formatter accepts it', () => {
  using world = freshWorld();
  const { stdout } = pawl(world, ['help', '--man']);
  expect(stdout).toContain('.TH PAWL 1');
  expect(stdout).toContain('\\-\\-status\\-line');
  if (!Bun.which('man')) return;
  const file = join(world.tmp, 'pawl.1');
  write(file, stdout);
  const shown = Bun.spawnSync(['man', '--warnings', '-l', file], {
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
  });
  expect(shown.stderr.toString()).toBe('');
});

test('the refusal of a person-only command is wrapped, and names a page that is inside the program', () => {
  using world = freshWorld();
  for (const command of [['pause'], ['off'], ['allow-once'], ['trust'], ['uninstall']])
    for (const env of [{ CLAUDECODE: '1' }, {}] as Record<string, string>[]) {
      write(join(world.project, '.pawl', 'config.jsonc'), '{"packs": {"docs": true}}');
      const { code, stderr } = pawl(world, command, '', env);
      if (!stderr.includes('Only a person can run')) continue;
      expect(code).toBe(1);
      expect(Math.max(...stderr.split('\n').map((line) => Bun.stringWidth(line)))).toBeLessThanOrEqual(80);
      expect(stderr).toMatch(/\nIf you are a person, .*[\s\S]*\nIf you are an agent, ask the person\./);
      expect(stderr).toContain('`pawl help security`');
      expect(stderr).not.toContain('SECURITY.md');
    }
  expect(pawl(world, ['pause'], '', { CLAUDECODE: '1' }).stderr).toContain(
    'Only a person can run `pawl pause`',
  );
  expect(pawl(world, ['help', 'security']).code).toBe(0);
});

test('`pawl session ID` shows the session, with and without "show"', () => {
  using world = freshWorld();
  send(world, plainEvent(world, 'SessionStart', { source: 'startup' }));
  const shown = pawl(world, ['session', session.slice(0, 8)]);
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining(session) });
  expect(pawl(world, ['session', 'show', session]).stdout).toContain(session);
  expect(pawl(world, ['session', 'show', session, 'x']).code).toBe(2);
  expect(pawl(world, ['session', 'nowhere']).code).toBe(1);
});

test('a new policy has a summary of its own, which tells what the example does', () => {
  using world = freshWorld();
  expect(pawl(world, ['policies', 'new', 'no-telnet']).code).toBe(0);
  const { stdout } = pawl(world, ['policies'], '', { COLUMNS: '120' });
  expect(stdout).toMatch(/mine\/no-telnet +deny +deny +Refuse programs that send everything unencrypted/);
});

test('the refusal at the top of the README is the one that a person sees, and its other claims hold', () => {
  using world = freshWorld();
  const readme = readFileSync(join(import.meta.dir, '..', 'README.md'), 'utf8');
  const [, shown] = /```text\n([\s\S]*?)```/.exec(readme)!;
  const { message } = run(world, evil);
  expect(message.replace(/\s+/g, ' ')).toBe(shown!.trim().replace(/\s+/g, ' '));
  expect(run(world, 'rm -rf "$DIR"').decision).toBe('ask');
  expect(run(world, 'cat .env').decision).toBe('deny');
});

test('what README says an event costs is what the last benchmark measured', () => {
  const root = join(import.meta.dir, '..');
  const rows = readFileSync(join(root, 'bench/RESULTS.md'), 'utf8').split('\n');
  const cost = (row: string) => Number(row.split('|')[4]);
  const events = rows.filter((row) => row.startsWith('| Pawl, ') && !row.includes('50,000')).map(cost);
  const [, least, most] = /about ([\d.]+) to ([\d.]+) × the time of `node -e 0`/.exec(
    readFileSync(join(root, 'README.md'), 'utf8'),
  )!;
  expect(Math.abs(Math.min(...events) - Number(least))).toBeLessThan(0.15);
  expect(Math.abs(Math.max(...events) - Number(most))).toBeLessThan(0.15);
});
