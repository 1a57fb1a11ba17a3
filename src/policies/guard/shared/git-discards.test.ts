// The work that a git command would throw away, as it is looked up in the repository.
import { expect, test } from 'bun:test';
import { readShell } from '../../../shell/index.ts';
import { discardsOf } from './git-discards.ts';

const world = { cwd: '/p', home: '/home/me', projectRoot: '/p', tmp: ['/tmp'], readFile: () => undefined };

function discards(source: string) {
  const { commands, effects } = readShell(source, world);
  const effect = effects.findLast(({ command, weight }) => command.name === 'git' && weight !== 'plain');
  return effect ? discardsOf(effect, commands) : 'nothing';
}

const loses = (kind: string, paths: string[] = [], more: object = {}) => [
  { folder: '/p', loses: kind, paths, ...more },
];

test.each<[string, unknown]>([
  ['git checkout -- a b', loses('unstaged', ['a', 'b'])],
  ['git checkout HEAD~1 -- a', loses('changes', ['a'], { source: 'HEAD~1' })],
  ['git checkout -f', loses('changes', [], { source: 'HEAD' })],
  ['git checkout -f other', loses('changes', [], { source: 'other' })],
  ['git checkout -f -', loses('changes', [], { source: '@{-1}' })],
  ['git checkout -f -b new', undefined],
  ['git checkout -B topic', loses('references', ['topic'], { source: 'HEAD' })],
  ['git checkout -B topic start', loses('references', ['topic'], { source: 'start' })],
  ['git switch -f other', loses('changes', [], { source: 'other' })],
  ['git switch --discard-changes -', loses('changes', [], { source: '@{-1}' })],
  ['git switch -C topic', loses('references', ['topic'], { source: 'HEAD' })],
  ['git restore a', loses('unstaged', ['a'])],
  ['git restore --staged --worktree a', loses('changes', ['a'], { source: 'HEAD' })],
  ['git restore --source=HEAD~1 a', loses('unstaged', ['a'], { source: 'HEAD~1' })],
  ['git reset --hard', loses('changes', [], { source: 'HEAD' })],
  [
    'git reset --hard origin/main',
    [...loses('changes', [], { source: 'origin/main' }), ...loses('commits', [], { source: 'origin/main' })],
  ],
  ['git clean -fd', loses('untracked', [], { options: ['-f', '-d'] })],
  ['git clean -ffdx build', loses('untracked', ['build'], { options: ['-f', '-f', '-d', '-x'] })],
  ['git clean -fX -e keep', loses('untracked', [], { options: ['-f', '-X', '--exclude=keep'] })],
  ['git stash drop', loses('stash')],
  ['git stash clear', loses('stash')],
  ['git branch -D topic', loses('references', ['topic'])],
  ['git branch -D a b', loses('references', ['a', 'b'])],
  ['git branch -D a && git tag -d v1', loses('references', ['a', 'v1'])],
  ['git branch -M old new', loses('references', ['new'])],
  ['git tag -d v1', loses('references', ['v1'])],
  ['git tag -f v1 HEAD~1', loses('references', ['v1'])],
  [
    'git worktree remove --force ../w',
    [
      { folder: '/w', loses: 'all', paths: [] },
      { folder: '/w', loses: 'commits', paths: [] },
    ],
  ],
  ['git -C sub reset --hard', [{ folder: '/p/sub', loses: 'changes', paths: [], source: 'HEAD' }]],
  ['cd sub && git reset --hard', [{ folder: '/p/sub', loses: 'changes', paths: [], source: 'HEAD' }]],
])('the work that is discarded by: %s', (source, expected) => {
  expect(discards(source)).toEqual(expected as never);
});

test.each([
  ['a folder that is not known', 'cd "$X" && git reset --hard'],
  ['a name that is not known', 'git branch -D "$X"'],
  ['a repository on another machine', 'ssh host git reset --hard'],
  ['another repository', 'git --git-dir=/x/.git reset --hard'],
  ['another work tree', 'git --work-tree /x reset --hard'],
  ['a repository from a variable', 'GIT_DIR=/x git reset --hard'],
  ['paths from a file', 'git restore --pathspec-from-file=x'],
  ['work that is moved there before', 'mv ~/thesis . && git clean -f'],
  ['work that is copied there before', 'rsync -a ~/thesis . && git clean -f'],
  ['a stash that is taken out before', 'git stash pop && git reset --hard'],
  ['a patch that is applied before', 'git apply x.patch && git reset --hard'],
  ['a commit that is picked before', 'git cherry-pick abc && git reset --hard HEAD~1'],
  ['a revert that is made before', 'git revert abc && git reset --hard'],
  ['patches from a mailbox that are applied before', 'git am x && git reset --hard'],
  ['a reset that is made before', 'git reset HEAD~1 && git checkout -- .'],
  ['a stash that is made before', 'git stash && git stash drop'],
  ['a stash that is made with a message before', 'git stash push -m x && git stash drop'],
])('%s can’t be looked up: %s', (_, source) => {
  expect(discards(source)).toBeUndefined();
});

test('listing the stashes before makes no difference', () => {
  expect(discards('git stash list && git stash drop')).toEqual(loses('stash') as never);
  expect(discards('git stash show && git reset --hard')).toEqual(
    loses('changes', [], { source: 'HEAD' }) as never,
  );
  expect(discards('git status && git reset --hard')).toEqual(
    loses('changes', [], { source: 'HEAD' }) as never,
  );
});
