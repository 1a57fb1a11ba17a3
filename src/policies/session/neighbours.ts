import { sessionStart } from '../../core/examples.ts';
import { definePolicy, tell } from '../../index.ts';

const other = { name: '1a2b3c4d', state: 'active' as const, pid: 4711 };

const maxShown = 5;

export default definePolicy({
  id: 'session/neighbours',
  summary: 'Tell the person when another session works in the same directory',
  why: 'Two sessions in one working tree overwrite each other’s files. Whether another session is alive is decided by its client’s process, not by the time of its last event.',
  on: 'SessionStart',
  level: 'warn',
  examples: () => [
    { event: sessionStart(), expect: 'pass', title: 'No other session works in this directory' },
    { event: sessionStart(), expect: 'tell', given: { session: { neighbours: [other] } }, says: '1a2b3c4d' },
    {
      event: sessionStart(),
      expect: 'tell',
      title: 'A long list is shortened',
      given: { session: { neighbours: Array(8).fill(other) } },
      says: 'and 3 more',
    },
    {
      event: sessionStart('compact'),
      expect: 'pass',
      title: 'The person was told at the start',
      given: { session: { neighbours: [other] } },
    },
  ],
  check(event, { session }) {
    if (event.source === 'compact' || event.source === 'clear') return undefined;
    const others = session.neighbours();
    if (others.length === 0) return undefined;
    const names = others.slice(0, maxShown).map(({ name, role, state, pid }) => {
      const more = [role, state.replace('_', ' '), pid && `process ${pid}`].filter(Boolean);
      return `${name} (${more.join(', ')})`;
    });
    const more = others.length > maxShown ? ` and ${others.length - maxShown} more` : '';
    const [verb, noun] = others.length === 1 ? ['works', 'session'] : ['work', 'sessions'];
    return tell(
      `${others.length} other ${noun} ${verb} in this directory: ${names.join(', ')}${more}. Use a separate worktree for each to keep them apart.`,
    );
  },
});
