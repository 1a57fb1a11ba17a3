import { sessionStart } from '../../core/examples.ts';
import { definePolicy, inject } from '../../index.ts';

export default definePolicy({
  id: 'session/repository-state',
  summary: 'Tell a starting session when the repository was left in the middle of something',
  why: 'A merge or rebase that somebody began is easy to miss, and a commit or reset on top of it loses work. Nothing is said about a repository in order.',
  on: 'SessionStart',
  level: 'warn',
  examples: () => [
    {
      event: sessionStart(),
      expect: 'pass',
      title: 'A repository in order',
      given: { git: { branch: 'main' } },
    },
    {
      event: sessionStart('resume'),
      expect: 'inject',
      given: { git: { branch: 'topic', operation: 'merge', conflicts: ['src/app.ts'] } },
      says: 'src/app.ts',
    },
    { event: sessionStart(), expect: 'inject', given: { git: { operation: 'rebase' } }, says: 'rebase' },
    {
      event: sessionStart(),
      expect: 'pass',
      title: 'Not a repository',
      given: { git: { repository: false } },
    },
  ],
  check(_event, { git }) {
    const operation = git.operation();
    if (!operation) return undefined;
    const branch = git.branch();
    const where = branch ? ` on branch ${branch}` : '';
    const conflicts = git.conflicts();
    const open =
      conflicts.length > 0
        ? ` Unresolved: ${conflicts.slice(0, 10).join(', ')}${conflicts.length > 10 ? ` and ${conflicts.length - 10} more` : ''}.`
        : '';
    return inject(
      `A ${operation} is in progress in this repository${where}.${open} Finish it (\`git ${operation} --continue\`) or give it up (\`git ${operation} --abort\`) before other work.`,
    );
  },
});
