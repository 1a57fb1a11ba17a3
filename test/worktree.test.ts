// Worktrees are created where the client creates them, and never removed with work that exists nowhere else.
import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processOf } from '../src/system/process.ts';
import { plainEvent, send, session } from './support/events.ts';
import { commit, git, repository } from './support/git.ts';
import { pawl, pawlJson, program } from './support/pawl.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

interface Row {
  name: string;
  path: string;
  branch?: string;
  safe: boolean;
  why: string;
  busy?: string;
  dirty: string[];
  ahead: number;
  merged?: string;
  session_id?: string;
}

/** A repository at a path with blanks and non-ASCII letters. */
function place(): World {
  const world = freshWorld();
  const project = join(world.root, 'my pröject (1)');
  renameSync(world.project, project);
  const moved = { ...world, project, [Symbol.dispose]: world[Symbol.dispose] };
  repository(moved);
  return moved;
}

const tree = (world: World, name: string) => join(world.project, '.claude', 'worktrees', name);
const inside = (world: World, name: string): World => ({ ...world, project: tree(world, name) });
const create = (world: World, name: string, ...more: string[]) => {
  const done = pawl(world, ['worktree', 'create', name, ...more]);
  if (done.code !== 0) throw new Error(done.stderr);
  return inside(world, name);
};
const list = (world: World) => pawlJson<Row[]>(world, ['worktree', 'list']);
const one = (world: World, name: string) => list(world).find((row) => row.name === name)!;
const cleanup = (world: World, ...args: string[]) => pawl(world, ['worktree', 'cleanup', ...args]);
const branches = (world: World) => git(world, ['branch', '--format=%(refname:short)']).trim().split('\n');

/** Makes a worktree look idle for this long. */
function age(world: World, name: string, hours: number): void {
  const then = Date.now() / 1000 - hours * 3600;
  const folder = join(world.project, '.git', 'worktrees', name);
  for (const file of ['HEAD', 'index', 'logs/HEAD', 'ORIG_HEAD'])
    if (existsSync(join(folder, file))) utimesSync(join(folder, file), then, then);
  const birth = JSON.parse(readFileSync(join(folder, 'pawl.json'), 'utf8'));
  write(join(folder, 'pawl.json'), JSON.stringify({ ...birth, created_at: then * 1000 }));
}

test('a worktree is created in the client’s layout, git lists it, and the main tree stays clean', () => {
  using world = place();
  const made = pawl(world, ['worktree', 'create', 'agent-1']);
  expect(made.stdout.trim()).toBe(tree(world, 'agent-1'));
  expect(pawl(world, ['worktree', 'path', 'agent-1']).stdout.trim()).toBe(tree(world, 'agent-1'));
  expect(git(world, ['worktree', 'list', '--porcelain'])).toContain('branch refs/heads/worktree-agent-1');
  expect(git(world, ['status', '--porcelain'])).toBe('');
  expect(one(world, 'agent-1')).toMatchObject({ branch: 'worktree-agent-1', safe: true, dirty: [] });
  expect(pawl(inside(world, 'agent-1'), ['worktree', 'is-worktree']).code).toBe(0);
  expect(pawl(world, ['worktree', 'is-worktree']).code).toBe(1);
  // Inside another worktree the repository is the same.
  expect(pawl(inside(world, 'agent-1'), ['worktree', 'path', 'agent-1']).code).toBe(0);
});

test('wrong usage exits with 2, a refusal with 1', () => {
  using world = place();
  for (const args of [['frobnicate'], ['create'], ['create', '../x'], ['create', '-x'], ['gc', 'soon']])
    expect(pawl(world, ['worktree', ...args]).code).toBe(2);
  expect(pawl(world, ['worktree', 'path', 'none']).code).toBe(1);
  const nowhere = { ...world, project: world.tmp };
  expect(pawl(nowhere, ['worktree', 'list'])).toMatchObject({ code: 1 });
});

test('create never replaces an existing worktree or branch', () => {
  using world = place();
  const made = create(world, 'a');
  commit(made, 'work.txt', 'work\n');
  expect(pawl(world, ['worktree', 'create', 'a']).code).toBe(1);
  git(world, ['worktree', 'remove', made.project]);
  expect(pawl(world, ['worktree', 'create', 'a'])).toMatchObject({ code: 1 });
  create(world, 'a', '--resume');
  expect(existsSync(join(made.project, 'work.txt'))).toBe(true);
});

test('a worktree with uncommitted or new files is kept; --save puts them on a branch', () => {
  using world = place();
  const made = create(world, 'a');
  write(join(made.project, 'greeting.txt'), 'changed\n');
  write(join(made.project, 'new file.txt'), 'new\n');
  expect(one(world, 'a')).toMatchObject({
    safe: false,
    why: expect.stringContaining('2 files not committed'),
  });
  expect(cleanup(world, 'a').code).toBe(1);
  expect(existsSync(made.project)).toBe(true);
  const done = cleanup(world, 'a', '--save');
  expect(done.code).toBe(0);
  expect(existsSync(made.project)).toBe(false);
  const saved = branches(world).find((name) => name.startsWith('saved/a-'))!;
  expect(git(world, ['show', `${saved}:new file.txt`])).toBe('new\n');
  expect(git(world, ['show', `${saved}:greeting.txt`])).toBe('changed\n');
});

test('a worktree with unmerged commits is kept; --save puts them on a branch', () => {
  using world = place();
  const made = create(world, 'a');
  commit(made, 'work.txt', 'work\n');
  expect(one(world, 'a')).toMatchObject({ safe: false, ahead: 1 });
  expect(cleanup(world, 'a')).toMatchObject({ code: 1, stderr: expect.stringContaining('--save') });
  expect(cleanup(world, 'a', '--save').code).toBe(0);
  const saved = branches(world).find((name) => name.startsWith('saved/'))!;
  expect(git(world, ['show', `${saved}:work.txt`])).toBe('work\n');
});

test('a worktree with commits on a detached HEAD is kept too', () => {
  using world = place();
  const made = create(world, 'a');
  git(made, ['checkout', '-q', '--detach']);
  commit(made, 'work.txt', 'work\n');
  expect(one(world, 'a')).toMatchObject({ safe: false, ahead: 1 });
  expect(cleanup(world, 'a').code).toBe(1);
});

test('a worktree whose work was merged, cherry-picked or squashed can be removed', () => {
  using world = place();
  for (const name of ['merged', 'picked', 'squashed', 'later']) {
    const made = create(world, name);
    commit(made, `${name}-1.txt`, 'one\n');
    commit(made, `${name}-2.txt`, 'two\n');
  }
  expect(list(world).map((row) => row.safe)).toEqual([false, false, false, false]);
  git(world, ['merge', '-q', '--no-ff', '-m', 'm', 'worktree-merged']);
  git(world, ['cherry-pick', 'worktree-picked~2..worktree-picked']);
  git(world, ['merge', '-q', '--squash', 'worktree-squashed']);
  git(world, ['commit', '-qm', 'all of squashed']);
  // Squashed, and the same files changed again since: only the content shows that it was merged.
  git(world, ['merge', '-q', '--squash', 'worktree-later']);
  write(join(world.project, 'beside.txt'), 'beside\n');
  git(world, ['add', '.']);
  git(world, ['commit', '-qm', 'all of later and more']);
  const why = Object.fromEntries(list(world).map((row) => [row.name, row.merged]));
  expect(why.merged).toBe('contained in main');
  expect(why.picked).toBe('picked into main');
  expect(why.squashed).toBe('squashed into main');
  expect(why.later).toBe('already in main');
  for (const name of ['merged', 'picked', 'squashed', 'later']) expect(cleanup(world, name).code).toBe(0);
  expect(branches(world)).toEqual(['main']);
});

test('a squashed branch with newer commits is not merged', () => {
  using world = place();
  const made = create(world, 'a');
  commit(made, 'one.txt', 'one\n');
  git(world, ['merge', '-q', '--squash', 'worktree-a']);
  git(world, ['commit', '-qm', 'a']);
  commit(made, 'two.txt', 'two\n');
  expect(one(world, 'a').safe).toBe(false);
});

test('commits that cancel each other out still count as unmerged work', () => {
  using world = place();
  const made = create(world, 'a');
  commit(made, 'greeting.txt', 'tried\n');
  commit(made, 'greeting.txt', 'hello\n');
  expect(one(world, 'a')).toMatchObject({ safe: false, ahead: 2 });
});

test('pushed commits are not lost, so the worktree can be removed', () => {
  using world = place();
  git(world, ['init', '-q', '--bare', join(world.root, 'remote.git')]);
  git(world, ['remote', 'add', 'origin', join(world.root, 'remote.git')]);
  const made = create(world, 'a');
  commit(made, 'work.txt', 'work\n');
  git(made, ['push', '-q', 'origin', 'worktree-a']);
  expect(one(world, 'a')).toMatchObject({ safe: true, merged: 'contained in origin/worktree-a' });
});

test('a worktree with an unfinished merge or a repository inside can’t be saved, so it is kept', () => {
  using world = place();
  const made = create(world, 'a');
  commit(made, 'greeting.txt', 'left\n');
  commit(world, 'greeting.txt', 'right\n');
  git(made, ['merge', 'main'], [1]);
  expect(one(world, 'a').why).toContain('merge is unfinished');
  expect(cleanup(world, 'a', '--save').code).toBe(1);
  const other = create(world, 'b');
  git(other, ['init', '-q', 'inner']);
  write(join(other.project, 'inner', 'x.txt'), 'x\n');
  expect(cleanup(world, 'b', '--save')).toMatchObject({ code: 1, stderr: expect.stringContaining('inner/') });
  expect(existsSync(join(other.project, 'inner', 'x.txt'))).toBe(true);
});

test('`pawl worktree merge` does a fast-forward, a merge commit, or nothing', () => {
  using world = place();
  const a = create(world, 'a');
  const b = create(world, 'b');
  commit(a, 'a.txt', 'a\n');
  commit(b, 'b.txt', 'b\n');
  expect(pawlJson(world, ['worktree', 'merge', 'a'])).toMatchObject({ into: 'main', how: 'fast-forward' });
  expect(pawlJson(world, ['worktree', 'merge', 'b'])).toMatchObject({ how: 'merge' });
  expect(pawlJson(world, ['worktree', 'merge', 'b'])).toMatchObject({ how: 'nothing' });
  expect(existsSync(join(world.project, 'a.txt')) && existsSync(join(world.project, 'b.txt'))).toBe(true);
  // Even from inside the worktree, the merge goes to the main tree.
  commit(a, 'a2.txt', 'a\n');
  expect(pawl(a, ['worktree', 'merge', 'a']).code).toBe(0);
  expect(existsSync(join(world.project, 'a2.txt'))).toBe(true);
});

test('merge changes nothing on a conflict, with uncommitted work, or on another branch', () => {
  using world = place();
  const made = create(world, 'a');
  commit(made, 'greeting.txt', 'left\n');
  commit(world, 'greeting.txt', 'right\n');
  const head = git(world, ['rev-parse', 'HEAD']);
  const conflict = pawl(world, ['worktree', 'merge', 'a']);
  expect(conflict.code).toBe(1);
  expect(conflict.stderr).toContain('greeting.txt');
  expect(git(world, ['status', '--porcelain'])).toBe('');
  write(join(made.project, 'new.txt'), 'new\n');
  expect(pawl(world, ['worktree', 'merge', 'a']).stderr).toContain('new.txt');
  rmSync(join(made.project, 'new.txt'));
  write(join(world.project, 'mine.txt'), 'mine\n');
  expect(pawl(world, ['worktree', 'merge', 'a']).stderr).toContain('mine.txt');
  rmSync(join(world.project, 'mine.txt'));
  git(world, ['checkout', '-qb', 'elsewhere']);
  expect(pawl(world, ['worktree', 'merge', 'a']).stderr).toContain('--into elsewhere');
  expect(git(world, ['rev-parse', 'HEAD'])).toBe(head);
});

test('a worktree locked by a running client or by a person is kept; the lock of an ended client is ignored', () => {
  using world = place();
  for (const name of ['alive', 'dead', 'mine']) create(world, name);
  const { pid, started } = processOf(process.pid)!;
  const lock = (name: string, reason: string) =>
    git(world, ['worktree', 'lock', '--reason', reason, tree(world, name)]);
  lock('alive', `claude session alive (pid ${pid} start ${started})`);
  lock('dead', `claude session dead (pid ${pid} start 1)`);
  lock('mine', 'on a disk that is not always there');
  expect(one(world, 'alive')).toMatchObject({ safe: false, busy: expect.stringContaining('locked') });
  expect(one(world, 'mine').safe).toBe(false);
  expect(one(world, 'dead').safe).toBe(true);
  expect(cleanup(world, 'alive', '--save').code).toBe(1);
  expect(cleanup(world, 'mine', '--save').code).toBe(1);
  expect(cleanup(world, 'dead').code).toBe(0);
});

test('the worktree of an active session is kept, and the session is shown as its owner', () => {
  using world = place();
  create(world, 'a', '--session', session);
  send(world, plainEvent(world, 'SessionStart', { source: 'startup', cwd: tree(world, 'a') }));
  expect(one(world, 'a')).toMatchObject({
    session_id: session,
    safe: false,
    busy: expect.stringContaining('at work'),
  });
  expect(cleanup(world, 'a').code).toBe(1);
  send(world, plainEvent(world, 'SessionEnd', { reason: 'other', cwd: tree(world, 'a') }));
  expect(cleanup(world, 'a').code).toBe(0);
});

test('a worktree can’t be removed from inside', () => {
  using world = place();
  const made = create(world, 'a');
  mkdirSync(join(made.project, 'deep'));
  expect(pawl({ ...made, project: join(made.project, 'deep') }, ['worktree', 'cleanup', 'a']).code).toBe(1);
});

test('gc gives a reason for each worktree, keeps what is recent, busy or unsaved, and --dry-run changes nothing', () => {
  using world = place();
  for (const name of ['old', 'young', 'dirty', 'ahead']) create(world, name);
  write(join(tree(world, 'dirty'), 'x.txt'), 'x\n');
  commit(inside(world, 'ahead'), 'y.txt', 'y\n');
  git(world, ['worktree', 'add', '-q', '-b', 'own', join(world.root, 'elsewhere')]);
  for (const name of ['old', 'dirty', 'ahead']) age(world, name, 9);
  interface Said {
    name: string;
    remove: boolean;
    why: string;
  }
  const said = pawlJson<Said[]>(world, ['worktree', 'gc', '--dry-run']);
  expect(said.filter((row) => row.remove).map((row) => row.name)).toEqual(['old']);
  const why = Object.fromEntries(said.map((row) => [row.name, row.why]));
  expect(why.young).toContain('less than 8 h');
  expect(why.dirty).toContain('x.txt');
  expect(why.ahead).toContain('1 commit on no other branch');
  expect(why[join(world.root, 'elsewhere')]).toContain('person');
  expect(list(world)).toHaveLength(5);
  expect(pawl(world, ['worktree', 'gc']).code).toBe(0);
  expect(
    list(world)
      .map((row) => row.name)
      .sort(),
  ).toEqual([join(world.root, 'elsewhere'), 'ahead', 'dirty', 'young']);
  expect(pawl(world, ['worktree', 'gc', '--save']).code).toBe(0);
  expect(branches(world).filter((name) => name.startsWith('saved/'))).toHaveLength(2);
  expect(existsSync(tree(world, 'young'))).toBe(true);
});

test('gc keeps one of two worktrees with the same commits, also in a dry run', () => {
  using world = place();
  const a = create(world, 'a');
  commit(a, 'work.txt', 'work\n');
  create(world, 'b', '--base', 'worktree-a');
  for (const name of ['a', 'b']) age(world, name, 9);
  expect(list(world).map((row) => row.safe)).toEqual([true, true]);
  const dry = pawlJson<{ remove: boolean }[]>(world, ['worktree', 'gc', '--dry-run']);
  expect(dry.map((row) => row.remove)).toEqual([true, false]);
  pawl(world, ['worktree', 'gc']);
  expect(list(world).map((row) => row.name)).toEqual(['b']);
  expect(git(world, ['show', 'worktree-b:work.txt'])).toBe('work\n');
});

test('the daily work removes unused worktrees, and the next session reports it once', () => {
  using world = place();
  for (const name of ['old', 'dirty', 'recent']) create(world, name);
  write(join(tree(world, 'dirty'), 'x.txt'), 'x\n');
  for (const name of ['old', 'dirty']) age(world, name, 30);
  age(world, 'recent', 10);
  expect(pawl(world, ['gc', '--daily', world.project]).code).toBe(0);
  expect(list(world).map((row) => row.name)).toEqual(['dirty', 'recent']);
  const start = (session_id: string) =>
    send(world, plainEvent(world, 'SessionStart', { source: 'startup', session_id })).message;
  expect(start('s1')).toContain('held no unmerged work: old.');
  expect(start('s2')).not.toContain('removed');
});

test('cleanup of a worktree whose folder was deleted keeps its commits', () => {
  using world = place();
  const made = create(world, 'a');
  git(made, ['checkout', '-q', '--detach']);
  commit(made, 'work.txt', 'work\n');
  rmSync(made.project, { recursive: true });
  expect(cleanup(world, 'a').code).toBe(1);
  expect(cleanup(world, 'a', '--save').code).toBe(0);
  const saved = branches(world).find((name) => name.startsWith('saved/'))!;
  expect(git(world, ['show', `${saved}:work.txt`])).toBe('work\n');
  expect(list(world)).toEqual([]);
});

test('many worktrees can be created at once, and of two with the same name exactly one succeeds', async () => {
  using world = place();
  const start = (name: string) =>
    Bun.spawn([program, 'worktree', 'create', name], {
      cwd: world.project,
      env: envOf(world),
      stderr: 'ignore',
    }).exited;
  const names = Array.from({ length: 8 }, (_, at) => `a${at}`);
  const codes = await Promise.all([...names, 'twin', 'twin', 'twin'].map(start));
  expect(codes.slice(0, 8)).toEqual(Array(8).fill(0));
  expect(codes.slice(8).filter((code) => code === 0)).toHaveLength(1);
  expect(
    list(world)
      .map((row) => row.name)
      .sort(),
  ).toEqual([...names, 'twin']);
  expect(
    readFileSync(join(world.project, '.git/info/exclude'), 'utf8').match(/worktrees/g)?.length,
  ).toBeGreaterThan(0);
});

test('differences in whitespace, encoding or binary files count as unmerged work', () => {
  using world = place();
  write(join(world.project, 'picture.png'), '\0one');
  git(world, ['add', '.']);
  git(world, ['commit', '-qm', 'a picture']);
  const kinds = {
    blanks: ['loop.py', 'for x in y:\n    a()\n    b()\n', 'for x in y:\n    a()\nb()\n'],
    letters: ['name.txt', Buffer.from('caf\xe9\n', 'latin1'), Buffer.from('caf\xe8\n', 'latin1')],
    picture: ['picture.png', '\0two', '\0three'],
  } as const;
  for (const [name, [file, mine, theirs]] of Object.entries(kinds)) {
    const made = create(world, name);
    writeFileSync(join(made.project, file), mine);
    git(made, ['add', '.']);
    git(made, ['commit', '-qm', name]);
    writeFileSync(join(world.project, file), theirs);
    git(world, ['add', '.']);
    git(world, ['commit', '-qm', `another ${name}`]);
  }
  for (const row of list(world)) expect(row).toMatchObject({ safe: false, ahead: 1 });
});

test('a worktree with submodules or worktrees inside can’t be saved to a branch, so it is kept', () => {
  using world = place();
  const other = join(world.root, 'other');
  git(world, ['clone', '-q', world.project, other]);
  const local = ['-c', 'protocol.file.allow=always'];
  git(world, [...local, 'submodule', '--quiet', 'add', other, 'part']);
  git(world, ['commit', '-qm', 'a part']);
  const made = create(world, 'a');
  git(made, [...local, 'submodule', '--quiet', 'update', '--init']);
  const part = { ...made, project: join(made.project, 'part') };
  expect(one(world, 'a')).toMatchObject({ safe: false, why: expect.stringContaining('submodules') });
  commit(part, 'work.txt', 'work\n');
  expect(cleanup(world, 'a', '--save').code).toBe(1);
  expect(existsSync(join(part.project, 'work.txt'))).toBe(true);
  rmSync(made.project, { recursive: true });
  expect(cleanup(world, 'a', '--save').code).toBe(1);

  const outer = create(world, 'b');
  const inner = join(outer.project, '.claude', 'worktrees', 'inner');
  git(outer, ['worktree', 'add', '-q', '-b', 'inner', inner]);
  write(join(inner, 'work.txt'), 'work\n');
  expect(cleanup(world, 'b')).toMatchObject({ code: 1, stderr: expect.stringContaining(inner) });
  expect(cleanup(world, 'b', '--save').code).toBe(1);
  age(world, 'b', 100);
  pawl(world, ['worktree', 'gc', '--save']);
  expect(existsSync(join(inner, 'work.txt'))).toBe(true);
});

test('a change in a file marked assume-unchanged or skip-worktree still counts', () => {
  for (const flag of ['--skip-worktree', '--assume-unchanged']) {
    using world = place();
    const made = create(world, 'a');
    git(made, ['update-index', flag, 'greeting.txt']);
    expect(one(world, 'a').safe).toBe(true);
    write(join(made.project, 'greeting.txt'), 'changed\n');
    expect(one(world, 'a')).toMatchObject({ safe: false, dirty: ['greeting.txt'] });
    expect(cleanup(world, 'a').code).toBe(1);
    expect(cleanup(world, 'a', '--save').code).toBe(0);
    const saved = branches(world).find((name) => name.startsWith('saved/'))!;
    expect(git(world, ['show', `${saved}:greeting.txt`])).toBe('changed\n');
  }
});

test('--save keeps staged content that was deleted from the folder', () => {
  using world = place();
  const made = create(world, 'a');
  write(join(made.project, 'staged.txt'), 'staged\n');
  git(made, ['add', 'staged.txt']);
  rmSync(join(made.project, 'staged.txt'));
  expect(cleanup(world, 'a', '--save').code).toBe(0);
  const saved = branches(world).find((name) => name.startsWith('saved/'))!;
  expect(git(world, ['show', `${saved}~1:staged.txt`])).toBe('staged\n');
});

test('cleanup of one deleted folder does not affect another deleted folder', () => {
  using world = place();
  const a = create(world, 'a');
  const b = create(world, 'b');
  git(b, ['checkout', '-q', '--detach']);
  commit(b, 'work.txt', 'work\n');
  for (const one of [a, b]) rmSync(one.project, { recursive: true });
  expect(pawl(world, ['worktree', 'create', 'a', '--resume']).stderr).toContain('worktree cleanup a');
  expect(cleanup(world, 'a').code).toBe(0);
  expect(list(world)).toMatchObject([{ name: 'b', safe: false, ahead: 1 }]);
});

test('merge does not abort an unfinished merge of the person', () => {
  using world = place();
  const made = create(world, 'a');
  commit(made, 'a.txt', 'a\n');
  git(world, ['checkout', '-qb', 'other']);
  commit(world, 'greeting.txt', 'left\n');
  git(world, ['checkout', '-q', 'main']);
  commit(world, 'greeting.txt', 'right\n');
  git(world, ['merge', 'other'], [1]);
  write(join(world.project, 'greeting.txt'), 'right\n');
  git(world, ['add', '.']);
  expect(pawl(world, ['worktree', 'merge', 'a'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Finish or abort the merge'),
  });
  expect(existsSync(join(world.project, '.git', 'MERGE_HEAD'))).toBe(true);
});

test('the daily work keeps a worktree with an ignored file that can’t be rebuilt, but not for build output', () => {
  using world = place();
  commit(world, '.gitignore', '.env\nnode_modules/\n');
  write(join(create(world, 'secret').project, '.env'), 'A=1');
  write(join(create(world, 'built').project, 'node_modules', 'x.js'), '1');
  for (const name of ['secret', 'built']) age(world, name, 48);
  const env = envOf(world, { PAWL_AUTO_UPDATE: 'false' });
  Bun.spawnSync([program, 'gc', '--daily', world.project], { cwd: world.project, env });
  expect(list(world).map((row) => row.name)).toEqual(['secret']);
});
