// Tests messages for people: what happened and what to do next. Wrong usage exits with 2, something missing with 1.
import { expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { send } from './support/answers.ts';
import { pawl, pawlJson } from './support/pawl.ts';
import { freshWorld, write } from './support/world.ts';

const slips: [args: string[], code: number, says: string][] = [
  [['plicies'], 2, 'Did you mean policies?'],
  [['check', 'rm', '-rf', 'x'], 2, "Unknown option '-r'. Put the command to look at in quotes."],
  [['backtest', 'no-such-folder'], 2, 'There is no file or folder no-such-folder.'],
  [['report', '--out', '.'], 2, 'is a folder. Name a file'],
  [['pause', '--everything', '--for', '5m'], 2, 'it knows no --for'],
  [['mission', 'show', 'zz'], 1, '`pawl mission show` lists them.'],
  [['revoke', 'zz'], 1, '`pawl grants` shows what there is.'],
  [['workflow', 'start', 'plan'], 1, 'No session was seen in this project yet'],
  [['workflow', 'advance'], 1, 'No session of this project has a workflow under way'],
  [['checkpoint', 'a.json', 'b.json'], 2, 'takes one file'],
  [['verify', '--timeout', 'soon'], 2, '--timeout takes a time'],
  [['verify', '--list'], 1, 'No checks were found here.'],
  [['task', 'begin'], 2, '`pawl task` knows list, add, start, done and drop, not "begin".'],
  [
    ['log', '--limit', '-1'],
    2,
    "Option '--limit' argument is ambiguous. `pawl log --help` shows what it takes.",
  ],
  [['pause', '--for', '0s'], 2, '--for takes a time like 30m, 8h or 7d, not "0s".'],
  [['contact', 'add', ' '], 2, 'Whom?'],
  [['memory', 'show'], 2, '`pawl memory list` has the numbers.'],
];

for (const [args, code, says] of slips) {
  test(`pawl ${args.join(' ')}`, () => {
    using world = freshWorld();
    const result = pawl(world, args);
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(says) });
  });
}

test('pawl help <command> is the help of that command', () => {
  using world = freshWorld();
  expect(pawl(world, ['help', 'gc'])).toEqual(pawl(world, ['gc', '--help']));
  expect(pawl(world, ['help', 'nope']).code).toBe(2);
});

test('the explain command in the help of hook works', () => {
  using world = freshWorld();
  expect(pawl(world, ['hook', '--help']).stdout).toContain('`pawl explain - < event.json`');
});

test('an event that can’t be read is put to the person, and can’t be allowed once', () => {
  using world = freshWorld();
  expect(pawl(world, ['hook', 'PreToolUse'], '{ no').stdout).toContain('"permissionDecision":"ask"');
  const { stdout } = pawl(world, ['explain']);
  expect(stdout).toContain('could not be read, so no policy was asked, and the call was put to the person');
  expect(stdout).not.toContain('no opinion');
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
    stderr: expect.stringContaining('Several sessions begin with "3f2a"'),
  });
});

test('a checkpoint that is not good is named by its own file', () => {
  using world = freshWorld();
  write(join(world.project, 'c.json'), '{}');
  const { code, stdout } = pawl(world, ['checkpoint', 'c.json']);
  expect(code).toBe(1);
  expect(stdout).toStartWith('c.json is not complete:');
  expect(stdout).toContain('reflection.what_remains must be "none"\n');
  expect(stdout).toEndWith('`pawl checkpoint --template` prints the form.\n');
});

test('a repository without a commit has no worktrees', () => {
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

test('an ended session and an unknown one get different messages', () => {
  using world = freshWorld();
  const event = { session_id: '3f2a-one', cwd: world.project };
  send(world, { ...event, hook_event_name: 'UserPromptSubmit', prompt: 'x' });
  send(world, { ...event, hook_event_name: 'SessionEnd', reason: 'logout' });
  expect(pawl(world, ['send', '3f2a', 'hello'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Every session that begins with "3f2a" has ended.'),
  });
});

test('with a damaged store gc reports it, and doctor says once how to repair it', () => {
  using world = freshWorld();
  write(join(world.pawlHome, 'pawl.db'), 'no database'.repeat(500));
  const { code, stdout, stderr } = pawl(world, ['gc']);
  expect(code).toBe(1);
  expect(stdout).toBe('No file is past its time; what is recorded could not be looked at.\n');
  expect(stderr).toContain('can’t be opened');
  expect(pawl(world, ['doctor']).stdout).toMatch(/creates a new one\.\n/);
});

test('an empty log says where to look, but a filter without matches does not', () => {
  using world = freshWorld();
  expect(pawl(world, ['log']).stdout).toBe(
    'Nothing is recorded yet. `pawl doctor` shows whether events arrive.\n',
  );
  expect(pawl(world, ['log', '--decision', 'deny']).stdout).toBe('Nothing recorded that fits.\n');
});

test('a single call is not shown as “1 calls”', () => {
  using world = freshWorld();
  const call = { hook_event_name: 'PreToolUse', session_id: 's', cwd: world.project, tool_name: 'Bash' };
  send(world, { ...call, tool_use_id: 't1', tool_input: { command: 'ls' } });
  expect(pawl(world, ['metrics']).stdout).toContain('\n1 call · ');
  expect(pawl(world, ['backtest']).stdout).toStartWith('1 call in 0 transcripts: ');
});

test('the end of a worker whose session is gone says that its message waits', () => {
  using world = freshWorld();
  pawl(world, ['worker', 'start', 'long tests', '--conversation', 'c', '--id', 'w']);
  expect(pawl(world, ['worker', 'finish', 'w']).stdout).toMatch(
    /No session for it is open; message \w+ waits for the next one\./,
  );
});
