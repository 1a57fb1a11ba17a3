import { on, prompt, stop, tool } from '../../core/examples.ts';
import { type Handoff, quoteTask } from '../../domain/handoff.ts';
import { block, definePolicy, type EventOf, inject } from '../../index.ts';

const back = (more = {}) => ({
  ...tool('Agent', { subagent_type: 'builder', description: 'd', prompt: 'p' }),
  hook_event_name: 'PostToolUse',
  tool_response: { status: 'completed', agentId: 'a1', ...more },
});
const waiting = { handoffs: [{ from: 'builder', to: 'tester', task: 'check the login' }] };
const told = { handoffs: [{ ...waiting.handoffs[0], told_at: 1 }] };

export default definePolicy({
  id: 'handoff/route',
  summary: 'Tell the conversation that started an agent which agent is next',
  why: 'Only the conversation that started an agent can start the next one. It is told once, by the first event that reaches it: the result of the agent, or the notification that a background agent ended. If it wants to stop without having followed, it is reminded once.',
  on: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop'],
  tools: ['Agent'],
  level: 'deny',
  onError: 'pass',
  examples: () => [
    { event: back(), expect: 'pass', title: 'An agent ended without a handoff' },
    {
      event: back(),
      expect: 'inject',
      title: 'An agent ended with a handoff',
      given: waiting,
      says: 'in its words: “check the login”',
    },
    {
      event: prompt('<task-notification>…</task-notification>'),
      expect: 'inject',
      given: waiting,
      says: 'tester',
    },
    { event: stop(), expect: 'pass', title: 'The conversation was not told yet', given: waiting },
    {
      event: stop(),
      expect: 'block',
      title: 'The conversation was told, but did not start the agent',
      given: told,
      says: 'tester',
    },
    {
      event: stop({ background_tasks: [{ id: 'a2', type: 'subagent', status: 'running' }] }),
      expect: 'pass',
      title: 'Another agent is still running',
      given: told,
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'The conversation was reminded before',
      given: { handoffs: [{ ...told.handoffs[0], reminded_at: 2 }] },
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'The conversation started the next agent',
      given: { handoffs: [{ ...told.handoffs[0], taken_at: 2 }] },
    },
    {
      event: stop({ prompt_id: 'p2' }),
      expect: 'pass',
      title: 'The conversation was told during an earlier prompt',
      given: { handoffs: [{ ...told.handoffs[0], told_prompt: 'p1' }] },
    },
    {
      event: back(),
      expect: 'pass',
      title: 'The handoff is for another agent, which started the builder',
      given: { handoffs: [{ ...waiting.handoffs[0], parent: 'a9' }] },
    },
    {
      event: on('SubagentStop', { agent_id: 'a9', agent_type: 'lead', stop_hook_active: false }),
      expect: 'block',
      given: { handoffs: [{ ...told.handoffs[0], parent: 'a9' }] },
    },
  ],
  check(event, { handoffs }) {
    if (event.hook_event_name === 'PreToolUse') {
      handoffs.markTaken(String(event.tool_input.subagent_type ?? ''));
      return undefined;
    }
    if (event.hook_event_name === 'Stop' || event.hook_event_name === 'SubagentStop') {
      const busy =
        event.hook_event_name === 'Stop' && event.background_tasks?.some((task) => task.status === 'running');
      const ignored = busy ? [] : handoffs.ignored();
      if (ignored.length === 0) return undefined;
      handoffs.markReminded(ignored.map(({ id }) => id));
      return ignored.map((handoff) => block(describeIgnored(handoff), { once: true }));
    }
    const open = handoffs.waiting().filter((handoff) => isDeliveredBy(event, handoff));
    if (open.length === 0) return undefined;
    handoffs.markTold(
      open.map(({ id }) => id),
      event.hook_event_name,
    );
    return inject(open.map(describeHandoff).join('\n'), { again: true });
  },
});

/**
 * An event about one agent delivers only that agent's handoff. Otherwise, if several agents end at once, each result
 * would deliver all of their handoffs.
 */
function isDeliveredBy(event: EventOf<'PostToolUse' | 'UserPromptSubmit'>, { from_id }: Handoff): boolean {
  if (event.hook_event_name === 'PostToolUse') {
    const { agentId = from_id } = (event.tool_response ?? {}) as { agentId?: unknown };
    return agentId === from_id;
  }
  if (event.prompt.startsWith('<task-notification>'))
    return !event.prompt.includes('<task-id>') || event.prompt.includes(`<task-id>${from_id}</task-id>`);
  return true;
}

/** Quotes the agent's words, because they are a report to the conversation and not an order. */
function describeHandoff({ from, to, task, stamp }: Handoff): string {
  const words = task ? `, in its words: ${quoteTask(task)}` : '';
  const token = stamp ? ` Its token is ${stamp}.` : '';
  return `${from} has finished and hands off to ${to}${words}.${token} Next: start the ${to} agent, if that fits what was asked for.`;
}

function describeIgnored({ from, to }: Handoff): string {
  return `${from} handed off to ${to}, which was not started. Start the ${to} agent, or say why it is not needed. You are reminded only once.`;
}
