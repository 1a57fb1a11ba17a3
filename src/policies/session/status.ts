import { prompt, sessionStart } from '../../core/examples.ts';
import { definePolicy, inject } from '../../index.ts';

export default definePolicy({
  id: 'session/status',
  summary: 'Remind a session once to set its status',
  why: 'In a list of ten sessions a person looks for the task, not for an id. One reminder is enough.',
  on: ['SessionStart', 'UserPromptSubmit'],
  level: 'warn',
  options: { minutes: { default: 2, about: 'Minutes after its start at which a session is reminded.' } },
  examples: () => [
    { event: sessionStart(), expect: 'pass', title: 'The minutes are counted from the start' },
    {
      event: prompt('go on'),
      expect: 'pass',
      title: 'Too early for a reminder',
      given: { session: { minutes: 1 } },
    },
    { event: prompt('go on'), expect: 'inject', given: { session: { minutes: 3 } }, says: 'pawl status' },
    {
      event: prompt('go on'),
      expect: 'pass',
      title: 'A status is set',
      given: { session: { minutes: 3, status: 'parser' } },
    },
    {
      event: prompt('go on'),
      expect: 'pass',
      title: 'The session was reminded before',
      given: { session: { minutes: 9, said: ['status-reminder'] } },
    },
  ],
  check(event, { session, options }) {
    const age = session.age() ?? 0;
    if (event.agent_id || event.hook_event_name === 'SessionStart' || age < options.minutes * 60_000)
      return undefined;
    // Marked even if there is a status, so that the session is not reminded later.
    if (!session.once('status-reminder') || session.status() !== undefined) return undefined;
    return inject(
      `This session has no status yet. \`pawl status "what you are working on"\` sets one; the person sees it in \`pawl sessions\`.`,
    );
  },
});
