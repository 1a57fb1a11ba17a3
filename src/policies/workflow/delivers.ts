import { on } from '../../core/examples.ts';
import { block, definePolicy } from '../../index.ts';
import { announcements } from './shared/announce.ts';

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
  summary: 'Block an agent’s stop until it has delivered',
  why: 'An agent that stops without its document, signature or commit leaves the next one with nothing. It is told exactly what is missing; if blocking changes nothing, the stop gate releases it.',
  on: 'SubagentStop',
  level: 'deny',
  onError: 'pass',
  examples: () => [
    { event: ends('strategic-planner'), expect: 'pass', title: 'No workflow is running' },
    {
      event: ends('strategic-planner'),
      expect: 'block',
      title: 'The plan is missing',
      given: running('plan'),
      says: plan,
    },
    {
      event: ends('strategic-planner'),
      expect: 'pass',
      title: 'The plan is written',
      given: { ...running('plan'), files: { [plan]: '# Plan' } },
    },
    {
      event: ends('general-purpose'),
      expect: 'pass',
      given: running('plan'),
      title: 'An agent without deliverables',
    },
    { event: ends(''), expect: 'pass', given: running('plan'), title: 'An internal agent of the client' },
    {
      event: ends('consulting-expert'),
      expect: 'block',
      title: 'The plan is not signed by the expert',
      given: { ...running('plan'), files: { [plan]: '# Plan' } },
      says: 'consulted_by: consulting-expert',
    },
    {
      event: ends('consulting-expert'),
      expect: 'inject',
      title: 'The plan is written and signed',
      given: {
        ...running('plan'),
        files: { [plan]: '---\nconsulted_by: [consulting-expert]\n---\n# Plan' },
        agents: { ran: [{ type: 'strategic-planner', stopped_at: 1 }, { type: 'consulting-expert' }] },
      },
      says: 'Next comes `code` (/code)',
    },
    {
      event: ends('code-reviewer'),
      expect: 'block',
      title: 'The report of the review is too short and lacks a section',
      given: { ...running('code-review', 'review'), files: { [review]: '# Summary\nFine.' } },
      says: 'it lacks “findings” and has 15 of at least 200 characters',
    },
    {
      event: ends('code-reviewer'),
      expect: 'inject',
      title: 'The report of the review is complete',
      given: { ...running('code-review', 'review'), files: { [review]: report } },
      says: 'complete',
    },
    {
      event: ends('test-engineer'),
      expect: 'block',
      title: 'The new test was not run',
      given: { ...running('code', 'failing_test'), files: { 'src/a.test.ts': 'test()' } },
      says: 'No new test was seen to fail',
    },
  ],
  check(event, { workflow }) {
    if (!event.agent_type || !event.agent_id) return undefined;
    const missing = workflow.missingDeliverables(event.agent_type);
    // One block for each missing item, so that the stop gate lists each on its own.
    if (missing.length > 0) return missing.map((reason) => block(reason));
    return announcements(workflow);
  },
});
