// The guard looks whether a git command would lose anything, before it refuses. Through the built program, with real
// repositories.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Answered, run as ask } from './support/answers.ts';
import { commit, git, repository } from './support/git.ts';
import { pawlJson } from './support/pawl.ts';
import { freshWorld, type World, write } from './support/world.ts';

const world = (): World => {
  const fresh = freshWorld();
  repository(fresh);
  commit(fresh, 'src/a.ts', 'a\n');
  commit(fresh, '.gitignore', 'node_modules\n*.secret\n');
  return fresh;
};

/** On a busy machine the time limit may be over before git has answered; then the call is simply made again. */
function run(here: World, command: string, more = {}): Answered {
  for (let attempts = 20; ; attempts--) {
    const answered = ask(here, command, more);
    const looked = answered.raw === '' || / (changes|away|commit|work|has): /.test(answered.reason);
    if (looked || attempts === 0) return answered;
  }
}

const discards = [
  'git checkout -- src/a.ts',
  'git checkout src/a.ts',
  'git checkout HEAD -- src/a.ts',
  'git checkout .',
  'git restore src/a.ts',
  'git restore -SW src',
  'git restore --source=HEAD~1 greeting.txt src/a.ts',
  'git show HEAD:src/a.ts > src/a.ts',
  'cd src && git checkout -- a.ts',
  'git -C src restore a.ts',
  'git reset --hard',
  'git checkout -f main',
  'git switch --discard-changes main',
];

test('discarding a clean file loses nothing', () => {
  using here = world();
  for (const command of [...discards, 'git restore nosuch', 'git clean -fdx', 'git stash clear'])
    expect(run(here, command).raw, command).toBe('');
});

test('discarding a changed file is refused, and the file is named', () => {
  using here = world();
  write(join(here.project, 'src/a.ts'), 'changed\n');
  for (const command of discards) {
    const { decision, reason } = run(here, command);
    expect(decision, command).toBe('deny');
    expect(reason, command).toContain('src/a.ts');
  }
  expect(run(here, 'git checkout -- greeting.txt').raw).toBe('');
});

test('emptying a changed file is asked about', () => {
  using here = world();
  const commands = ['> src/a.ts', ': > src/a.ts', 'truncate -s 0 src/a.ts', 'cat /dev/null > src/a.ts'];
  for (const command of commands) expect(run(here, command).raw, command).toBe('');
  write(join(here.project, 'src/a.ts'), 'changed\n');
  // Under load git may not answer in time, and then nothing is asked.
  for (const command of commands) {
    const answers = Array.from({ length: 10 }, () => ask(here, command)).filter(({ raw }) => raw !== '');
    expect(answers[0]?.decision, command).toBe('ask');
    expect(answers[0]?.reason, command).toContain('src/a.ts');
  }
  expect(run(here, 'echo x > src/a.ts').raw).toBe('');
});

test('what is staged survives a checkout from the index, but not one from a commit', () => {
  using here = world();
  write(join(here.project, 'src/a.ts'), 'changed\n');
  git(here, ['add', 'src/a.ts']);
  expect(run(here, 'git checkout -- src/a.ts').raw).toBe('');
  expect(run(here, 'git checkout HEAD -- src/a.ts').decision).toBe('deny');
  expect(run(here, 'git reset --hard').decision).toBe('deny');
});

test('`git clean` is refused for files that would be lost, but not for those that a build makes again', () => {
  using here = world();
  write(join(here.project, 'node_modules/x/index.js'), '');
  expect(run(here, 'git clean -fd').raw).toBe('');
  expect(run(here, 'git clean -fdx').raw).toBe('');
  write(join(here.project, 'my.secret'), '');
  expect(run(here, 'git clean -fd').raw).toBe('');
  expect(run(here, 'git clean -fdX').reason).toContain('my.secret');
  write(join(here.project, 'notes.md'), '');
  expect(run(here, 'git clean -fd').reason).toContain('notes.md');
  expect(run(here, 'git clean -fd src').raw).toBe('');
});

test('an untracked file that a checkout would overwrite counts as work', () => {
  using here = world();
  git(here, ['checkout', '-qb', 'other']);
  commit(here, 'notes.md', 'theirs\n');
  git(here, ['checkout', '-q', 'main']);
  write(join(here.project, 'notes.md'), 'mine\n');
  for (const command of ['git checkout other -- notes.md', 'git checkout -f other', 'git reset --hard other'])
    expect(run(here, command).reason, command).toContain('notes.md');
  expect(run(here, 'git checkout -- src').raw).toBe('');
});

test('losing commits that only this branch has is asked about', () => {
  using here = world();
  const { decision, reason } = run(here, 'git reset --hard HEAD~1');
  expect(decision).toBe('ask');
  expect(reason).toContain('change .gitignore');
  git(here, ['branch', 'keep']);
  expect(run(here, 'git reset --hard HEAD~1').raw).toBe('');
});

test('dropping a stash or removing a worktree names what would be lost', () => {
  using here = world();
  git(here, ['worktree', 'add', '-q', '../tree', '-b', 'tree']);
  expect(run(here, 'git worktree remove --force ../tree').raw).toBe('');
  write(join(here.root, 'tree', 'new.txt'), '');
  expect(run(here, 'git worktree remove --force ../tree').reason).toContain('new.txt');
  write(join(here.project, 'src/a.ts'), 'changed\n');
  git(here, ['stash']);
  expect(run(here, 'git stash drop').reason).toContain('stash@{0}');
});

test('changes in a file that git was told to assume unchanged still count', () => {
  using here = world();
  write(join(here.project, 'src/a.ts'), 'changed\n');
  git(here, ['update-index', '--assume-unchanged', 'src/a.ts']);
  expect(ask(here, 'git checkout -- src/a.ts').decision).toBe('deny');
});

test('outside of a repository a discard is refused by its words alone', () => {
  using here = freshWorld();
  expect(ask(here, 'git checkout -- a.ts').decision).toBe('deny');
  expect(ask(here, 'git reset --hard', { cwd: join(here.root, 'gone') }).decision).toBe('deny');
});

test('a repository’s settings run nothing while the guard looks', () => {
  using here = world();
  const mark = join(here.root, 'ran');
  git(here, ['config', 'core.fsmonitor', `touch ${mark}; false`]);
  git(here, ['config', 'core.pager', `touch ${mark}`]);
  run(here, 'git checkout -- src/a.ts');
  expect(Bun.spawnSync(['test', '-e', mark]).exitCode).toBe(1);
});

test('the record says what the guard found', () => {
  using here = world();
  run(here, 'git checkout -- src/a.ts');
  const { policies } = pawlJson<{ policies: { policy: string; evidence?: string[] }[] }>(here, ['explain']);
  const found = policies.find(({ policy }) => policy === 'guard/git-work')?.evidence;
  expect(found).toEqual(['no uncommitted changes in src/a.ts']);
});

test('a branch or tag may go if another one leads to its commits', () => {
  using here = world();
  git(here, ['branch', 'merged']);
  git(here, ['checkout', '-qb', 'topic']);
  commit(here, 'b.txt', 'b\n');
  git(here, ['checkout', '-q', 'main']);
  for (const command of [
    'git branch -D merged',
    'git branch -D nosuch',
    'git tag -d nosuch',
    'git checkout -B merged',
  ])
    expect(run(here, command).raw, command).toBe('');
  for (const command of ['git branch -D topic', 'git branch -D merged topic', 'git checkout -B topic']) {
    const { decision, reason } = run(here, command);
    expect(decision, command).toBe('ask');
    expect(reason, command).toContain('no other branch or tag has: ');
  }
  git(here, ['tag', 'keep', 'topic']);
  expect(run(here, 'git branch -D topic').raw).toBe('');
  expect(run(here, 'git branch -D topic && git tag -d keep').decision).toBe('ask');
});

test('emptying a file that is in no commit is asked about, a log is not', () => {
  using here = world();
  write(join(here.project, 'notes.md'), 'x\n');
  write(join(here.project, 'dev.log'), 'x\n');
  const answers = Array.from({ length: 10 }, () => ask(here, '> notes.md')).filter(({ raw }) => raw !== '');
  expect(answers[0]?.decision).toBe('ask');
  expect(answers[0]?.reason).toContain('notes.md');
  expect(ask(here, '> dev.log').raw).toBe('');
});
