import { on } from '../../core/examples.ts';
import { block, definePolicy, inject } from '../../index.ts';

const ends = (agent_type: string, more = {}) =>
  on('SubagentStop', {
    agent_id: 'a1',
    agent_type,
    stop_hook_active: false,
    last_assistant_message: 'Done.',
    ...more,
  });
const running = (workflow: string, phase = workflow) => ({ workflow: { runs: [{ workflow, phase }] } });
const plan = 'project/MS-01-work/plans/plan_example_010126.md';
const review = 'project/MS-01-work/reviews/review_example_010126.md';
const report = `# Summary\n${'All good. '.repeat(30)}\n# Findings\nNone.`;

export default definePolicy({
  id: 'workflow/delivers',
  summary: 'Keep an agent working until it has delivered',
  why: 'An agent that ends without its document, its signature or its commit leaves the next one with nothing. It is told exactly what is missing; the gate for all stops lets it go if that changes nothing.',
  on: 'SubagentStop',
  level: 'deny',
  onError: 'pass',
  examples: () => [
    { event: ends('strategic-planner'), expect: 'pass', title: 'No workflow is under way' },
    { event: ends('strategic-planner'), expect: 'block', given: running('plan'), says: plan },
    {
      event: ends('strategic-planner'),
      expect: 'pass',
      given: { ...running('plan'), files: { [plan]: '# Plan' } },
    },
    { event: ends('general-purpose'), expect: 'pass', given: running('plan'), title: 'It owes nothing' },
    { event: ends(''), expect: 'pass', given: running('plan'), title: 'The client’s own agents' },
    {
      event: ends('consulting-expert'),
      expect: 'block',
      given: { ...running('plan'), files: { [plan]: '# Plan' } },
      says: 'consulted_by: consulting-expert',
    },
    {
      event: ends('consulting-expert'),
      expect: 'inject',
      given: {
        ...running('plan'),
        files: { [plan]: '---\nconsulted_by: [consulting-expert]\n---\n# Plan' },
        agents: { ran: [{ type: 'strategic-planner', stopped_at: 1 }, { type: 'consulting-expert' }] },
      },
      says: 'coding comes next',
    },
    {
      event: ends('code-reviewer'),
      expect: 'block',
      given: { ...running('code-review', 'review'), files: { [review]: '# Summary\nFine.' } },
      says: 'findings',
    },
    {
      event: ends('code-reviewer'),
      expect: 'inject',
      given: { ...running('code-review', 'review'), files: { [review]: report } },
      says: 'complete',
    },
    {
      event: ends('test-engineer'),
      expect: 'block',
      given: { ...running('code', 'failing_test'), files: { 'src/a.test.ts': 'test()' } },
      says: 'No failing test run was seen',
    },
  ],
  check(event, { workflow }) {
    if (!event.agent_type || !event.agent_id) return undefined;
    const owed = workflow.missingDeliverables(event.agent_type);
    if (owed.length > 0) return block(owed.join('\n'));
    const news = workflow.takeAnnouncements();
    // Not for this agent: it has finished. It waits for the conversation that started it.
    return news ? inject(news, { again: true }) : undefined;
  },
});
