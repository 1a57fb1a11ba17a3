import { bash } from '../../core/examples.ts';
import { ask, definePolicy, deny } from '../../index.ts';
import { HOLE } from '../../shell/base/words.ts';
import type { Effect } from '../../shell/types.ts';
import { SHELLS } from './shared/effects.ts';

export default definePolicy({
  id: 'guard/force-push',
  summary: 'Stop pushes that overwrite shared history',
  why: 'A forced push to a shared branch removes other people’s commits, often for good.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['history'],
  level: 'deny',
  onError: 'deny',
  options: {
    branches: {
      default: ['main', 'master'],
      weaker: 'fewer items',
      about: 'Branches that may never be overwritten; for others the person is asked.',
    },
  },
  examples: () => [
    { event: bash('git push --force origin main'), expect: 'deny' },
    { event: bash('git push origin +main'), expect: 'deny' },
    { event: bash('git -c a=b push -uf origin HEAD:main'), expect: 'deny' },
    { event: bash('git push -f'), expect: 'deny', title: 'The push names no branch' },
    { event: bash('git push --force origin topic'), expect: 'ask' },
    { event: bash('git push --mirror'), expect: 'deny' },
    { event: bash('git push origin :old'), expect: 'ask' },
    { event: bash('git push --force-with-lease origin topic'), expect: 'pass' },
    { event: bash('git push --force-with-lease origin main'), expect: 'pass' },
    { event: bash('git push --force origin release'), expect: 'deny', options: { branches: ['release'] } },
    {
      event: bash('git commit -m "push --force"'),
      expect: 'pass',
      title: 'A commit message about a forced push',
    },
  ],
  check(_event, { options, shell }) {
    const pushes = shell.effects.filter((e) => e.code.startsWith('git-push'));
    const worst = pushes.find((e) => e.weight === 'irreversible') ?? pushes.find((e) => e.weight === 'risky');
    if (!worst) return undefined;
    const instead =
      worst.code === 'git-push-force'
        ? 'use `git push --force-with-lease`, which stops if others have pushed, or `git revert` to undo a commit'
        : 'push to a branch of your own, or use `git revert` to undo a commit';
    const verdict =
      worst.weight === 'irreversible' && !namesOnlyOtherBranches(worst, options.branches) ? deny : ask;
    return verdict(worst.reason, { code: worst.code, instead });
  },
});

/** True if the push names its branches and none of them is a shared one. */
function namesOnlyOtherBranches(effect: Effect, branches: readonly string[]): boolean {
  if (effect.code === 'git-push-mirror') return false;
  const words = effect.command.words.map((w) => w.text).filter((text) => !text.startsWith('-'));
  const refs = words.slice(words.indexOf('push') + 2).map((text) =>
    text
      .replace(/^\+/, '')
      .replace(/^.*:/, '')
      .replace(/^refs\/heads\//, ''),
  );
  return (
    refs.length > 0 && refs.every((ref) => !branches.includes(ref) && ref !== 'HEAD' && !ref.includes(HOLE))
  );
}
