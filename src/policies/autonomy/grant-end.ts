import { on } from '../../core/examples.ts';
import { definePolicy, tell } from '../../index.ts';
import { describeGrantAndGiver } from './shared/grant.ts';

const granted = { grants: [{ id: 'g1' }] };

export default definePolicy({
  id: 'autonomy/grant-end',
  summary: 'End a session’s grants when the session ends',
  why: 'A grant should not outlive the task it was given for. A session that ended in another way (a crash, a switch, `claude -p`) can be resumed, so its grant stays until it expires.',
  on: 'SessionEnd',
  level: 'warn',
  options: {
    reasons: {
      default: ['clear', 'logout', 'prompt_input_exit'],
      weaker: 'fewer items',
      about:
        'Reasons for the end of a session that also end its grants; the client also reports `resume` and `other`.',
    },
  },
  examples: () => [
    { event: on('SessionEnd', { reason: 'prompt_input_exit' }), expect: 'tell', given: granted },
    {
      event: on('SessionEnd', { reason: 'other' }),
      expect: 'pass',
      title: 'A session that can be resumed keeps its grant',
      given: granted,
    },
    { event: on('SessionEnd', { reason: 'clear' }), expect: 'pass', title: 'A session without a grant' },
  ],
  check(event, { options, grants }) {
    if (!options.reasons.includes(event.reason ?? '')) return undefined;
    const ended = grants.end(`the session ended (${event.reason})`);
    return ended.length > 0
      ? tell(`Ended with the session: ${ended.map(describeGrantAndGiver).join(', ')}.`)
      : undefined;
  },
});
