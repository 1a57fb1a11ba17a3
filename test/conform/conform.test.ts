// `pawl conform` through the built program: Pawl itself, and programs that do one thing wrong.
import { describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformReport } from '../../src/conform/conform.ts';
import { install, launcher, pawl, pawlJson, program } from '../support/pawl.ts';
import { testUnless, withoutPrograms } from '../support/skip.ts';
import { until } from '../support/wait.ts';
import { envOf, freshWorld, type World, write } from '../support/world.ts';

function report(world: World, args: string[]): ConformReport & { failed: string[]; code: number } {
  const { code, stdout, stderr } = pawl(world, ['conform', '--json', ...args]);
  if (code === 2) throw new Error(stderr);
  const found = JSON.parse(stdout) as ConformReport;
  return { ...found, code, failed: found.checks.filter((one) => one.result === 'fail').map(({ id }) => id) };
}

/** A hook in the shell; `$input` is the event. */
function script(world: World, source: string): string {
  const file = join(world.root, 'hook.sh');
  write(file, `#!/bin/sh\ninput=$(cat)\n${source}\n`);
  chmodSync(file, 0o755);
  return file;
}

test('Pawl passes every check, and no file of the caller is touched', () => {
  using world = freshWorld();
  const before = readdirSync(world.root, { recursive: true }).sort();
  const found = report(world, ['--', program, 'hook']);
  expect(found.failed).toEqual([]);
  expect(found).toMatchObject({ code: 0, client: 'claude', guard: 'rm -rf ~' });
  expect(found.score).toEqual({ passed: 31, of: 31, percent: 100 });
  expect(found.checks.find(({ id }) => id === 'events.ends')!.cases).toBe(159);
  expect(readdirSync(world.root, { recursive: true }).sort()).toEqual(before);
}, 120_000);

test('an installed launcher records nothing of it in its own home', () => {
  using world = freshWorld();
  install(world);
  const found = report(world, ['--quick', '--only', 'events', '--', launcher(world), 'hook']);
  expect(found).toMatchObject({ code: 0, command: [launcher(world), 'hook'] });
  expect(pawlJson(world, ['log'])).toEqual([]);
  expect(pawlJson(world, ['sessions'])).toEqual([]);
}, 120_000);

test.each(['codex', 'copilot', 'gemini', 'qwen'])(
  'Pawl passes every check as a hook of %s',
  (client) => {
    using world = freshWorld();
    const only = ['--quick', '--only', 'events,input,guard'];
    const found = report(world, [
      '--client',
      client,
      ...only,
      '--',
      program,
      'hook',
      '{event}',
      '--client',
      client,
    ]);
    expect(found.failed).toEqual([]);
    expect(found).toMatchObject({ code: 0, guard: 'rm -rf ~' });
  },
  120_000,
);

describe('the report on a program', () => {
  const quick = ['--quick', '--events', 'PreToolUse,Stop'];

  test('one that answers nothing passes, and the checks of guards do not apply', () => {
    using world = freshWorld();
    const found = report(world, [...quick, '--', script(world, 'exit 0')]);
    expect(found.failed).toEqual([]);
    expect(found).toMatchObject({ code: 0, guard: null, score: { passed: 25, of: 25 } });
  }, 60_000);

  test('a guard that matches a pattern lets broken calls pass; reason and fix are given', () => {
    using world = freshWorld();
    const file = script(
      world,
      `case "$input" in *'"PreToolUse"'*'"tool_use_id"'*'rm -rf'*|*'rm -rf'*'"tool_use_id"'*) echo no >&2; exit 2;; esac`,
    );
    const args = ['conform', '--only', 'guard.broken,guard.subagent', '--', file];
    const { code, stdout } = pawl(world, args);
    expect(code).toBe(1);
    expect(stdout).toContain('half an event: the call goes on (exit code 0)');
    expect(stdout).toContain('Why: ');
    expect(stdout).toContain('Fix: ');
    expect(stdout).toContain('1 of 2 checks (50 %)');
  }, 60_000);

  test('unknown keys and values, a crash on an unknown event and a stop that is blocked again are found', () => {
    using world = freshWorld();
    const file = script(
      world,
      `case "$input" in
        *'"Stop"'*) echo '{"decision":"block","reason":"more"}';;
        *'"TimeTravel"'*) exit 1;;
        *) echo '{"decision":"allow"}';;
      esac`,
    );
    const only = ['--quick', '--only', 'events,input.held-stop,input.unknown-event,input.unknown-keys'];
    const { failed, code } = report(world, [...only, '--', file]);
    expect(code).toBe(1);
    expect(failed).toEqual(['events.keys', 'events.values', 'input.unknown-event', 'input.held-stop']);
  }, 60_000);

  test('processes and readable files left behind are found, and the processes are ended', async () => {
    using world = freshWorld();
    const file = script(
      world,
      `umask 022; echo $$ >> "$HOME/pids"; printf '%s' "$input" > "$HOME/log"; touch litter "$TMPDIR/litter"
       sleep 300 >/dev/null 2>&1 & echo $! >> '${join(world.root, 'left')}'`,
    );
    const { failed } = report(world, [
      '--quick',
      '--events',
      'Stop,PreToolUse',
      '--only',
      'process',
      '--',
      file,
    ]);
    expect(failed).toEqual(['process.left-running', 'process.left-files', 'process.private-files']);
    const left = readFileSync(join(world.root, 'left'), 'utf8').trim().split('\n').map(Number);
    await until('its processes ended', () => !left.some(isRunning));
  }, 120_000);
});

test('an interrupted run ends what it started and removes its folder', async () => {
  using world = freshWorld();
  const started = join(world.root, 'started');
  const file = script(world, `echo $$ > '${started}.new'; mv '${started}.new' '${started}'; exec sleep 300`);
  const child = Bun.spawn([program, 'conform', '--', file], {
    cwd: world.project,
    env: envOf(world),
    stdout: 'ignore',
  });
  await until('it started', () => existsSync(started));
  expect(readdirSync(world.tmp).length).toBe(1);
  child.kill('SIGTERM');
  expect(await child.exited).toBe(143);
  expect(readdirSync(world.tmp)).toEqual([]);
  await until('the hook ended', () => !isRunning(Number(readFileSync(started, 'utf8'))));
}, 60_000);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

testUnless(withoutPrograms('bash', 'jq'))(
  'a guard with jq fails the checks that the docs list',
  () => {
    using world = freshWorld();
    const file = join(import.meta.dir, 'programs', 'guard.sh');
    const only = ['--only', 'guard,input.unicode', '--events', 'PreToolUse'];
    expect(report(world, [...only, '--', file]).failed).toEqual([
      'input.unicode',
      'guard.broken',
      'guard.nesting',
    ]);
  },
  60_000,
);

describe('wrong usage exits with 2 and says what to do', () => {
  test.each([
    ['no command', [], 'after --'],
    ['a command without --', ['echo', 'x'], 'after --'],
    ['a client that does not exist', ['--client', 'cursor', '--', 'true'], 'codex'],
    [
      'a client without hook commands (OpenCode)',
      ['--client', 'opencode', '--', 'true'],
      'no command to check',
    ],
    ['a check that does not exist', ['--only', 'input.depe', '--', 'true'], 'Did you mean input.deep'],
    ['an event that does not exist', ['--events', 'PreToolUsed', '--', 'true'], 'PreToolUsed'],
    ['a program that does not exist', ['--', './nothing-here'], 'can’t be started'],
    ['a project that does not exist', ['--project', 'nowhere', '--', 'true'], 'nowhere'],
  ])('%s', (_, args, text) => {
    using world = freshWorld();
    const { code, stdout, stderr } = pawl(world, ['conform', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
  });
});

test('--list shows every check with its reason and fix', () => {
  using world = freshWorld();
  const { code, stdout } = pawl(world, ['conform', '--list', '--json']);
  const listed = JSON.parse(stdout) as Record<'id' | 'title' | 'why' | 'fix', string>[];
  expect(code).toBe(0);
  expect(listed.length).toBe(31);
  for (const one of listed)
    for (const key of ['id', 'title', 'why', 'fix'] as const) expect(one[key]).toBeTruthy();
  const page = readFileSync(join(import.meta.dir, '..', '..', 'docs', 'conformance.md'), 'utf8');
  for (const { id } of listed) expect(page).toContain(`\`${id}\``);
});
