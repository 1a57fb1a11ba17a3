import { prompt, sessionStart } from '../../core/examples.ts';
import { definePolicy, inject } from '../../index.ts';

export default definePolicy({
  id: 'session/status',
  summary: 'Remind a session once to say what it is working on',
  why: 'In a list of ten sessions a person looks for the work, not for an id. One reminder is enough.',
  on: ['SessionStart', 'UserPromptSubmit'],
  level: 'warn',
  options: { minutes: { default: 2, about: 'How long after its start a session is reminded.' } },
  examples: () => [
    { event: sessionStart(), expect: 'pass', title: 'The clock starts' },
    { event: prompt('go on'), expect: 'pass', title: 'Too early', given: { session: { minutes: 1 } } },
    { event: prompt('go on'), expect: 'inject', given: { session: { minutes: 3 } }, says: 'pawl status' },
    {
      event: prompt('go on'),
      expect: 'pass',
      title: 'Has one',
      given: { session: { minutes: 3, status: 'parser' } },
    },
    {
      event: prompt('go on'),
      expect: 'pass',
      title: 'Once',
      given: { session: { minutes: 9, said: ['status-reminder'] } },
    },
  ],
  check(event, { session, options, pawlHome }) {
    const age = session.age() ?? 0;
    if (event.agent_id || event.hook_event_name === 'SessionStart' || age < options.minutes * 60_000)
      return undefined;
    // Asked once: one that has a status by then needs no reminder later.
    if (!session.once('status-reminder') || session.status() !== undefined) return undefined;
    return inject(
      `This session has no status yet. \`${pawlHome}/bin/pawl status "what you are working on"\` sets one; the person sees it in \`pawl sessions\`.`,
    );
  },
});
