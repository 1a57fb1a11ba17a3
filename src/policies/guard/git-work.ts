import { bash } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import type { Discard } from '../../core/look.ts';
import { ask, definePolicy, evidence } from '../../index.ts';
import type { Effect } from '../../shell/types.ts';
import { acceptOption, SHELLS } from './shared/effects.ts';
import { emptiedFiles } from './shared/emptied-files.ts';
import { type Finding, judgeByEvidence, listSome } from './shared/evidence.ts';
import { discardsOf } from './shared/git-discards.ts';

const clean = { lostWork: { unstaged: [], changes: [], untracked: [], all: [], stash: [], commits: [] } };

export default definePolicy({
  id: 'guard/git-work',
  summary: 'Stop git from discarding uncommitted work',
  why: 'Uncommitted work is in no history: after a hard reset or a clean it can’t be restored. Where nothing would be lost, nothing is asked.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['worktree', 'write'],
  level: 'deny',
  onError: 'deny',
  passesIf: 'it would lose no uncommitted change, untracked file, stash or commit',
  options: acceptOption,
  examples: () => [
    { event: bash('git reset --hard'), expect: 'deny', title: 'If the repository can’t be seen' },
    { event: bash('git -C sub reset --hard HEAD~1'), expect: 'deny' },
    { event: bash('git checkout -- .'), expect: 'deny' },
    { event: bash('git restore .'), expect: 'deny' },
    { event: bash('git clean -fdx'), expect: 'deny' },
    { event: bash('git stash clear'), expect: 'deny' },
    { event: bash('git switch --discard-changes main'), expect: 'deny' },
    { event: bash('git worktree remove --force ../x'), expect: 'ask' },
    { event: bash('git checkout -- README.md'), expect: 'pass', title: 'The file is clean', given: clean },
    { event: bash('git restore nosuch'), expect: 'pass', given: clean },
    { event: bash('git show HEAD:README.md > README.md'), expect: 'pass', given: clean },
    { event: bash('git reset --hard'), expect: 'pass', given: clean },
    { event: bash('git clean -fd'), expect: 'pass', title: 'There is nothing to clean', given: clean },
    { event: bash('git stash drop'), expect: 'pass', title: 'There is no stash', given: clean },
    { event: bash('git worktree remove --force ../x'), expect: 'pass', given: clean },
    {
      event: bash('git checkout -- src'),
      expect: 'deny',
      says: 'src/a.ts',
      title: 'One file in the folder has uncommitted changes',
      given: { lostWork: { unstaged: ['src/a.ts'] } },
    },
    {
      event: bash('git reset --hard origin/main'),
      expect: 'ask',
      says: '1a2b3c Add login',
      title: 'Commits can still be found in the reflog',
      given: { lostWork: { changes: [], commits: ['1a2b3c Add login'] } },
    },
    {
      event: bash('git stash pop && git checkout -- .'),
      expect: 'deny',
      title: 'What is clean now is not clean then',
      given: clean,
    },
    {
      event: bash(': > src/a.ts'),
      expect: 'ask',
      says: 'src/a.ts',
      given: { lostWork: { unstaged: ['src/a.ts'] } },
    },
    { event: bash('> src/a.ts'), expect: 'pass', given: clean },
    {
      event: bash('echo x > src/a.ts'),
      expect: 'pass',
      title: 'Writes something else',
      given: { lostWork: { unstaged: ['src/a.ts'] } },
    },
    { event: bash('git checkout -- "$FILE"'), expect: 'deny', given: clean },
    { event: bash('GIT_DIR=../x/.git git reset --hard'), expect: 'deny', given: clean },
    { event: bash('git reset --soft HEAD~1'), expect: 'pass' },
    { event: bash('git restore --staged a.ts'), expect: 'pass' },
    { event: bash('git checkout -b topic'), expect: 'pass' },
    { event: bash('git clean -fdn'), expect: 'pass' },
    { event: bash('git stash push -u'), expect: 'pass' },
    { event: bash('git help reset'), expect: 'pass' },
    { event: bash('git restore --help'), expect: 'pass' },
    { event: bash('git commit -m "git reset --hard"'), expect: 'pass' },
  ],
  check(_event, context) {
    const { accept } = context.options;
    const verdicts = judgeByEvidence(context, ['worktree'], accept, (one) => lookAt(one, context));
    return [...verdicts, ...(accept.includes('git-discard') ? [] : judgeEmptied(context))];
  },
});

/** Emptying a file is ordinary work, unless it holds changes that are nowhere else. */
function judgeEmptied({ shell, look }: Facts) {
  return emptiedFiles(shell).flatMap(({ target, command: { cwd } }) => {
    const lost = cwd && look.lostWork({ folder: cwd, loses: 'unstaged', paths: [target.text] });
    return lost && lost.length > 0
      ? [
          ask(`Empties ${target.text}, which has uncommitted changes`, {
            code: 'git-discard',
            instead: `git stash push -- ${target.text}`,
          }),
          evidence(`uncommitted changes: ${listSome(lost)}`),
        ]
      : [];
  });
}

function lookAt(effect: Effect, { shell, look }: Facts): Finding | undefined {
  const discards = discardsOf(effect, shell.commands) ?? [];
  const answers: [Discard, readonly string[]][] = [];
  for (const discard of discards) {
    const lost = look.lostWork(discard);
    if (!lost) return undefined;
    if (lost.length > 0) return { harmless: false, ...lossOf(discard, lost, effect) };
    answers.push([discard, lost]);
  }
  return answers.length > 0 ? { harmless: true, found: nothingLost(answers[0]![0]) } : undefined;
}

/** The name and meaning of each kind of loss. Commits can be found again through the reflog. */
const LOSSES: Record<Discard['loses'], { what: string; does: string; weight?: 'risky' }> = {
  unstaged: { what: 'uncommitted changes', does: 'Throws away uncommitted changes' },
  changes: { what: 'uncommitted changes', does: 'Throws away uncommitted changes' },
  all: { what: 'uncommitted changes', does: 'Throws away uncommitted changes' },
  untracked: { what: 'untracked files', does: 'Deletes files that are in no commit' },
  stash: { what: 'stashes', does: 'Deletes stashed work' },
  commits: {
    what: 'commits that nothing else leads to',
    does: 'Takes commits away that no other branch has',
    weight: 'risky',
  },
};

function lossOf({ loses }: Discard, lost: readonly string[], effect: Effect) {
  const { what, does, weight = effect.weight } = LOSSES[loses];
  const items = listSome(lost);
  return {
    found: `${what}: ${items}`,
    effect: { reason: `${does}: ${items}.`, weight, safer: saferFor(loses, lost) },
  };
}

function saferFor(loses: Discard['loses'], lost: readonly string[]): string {
  if (loses === 'stash') return 'git stash branch NAME';
  if (loses === 'commits') return 'git branch NAME, which keeps them';
  return lost.length <= 3 && loses !== 'untracked'
    ? `git stash push -- ${lost.join(' ')}`
    : 'git stash push -u';
}

function nothingLost({ loses, paths }: Discard): string {
  if (loses === 'stash') return 'there is no stash';
  if (loses === 'untracked') return 'there is nothing to clean that could not be built again';
  return paths.length === 0 ? 'no uncommitted changes' : `no uncommitted changes in ${listSome(paths)}`;
}
