// The texts about work that a git command would throw away here and now.
import { expect, test } from 'bun:test';
import { bash } from '../../../core/examples.ts';
import type { Given } from '../../../core/policy.ts';
import { verdictsFor } from '../../../user-policies/run-examples.ts';
import gitHistory from '../git-history.ts';
import gitWork from '../git-work.ts';

async function shown(command: string, lostWork: Given['lostWork']) {
  const example = { event: bash(command), given: { lostWork }, expect: 'pass' };
  const all = await Promise.all(
    [gitWork, gitHistory].map((policy) => verdictsFor(policy as never, example as never)),
  );
  return all.flat().map((verdict) => {
    if ('text' in verdict) return verdict.text;
    const { kind, reason, instead } = verdict as { kind: string; reason: string; instead?: string };
    return `${kind}: ${reason} Instead: ${instead}`;
  });
}

test.each<[string, Given['lostWork'], string[]]>([
  ['git reset --hard', { changes: [] }, ['no uncommitted changes']],
  ['git checkout -- a b', { unstaged: [] }, ['no uncommitted changes in a, b']],
  ['git checkout -- a', { unstaged: [] }, ['no uncommitted changes in a']],
  [
    'git checkout -- a',
    { unstaged: ['a'] },
    ['deny: Throws away uncommitted changes: a. Instead: git stash push -- a', 'uncommitted changes: a'],
  ],
  [
    'git reset --hard',
    { changes: ['a', 'b', 'c'] },
    [
      'deny: Throws away uncommitted changes: a, b, c. Instead: git stash push -- a b c',
      'uncommitted changes: a, b, c',
    ],
  ],
  [
    'git reset --hard',
    { changes: ['a', 'b', 'c', 'd'] },
    [
      'deny: Throws away uncommitted changes: a, b, c and 1 more. Instead: git stash push -u',
      'uncommitted changes: a, b, c and 1 more',
    ],
  ],
  ['git clean -fd', { untracked: [] }, ['there is nothing to clean that could not be built again']],
  [
    'git clean -fd',
    { untracked: ['a'] },
    ['deny: Deletes files that are in no commit: a. Instead: git stash push -u', 'untracked files: a'],
  ],
  ['git stash drop', { stash: [] }, ['there is no stash']],
  [
    'git stash clear',
    { stash: ['stash@{0}'] },
    ['deny: Deletes stashed work: stash@{0}. Instead: git stash branch NAME', 'stashes: stash@{0}'],
  ],
  ['git branch -D topic', { references: [] }, ['no commit that only topic leads to']],
])('the work that is lost by: %s with %p', async (command, lostWork, expected) => {
  const found = await shown(command, lostWork);
  const withoutKind = (text: string) => text.replace(/^(ask|deny): /, '');
  expect(found.map(withoutKind)).toEqual(expected.map(withoutKind));
});

test('removing commits that only one branch has is a question, not a denial', async () => {
  const [verdict] = await shown('git reset --hard origin/main', { changes: [], commits: ['abc one'] });
  expect(verdict).toBe(
    'ask: Removes commits that no other branch has: abc one. Instead: git branch NAME, which keeps them',
  );
});

test('an effect that can’t be looked up is judged as it stands', async () => {
  const [verdict] = await shown('git reset --hard', {});
  expect(verdict).toMatch(/^(ask|deny): /);
});
