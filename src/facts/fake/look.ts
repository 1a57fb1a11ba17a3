// Lookups with the results that an example gives. Without a result, the lookup fails.
import type { FoundProcess, Look } from '../../core/look.ts';
import type { Given } from '../../core/policy.ts';
import { fromWindows } from '../../system/path.ts';

export function fakeLook({ processes, lostWork, terminal, absent = [], madeBySession = [] }: Given): Look {
  return {
    processes: () => processes?.map(withDefaults),
    lostWork: ({ loses }) => lostWork?.[loses],
    exists: (path) => (absent.map(fromWindows).includes(path) ? false : undefined),
    // Unless the example says otherwise, tmux does not run.
    terminal: ({ by }) => terminal ?? (by === 'tmux' ? 'missing' : undefined),
    madeBySession: (path) => madeBySession.map(fromWindows).includes(path),
  };
}

const withDefaults = (given: Partial<FoundProcess>): FoundProcess => ({
  pid: 4242,
  program: 'node',
  folder: '/home/me/project',
  owner: 'project',
  ...given,
});
