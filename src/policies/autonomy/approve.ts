import { matchesWildcard } from '../../core/engine.ts';
import type { EventOf } from '../../core/event.ts';
import { bash, on, tool } from '../../core/examples.ts';
import type { Facts, Grant } from '../../core/facts.ts';
import { askedBySettings } from '../../domain/client-settings/ask-rules.ts';
import { allow, definePolicy, rewrite } from '../../index.ts';
import { describeGrantAndGiver } from './shared/grant.ts';

const granted = { grants: [{ id: 'g1', mode: 'build' }] };

export default definePolicy({
  id: 'autonomy/approve',
  summary: 'Approve the tool calls of a session that works alone under a grant',
  why: 'A person who started a long task and left can’t answer every permission dialog. The grant comes from that person, it expires, and a policy that refuses a call overrides it.',
  on: ['PreToolUse', 'PermissionRequest'],
  level: 'deny',
  onError: 'pass',
  loosens: true,
  options: {
    never: {
      default: [] as string[],
      weaker: 'fewer items',
      about: 'Tools that are never approved here, so that the person is asked; `*` matches any characters.',
    },
    subagents: { default: true, weaker: true, about: 'Also approve the calls of the session’s subagents.' },
    questions: {
      default: 'decide',
      weaker: 'changed',
      values: ['decide', 'ask'],
      about:
        'What happens to a question for the person: `decide` tells the session to decide itself, `ask` waits for the person.',
    },
  },
  examples: () => [
    { event: bash('npm test'), expect: 'pass', title: 'A session without a grant' },
    { event: bash('npm test'), expect: 'allow', given: granted, says: 'g1' },
    {
      event: on('PermissionRequest', { tool_name: 'Bash', tool_input: {} }),
      expect: 'allow',
      given: granted,
    },
    {
      event: bash('npm test', { agent_id: 'a1' }),
      expect: 'pass',
      title: 'A subagent, with the option `subagents` switched off',
      given: granted,
      options: { subagents: false },
    },
    {
      event: tool('Write', { file_path: 'a.ts' }, { permission_mode: 'plan' }),
      expect: 'pass',
      title: 'In plan mode a write is not approved',
      given: granted,
    },
    { event: tool('ExitPlanMode', {}, { permission_mode: 'plan' }), expect: 'allow', given: granted },
    {
      event: tool('AskUserQuestion', { questions: [{ question: 'Which one?' }] }),
      expect: 'allow',
      given: granted,
      says: 'No person is available',
    },
    {
      event: tool('AskUserQuestion', { questions: [{ question: 'Which one?' }] }),
      expect: 'pass',
      given: granted,
      options: { questions: 'ask' },
    },
    {
      event: tool('mcp__mail__send', {}),
      expect: 'pass',
      given: granted,
      options: { never: ['mcp__mail__*'] },
    },
    {
      event: on('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'git push' } }),
      expect: 'pass',
      title: 'The person’s settings ask about this command',
      given: {
        ...granted,
        files: { '/home/me/.claude/settings.json': '{"permissions":{"ask":["Bash(git push *)"]}}' },
      },
    },
    {
      event: on('PermissionRequest', { tool_name: 'mcp__mail__send', tool_input: {} }),
      expect: 'pass',
      title: 'The person’s settings ask about all tools of an MCP server',
      given: {
        ...granted,
        files: { '/home/me/.claude/settings.json': '{"permissions":{"ask":["mcp__mail"]}}' },
      },
    },
    {
      event: on('PermissionRequest', { tool_name: 'Write', tool_input: { file_path: 'src/a.ts' } }),
      expect: 'pass',
      title: 'The person’s settings ask about edits, and creating a file is one',
      given: {
        ...granted,
        files: { '/home/me/.claude/settings.json': '{"permissions":{"ask":["Edit(src/**)"]}}' },
      },
    },
    {
      event: on('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'git push' } }),
      expect: 'pass',
      title: 'A variable that a repository can set does not hide the person’s settings',
      given: {
        ...granted,
        env: { CLAUDE_CONFIG_DIR: '/home/me/project/empty' },
        files: { '/home/me/.claude/settings.json': '{"permissions":{"ask":["Bash(git push *)"]}}' },
      },
    },
    {
      event: on('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'git push' } }),
      expect: 'pass',
      title: 'The organisation’s managed settings ask',
      given: {
        ...granted,
        files: { '/etc/claude-code/managed-settings.json': '{"permissions":{"ask":["Bash"]}}' },
      },
    },
    {
      event: bash('npm test'),
      expect: 'pass',
      title: 'The state file of another autonomy system grants nothing',
      given: {
        files: { '.claude/autonomous-state.json': '{"mode":"go","started_at":"2025-12-31T23:00:00Z"}' },
      },
    },
  ],
  check(event, context) {
    const { grants, options } = context;
    const [grant] = grants.current();
    if (!grant || leftToPerson(event, context, options)) return undefined;
    grants.renew();
    return [allow(`Approved under ${describeGrantAndGiver(grant)}`), ...inputFor(event, grant)];
  },
});

type ToolCallEvent = EventOf<'PreToolUse' | 'PermissionRequest'>;
type Options = { never: readonly string[]; subagents: boolean; questions: string };

function leftToPerson(event: ToolCallEvent, facts: Facts, { never, subagents, questions }: Options): boolean {
  const { tool_name: name } = event;
  if (event.agent_id && !subagents) return true;
  if (never.some((pattern) => matchesWildcard(pattern, name))) return true;
  if (name === 'AskUserQuestion' && questions === 'ask') return true;
  if (event.permission_mode === 'plan' && name !== 'ExitPlanMode' && name !== 'AskUserQuestion') return true;
  // If a dialog opens although we approved the call, the person's own settings may ask for it.
  return event.hook_event_name === 'PermissionRequest' && askedBySettings(name, facts);
}

/** The client accepts an approval of these two tools only together with an input. */
function inputFor({ tool_name, tool_input }: ToolCallEvent, grant: Grant) {
  if (tool_name === 'ExitPlanMode') return [rewrite({}, 'The plan is accepted as it is')];
  if (tool_name !== 'AskUserQuestion') return [];
  const questions = Array.isArray(tool_input.questions) ? tool_input.questions : [];
  const answer = `No person is available to answer; this session works alone under ${describeGrantAndGiver(grant)}. Decide yourself, prefer what is easy to undo, and note what you assumed.`;
  const answers = Object.fromEntries(questions.map((entry) => [String(entry?.question), answer]));
  return [rewrite({ answers }, 'No person is available to answer')];
}
