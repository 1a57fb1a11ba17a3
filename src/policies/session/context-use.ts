import { on, prompt, stop, tool } from '../../core/examples.ts';
import type { ContextUse } from '../../domain/sessions/context-use.ts';
import { block, definePolicy, inject } from '../../index.ts';

const filledTo = (context: number, more = {}) => ({ session: { context, ...more } });
const toolEnded = () => ({ ...tool('Bash', { command: 'true' }), hook_event_name: 'PostToolUse' });

export default definePolicy({
  id: 'session/context-use',
  summary: 'Warn a session when its context fills up, while there is room for notes',
  why: 'A compaction loses what a session did not write down. Each warning is given once, and again after a compaction; unattended sessions get it ten percentage points earlier.',
  on: ['UserPromptSubmit', 'PostToolUse', 'Stop'],
  level: 'deny',
  onError: 'pass',
  options: {
    levels: {
      default: {
        '60 %':
          'When the current step is done, write down what you would need to continue after a reset: decisions, open points, the next step.',
        '80 %': 'Finish the current step, write your notes for a reset, and start nothing large.',
        '90 %': 'Pause the task and write a short note now: what is done, what is open, what comes next.',
        '95 %': 'Write the shortest note from which the work can continue now, and end the turn.',
      } as Record<string, string>,
      about: 'The warnings: percentages of the context, and the text given at each.',
    },
    keep_from: {
      default: 80,
      about: 'From this percentage on, the text says how to keep the note.',
    },
    block_from: {
      default: 90,
      about: 'From this percentage on, a stop is blocked once, so that the note gets written.',
    },
  },
  examples: () => [
    { event: prompt('go on'), expect: 'pass', title: 'A context with plenty of room', given: filledTo(42) },
    { event: prompt('go on'), expect: 'pass', title: 'The context use is not known yet' },
    { event: prompt('go on'), expect: 'inject', given: filledTo(61), says: '61 %' },
    {
      event: toolEnded(),
      expect: 'inject',
      title: 'The warning comes between two tool calls of a long turn',
      given: filledTo(80.4),
      says: 'pawl status --note',
    },
    {
      event: toolEnded(),
      expect: 'pass',
      title: 'The warning was given before',
      given: filledTo(83, { said: ['context-80'] }),
    },
    {
      event: prompt('go on'),
      expect: 'inject',
      title: 'After a jump only the highest warning is given',
      given: filledTo(93),
      says: 'what is open',
    },
    {
      event: toolEnded(),
      expect: 'inject',
      title: 'A mission is unattended, so it is warned ten percentage points earlier',
      given: { ...filledTo(51), env: { CLAUDE_SESSION_MODE: 'mission' } },
      says: '51 %',
    },
    {
      event: toolEnded(),
      expect: 'pass',
      title: 'An interactive session gets no early warning',
      given: filledTo(51),
    },
    {
      event: stop(),
      expect: 'block',
      title: 'From 90 % on, a stop is blocked once',
      given: filledTo(91),
      says: 'short note',
    },
    {
      event: stop(),
      expect: 'inject',
      title: 'Below 90 %, a stop is not blocked: the warning comes with the next prompt',
      given: filledTo(65),
    },
    {
      event: stop({ stop_hook_active: true }),
      expect: 'pass',
      given: filledTo(91, { said: ['context-90'] }),
    },
    {
      event: { ...toolEnded(), agent_id: 'a1' },
      expect: 'pass',
      title: 'A subagent has its own context',
      given: filledTo(91),
    },
    {
      event: on('UserPromptSubmit', { prompt: 'x' }),
      expect: 'pass',
      given: filledTo(97),
      options: { levels: {} },
    },
  ],
  check(event, { session, options }) {
    if (event.agent_id) return undefined;
    const contextUse = session.context();
    if (!contextUse) return undefined;
    const { warnEarlier } = session.mode;
    // A plain loop, because this runs after every tool call and nearly always finds nothing.
    const reached: string[] = [];
    for (const threshold in options.levels)
      if (contextUse.percent >= percentOf(threshold) - warnEarlier) reached.push(threshold);
    const highest = reached.sort((a, b) => percentOf(a) - percentOf(b)).pop();
    if (!highest || !session.oncePerContext(markOf(highest))) return undefined;
    // Marks the lower thresholds too, so that they are not announced if the use falls again.
    for (const threshold of reached) session.oncePerContext(markOf(threshold));
    const kept = percentOf(highest) >= options.keep_from ? ` ${howToKeep}` : '';
    const text = `${describeUse(contextUse)} ${options.levels[highest]}${kept}`;
    const blocks = event.hook_event_name === 'Stop' && percentOf(highest) >= options.block_from;
    return blocks ? block(text, { once: true }) : inject(text, { again: true });
  },
});

/** Reads `80` and `80 %`. */
const percentOf = (threshold: string) => Number.parseFloat(threshold);
const markOf = (threshold: string) => `context-${percentOf(threshold)}`;

/** The note is given back by session/notes. */
const howToKeep =
  'Keep the note with `pawl status --note "…"`, or make it your last message: you get it back after a compaction or `/clear`.';

function describeUse({ percent, used, window }: ContextUse): string {
  const tokens = (n: number) => n.toLocaleString('en');
  return `The context of this session is ${Math.floor(percent)} % full (${tokens(used)} of ${tokens(window)} tokens).`;
}
