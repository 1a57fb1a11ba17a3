import { bash } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import { ask, definePolicy, evidence } from '../../index.ts';
import { acceptOption, SHELLS } from './shared/effects.ts';
import { emptiedFiles } from './shared/emptied-files.ts';
import { judgeByEvidence, listSome } from './shared/evidence.ts';
import { lookUpLoss } from './shared/lost-work.ts';

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
    {
      event: bash('git stash && git stash drop'),
      expect: 'deny',
      title: 'Drops a stash that does not exist yet',
      given: clean,
    },
    {
      event: bash('> notes.md'),
      expect: 'ask',
      title: 'Empties a file that is in no commit',
      given: { files: { 'notes.md': 'x' }, lostWork: { unstaged: [], untracked: ['notes.md'] } },
    },
    {
      event: bash('> dev.log'),
      expect: 'pass',
      given: { files: { 'dev.log': 'x' }, lostWork: { unstaged: [], untracked: ['dev.log'] } },
    },
    { event: bash('git reset --hard'), expect: 'deny', title: 'The state of the repository is not known' },
    { event: bash('git -C sub reset --hard HEAD~1'), expect: 'deny' },
    { event: bash('git checkout -- .'), expect: 'deny' },
    { event: bash('git restore .'), expect: 'deny' },
    { event: bash('git clean -fdx'), expect: 'deny' },
    { event: bash('git stash clear'), expect: 'deny' },
    { event: bash('git switch --discard-changes main'), expect: 'deny' },
    { event: bash('git worktree remove --force ../x'), expect: 'ask' },
    {
      event: bash('git checkout -- README.md'),
      expect: 'pass',
      title: 'A file without uncommitted changes',
      given: clean,
    },
    { event: bash('git restore nosuch'), expect: 'pass', given: clean },
    { event: bash('git show HEAD:README.md > README.md'), expect: 'pass', given: clean },
    { event: bash('git reset --hard'), expect: 'pass', given: clean },
    { event: bash('git clean -fd'), expect: 'pass', title: 'No untracked files', given: clean },
    { event: bash('git stash drop'), expect: 'pass', title: 'No stash', given: clean },
    { event: bash('git worktree remove --force ../x'), expect: 'pass', given: clean },
    {
      event: bash('git checkout -- src'),
      expect: 'deny',
      says: 'src/a.ts',
      title: 'A folder with a file that has uncommitted changes',
      given: { lostWork: { unstaged: ['src/a.ts'] } },
    },
    {
      event: bash('git reset --hard origin/main'),
      expect: 'ask',
      says: '1a2b3c Add login',
      title: 'Removes commits, which stay in the reflog',
      given: { lostWork: { changes: [], commits: ['1a2b3c Add login'] } },
    },
    {
      event: bash('git stash pop && git checkout -- .'),
      expect: 'deny',
      title: 'A clean work tree that the same command changes first',
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
      title: 'Replaces the content, which is ordinary work',
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
    const verdicts = judgeByEvidence(context, ['worktree'], accept, (effect) => lookUpLoss(effect, context));
    return [...verdicts, ...(accept.includes('git-discard') ? [] : judgeEmptied(context))];
  },
});

/** Emptying a file is ordinary work, unless its content is in no commit. */
function judgeEmptied({ shell, look, files }: Facts) {
  return emptiedFiles(shell).flatMap(({ target: { text, path = text }, command: { cwd } }) => {
    const lost = cwd && look.lostWork({ folder: cwd, loses: 'unstaged', paths: [text] });
    if (lost && lost.length > 0)
      return [
        ask(`Empties ${text}, which has uncommitted changes`, {
          code: 'git-discard',
          instead: `git stash push -- ${text}`,
        }),
        evidence(`uncommitted changes: ${listSome(lost)}`),
      ];
    if (!cwd || LOG.test(text) || !files.size(path) || look.madeBySession(path)) return [];
    const untracked = look.lostWork({ folder: cwd, loses: 'untracked', paths: [text], options: ['-f'] });
    return untracked && untracked.length > 0
      ? [
          ask(`Empties ${text}, which is in no commit`, { code: 'git-discard', instead: `cp ${text} /tmp/` }),
          evidence(`untracked files: ${listSome(untracked)}`),
        ]
      : [];
  });
}

/** Files that programs write for people to look at, and that are emptied before the next run. */
const LOG = /\.(log|out|err|tmp|pid|trace)$/;
