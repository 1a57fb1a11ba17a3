import { on, prompt, stop, tool } from '../../core/examples.ts';
import type { Handoff } from '../../domain/handoff.ts';
import { block, definePolicy, type EventOf, inject } from '../../index.ts';

const back = (more = {}) => ({
  ...tool('Agent', { subagent_type: 'builder', description: 'd', prompt: 'p' }),
  hook_event_name: 'PostToolUse',
  tool_response: { status: 'completed', agentId: 'a1', ...more },
});
const waiting = { handoffs: [{ from: 'builder', to: 'tester', task: 'check the login' }] };

export default definePolicy({
  id: 'handoff/route',
  summary: 'Tell the conversation that started an agent which agent is next',
  why: 'Only the conversation that started an agent can start the next one. It is told once, by the first event that reaches it: the result of the agent, the notification that a background agent ended, or its own stop.',
  on: ['PostToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop'],
  tools: ['Agent'],
  level: 'deny',
  onError: 'pass',
  examples: () => [
    { event: back(), expect: 'pass' },
    { event: back(), expect: 'inject', given: waiting, says: 'check the login' },
    {
      event: prompt('<task-notification>…</task-notification>'),
      expect: 'inject',
      given: waiting,
      says: 'tester',
    },
    { event: stop(), expect: 'block', given: waiting, says: 'tester' },
    {
      event: stop({ background_tasks: [{ id: 'a2', type: 'subagent', status: 'running' }] }),
      expect: 'pass',
      title: 'Another agent is still running; the conversation is told when it ends',
      given: waiting,
    },
    { event: stop(), expect: 'pass', given: { handoffs: [{ ...waiting.handoffs[0], told_at: 1 }] } },
    {
      event: back(),
      expect: 'pass',
      title: 'The handoff is for the agent that started it',
      given: { handoffs: [{ ...waiting.handoffs[0], parent: 'a9' }] },
    },
    {
      event: on('SubagentStop', { agent_id: 'a9', agent_type: 'lead', stop_hook_active: false }),
      expect: 'block',
      given: { handoffs: [{ ...waiting.handoffs[0], parent: 'a9' }] },
    },
  ],
  check(event, { handoffs }) {
    const open = handoffs.waiting().filter((one) => isAddressed(event, one));
    if (open.length === 0) return undefined;
    const stopping = event.hook_event_name === 'Stop' || event.hook_event_name === 'SubagentStop';
    const busy =
      event.hook_event_name === 'Stop' && event.background_tasks?.some((task) => task.status === 'running');
    if (busy) return undefined;
    handoffs.markTold(
      open.map((one) => one.id),
      event.hook_event_name,
    );
    const text = open.map(describeHandoff).join('\n');
    return stopping ? block(text) : inject(text, { again: true });
  },
});

/**
 * An event that names an agent brings only that agent's handoff; otherwise simultaneous results would each bring all of
 * them.
 */
function isAddressed(
  event: EventOf<'PostToolUse' | 'UserPromptSubmit' | 'Stop' | 'SubagentStop'>,
  { from_id }: Handoff,
): boolean {
  if (event.hook_event_name === 'PostToolUse') {
    const { agentId = from_id } = (event.tool_response ?? {}) as { agentId?: unknown };
    return agentId === from_id;
  }
  if (event.hook_event_name === 'UserPromptSubmit' && event.prompt.startsWith('<task-notification>'))
    return !event.prompt.includes('<task-id>') || event.prompt.includes(`<task-id>${from_id}</task-id>`);
  return true;
}

function describeHandoff({ id, from, to, task, stamp }: Handoff): string {
  const what = task ? ` to ${task}` : '';
  return `${from} has finished and hands off to ${to}${what} (handoff ${id}${stamp ? `, token ${stamp}` : ''}). Next: start the ${to} agent${what}.`;
}
