import { on } from '../../core/examples.ts';
import { alertWays } from '../../core/terminal.ts';
import { notificationMeaning } from '../../domain/sessions/waiting.ts';
import { definePolicy, tell } from '../../index.ts';

const notification = (notification_type: string, message: string) =>
  on('Notification', { notification_type, message });

export default definePolicy({
  id: 'session/call-person',
  summary: 'Call the person when a session waits for an answer',
  why: 'A person with ten sessions looks at one of them. A bell or a desktop notice says that another one waits, for which project and for what. In terminals where the client sends a notice itself (iTerm2, kitty, Ghostty) nothing is added.',
  on: 'Notification',
  level: 'warn',
  onError: 'pass',
  options: {
    way: {
      default: 'auto',
      values: [...alertWays],
      about:
        'How the person is called: `bell`, `osc9` or `osc777` (desktop notices); `auto` chooses by the terminal.',
    },
    idle: { default: false, about: 'Also call when a session has been idle for a minute.' },
  },
  examples: () => [
    {
      event: notification('permission_prompt', 'Claude needs your permission to use Bash'),
      expect: 'tell',
      says: 'project: Claude needs your permission',
    },
    {
      event: notification('permission_prompt', 'Claude needs your permission to use Bash'),
      expect: 'tell',
      title: 'The alert says what the session waits for',
      given: { session: { needs: 'permission for Bash: npm publish' } },
      says: 'npm publish',
    },
    { event: notification('idle_prompt', 'Claude is waiting for your input'), expect: 'pass' },
    {
      event: notification('idle_prompt', 'Claude is waiting for your input'),
      expect: 'tell',
      options: { idle: true },
    },
    {
      event: notification('elicitation_complete', 'done'),
      expect: 'pass',
      title: 'A notification on which nobody has to act',
    },
  ],
  check({ notification_type, message }, { project, session, options }) {
    const meaning = notificationMeaning[notification_type ?? ''];
    if (meaning !== 'needs' && !(meaning === 'idle' && options.idle)) return undefined;
    const name = project.repository.slice(project.repository.lastIndexOf('/') + 1);
    const need = (meaning === 'needs' && session.needs()) || message;
    return tell(`${name}: ${need}`, { alert: options.way as (typeof alertWays)[number] });
  },
});
