import { on } from '../../core/examples.ts';
import { definePolicy, tell } from '../../index.ts';
import { inWords } from './shared/under-grant.ts';

const granted = { grants: [{ id: 'g1' }] };

export default definePolicy({
  id: 'autonomy/grant-end',
  summary: 'End a grant together with its session',
  why: 'A permission outlives what it was given for only by accident. A session that was left in another way (a crash, a switch, one run of `claude -p`) can be resumed, so its grant stays until its time is up.',
  on: 'SessionEnd',
  level: 'warn',
  options: {
    reasons: {
      default: ['clear', 'logout', 'prompt_input_exit'],
      about: 'Ends of a session that end its grants; the client also knows `resume` and `other`.',
    },
  },
  examples: () => [
    { event: on('SessionEnd', { reason: 'prompt_input_exit' }), expect: 'tell', given: granted },
    {
      event: on('SessionEnd', { reason: 'other' }),
      expect: 'pass',
      title: 'It can be resumed',
      given: granted,
    },
    { event: on('SessionEnd', { reason: 'clear' }), expect: 'pass', title: 'There was none' },
  ],
  check(event, { options, grants }) {
    if (!options.reasons.includes(event.reason ?? '')) return undefined;
    const ended = grants.end(`the session ended (${event.reason})`);
    return ended.length > 0 ? tell(`Ended with the session: ${ended.map(inWords).join(', ')}.`) : undefined;
  },
});
