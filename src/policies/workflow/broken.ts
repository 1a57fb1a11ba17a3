import { sessionStart } from '../../core/examples.ts';
import { definePolicy, tell } from '../../index.ts';

export default definePolicy({
  id: 'workflow/broken',
  summary: 'Tell the person when a workflow in the config has errors',
  why: 'A workflow with an error is not used, and without a message its missing gates would go unnoticed.',
  on: 'SessionStart',
  level: 'warn',
  examples: () => [
    { event: sessionStart(), expect: 'pass' },
    {
      event: sessionStart(),
      expect: 'tell',
      title: 'A workflow with several errors',
      given: {
        workflow: { workflows: { ship: { phases: { build: { moves: [{ when: {}, to: 'test' }] } } } } },
      },
      says: 'there is no phase',
    },
    {
      event: sessionStart('resume'),
      expect: 'tell',
      title: 'A workflow that is not an object',
      given: { workflow: { workflows: { ship: 'fast' } } },
    },
    {
      event: sessionStart('compact'),
      expect: 'pass',
      title: 'The person was told at the start',
      given: { workflow: { workflows: { ship: 'fast' } } },
    },
  ],
  check(event, { workflow }) {
    if (!['startup', 'resume'].includes(event.source)) return undefined;
    const problems = workflow.problems();
    if (problems.length === 0) return undefined;
    return tell(
      `The config has mistakes in its workflows. ${problems.slice(0, 3).join('; ')}. \`pawl workflow validate\` shows all problems.`,
    );
  },
});
