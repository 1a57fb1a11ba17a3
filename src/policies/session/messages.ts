import { on, prompt, sessionStart, stop } from '../../core/examples.ts';
import type { SessionMessage } from '../../domain/sessions/messages.ts';
import { block, definePolicy, inject } from '../../index.ts';

const letter = {
  id: 'm1k2j3h4',
  text: '[pawl:m1k2j3h4] Message from a person: the API is frozen until noon',
};

export default definePolicy({
  id: 'session/messages',
  summary: 'Deliver messages from other sessions, people and finished workers, each once',
  why: 'Work that goes on elsewhere ends while nobody looks. A running turn is never interrupted: the message waits for its end, and a session that is idle is woken by the client’s own means. `pawl send` and `pawl worker` write messages.',
  on: ['Stop', 'UserPromptSubmit', 'SessionStart', 'SessionEnd'],
  level: 'deny',
  onError: 'pass',
  examples: () => [
    { event: stop(), expect: 'pass', title: 'No mail' },
    {
      event: stop(),
      expect: 'block',
      title: 'The turn goes on with it',
      given: { session: { mail: [letter] } },
      says: 'frozen',
    },
    { event: prompt('go on'), expect: 'inject', given: { session: { mail: [letter] } }, says: 'frozen' },
    { event: sessionStart(), expect: 'inject', given: { session: { mail: [letter] } }, says: 'frozen' },
    {
      event: prompt('[pawl:m1k2j3h4] 3 workers have ended'),
      expect: 'inject',
      title: 'A wake-up typed into the terminal is known by its id, and brings the whole text',
      given: { session: { arrived: [letter] } },
      says: 'frozen',
    },
    { event: on('SessionEnd', { reason: 'other' }), expect: 'pass', title: 'Nobody is reached any more' },
  ],
  check(event, { session }) {
    if (event.agent_id) return undefined;
    switch (event.hook_event_name) {
      case 'SessionEnd':
        session.markUnreachable();
        return undefined;
      case 'SessionStart':
        session.markReachable();
        return session.takeMessages('start').map(said);
      case 'UserPromptSubmit':
        return [...session.noteDelivered(event.prompt), ...session.takeMessages('prompt')].map(said);
      case 'Stop': {
        const letters = fitting(session.takeMessages('stop'));
        return letters.length > 0 ? block(letters.map(({ text }) => text).join('\n\n')) : undefined;
      }
    }
  },
});

/** What one answer holds whole; the rest is given back and comes with the next. */
function fitting(letters: readonly SessionMessage[], room = 9_000): readonly SessionMessage[] {
  let left = room;
  return letters.filter(({ text }, at) => {
    left -= text.length + 2;
    return at === 0 || left >= 0;
  });
}

const said = ({ text }: SessionMessage) => inject(text, { again: true });
