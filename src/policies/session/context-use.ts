import { on, prompt, stop, tool } from '../../core/examples.ts';
import type { ContextUse } from '../../domain/sessions/context-use.ts';
import { block, definePolicy, inject } from '../../index.ts';

const after = (context: number, more = {}) => ({ session: { context, ...more } });
const done = () => ({ ...tool('Bash', { command: 'true' }), hook_event_name: 'PostToolUse' });

export default definePolicy({
  id: 'session/context-use',
  summary: 'Say when the context fills up, while there is room to write down what matters',
  why: 'A session that is compacted in the middle of a thought loses what it did not write down. Each level is said once, and again after a compaction; sessions that nobody watches hear it ten points earlier.',
  on: ['UserPromptSubmit', 'PostToolUse', 'Stop'],
  level: 'deny',
  onError: 'pass',
  options: {
    levels: {
      default: {
        60: 'When the current step is done, write down what you would need to go on after a reset: decisions, open points, the next step.',
        80: 'Bring the current step to an end, write your notes for a reset, and begin nothing large.',
        90: 'Leave the task where it is and write a short note now: what is done, what is open, what comes next.',
        95: 'Write the shortest note that lets somebody go on, at once, and end the turn.',
      } as Record<string, string>,
      about: 'Percent of the context, and what is said there.',
    },
    hold_from: {
      default: 90,
      about: 'From this level on, a stop is held once so that the note gets written.',
    },
  },
  examples: () => [
    { event: prompt('go on'), expect: 'pass', title: 'Plenty of room', given: after(42) },
    { event: prompt('go on'), expect: 'pass', title: 'Nobody knows yet' },
    { event: prompt('go on'), expect: 'inject', given: after(61), says: '61 %' },
    {
      event: done(),
      expect: 'inject',
      title: 'Between two tools of a long turn',
      given: after(80.4),
      says: '80 %',
    },
    { event: done(), expect: 'pass', title: 'Said once', given: after(83, { said: ['context-80'] }) },
    {
      event: prompt('go on'),
      expect: 'inject',
      title: 'A jump says only the highest',
      given: after(93),
      says: 'what is open',
    },
    {
      event: done(),
      expect: 'inject',
      title: 'Nobody watches a mission: ten points earlier',
      given: { ...after(51), env: { CLAUDE_SESSION_MODE: 'mission' } },
      says: '51 %',
    },
    { event: done(), expect: 'pass', title: 'A person watches', given: after(51) },
    { event: stop(), expect: 'block', title: 'Late enough to be held', given: after(91), says: 'short note' },
    {
      event: stop(),
      expect: 'inject',
      title: 'Not late enough: said with the next prompt',
      given: after(65),
    },
    { event: stop({ stop_hook_active: true }), expect: 'pass', given: after(91, { said: ['context-90'] }) },
    {
      event: { ...done(), agent_id: 'a1' },
      expect: 'pass',
      title: 'A subagent has a context of its own',
      given: after(91),
    },
    {
      event: on('UserPromptSubmit', { prompt: 'x' }),
      expect: 'pass',
      given: after(97),
      options: { levels: {} },
    },
  ],
  check(event, { session, options }) {
    if (event.agent_id) return undefined;
    const contextUse = session.context();
    if (!contextUse) return undefined;
    // By hand: asked after every tool, and nearly always there is nothing to say.
    const reached: string[] = [];
    let highest = '';
    for (const at in options.levels) {
      if (contextUse.percent < Number(at) - session.mode.warnEarlier) continue;
      reached.push(at);
      if (Number(at) >= Number(highest)) highest = at;
    }
    if (!highest || !session.oncePerContext(`context-${Number(highest)}`)) return undefined;
    // The figure may fall a little again; what is less has been said with this.
    for (const at of reached) if (at !== highest) session.oncePerContext(`context-${Number(at)}`);
    const text = `${figures(contextUse)} ${options.levels[highest]}`;
    const hold = event.hook_event_name === 'Stop' && Number(highest) >= options.hold_from;
    return hold ? block(text, { once: true }) : inject(text, { again: true });
  },
});

function figures({ percent, used, window }: ContextUse): string {
  const tokens = (n: number) => n.toLocaleString('en');
  return `The context of this session is ${Math.floor(percent)} % full (${tokens(used)} of ${tokens(window)} tokens).`;
}
