import { on } from '../../core/examples.ts';
import { definePolicy, inject } from '../../index.ts';

const begins = (agent_type: string) => on('SubagentStart', { agent_id: 'a1', agent_type });

export default definePolicy({
  id: 'workflow/agent-context',
  summary:
    'Tell a starting agent what it must deliver, where its notes are and which frameworks the project uses',
  why: 'An agent starts with nothing but its prompt. What it must deliver and where, its memory folder and the versions of the frameworks would otherwise be guessed.',
  on: 'SubagentStart',
  level: 'warn',
  options: { frameworks: { default: true, about: 'Include the versions of the project’s frameworks.' } },
  examples: () => [
    { event: begins('Explore'), expect: 'pass', title: 'Nothing to report' },
    { event: begins(''), expect: 'pass', title: 'An internal agent of the client' },
    {
      event: begins('strategic-planner'),
      expect: 'inject',
      title: 'What the agent needs and must deliver',
      given: { workflow: { runs: [{ workflow: 'plan', phase: 'plan' }] } },
      says: 'plan_example_010126.md',
    },
    {
      event: begins('builder'),
      expect: 'inject',
      title: 'The versions of frameworks',
      given: { agents: { frameworks: ['package.json: next ^15.1.0'] } },
      says: 'next ^15.1.0',
    },
    {
      event: begins('builder'),
      expect: 'inject',
      title: 'The memory folder of the agent',
      given: { agents: { known: [{ name: 'builder', from: 'user', memory: '/home/me/notes' }] } },
      says: '/home/me/notes',
    },
    {
      event: begins('builder'),
      expect: 'inject',
      title: 'The agent’s own context was compacted',
      given: { workflow: { saved: { a1: 'The migration was half done.' } } },
      says: 'half done',
    },
    {
      event: begins('builder'),
      expect: 'inject',
      title: 'The conversation that started the agent was compacted',
      given: { workflow: { recovered: { at: Date.UTC(2026, 0, 1), text: 'Task in progress: the login.' } } },
      says: 'the login',
    },
  ],
  check(event, { workflow, agents, options }) {
    const name = event.agent_type;
    if (!name) return undefined;
    const memory = agents.known().find((agent) => agent.name === name)?.memory;
    const versions = options.frameworks ? agents.frameworks() : [];
    const saved = workflow.active() ? workflow.restore() : undefined;
    const parentState = workflow.recentlyRestored();
    const parts = [
      workflow.instructionsFor(name),
      saved && `Before the compaction: ${saved}`,
      parentState && `The conversation that started this agent was compacted. Before that: ${parentState}`,
      memory && `Notes of ${name} from earlier sessions are in ${memory}.`,
      versions.length > 0 && `Frameworks: ${versions.join('; ')}.`,
    ].filter(Boolean);
    return parts.length > 0 ? inject(parts.join('\n'), { again: true }) : undefined;
  },
});
