import { stop } from '../../core/examples.ts';
import { launcherOf } from '../../domain/sessions/launcher.ts';
import { block, definePolicy } from '../../index.ts';

const background = { env: { CLAUDE_SESSION_MODE: 'background' } };

export default definePolicy({
  id: 'session/report',
  summary: 'Remind a background session once to report before it ends',
  why: 'Nobody watches a background session, so a result that it does not report is lost. Interactive and mission sessions are not reminded.',
  on: 'Stop',
  level: 'deny',
  onError: 'pass',
  examples: () => [
    { event: stop(), expect: 'pass', title: 'An interactive session' },
    {
      event: stop(),
      expect: 'block',
      title: 'A background session',
      given: background,
      says: 'pawl worker finish',
    },
    { event: stop({ stop_hook_active: true }), expect: 'pass', given: background },
    {
      event: stop(),
      expect: 'pass',
      title: 'The session was reminded before',
      given: { ...background, session: { said: ['report'] } },
    },
    { event: stop(), expect: 'pass', title: 'A mission', given: { env: { CLAUDE_SESSION_MODE: 'mission' } } },
  ],
  check(event, { session, home, pawlHome, env }) {
    if (!session.mode.reports || event.stop_hook_active || event.agent_id || !session.once('report'))
      return undefined;
    const pawl = launcherOf({ home, pawlHome });
    const parent = env('CLAUDE_PARENT_SESSION_ID') ?? env('CLAUDE_CONVERSATION_ID') ?? 'SESSION';
    return block('This is a background session and it has not reported its result yet', {
      once: true,
      instead: `report to the session that waits for it: \`${pawl} worker finish ID "the result"\` (\`${pawl} worker list\` shows the ID). Without a worker, give the result as your last message, or send it with \`${pawl} send ${parent} "…"\` if that is allowed here. Then end the turn`,
    });
  },
});
