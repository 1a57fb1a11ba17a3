import { bash } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import { ask, definePolicy } from '../../index.ts';
import { acceptOption, SHELLS } from './shared/effects.ts';
import { judgeLookups } from './shared/evidence.ts';
import { lookUpLoss } from './shared/lost-work.ts';

/** Codes for removing or moving a branch or a tag. Nothing is lost if another branch or tag has the same commits. */
const REFERENCES = /^git-(branch-delete|branch-move|tag-delete)$/;

export default definePolicy({
  id: 'guard/git-history',
  summary: 'Stop git from losing commits, skipping checks or forgetting a remote',
  why: 'Git deletes commits that no branch or tag refers to, and rewriting commits that others have pulled breaks their work.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['history'],
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    { event: bash('git filter-branch --tree-filter "rm x" HEAD'), expect: 'deny' },
    { event: bash('git reflog expire --expire=now --all'), expect: 'deny' },
    { event: bash('git gc --prune=now'), expect: 'deny' },
    { event: bash('git branch -D topic'), expect: 'ask' },
    {
      event: bash('git branch -D topic'),
      expect: 'pass',
      title: 'Other branches have all of its commits',
      given: { lostWork: { references: [] } },
    },
    {
      event: bash('git branch -D topic'),
      expect: 'ask',
      given: { lostWork: { references: ['abc1234 Add tests'] } },
      says: 'abc1234 Add tests',
    },
    { event: bash('git checkout -B topic'), expect: 'ask' },
    { event: bash('git checkout -B topic'), expect: 'pass', given: { lostWork: { references: [] } } },
    { event: bash('git branch -d topic'), expect: 'pass' },
    { event: bash('git branch -M topic main'), expect: 'ask' },
    { event: bash('git branch -M main'), expect: 'pass', title: 'Renames the current branch' },
    { event: bash('git tag -d v2.1.0'), expect: 'ask' },
    { event: bash('git tag v2.1.0 && git tag -l'), expect: 'pass' },
    { event: bash('git remote remove upstream'), expect: 'ask' },
    { event: bash('git commit --no-verify -m wip'), expect: 'ask' },
    { event: bash('git commit -nm wip'), expect: 'ask' },
    { event: bash('git push -n origin topic'), expect: 'pass', title: 'For push, -n is a dry run' },
    {
      event: bash('git commit --amend --no-edit'),
      expect: 'pass',
      title: 'Amends a commit that is not pushed',
    },
    {
      event: bash('git commit --amend --no-edit'),
      expect: 'ask',
      title: 'Amends a commit that is already pushed',
      given: { git: { branch: 'topic', head: 'abc' }, files: { '.git/refs/remotes/origin/topic': 'abc\n' } },
    },
    { event: bash('git log --oneline'), expect: 'pass' },
  ],
  check(_event, context) {
    const { options, shell } = context;
    const effects = shell.effects.filter(
      (e) => e.kind === 'history' && !e.code.startsWith('git-push') && !options.accept.includes(e.code),
    );
    const lossVerdicts = judgeLookups(
      effects.filter((e) => e.weight !== 'plain'),
      (effect) => (REFERENCES.test(effect.code) ? lookUpLoss(effect, context) : undefined),
    );
    if (lossVerdicts.length > 0) return lossVerdicts;
    const rewrite = effects.find((e) => e.code === 'git-amend' || e.code === 'git-rebase');
    if (!rewrite || !isPushed(context)) return undefined;
    return ask(`${rewrite.reason} The last commit has already been pushed`, {
      code: `${rewrite.code}-pushed`,
      ...(rewrite.safer && { instead: rewrite.safer }),
    });
  },
});

/** True if the last commit is the tip of origin's branch of the same name, as far as this clone knows. */
function isPushed({ git, files, project }: Facts): boolean {
  const [branch, head] = [git.branch(), git.head()];
  if (!branch || !head) return false;
  const loose = files.read(`${project.root}/.git/refs/remotes/origin/${branch}`, 100)?.trim();
  if (loose !== undefined) return loose === head;
  const packed = files.read(`${project.root}/.git/packed-refs`, 500_000) ?? '';
  return packed.includes(`${head} refs/remotes/origin/${branch}\n`);
}
