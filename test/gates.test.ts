// The stop gate blocks only the turn that did the work: through the built program, with the events of the client.
import { expect, test } from 'bun:test';
import { existsSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { commit, git, repository } from './support/git.ts';
import { configure, pawl } from './support/pawl.ts';
import { talker, used } from './support/talk.ts';
import { freshWorld, type World, write } from './support/world.ts';

function project(check = 'test ! -e broken\n'): World {
  const world = freshWorld();
  configure(world, { packs: { checkpoint: true } });
  repository(world);
  write(join(world.project, 'package.json'), JSON.stringify({ scripts: { test: 'sh check.sh' } }));
  commit(world, 'check.sh', check);
  git(world, ['add', '.']);
  git(world, ['commit', '-qm', 'checks']);
  return world;
}

let calls = 0;

/** A session whose calls are sent before and after they run, as the client does. */
function begin(world: World, session = 's') {
  const say = talker(world, session);
  const call = (tool: string, input: object, work: () => void = () => {}) => {
    const more = { ...used(tool, input as never), tool_use_id: `toolu_${++calls}` };
    say('PreToolUse', more);
    work();
    say('PostToolUse', more);
  };
  const path = join(world.project, 'src/a.ts');
  const put = (text = `export const a = ${++calls};\n`) => write(path, text);
  say('SessionStart', { source: 'startup' });
  let prompt = 0;
  return {
    say,
    put,
    prompt: (text = 'go') => say('UserPromptSubmit', { prompt: text, prompt_id: `p${++prompt}` }),
    bash: (command: string, work?: () => void) => call('Bash', { command }, work),
    call,
    edit: () => call('Edit', { file_path: path }, put),
    stop: (more: object = {}) => say('Stop', { prompt_id: `p${prompt}`, ...more }),
  };
}

test('a person’s edit does not count for the session, whatever it looked at meanwhile', () => {
  using world = project();
  const one = begin(world);
  one.prompt('explain');
  expect(one.stop().stdout).toBe('');
  one.put();
  expect(one.stop().stdout).toBe('');
  one.prompt('and that?');
  for (const command of ['ls', 'cat src/a.ts', 'git status', 'rg a | head', 'npm test'])
    one.bash(command, one.put);
  expect(one.stop().stdout).toBe('');
  one.prompt('make it');
  one.bash('echo "export const a = 1" > src/a.ts', one.put);
  expect(one.stop().blocked).toContain('src/a.ts');
});

test('what a person runs with `!` before the first prompt is no work of the session', () => {
  using world = project();
  const one = begin(world);
  one.put();
  expect(one.stop().stdout).toBe('');
});

test('changes that a formatter or a person makes after the checks do not make them necessary again', () => {
  using world = project();
  const one = begin(world);
  one.prompt();
  one.edit();
  const { blocked } = one.stop();
  expect(verify(world).code).toBe(0);
  expect(give(world, form(blocked!)).code).toBe(0);
  const later = new Date(Date.now() + 60_000);
  const format = () => {
    one.put();
    utimesSync(join(world.project, 'src/a.ts'), later, later);
  };
  format();
  one.bash('git diff', format);
  expect(one.stop({ stop_hook_active: true }).stdout).toBe('');
  // The same, now that the checkpoint is known.
  one.prompt('thanks');
  format();
  expect(one.stop().stdout).toBe('');
  one.prompt('and now?');
  one.bash('sed -i s/a/b/ src/a.ts', () => one.put());
  expect(one.stop().blocked).toContain('the tree has changed since then');
});

test('a server that the session left running does not make a person’s edits the session’s', () => {
  for (const command of ['npm run dev', './app --port 80', 'npm start &']) {
    using world = project();
    const one = begin(world);
    one.prompt('start it');
    one.call('Bash', { command, run_in_background: true });
    expect(one.stop().stdout, command).toBe('');
    one.put();
    one.prompt('explain');
    one.put();
    expect(one.stop().stdout, command).toBe('');
    one.prompt('make it');
    one.edit();
    verify(world);
    expect(give(world, form(one.stop().blocked!)).code).toBe(0);
    one.put();
    expect(one.stop({ stop_hook_active: true }).stdout, command).toBe('');
  }
});

test('a command in the background may change files while its turn lasts', () => {
  using world = project();
  const one = begin(world);
  one.prompt();
  one.call('Bash', { command: './generate.sh', run_in_background: true });
  one.put();
  expect(one.stop().blocked).toContain('src/a.ts');
});

test('changes of a formatter that the session ran are the session’s work', () => {
  using world = project();
  const one = begin(world);
  for (const command of ['npm run lint:fix', 'rubocop -A', 'vendor/bin/php-cs-fixer fix']) {
    one.prompt();
    one.bash(command, () => one.put());
    expect(one.stop().blocked, command).toContain('src/a.ts');
  }
});

test('an edit of another session is that session’s work', () => {
  using world = project();
  const [one, two] = [begin(world, 'one'), begin(world, 'two')];
  one.prompt();
  two.prompt();
  one.edit();
  two.bash('npm install', () => {});
  expect(two.stop().stdout).toBe('');
  expect(one.stop().blocked).toContain('src/a.ts');
});

test('after a release nothing is asked for until there is new work', () => {
  using world = project();
  const one = begin(world);
  one.prompt();
  one.edit();
  expect(one.stop().blocked).toContain('is missing');
  expect(one.stop({ stop_hook_active: true }).blocked).toContain('still missing');
  const released = one.stop({ stop_hook_active: true });
  expect(released.blocked).toBeUndefined();
  expect(released.shown).toContain('No evidence for test');
  expect(released.shown).toContain('completion-checkpoint.json is still missing');
  for (const text of ['thanks', 'what time is it?']) {
    one.prompt(text);
    expect(one.stop().stdout).toBe('');
  }
  one.prompt('more');
  one.edit();
  expect(one.stop().blocked).toContain('src/a.ts');
});

test('a turn in plan mode, or one that ends with a question to the person, is never blocked', () => {
  using world = project();
  const one = begin(world);
  one.prompt();
  one.edit();
  const asks = (last_assistant_message: string, more = {}) => one.stop({ last_assistant_message, ...more });
  expect(asks('Shall I also change b.ts?').stdout).toBe('');
  one.prompt();
  one.edit();
  expect(asks('Which one do you want?\n\n1. Keep it\n2. **Drop it**').stdout).toBe('');
  one.prompt();
  one.edit();
  expect(asks('Done.', { permission_mode: 'plan' }).stdout).toBe('');
  expect(asks('Why? Because.').stdout).toBe('');
  one.prompt();
  one.edit();
  expect(asks('Why? Because.').blocked).toContain('src/a.ts');
  one.prompt();
  one.edit();
  // Many people work in this mode, so it does not mean that nobody is there.
  expect(asks('Which one?', { permission_mode: 'bypassPermissions' }).stdout).toBe('');
});

const form = (blocked: string) => {
  const text = /^(\{"self_report".*\})$/m.exec(blocked)![1]!;
  const body = JSON.parse(text);
  body.reflection.what_was_done = 'Changed the constant and ran the tests';
  body.reflection.key_insight = 'The constant is read once at the start, so it needs a restart to be seen.';
  body.reflection.search_terms = ['constant', 'restart'];
  body.verification.tests = [{ id: '1', type: 'unit', expected: 'a', actual: 'a', passed: true }];
  return body;
};
const give = (world: World, body: unknown) =>
  pawl(world, ['checkpoint', JSON.stringify(body), '--session', 's']);
const verify = (world: World) => pawl(world, ['verify', '--session', 's']);

test('a check that failed before the session is named and not asked for', () => {
  using world = project('echo "1 failed: old bug"; exit 1\n');
  const one = begin(world);
  one.prompt();
  one.edit();
  const { blocked } = one.stop();
  expect(verify(world).stdout).toContain('failed the same way before this session');
  expect(git(world, ['worktree', 'list']).trim().split('\n')).toHaveLength(1);
  expect(give(world, form(blocked!)).code).toBe(0);
  const passed = one.stop({ stop_hook_active: true });
  expect(passed.blocked).toBeUndefined();
  expect(passed.shown).toContain('test was red before this session');
});

test('a failure that the session added blocks its stop, also in a suite that failed before', () => {
  using world = project('echo "1 failed: old bug"; test ! -e broken || echo "2 failed: new bug"; exit 1\n');
  const one = begin(world);
  one.prompt();
  one.bash('touch broken', () => write(join(world.project, 'broken'), ''));
  const { blocked } = one.stop();
  verify(world);
  give(world, form(blocked!));
  expect(one.stop({ stop_hook_active: true }).blocked).toContain('`npm run test` failed');
});

test('the first files are checked with the packages that are installed in folders of the project', () => {
  using world = project('test -e pkg/node_modules/tool && echo "1 failed: old bug"; exit 1\n');
  commit(world, '.gitignore', 'node_modules\n.env\n');
  commit(world, 'pkg/package.json', '{}');
  write(join(world.project, 'pkg/node_modules/tool'), 'version 2\n');
  const one = begin(world);
  one.prompt();
  one.edit();
  one.stop();
  expect(verify(world).stdout).toContain('failed the same way before this session');
});

test('a run of one test at the start does not stand for the whole suite', () => {
  using world = project('echo "1 failed: old bug"; echo "2 failed: older bug"; exit 1\n');
  const one = begin(world);
  one.prompt();
  const command = 'npm test -- old.test.ts';
  one.say('PostToolUseFailure', { ...used('Bash', { command }), error: 'Exit code 1\n1 failed: old bug' });
  one.edit();
  const { blocked } = one.stop();
  expect(verify(world).stdout).toContain('failed the same way before this session');
  expect(give(world, form(blocked!)).code).toBe(0);
  expect(one.stop({ stop_hook_active: true }).shown).toContain('test was red before this session');
});

test('the same after a turn in which nothing was added, and in files that were uncommitted at the start', () => {
  using world = project('echo "1 failed: old bug"; test ! -e broken || echo "2 failed: new bug"; exit 1\n');
  write(join(world.project, 'src/a.ts'), 'export const a = 0; // of a person\n');
  const one = begin(world);
  one.prompt();
  one.edit();
  const { blocked } = one.stop();
  verify(world);
  expect(give(world, form(blocked!)).code).toBe(0);
  expect(one.stop({ stop_hook_active: true }).shown).toContain('test was red before this session');
  one.prompt();
  one.bash('touch broken', () => write(join(world.project, 'broken'), ''));
  expect(one.stop().blocked).toContain('No evidence for test');
  expect(verify(world).stdout).toEndWith('1 of 1 failed: test.\n');
  expect(one.stop({ stop_hook_active: true }).blocked).toContain('`npm run test` failed');
});

/** A linked worktree of the project, with a change that a person has not committed. */
function linkedWorktree(world: World): string {
  const tree = join(world.root, 'linked');
  git(world, ['worktree', 'add', '-q', '-b', 'linked', tree]);
  write(join(tree, 'person.ts'), 'export const person = 1;\n');
  return tree;
}

test('an edit in another worktree of the repository counts even if the session never enters it', () => {
  using world = project();
  const tree = linkedWorktree(world);
  const one = begin(world);
  one.prompt();
  const file_path = join(tree, 'src/b.ts');
  one.call('Write', { file_path }, () => write(file_path, 'export const b = 1;\n'));
  const { blocked } = one.stop();
  expect(blocked).toContain(`In ${tree}: This session changed src/b.ts. To do:`);
  expect(pawl(world, ['verify', '--session', 's', '--in', tree]).code).toBe(0);
  const given = pawl(world, ['checkpoint', JSON.stringify(form(blocked!)), '--session', 's', '--in', tree]);
  expect(given.code).toBe(0);
  expect(one.stop({ stop_hook_active: true }).stdout).toBe('');
  one.prompt('again');
  one.call('Edit', { file_path }, () => write(file_path, 'export const b = 2;\n'));
  // Entering the tree now takes a snapshot, in which the edits are already there.
  one.say('CwdChanged', { old_cwd: world.project, new_cwd: tree });
  git(world, ['-C', tree, 'add', 'src']);
  git(world, ['-C', tree, 'commit', '-qm', 'b']);
  expect(one.stop({ cwd: tree }).blocked).toContain('This session changed src/b.ts');
});

test('the work of an agent to which the client gave a worktree of its own counts', () => {
  using world = project();
  const one = begin(world);
  one.prompt();
  const tree = join(world.project, '.claude/worktrees/agent-1');
  git(world, ['worktree', 'add', '-q', '-b', 'agent-1', tree]);
  const inTree = { cwd: tree, agent_id: 'a1', agent_type: 'general-purpose' };
  const more = { ...used('Bash', { command: 'echo x > b.ts; git add b.ts; git commit -qm b' }), ...inTree };
  one.say('PreToolUse', more);
  write(join(tree, 'b.ts'), 'export const b = 1;\n');
  git(world, ['-C', tree, 'add', 'b.ts']);
  git(world, ['-C', tree, 'commit', '-qm', 'b']);
  one.say('PostToolUse', more);
  expect(one.say('SubagentStop', { ...inTree, last_assistant_message: 'done' }).stdout).toBe('');
  const { blocked } = one.stop();
  expect(blocked).toContain(`In ${tree}: This session changed b.ts. To do:`);
  expect(pawl(world, ['verify', '--session', 's', '--in', tree]).code).toBe(0);
  const given = pawl(world, ['checkpoint', JSON.stringify(form(blocked!)), '--session', 's', '--in', tree]);
  expect(given.code).toBe(0);
  expect(one.stop({ stop_hook_active: true }).stdout).toBe('');
});

test('an edit by a path that leads through a symbolic link counts', () => {
  using world = project();
  const link = join(world.root, 'link');
  symlinkSync(world.project, link);
  const one = begin(world);
  one.prompt();
  one.call('Edit', { file_path: join(link, 'src/a.ts') }, one.put);
  expect(one.stop({ cwd: link }).blocked).toContain('This session changed src/a.ts');
});

test('an edit in another worktree that was undone does not count', () => {
  using world = project();
  const tree = linkedWorktree(world);
  const one = begin(world);
  one.prompt();
  const file_path = join(tree, 'check.sh');
  one.call('Edit', { file_path }, () => write(file_path, 'exit 1\n'));
  one.call('Edit', { file_path }, () => write(file_path, 'test ! -e broken\n'));
  expect(one.stop().stdout).toBe('');
});

test('work inside a submodule counts; a repository that was only cloned to be read does not', () => {
  using world = project();
  const library = join(world.root, 'library');
  git(world, ['clone', '-q', world.project, library]);
  git(world, ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib']);
  git(world, ['commit', '-qm', 'lib']);
  const file_path = join(world.project, 'lib/check.sh');
  const one = begin(world);
  one.prompt();
  one.bash('git clone ../library read', () => git(world, ['clone', '-q', library, 'read']));
  expect(one.stop().stdout).toBe('');
  one.prompt();
  one.call('Edit', { file_path }, () => write(file_path, 'exit 0\n'));
  expect(one.stop().blocked).toContain('This session changed lib.');
  git(world, ['-C', 'lib', 'checkout', '-q', '.']);
  one.prompt();
  one.bash('echo exit 0 > lib/check.sh', () => write(file_path, 'exit 0\n'));
  expect(one.stop().blocked).toContain('This session changed lib.');
});

test('an edit in another repository does not count', () => {
  using world = project();
  const other = join(world.root, 'sibling');
  git(world, ['init', '-q', other]);
  const one = begin(world);
  one.prompt();
  const file_path = join(other, 'a.ts');
  one.call('Write', { file_path }, () => write(file_path, 'export const a = 1;\n'));
  expect(one.stop().stdout).toBe('');
});

test('a session that can’t finish says so, and the person is told', () => {
  using world = project();
  const one = begin(world);
  one.prompt();
  one.edit();
  const body = form(one.stop().blocked!);
  const report = { ...body.self_report, is_job_complete: false };
  expect(give(world, { ...body, self_report: report }).stdout).toContain('blocked_by');
  const blocked_by = 'The key of the test server is missing';
  expect(give(world, { ...body, self_report: { ...report, blocked_by } }).code).toBe(0);
  const stopped = one.stop({ stop_hook_active: true });
  expect(stopped.blocked).toBeUndefined();
  expect(stopped.shown).toContain(blocked_by);
});

test('at 90 % of the context only the note is asked for', () => {
  using world = project();
  const transcript_path = join(world.tmp, 't.jsonl');
  const usage = { input_tokens: 190_000, output_tokens: 10 };
  const line = { type: 'assistant', message: { role: 'assistant', model: 'claude-sonnet-4-5', usage } };
  write(transcript_path, `${JSON.stringify(line)}\n`);
  const one = begin(world);
  one.prompt();
  one.edit();
  const { blocked } = one.stop({ transcript_path });
  expect(blocked).toContain('session/context-use');
  expect(blocked).not.toContain('checkpoint/proof');
  const next = one.stop({ transcript_path, stop_hook_active: true });
  expect(next.blocked).toBeUndefined();
  expect(next.shown).toContain('its context is nearly full');
});

test('`git add -A` leaves the checkpoint and the screenshots out', () => {
  using world = project();
  const one = begin(world);
  one.prompt();
  one.edit();
  expect(give(world, form(one.stop().blocked!)).code).toBe(0);
  expect(existsSync(join(world.project, '.claude/completion-checkpoint.json'))).toBe(true);
  write(join(world.project, '.claude/web-smoke/page.png'), 'x');
  git(world, ['add', '-A']);
  expect(git(world, ['status', '--porcelain'])).not.toContain('.claude');
});
