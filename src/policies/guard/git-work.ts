import { bash } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { acceptOption, judgeEffects, SHELLS } from './shared/effects.ts';

export default definePolicy({
  id: 'guard/git-work',
  summary: 'Stop git from discarding uncommitted work',
  why: 'Uncommitted work is in no history: after a hard reset or a clean it can’t be restored.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['worktree'],
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    { event: bash('git reset --hard'), expect: 'deny' },
    { event: bash('git -C sub reset --hard HEAD~1'), expect: 'deny' },
    { event: bash('git checkout -- .'), expect: 'deny' },
    { event: bash('git restore .'), expect: 'deny' },
    { event: bash('git clean -fdx'), expect: 'deny' },
    { event: bash('git stash clear'), expect: 'deny' },
    { event: bash('git switch --discard-changes main'), expect: 'deny' },
    { event: bash('git worktree remove --force ../x'), expect: 'ask' },
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
    return judgeEffects(context, ['worktree'], context.options.accept);
  },
});
