import { on, prompt, sessionStart, stop } from '../../core/examples.ts';
import type { SessionMessage } from '../../domain/sessions/messages.ts';
import { block, definePolicy, inject } from '../../index.ts';

const message = {
  id: 'm1k2j3h4',
  text: '[pawl:m1k2j3h4] Message from a person: the API is frozen until noon',
};

export default definePolicy({
  id: 'session/messages',
  summary: 'Deliver each message from other sessions, people and finished workers once',
  why: 'Work in other sessions may end at any time. A running turn is never interrupted: a message waits for its end, and an idle session is woken by the client’s own means. `pawl send` and `pawl worker` create messages.',
  on: ['Stop', 'UserPromptSubmit', 'SessionStart', 'SessionEnd'],
  level: 'deny',
  onError: 'pass',
  examples: () => [
    { event: stop(), expect: 'pass', title: 'No messages' },
    {
      event: stop(),
      expect: 'block',
      title: 'The turn continues with the message',
      given: { session: { mail: [message] } },
      says: 'frozen',
    },
    { event: prompt('go on'), expect: 'inject', given: { session: { mail: [message] } }, says: 'frozen' },
    { event: sessionStart(), expect: 'inject', given: { session: { mail: [message] } }, says: 'frozen' },
    {
      event: prompt('[pawl:m1k2j3h4] 3 workers have ended'),
      expect: 'inject',
      title: 'A wake-up typed into the terminal is recognised by its id and completed with the full text',
      given: { session: { arrived: [message] } },
      says: 'frozen',
    },
    {
      event: on('SessionEnd', { reason: 'other' }),
      expect: 'pass',
      title: 'An ended session can’t be reached any more',
    },
  ],
  check(event, { session }) {
    if (event.agent_id) return undefined;
    switch (event.hook_event_name) {
      case 'SessionEnd':
        session.markUnreachable();
        return undefined;
      case 'SessionStart':
        session.markReachable();
        return session.takeMessages('start').map(injectMessage);
      case 'UserPromptSubmit':
        return [...session.noteDelivered(event.prompt), ...session.takeMessages('prompt')].map(injectMessage);
      case 'Stop': {
        const messages = messagesThatFit(session.takeMessages('stop'));
        return messages.length > 0
          ? block(messages.map(({ text }) => text).join('\n\n'), { news: true })
          : undefined;
      }
    }
  },
});

/** The messages that fit into one answer. The others are delivered with the next one. */
function messagesThatFit(messages: readonly SessionMessage[], room = 9_000): readonly SessionMessage[] {
  let left = room;
  return messages.filter(({ text }, at) => {
    left -= text.length + 2;
    return at === 0 || left >= 0;
  });
}

const injectMessage = ({ text }: SessionMessage) => inject(text, { again: true });
