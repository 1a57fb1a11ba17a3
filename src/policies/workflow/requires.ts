import { tool } from '../../core/examples.ts';
import { ask, definePolicy, deny } from '../../index.ts';
import { announcements } from './shared/announce.ts';

const start = (subagent_type: string) =>
  tool('Agent', { subagent_type, description: 'work', prompt: 'work' });
const running = (workflow: string, phase = workflow) => ({ workflow: { runs: [{ workflow, phase }] } });
const research = 'project/MS-01-work/researches/research_example_010126.md';

export default definePolicy({
  id: 'workflow/requires',
  summary: 'Let an agent start only when its requirements are met',
  why: 'A plan without research, a review of uncommitted code, or an agent that writes code in a phase reserved for the main conversation: each is work that has to be done again.',
  on: 'PreToolUse',
  tools: ['Agent'],
  level: 'deny',
  onError: 'ask',
  examples: () => [
    { event: start('strategic-planner'), expect: 'pass', title: 'No workflow is running' },
    {
      event: start('strategic-planner'),
      expect: 'deny',
      title: 'The research is missing',
      given: { ...running('plan'), agents: { known: ['research-specialist'] } },
      says: 'Start research-specialist first',
    },
    {
      event: start('strategic-planner'),
      expect: 'deny',
      title: 'The agent that writes the research is not defined here',
      given: running('plan'),
      says: 'Write it first; the agent research-specialist is not defined here',
    },
    {
      event: start('feature-dev:code-reviewer'),
      expect: 'pass',
      title: 'An agent of a plugin',
      given: { git: { changed: ['src/a.ts'] } },
    },
    {
      event: start('code-reviewer'),
      expect: 'pass',
      title: 'The project has neither this agent nor the command',
      given: { git: { changed: ['src/a.ts'] }, workflow: { defined: { commands: [], agents: [] } } },
    },
    {
      event: start('strategic-planner'),
      expect: 'pass',
      title: 'The research is written',
      given: { ...running('plan'), files: { [research]: '# Research' } },
    },
    {
      event: start('strategic-planner'),
      expect: 'deny',
      title: 'Another session’s research that is not committed',
      given: {
        ...running('plan'),
        files: { [research.replace('example', 'other')]: '# Research' },
        git: { changed: [research.replace('example', 'other')] },
      },
      says: 'commit it, and it counts',
    },
    {
      event: start('strategic-planner'),
      expect: 'pass',
      title: 'Another session’s research of this milestone, committed',
      given: { ...running('plan'), files: { [research.replace('example', 'other')]: '# Research' } },
    },
    {
      event: start('strategic-planner'),
      expect: 'ask',
      title: 'The state of the workflow can’t be read',
      given: { workflow: { lost: true } },
      says: 'can’t be read',
    },
    {
      event: start('general-purpose'),
      expect: 'pass',
      given: running('plan'),
      title: 'An agent that the workflow does not name',
    },
    {
      event: start('general-purpose'),
      expect: 'deny',
      title: 'An agent that can edit files, in a phase of the main conversation',
      given: running('code', 'passing_test'),
      says: 'main conversation',
    },
    {
      event: tool('Agent', { description: 'work', prompt: 'work' }),
      expect: 'deny',
      title: 'A call that names no agent starts the default one',
      given: running('code', 'passing_test'),
    },
    {
      event: start('Explore'),
      expect: 'pass',
      title: 'An agent that can only read',
      given: {
        ...running('code', 'passing_test'),
        agents: { known: [{ name: 'Explore', from: 'client', tools: ['Read'] }] },
      },
    },
    {
      event: start('code-reviewer'),
      expect: 'deny',
      title: 'The code is not committed',
      given: { git: { changed: ['src/a.ts'] } },
      says: 'src/a.ts',
    },
    {
      event: start('code-reviewer'),
      expect: 'pass',
      title: 'Only a document is not committed',
      given: { git: { changed: ['docs/a.md'] } },
    },
    {
      event: start('research-specialist'),
      expect: 'deny',
      title: 'An agent of a later phase',
      given: running('implement', 'explore'),
      says: 'belongs to phase `research`',
    },
  ],
  check(event, { workflow }) {
    // A call that names no agent starts `general-purpose`.
    const agent = String(event.tool_input.subagent_type || 'general-purpose');
    // If the state can't be read, the person decides: a broken disk must not open a gate.
    if (workflow.unreadable())
      return ask(
        `The state of this session’s workflow can’t be read, so it is unknown whether ${agent} may start`,
        {
          instead: 'try again; if it happens again, `pawl doctor` shows why',
        },
      );
    const refused = workflow.refuseLaunch(agent);
    return [
      ...(refused ? [deny(refused.reason, { instead: refused.instead })] : []),
      ...announcements(workflow),
    ];
  },
});
