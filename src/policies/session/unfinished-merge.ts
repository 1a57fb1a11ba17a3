import { stop } from '../../core/examples.ts';
import { block, definePolicy } from '../../index.ts';
import { operationCommands } from './shared/operation.ts';

export default definePolicy({
  id: 'session/unfinished-merge',
  summary: 'Keep a session from stopping with unresolved conflicts',
  why: 'A turn that ends with conflict markers leaves a tree that does not build. This blocks at most once per turn.',
  on: 'Stop',
  level: 'deny',
  onError: 'pass',
  examples: () => [
    { event: stop(), expect: 'pass', title: 'No operation is in progress' },
    {
      event: stop(),
      expect: 'block',
      title: 'A merge with a conflict, in a turn that did work',
      given: { git: { operation: 'merge', conflicts: ['a.ts'] }, work: { worked: true } },
      says: 'stage the files (`git add`) and run `git merge --continue`',
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'A turn that did no work; the merge may be a person’s',
      given: { git: { operation: 'merge', conflicts: ['a.ts'] } },
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'A merge without conflicts may stay open',
      given: { git: { operation: 'merge' } },
    },
  ],
  check(_event, { git, work }) {
    const operation = git.operation();
    const conflicts = operation ? git.conflicts() : [];
    if (!operation || conflicts.length === 0 || !work.workedInTurn()) return undefined;
    const { finish, abort } = operationCommands(operation);
    return block(
      `A ${operation} is unfinished: ${conflicts.slice(0, 10).join(', ')} still ${conflicts.length === 1 ? 'has' : 'have'} conflicts`,
      {
        once: true,
        instead: `resolve them, stage the files (\`git add\`) and run ${finish}; or tell the person why it must stay open. Run ${abort} only if you began it`,
      },
    );
  },
});
