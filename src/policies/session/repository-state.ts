import { sessionStart } from '../../core/examples.ts';
import { definePolicy, inject } from '../../index.ts';
import { operationCommands } from './shared/operation.ts';

export default definePolicy({
  id: 'session/repository-state',
  summary: 'Tell a new session about an unfinished merge, rebase or similar operation',
  why: 'An unfinished merge or rebase is easy to miss, and a commit or reset on top of it loses work. Without one, the session is told nothing.',
  on: 'SessionStart',
  level: 'warn',
  examples: () => [
    {
      event: sessionStart(),
      expect: 'pass',
      title: 'No operation is in progress',
      given: { git: { branch: 'main' } },
    },
    {
      event: sessionStart('resume'),
      expect: 'inject',
      title: 'A merge with a conflict',
      given: { git: { branch: 'topic', operation: 'merge', conflicts: ['src/app.ts'] } },
      says: 'merge is in progress in this repository on branch topic. Unresolved: src/app.ts.',
    },
    {
      event: sessionStart(),
      expect: 'inject',
      title: 'A rebase without conflicts',
      given: { git: { operation: 'rebase' } },
      says: 'rebase is in progress',
    },
    {
      event: sessionStart(),
      expect: 'inject',
      title: 'A bisection ends with a command of its own',
      given: { git: { operation: 'bisect' } },
      says: 'ask the person whether to abort it (`git bisect reset`)',
    },
    {
      event: sessionStart(),
      expect: 'pass',
      title: 'A folder that is not a repository',
      given: { git: { repository: false } },
    },
  ],
  check(_event, { git }) {
    const operation = git.operation();
    if (!operation) return undefined;
    const { finish, abort } = operationCommands(operation);
    const branch = git.branch();
    const where = branch ? ` on branch ${branch}` : '';
    const conflicts = git.conflicts();
    const open =
      conflicts.length > 0
        ? ` Unresolved: ${conflicts.slice(0, 10).join(', ')}${conflicts.length > 10 ? ` and ${conflicts.length - 10} more` : ''}.`
        : '';
    return inject(
      `A ${operation} is in progress in this repository${where}.${open} Before other work, finish it (${finish}), or ask the person whether to abort it (${abort}).`,
    );
  },
});
