// "Did this session change code?", asked of real repositories in every way a session can hide or seem to do it.
import { describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { changedSince } from '../src/facts/changes.ts';
import { findPlace } from '../src/facts/project.ts';
import { readTree } from '../src/facts/tree.ts';
import { commit, git, repository } from './support/git.ts';
import { freshWorld, type World, write } from './support/world.ts';

type Step = (world: World) => void;

const at = (world: World, file: string) => join(world.project, file);

/** The changes that the work makes, each as `path where`. */
function changes(world: World, work: () => void, folder = world.project): string[] {
  const place = findPlace(folder);
  const start = readTree(place, world.home);
  work();
  return changedSince(start, readTree(place, world.home), findPlace(folder))
    .map(({ path, where }) => `${path} ${where}`)
    .sort();
}

const run = (world: World, steps: Step | Step[]) => {
  for (const step of [steps].flat()) step(world);
};

const inRepository = (name: string, prepare: Step | Step[], work: Step | Step[], expected: string[]) =>
  test(name, () => {
    using world = freshWorld();
    repository(world);
    run(world, prepare);
    expect(changes(world, () => run(world, work))).toEqual(expected);
  });

const nothing = () => {};
const edit = (world: World, text = 'changed\n') => write(at(world, 'greeting.txt'), text);

describe('edits', () => {
  inRepository('no edit', nothing, nothing, []);
  inRepository('an edit', nothing, (world) => edit(world), ['greeting.txt tree']);
  inRepository(
    'an edit that was undone',
    nothing,
    [(world) => edit(world), (world) => edit(world, 'hello\n')],
    [],
  );
  inRepository(
    'an edit that `git checkout` undid',
    nothing,
    [(world) => edit(world), (world) => git(world, ['checkout', '-q', '.'])],
    [],
  );
  inRepository('an untracked file', nothing, (world) => write(at(world, 'src/new file.ts'), 'x'), [
    'src/new file.ts tree',
  ]);
  inRepository(
    'an ignored file',
    (world) => commit(world, '.gitignore', 'out/\n'),
    (world) => write(at(world, 'out/a.js'), 'x'),
    [],
  );
  inRepository('a deleted file', nothing, (world) => rmSync(at(world, 'greeting.txt')), [
    'greeting.txt tree',
  ]);
  inRepository(
    'a staged edit',
    nothing,
    [(world) => edit(world), (world) => git(world, ['add', '.'])],
    ['greeting.txt tree'],
  );
});

describe('a tree that was dirty at the start', () => {
  const dirty = (world: World) => {
    edit(world, 'theirs\n');
    write(at(world, 'notes.txt'), 'theirs');
  };
  inRepository('left as it was', dirty, nothing, []);
  inRepository('edited on', dirty, (world) => edit(world, 'mine\n'), ['greeting.txt tree']);
  inRepository(
    'dirty files committed as they were',
    dirty,
    [(world) => git(world, ['add', '.']), (world) => git(world, ['commit', '-qm', 'x'])],
    [],
  );
  inRepository(
    'dirty files edited and committed',
    dirty,
    [(world) => edit(world, 'mine\n'), (world) => git(world, ['commit', '-qam', 'x'])],
    ['greeting.txt tree'],
  );
  inRepository('thrown away', dirty, (world) => git(world, ['checkout', '-q', 'greeting.txt']), [
    'greeting.txt tree',
  ]);
  inRepository('stashed as it was', dirty, (world) => git(world, ['stash', '-qu']), []);
});

describe('commits', () => {
  inRepository('edit, commit, stop', nothing, (world) => commit(world, 'greeting.txt', 'mine\n'), [
    'greeting.txt commit',
  ]);
  inRepository(
    'a commit that a second one reverts',
    nothing,
    [
      (world) => commit(world, 'greeting.txt', 'mine\n'),
      (world) => git(world, ['revert', '--no-edit', 'HEAD']),
    ],
    [],
  );
  inRepository(
    'an amended commit',
    nothing,
    [(world) => edit(world), (world) => git(world, ['commit', '-qa', '--amend', '--no-edit'])],
    ['greeting.txt commit'],
  );
  inRepository(
    'a commit on a branch that is no longer checked out',
    nothing,
    (world) => {
      git(world, ['checkout', '-qb', 'hidden']);
      commit(world, 'greeting.txt', 'mine\n');
      git(world, ['checkout', '-q', 'main']);
    },
    ['greeting.txt elsewhere'],
  );
  inRepository(
    'a commit made with plumbing commands, which is not in the reflog',
    nothing,
    (world) => {
      edit(world);
      git(world, ['add', '.']);
      const tree = git(world, ['write-tree']).trim();
      const made = git(world, ['commit-tree', tree, '-p', 'HEAD', '-m', 'mine']).trim();
      git(world, ['update-ref', 'refs/heads/main', made]);
    },
    ['greeting.txt commit'],
  );
  test('the first commit of a new repository', () => {
    using world = freshWorld();
    git(world, ['init', '-q', '-b', 'main']);
    expect(changes(world, () => commit(world, 'a.ts', 'x'))).toEqual(['a.ts commit']);
  });
});

describe('changes from elsewhere are not this session’s work', () => {
  const upstream = (world: World) => {
    git(world, ['checkout', '-qb', 'topic']);
    commit(world, 'topic.txt', 'topic\n');
    git(world, ['checkout', '-q', 'main']);
    commit(world, 'upstream.txt', 'theirs\n');
    git(world, ['checkout', '-q', 'topic']);
  };
  inRepository('switching branches', upstream, (world) => git(world, ['checkout', '-q', 'main']), []);
  inRepository('a rebase', upstream, (world) => git(world, ['rebase', '-q', 'main']), []);
  inRepository('a merge', upstream, (world) => git(world, ['merge', '-q', '--no-edit', 'main']), []);
  inRepository(
    'the session’s own work in a rebase still counts',
    upstream,
    (world) => {
      commit(world, 'mine.ts', 'mine\n');
      git(world, ['rebase', '-q', 'main']);
    },
    ['mine.ts commit'],
  );
});

describe('stash', () => {
  inRepository(
    'work put into a stash',
    nothing,
    [(world) => edit(world), (world) => git(world, ['stash', '-q'])],
    ['greeting.txt elsewhere'],
  );
  inRepository(
    'an untracked file put into a stash',
    nothing,
    [(world) => write(at(world, 'new.ts'), 'x'), (world) => git(world, ['stash', '-qu'])],
    ['new.ts elsewhere'],
  );
  inRepository(
    'work stashed and popped again',
    nothing,
    [
      (world) => edit(world),
      (world) => git(world, ['stash', '-q']),
      (world) => git(world, ['stash', 'pop', '-q']),
    ],
    ['greeting.txt tree'],
  );
  inRepository(
    'an older stash',
    [(world) => edit(world), (world) => git(world, ['stash', '-q'])],
    nothing,
    [],
  );
});

describe('worktrees', () => {
  const withTree = (work: (world: World, tree: string) => void, look: 'tree' | 'main') => {
    using world = freshWorld();
    repository(world);
    const tree = join(world.root, 'linked');
    git(world, ['worktree', 'add', '-q', '-b', 'linked', tree]);
    return changes(world, () => work(world, tree), look === 'tree' ? tree : world.project);
  };
  const inTree = (world: World, tree: string) => {
    write(join(tree, 'greeting.txt'), 'mine\n');
    git(world, ['-C', tree, 'commit', '-qam', 'x']);
  };
  test('a commit in a linked worktree', () => {
    expect(withTree(inTree, 'tree')).toEqual(['greeting.txt commit']);
  });
  test('work in another worktree does not count for this one', () => {
    expect(withTree(inTree, 'main')).toEqual([]);
    const stashed = (world: World, tree: string) => {
      write(join(tree, 'greeting.txt'), 'mine\n');
      git(world, ['-C', tree, 'stash', '-q']);
    };
    expect(withTree(stashed, 'main')).toEqual([]);
    expect(withTree(stashed, 'tree')).toEqual(['greeting.txt elsewhere']);
  });
});

describe('submodules', () => {
  const withModule = (work: (world: World, inner: string) => void) => {
    using world = freshWorld();
    using library = freshWorld();
    repository(library);
    repository(world);
    git(world, ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.project, 'lib']);
    git(world, ['commit', '-qm', 'lib']);
    const inner = at(world, 'lib');
    for (const key of ['user.name', 'user.email']) git(world, ['-C', inner, 'config', key, 'test']);
    return changes(world, () => work(world, inner));
  };
  test('a submodule without changes', () => expect(withModule(() => {})).toEqual([]));
  test('an edit inside a submodule', () => {
    expect(withModule((_, inner) => write(join(inner, 'greeting.txt'), 'mine\n'))).toEqual(['lib tree']);
  });
  test('a second edit inside a dirty submodule is another state', () => {
    const first = (_: World, inner: string) => write(join(inner, 'greeting.txt'), 'mine\n');
    const both = (world: World, inner: string) => {
      first(world, inner);
      write(join(inner, 'greeting.txt'), 'hello\n');
    };
    expect(withModule(both)).toEqual([]);
  });
  test('a commit inside a submodule', () => {
    const work = (world: World, inner: string) => {
      write(join(inner, 'greeting.txt'), 'mine\n');
      git(world, ['-C', inner, 'commit', '-qam', 'x']);
    };
    expect(withModule(work)).toEqual(['lib tree']);
  });
});

describe('outside git', () => {
  const outside = (work: Step | Step[]) => {
    using world = freshWorld();
    write(at(world, 'a.txt'), 'a');
    mkdirSync(at(world, 'node_modules'));
    return changes(world, () => run(world, work));
  };
  test('an edit, a new file, a deleted file', () => {
    expect(outside((world) => write(at(world, 'a.txt'), 'b'))).toEqual(['a.txt tree']);
    expect(outside((world) => write(at(world, 'sub/b.txt'), 'b'))).toEqual(['sub/b.txt tree']);
    expect(outside((world) => rmSync(at(world, 'a.txt')))).toEqual(['a.txt tree']);
  });
  test('an edit that is undone does not count, nor do files that tools build', () => {
    expect(
      outside([(world) => write(at(world, 'a.txt'), 'b'), (world) => write(at(world, 'a.txt'), 'a')]),
    ).toEqual([]);
    expect(outside((world) => write(at(world, 'node_modules/x/index.js'), ''))).toEqual([]);
  });
});
