import { on, prompt, tool } from '../../core/examples.ts';
import type { StartResult } from '../../domain/workflow/facts.ts';
import { block, definePolicy, deny, inject } from '../../index.ts';

const planning = { workflow: { runs: [{ workflow: 'implement', phase: 'explore' }] } };
const typed = (name: string) =>
  on('UserPromptExpansion', { prompt: `/${name}`, command_name: name, expansion_type: 'slash_command' });

export default definePolicy({
  id: 'workflow/start',
  summary: 'Start a workflow or a phase by its command, skill or prompt',
  why: 'A workflow starts when its command is typed or its skill is called, once per prompt, and only if its requirements are met and its phase is next.',
  on: ['UserPromptSubmit', 'UserPromptExpansion', 'PreToolUse'],
  tools: ['Skill', 'SlashCommand'],
  level: 'deny',
  onError: 'pass',
  examples: () => [
    { event: prompt('/plan the login page'), expect: 'inject', says: 'strategic-planner' },
    { event: typed('research'), expect: 'inject', says: 'research-specialist' },
    { event: prompt('what does /plan do?'), expect: 'pass', title: 'A question about the command' },
    { event: prompt('/planet'), expect: 'pass', title: 'A command whose name only begins like it' },
    { event: tool('Skill', { skill: 'code-review' }), expect: 'inject', says: 'code-reviewer' },
    { event: tool('Skill', { skill: 'team:code-review' }), expect: 'pass', title: 'A skill of a plugin' },
    ...['plan', 'review', 'code-review'].map((name) => ({
      event: typed(name),
      expect: 'pass' as const,
      title: 'A command of the client, in a project that has the agents',
      given: {
        git: { changed: ['src/app.ts'] },
        workflow: { defined: { commands: [], agents: ['strategic-planner', 'code-reviewer'] } },
      },
    })),
    {
      event: prompt('/plan the login page'),
      expect: 'inject',
      title: 'A project that has the command and one of its agents',
      given: { workflow: { defined: { commands: ['plan'], agents: ['strategic-planner'] } } },
      says: '- strategic-planner',
    },
    {
      event: typed('code-review'),
      expect: 'block',
      given: { git: { changed: ['src/app.ts'] } },
      says: 'src/app.ts',
    },
    {
      event: typed('code-review'),
      expect: 'inject',
      title: 'Uncommitted code, when the coding workflow has reached its commit',
      given: {
        git: { changed: ['src/app.ts'] },
        workflow: { runs: [{ workflow: 'code', phase: 'commit' }] },
      },
    },
    { event: tool('Skill', { skill: 'plan' }), expect: 'deny', given: planning, says: 'explore → research' },
    { event: tool('Skill', { skill: 'explore' }), expect: 'inject', given: planning },
    {
      event: tool('SlashCommand', { command: '/plan the login' }),
      expect: 'inject',
      title: 'The SlashCommand tool of an older client',
    },
    { event: tool('Skill', { skill: 'pdf' }), expect: 'pass' },
  ],
  check(event, { workflow }) {
    const start = (): StartResult | undefined => {
      switch (event.hook_event_name) {
        case 'UserPromptSubmit':
          return workflow.startByPrompt(event.prompt);
        case 'UserPromptExpansion':
          return workflow.startByCommand(event.command_name);
        default:
          return workflow.startBySkill(commandName(event.tool_input.skill ?? event.tool_input.command));
      }
    };
    const result = start();
    if (!result) return undefined;
    if (result.kind === 'started') return inject(result.text, { again: true });
    const help = { instead: result.instead };
    return event.hook_event_name === 'PreToolUse' ? deny(result.reason, help) : block(result.reason, help);
  },
});

/** Returns the command's name from `plan`, or from `/plan the login` as older clients send it. */
function commandName(input: unknown): string {
  return /^\s*\/?([^\s/]*)/.exec(String(input ?? ''))?.[1] ?? '';
}
