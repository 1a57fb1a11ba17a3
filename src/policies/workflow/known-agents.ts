import { tool } from '../../core/examples.ts';
import { nearest } from '../../core/text.ts';
import { sameAgent } from '../../domain/sessions/agents.ts';
import { definePolicy, deny } from '../../index.ts';

const start = (subagent_type?: string) =>
  tool('Agent', { description: 'work', prompt: 'work', ...(subagent_type && { subagent_type }) });
const team = {
  agents: { known: ['general-purpose', 'code-reviewer', 'strategic-planner'] },
  workflow: { defined: { commands: [], agents: [] } },
};

/** Agents that only the client starts, for its own commands: they are never suggested. */
const clientOnly = [
  'claude',
  'claude-code-guide',
  'fork',
  'output-style-setup',
  'statusline-setup',
  'worker',
];

export default definePolicy({
  id: 'workflow/known-agents',
  summary: 'Warn when an unknown agent is about to start',
  why: 'A misspelled name costs a turn, and rules about the intended agent don’t apply. The agents of the project, the user and the client are known; those of plugins and of the command line are not all, so this only warns.',
  on: 'PreToolUse',
  tools: ['Agent'],
  level: 'warn',
  examples: () => [
    { event: start('code-reviewer'), expect: 'pass', given: team },
    { event: start(), expect: 'pass', given: team, title: 'The client’s default agent' },
    { event: start('code-reviewr'), expect: 'deny', given: team, says: 'code-reviewer' },
    { event: start('poet'), expect: 'deny', given: team, says: 'strategic-planner' },
    {
      event: start('poet'),
      expect: 'deny',
      title: 'Agents that only the client starts are not suggested',
      given: { agents: { known: ['general-purpose', 'statusline-setup', 'fork', 'Plan'] } },
      says: 'start one of general-purpose, Plan',
    },
    {
      event: start('statusline-setup'),
      expect: 'pass',
      given: { agents: { known: ['general-purpose', 'statusline-setup'] } },
    },
    {
      event: start('research-specialist'),
      expect: 'pass',
      title: 'A workflow in use here names the agent',
      given: { ...team, workflow: { defined: { commands: ['research'], agents: [] } } },
    },
    {
      event: start('acme:poet'),
      expect: 'pass',
      given: team,
      title: 'Not all agents of plugins are known',
    },
  ],
  check(event, { agents, workflow }) {
    const name = event.tool_input.subagent_type;
    if (typeof name !== 'string' || name === '' || name.includes(':')) return undefined;
    // An agent that a workflow names may be given on the command line.
    if (workflow.agentNames().includes(name)) return undefined;
    const known = agents.known().map((agent) => agent.name);
    if (known.some((agent) => agent === name || sameAgent(agent, name))) return undefined;
    const suggested = known.filter((agent) => !clientOnly.includes(agent));
    const near = nearest(name, suggested);
    return deny(`There is no agent “${name}” here${near ? `; “${near}” is the nearest` : ''}`, {
      instead: near ? `start ${near}` : `start one of ${suggested.slice(0, 20).join(', ')}`,
    });
  },
});
