// Messages about wrong usage: they say what happened and what to do. Exit code 2 for wrong usage, 1 if something does
// not exist.
import { expect, test } from 'bun:test';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { send } from './support/answers.ts';
import { install, pawl, pawlJson, program } from './support/pawl.ts';
import { testUnless } from './support/skip.ts';
import { envOf, freshWorld, write } from './support/world.ts';

const withoutDevFull = existsSync('/dev/full') ? undefined : 'this system has no /dev/full';

const mistakes: [args: string[], code: number, says: string][] = [
  [['plicies'], 2, 'Did you mean policies?'],
  [['check', 'rm', '-rf', 'x'], 2, "Unknown option '-r'. Put the command to check in quotes."],
  [['backtest', 'no-such-folder'], 2, 'no-such-folder does not exist.'],
  [['report', '--out', '.'], 2, 'Give a file'],
  [['pause', '--everything', '--for', '5m'], 2, 'can’t be combined with --for'],
  [['mission', 'show', 'zz'], 1, '`pawl mission show` lists them.'],
  [['revoke', 'zz'], 1, 'There is no grant "zz".'],
  [['workflow', 'start', 'plan'], 1, 'no session has run in this project yet'],
  [['workflow', 'advance'], 1, 'no session of this project runs a workflow'],
  [['checkpoint', 'a.json', 'b.json'], 2, 'takes one file'],
  [['verify', '--timeout', 'soon'], 2, '--timeout takes a time'],
  [['verify', '--list'], 1, 'No checks were found.'],
  [
    ['task', 'begin'],
    2,
    'There is no `pawl task begin`. Use `pawl task` alone, or list, add, start, done, pending or drop.',
  ],
  [
    ['log', '--limit', '-1'],
    2,
    "Option '--limit' argument is ambiguous. Write `--limit=-1`. See `pawl log --help`.",
  ],
  [['init', '--packs', '-docs'], 2, 'Write `--packs=-docs`.'],
  [['pause', '--for', '0s'], 2, '--for takes a time like 30m, 8h or 7d, not "0s".'],
  [['contact', 'add', ' '], 2, 'Give a name'],
  [['memory', 'show'], 2, '`pawl memory list` shows the ids.'],
  // An option or argument without effect is refused: nobody expects that `--dry-run` is ignored.
  [
    ['worktree', 'cleanup', 'x', '--dry-run'],
    2,
    '`pawl worktree cleanup` does not take --dry-run; it is for `pawl worktree gc`.',
  ],
  [
    ['memory', 'show', 'm1', '--limit', '3'],
    2,
    '`pawl memory show` does not take --limit; it is for `pawl memory`, `pawl memory list` or `pawl memory search`.',
  ],
  [['trust', '--show', '--revoke'], 2, '--show can’t be combined with --revoke.'],
  [['uninstall', '--managed', '--user'], 2, '--managed can’t be combined with --user.'],
  [['init', '--managed', '--packs', 'all'], 2, '--managed can’t be combined with --packs.'],
  [['init', '--launcher-only', '--dry-run'], 2, '--launcher-only can’t be combined with --dry-run.'],
  [['policies', 'test', '--event', 'x', '--last', '3'], 2, '--event can’t be combined with --last.'],
  [['workflow', 'list', 'x'], 2, '`pawl workflow list` takes no argument; "x" is too much.'],
  [['worktree', 'path', 'a', 'b'], 2, '`pawl worktree path` takes one argument; "b" is too much.'],
  [['worker'], 2, '`pawl worker` needs a word: start, finish, fail or list.'],
  [['team', 'leaf'], 2, 'There is no `pawl team leaf`. Use `pawl team` alone, or status, join,'],
  [['check', '--batch', 'ls'], 2, '--batch reads the commands from stdin'],
  [['check', '--cwd', '/dev/null', 'ls'], 2, 'There is no folder /dev/null.'],
  // A variable that turned out empty must not widen a pause to every session.
  [['pause', '--session', ''], 2, '--session needs a value; an empty text was given.'],
  [['log', '--limit', '99999999999999999999'], 2, '--limit takes a whole number from 1 on'],
  [['log', '--limit', '0'], 2, '--limit takes a whole number from 1 on, not "0".'],
  [['pause', '--for', '99999999999999d'], 2, '--for takes a time of 100 years at most'],
  [[''], 2, 'There is no command "". `pawl --help` lists them.'],
  [['log', '--event', 'pretooluse'], 2, 'There is no event "pretooluse". Did you mean PreToolUse?'],
  [['log', '--event', 'entirely-other'], 2, '`pawl help events` lists them.'],
  [['--json', 'log'], 2, 'There is no option --json before a command. Options come after it'],
];

for (const [args, code, says] of mistakes) {
  test(`wrong usage is explained: pawl ${args.join(' ')}`, () => {
    using world = freshWorld();
    const result = pawl(world, args);
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(says) });
  });
}

test('`pawl help <command>` prints the help of that command', () => {
  using world = freshWorld();
  expect(pawl(world, ['help', '--help'])).toEqual(pawl(world, ['help']));
  expect(pawl(world, ['help', 'gc'])).toEqual(pawl(world, ['gc', '--help']));
  expect(pawl(world, ['help', 'nope']).code).toBe(2);
});

test('the help of `pawl hook` mentions `pawl explain`', () => {
  using world = freshWorld();
  expect(pawl(world, ['hook', '--help']).stdout).toContain('`pawl explain - < event.json`');
});

test('for an event that could not be read the person is asked, and allow-once has no call to allow', () => {
  using world = freshWorld();
  expect(pawl(world, ['hook', 'PreToolUse'], '{ no').stdout).toContain('"permissionDecision":"ask"');
  const { stdout } = pawl(world, ['explain']);
  expect(stdout).toContain('could not be read, so no policy ran, and the person was asked');
  expect(stdout).not.toContain('its own permission rules');
  expect(pawl(world, ['allow-once'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('could not be read, so there is no call to allow'),
  });
});

test('the beginning of a session’s id is enough for its tasks', () => {
  using world = freshWorld();
  const event = { hook_event_name: 'Stop', session_id: '3f2a-one', cwd: world.project };
  send(world, { ...event, stop_hook_active: false });
  expect(pawl(world, ['task', 'add', 'x', '--session', '3f2a']).code).toBe(0);
  const [task] = pawlJson<{ session_id: string }[]>(world, ['task', 'list', '--session', '3f2a-one']);
  expect(task?.session_id).toBe('3f2a-one');
  send(world, { ...event, session_id: '3f2a-two', stop_hook_active: false });
  expect(pawl(world, ['task', 'list', '--session', '3f2a'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('several sessions begin with "3f2a"'),
  });
});

test('the message about an incomplete checkpoint names the file that was given', () => {
  using world = freshWorld();
  write(join(world.project, 'c.json'), '{}');
  const { code, stdout } = pawl(world, ['checkpoint', 'c.json']);
  expect(code).toBe(1);
  expect(stdout).toStartWith('c.json is not complete:');
  expect(stdout).toContain('reflection.what_remains must be "none"\n');
  expect(stdout).toEndWith('`pawl checkpoint --template` prints a template.\n');
});

test('a worktree can’t be created in a repository without a commit', () => {
  using world = freshWorld();
  const root = join(world.root, 'empty');
  mkdirSync(root);
  Bun.spawnSync(['git', 'init', '-q', root]);
  expect(pawl({ ...world, project: root } as typeof world, ['worktree', 'create', 'a'])).toMatchObject({
    code: 1,
    stderr:
      'pawl: Commit something first: this repository has no commit yet that a worktree could start from.\n',
  });
});

test('the message about an ended session differs from that about an unknown one', () => {
  using world = freshWorld();
  const event = { session_id: '3f2a-one', cwd: world.project };
  send(world, { ...event, hook_event_name: 'UserPromptSubmit', prompt: 'x' });
  send(world, { ...event, hook_event_name: 'SessionEnd', reason: 'logout' });
  expect(pawl(world, ['send', '3f2a', 'hello'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Every session that begins with "3f2a" has ended.'),
  });
});

test('a check that does not exist is an error, also beside one that does', () => {
  using world = freshWorld();
  write(join(world.project, 'package.json'), '{"scripts":{"lint":"true"}}');
  expect(pawl(world, ['verify', 'lint', 'nope'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'pawl: There is no check "nope". The checks are: lint.\n',
  });
});

test('gc and doctor report a damaged store', () => {
  using world = freshWorld();
  write(join(world.pawlHome, 'pawl.db'), 'no database'.repeat(500));
  const { code, stdout, stderr } = pawl(world, ['gc']);
  expect(code).toBe(1);
  expect(stdout).toBe('No file has expired; the store could not be checked.\n');
  expect(stderr).toContain('can’t be opened');
  expect(pawl(world, ['doctor']).stdout).toMatch(/creates a new one\.\n/);
  install(world);
  // What is in the store is not known then.
  expect(pawl(world, ['doctor']).stdout).not.toMatch(/never-fired|not yet:|0 events/);
});

test('an empty log points to doctor; a filter without a match does not', () => {
  using world = freshWorld();
  expect(pawl(world, ['log']).stdout).toBe(
    'No event was recorded yet. `pawl doctor` shows whether events arrive.\n',
  );
  expect(pawl(world, ['log', '--decision', 'deny']).stdout).toBe('No recorded event matches.\n');
  expect(pawl(world, ['backtest']).stdout).toStartWith(
    'Neither the transcripts of Claude Code nor Pawl’s log have a tool call',
  );
});

test('a single call is “1 call”, not “1 calls”', () => {
  using world = freshWorld();
  const call = { hook_event_name: 'PreToolUse', session_id: 's', cwd: world.project, tool_name: 'Bash' };
  send(world, { ...call, tool_use_id: 't1', tool_input: { command: 'ls' } });
  expect(pawl(world, ['metrics']).stdout).toContain('\n1 call · ');
  expect(pawl(world, ['backtest']).stdout).toStartWith('1 call in Pawl’s own log: ');
});

test('finishing a worker whose session has ended says that the message waits', () => {
  using world = freshWorld();
  pawl(world, ['worker', 'start', 'long tests', '--conversation', 'c', '--id', 'w']);
  expect(pawl(world, ['worker', 'finish', 'w']).stdout).toMatch(
    /Message \w+ waits until one of its recipients opens a session; none is open now\./,
  );
});

testUnless(withoutDevFull)(
  'output that can’t be written is an error, and a reader that has gone is none',
  () => {
    using world = freshWorld();
    const run = (command: string) =>
      Bun.spawnSync(['sh', '-c', command.replaceAll('pawl', program)], {
        cwd: world.project,
        env: envOf(world),
      });
    const full = run('pawl completion bash >/dev/full');
    expect(full.exitCode).toBe(1);
    expect(full.stderr.toString()).toStartWith(
      'pawl: The output could not be written completely: ENOSPC: no space left on device',
    );
    expect(run('pawl help config --json >/dev/full').exitCode).toBe(1);
    const gone = run('{ pawl completion bash; echo $? >&2; } | head -c 1');
    expect(gone.stderr.toString()).toBe('0\n');
  },
);

test('`pawl log --follow` ends when nobody reads it any more', async () => {
  using world = freshWorld();
  const follow = Bun.spawn(['sh', '-c', `'${program}' log --follow --json | head -n 1`], {
    cwd: world.project,
    env: envOf(world),
    stdout: 'ignore',
    timeout: 20_000,
  });
  const event = { hook_event_name: 'Notification', session_id: 's', cwd: world.project, message: 'x' };
  const sending = setInterval(() => send(world, event), 300);
  await follow.exited;
  clearInterval(sending);
  expect(follow.signalCode).toBeNull();
});

testUnless(process.platform === 'win32' ? 'Windows has no such pipes' : undefined)(
  'a report replaces neither a link nor a device',
  () => {
    using world = freshWorld();
    const [link, file, pipe] = ['link', 'file.html', 'pipe'].map((name) => join(world.project, name)) as [
      string,
      string,
      string,
    ];
    write(file, 'old');
    symlinkSync(file, link);
    expect(pawl(world, ['report', '--out', link]).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toStartWith('<!doctype html>');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    Bun.spawnSync(['mkfifo', pipe]);
    const shell = `cat '${pipe}' | wc -c & '${program}' report --out '${pipe}' && wait`;
    const read = Bun.spawnSync(['sh', '-c', shell], {
      cwd: world.project,
      env: envOf(world),
      timeout: 20_000,
    });
    expect(Number(read.stdout.toString().match(/\d{5,}/)?.[0])).toBeGreaterThan(10_000);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  },
);
