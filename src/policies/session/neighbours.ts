import { sessionStart } from '../../core/examples.ts';
import { definePolicy, tell } from '../../index.ts';

const other = { name: '1a2b3c4d', state: 'active' as const, pid: 4711 };

const shown = 5;

export default definePolicy({
  id: 'session/neighbours',
  summary: 'Tell the person when another session works in the same directory',
  why: 'Two sessions in one working tree overwrite each other’s files. Alive is what the process of its client says, not how long ago it was heard of.',
  on: 'SessionStart',
  level: 'warn',
  examples: () => [
    { event: sessionStart(), expect: 'pass', title: 'Alone' },
    { event: sessionStart(), expect: 'tell', given: { session: { neighbours: [other] } }, says: '1a2b3c4d' },
    {
      event: sessionStart(),
      expect: 'tell',
      title: 'A crowd is counted',
      given: { session: { neighbours: Array(8).fill(other) } },
      says: 'and 3 more',
    },
    {
      event: sessionStart('compact'),
      expect: 'pass',
      title: 'Was told',
      given: { session: { neighbours: [other] } },
    },
  ],
  check(event, { session }) {
    if (event.source === 'compact' || event.source === 'clear') return undefined;
    const others = session.neighbours();
    if (others.length === 0) return undefined;
    const names = others
      .slice(0, shown)
      .map(({ name, role, state, pid }) =>
        [name, role && `(${role})`, state.replace('_', ' '), pid && `process ${pid}`]
          .filter(Boolean)
          .join(' '),
      );
    const more = others.length > shown ? ` and ${others.length - shown} more` : '';
    const [verb, noun] = others.length === 1 ? ['works', 'session'] : ['work', 'sessions'];
    return tell(
      `${others.length} other ${noun} ${verb} in this directory: ${names.join(', ')}${more}. A worktree of its own keeps them apart.`,
    );
  },
});
