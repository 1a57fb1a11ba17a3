import { bash } from '../../core/examples.ts';
import { definePolicy, deny } from '../../index.ts';

export default definePolicy({
  id: 'guard/force-push',
  summary: 'Stop pushes that overwrite shared history',
  why: 'A forced push to a shared branch removes other people’s commits, and nobody can bring them back for them.',
  on: 'PreToolUse',
  tools: ['Bash'],
  level: 'deny',
  onError: 'deny',
  options: {
    branches: { default: ['main', 'master'], about: 'Branches that may never be overwritten.' },
  },
  examples: [
    { event: bash('git push --force origin main'), expect: 'deny' },
    { event: bash('git push origin +main'), expect: 'deny' },
    { event: bash('git push --force-with-lease origin topic'), expect: 'pass' },
    { event: bash('git push --force origin release'), expect: 'deny', options: { branches: ['release'] } },
    { event: bash('git commit -m "push --force"'), expect: 'pass', title: 'Only words' },
  ],
  check(_event, { options, shell }) {
    for (const { name, words } of shell.commands) {
      const [, verb, ...rest] = words.map((word) => word.text);
      if (name !== 'git' || verb !== 'push') continue;
      const forced = rest.some((word) => word === '-f' || word === '--force');
      const branch = options.branches.find(
        (one) => rest.includes(`+${one}`) || (forced && rest.includes(one)),
      );
      if (branch) {
        return deny(`This push would overwrite ${branch}, which others build on`, {
          instead: 'push to a branch of your own, or use `git revert` to undo a commit',
        });
      }
    }
    return undefined;
  },
});
