import { prompt, tool } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { announcements } from './shared/announce.ts';

const back = {
  ...tool('Agent', { subagent_type: 'strategic-planner', description: 'd', prompt: 'p' }),
  hook_event_name: 'PostToolUse',
  tool_response: { status: 'completed', agentId: 'a1' },
};
const planning = { workflow: { runs: [{ workflow: 'plan', phase: 'plan' }] } };
const ended = { agents: { ran: [{ type: 'strategic-planner', stopped_at: 5 }] } };

export default definePolicy({
  id: 'workflow/released',
  summary: 'Tell the conversation when an agent stopped without its deliverables',
  why: 'An agent that is blocked and makes no progress is released, so that nothing hangs. The conversation that started it must not take its last message for success.',
  on: ['PostToolUse', 'UserPromptSubmit'],
  tools: ['Agent'],
  level: 'warn',
  examples: () => [
    { event: back, expect: 'pass', title: 'No workflow is running', given: ended },
    {
      event: back,
      expect: 'inject',
      title: 'The agent ended without its plan',
      given: { ...planning, ...ended },
      says: 'The plan is missing',
    },
    { event: back, expect: 'pass', title: 'The agent is still running', given: planning },
    {
      event: prompt('<task-notification>…</task-notification>'),
      expect: 'inject',
      given: { ...planning, ...ended },
      says: 'ended without',
    },
    { event: prompt('go on'), expect: 'pass', title: 'An ordinary prompt', given: { ...planning, ...ended } },
  ],
  check(event, facts) {
    const returns = event.hook_event_name === 'PostToolUse' || event.prompt.startsWith('<task-notification>');
    if (!returns || !facts.workflow.active()) return undefined;
    facts.workflow.noticeReleased();
    return announcements(facts.workflow);
  },
});
