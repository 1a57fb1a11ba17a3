import { matchesWildcard } from '../../core/engine.ts';
import type { EventOf } from '../../core/event.ts';
import { bash, on, tool } from '../../core/examples.ts';
import type { Facts, Grant } from '../../core/facts.ts';
import { allow, definePolicy, rewrite } from '../../index.ts';
import { inWords } from './shared/under-grant.ts';

const granted = { grants: [{ id: 'g1', mode: 'build' }] };

export default definePolicy({
  id: 'autonomy/approve',
  summary: 'Approve the tool calls of a session that a person let work alone',
  why: 'Somebody who started a long task and went away can’t answer questions about every call. The grant is theirs, it ends, and whatever refuses a call stands above it.',
  on: ['PreToolUse', 'PermissionRequest'],
  level: 'deny',
  onError: 'pass',
  loosens: true,
  options: {
    never: {
      default: [] as string[],
      about: 'Tools that are left to the person all the same; `*` stands for anything.',
    },
    subagents: { default: true, about: 'Approve calls of the session’s subagents too.' },
    questions: {
      default: 'decide',
      values: ['decide', 'ask'],
      about: 'What becomes of a question to the person: the session is told to decide itself, or it waits.',
    },
  },
  examples: () => [
    { event: bash('npm test'), expect: 'pass', title: 'Nobody gave a grant' },
    { event: bash('npm test'), expect: 'allow', given: granted, says: 'g1' },
    {
      event: on('PermissionRequest', { tool_name: 'Bash', tool_input: {} }),
      expect: 'allow',
      given: granted,
    },
    {
      event: bash('npm test', { agent_id: 'a1' }),
      expect: 'pass',
      title: 'Subagents, if that is switched off',
      given: granted,
      options: { subagents: false },
    },
    {
      event: tool('Write', { file_path: 'a.ts' }, { permission_mode: 'plan' }),
      expect: 'pass',
      title: 'While it plans, nothing is written',
      given: granted,
    },
    { event: tool('ExitPlanMode', {}, { permission_mode: 'plan' }), expect: 'allow', given: granted },
    {
      event: tool('AskUserQuestion', { questions: [{ question: 'Which one?' }] }),
      expect: 'allow',
      given: granted,
      says: 'Nobody is there',
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
      title: 'The person’s own settings want to be asked',
      given: {
        ...granted,
        files: { '/home/me/.claude/settings.json': '{"permissions":{"ask":["Bash(git push *)"]}}' },
      },
    },
    {
      event: on('PermissionRequest', { tool_name: 'mcp__mail__send', tool_input: {} }),
      expect: 'pass',
      title: 'They want to be asked about a whole server',
      given: {
        ...granted,
        files: { '/home/me/.claude/settings.json': '{"permissions":{"ask":["mcp__mail"]}}' },
      },
    },
    {
      event: on('PermissionRequest', { tool_name: 'Write', tool_input: { file_path: 'src/a.ts' } }),
      expect: 'pass',
      title: 'They want to be asked about edits, and a new file is one',
      given: {
        ...granted,
        files: { '/home/me/.claude/settings.json': '{"permissions":{"ask":["Edit(src/**)"]}}' },
      },
    },
    {
      event: on('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'git push' } }),
      expect: 'pass',
      title: 'A variable that a repository can set does not hide their settings',
      given: {
        ...granted,
        env: { CLAUDE_CONFIG_DIR: '/home/me/project/empty' },
        files: { '/home/me/.claude/settings.json': '{"permissions":{"ask":["Bash(git push *)"]}}' },
      },
    },
    {
      event: on('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'git push' } }),
      expect: 'pass',
      title: 'Their organisation wants them to be asked',
      given: {
        ...granted,
        files: { '/etc/claude-code/managed-settings.json': '{"permissions":{"ask":["Bash"]}}' },
      },
    },
    {
      event: bash('npm test'),
      expect: 'pass',
      title: 'A state file gives nothing',
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
    return [allow(`Approved under ${inWords(grant)}`), ...inputFor(event, grant)];
  },
});

type Call = EventOf<'PreToolUse' | 'PermissionRequest'>;
type Options = { never: readonly string[]; subagents: boolean; questions: string };

function leftToPerson(event: Call, facts: Facts, { never, subagents, questions }: Options): boolean {
  const { tool_name: name } = event;
  if (event.agent_id && !subagents) return true;
  if (never.some((pattern) => matchesWildcard(pattern, name))) return true;
  if (name === 'AskUserQuestion' && questions === 'ask') return true;
  if (event.permission_mode === 'plan' && name !== 'ExitPlanMode' && name !== 'AskUserQuestion') return true;
  // A dialog that opens in spite of our word may be one that the person's settings ask for.
  return event.hook_event_name === 'PermissionRequest' && askedBySettings(name, facts);
}

const managed = [
  '/etc/claude-code/managed-settings.json',
  '/Library/Application Support/ClaudeCode/managed-settings.json',
];

/** All that may count: a repository's settings can set variables, so one that is named does not replace the usual one. */
function askedBySettings(tool: string, { files, home, env, project }: Facts): boolean {
  const users = [env('CLAUDE_CONFIG_DIR') ?? '', `${home}/.claude`].filter(Boolean);
  const projects = [env('CLAUDE_PROJECT_DIR') ?? '', project.root].filter(Boolean);
  const own = [...new Set(projects)].map((root) => `${root}/.claude`);
  const sources = [
    ...[...new Set([...users, ...own])].map((folder) => `${folder}/settings.json`),
    ...own.map((folder) => `${folder}/settings.local.json`),
    ...managed,
  ];
  return sources.some((file) => asksFor(files.read(file), tool));
}

function asksFor(text: string | undefined, tool: string): boolean {
  if (!text?.includes('"ask"')) return false;
  try {
    const rules: unknown = JSON.parse(text).permissions?.ask ?? [];
    return !Array.isArray(rules) || rules.some((rule) => isAbout(String(rule).replace(/\(.*$/s, ''), tool));
  } catch {
    return true;
  }
}

/** For the client a rule about one of these is about the others, and one about a server is about all its tools. */
const alike: Record<string, string[]> = {
  Edit: ['Write', 'MultiEdit', 'NotebookEdit'],
  Read: ['Grep', 'Glob', 'LS'],
  Agent: ['Task'],
  Task: ['Agent'],
};

function isAbout(named: string, tool: string): boolean {
  if (matchesWildcard(named, tool) || alike[named]?.includes(tool)) return true;
  return named.startsWith('mcp__') && tool.startsWith(`${named}__`);
}

/** The client takes a yes to these two only together with an input. */
function inputFor({ tool_name, tool_input }: Call, grant: Grant) {
  if (tool_name === 'ExitPlanMode') return [rewrite({}, 'The plan is accepted as it is')];
  if (tool_name !== 'AskUserQuestion') return [];
  const asked = Array.isArray(tool_input.questions) ? tool_input.questions : [];
  const answer = `Nobody is there to answer; the session works alone under ${inWords(grant)}. Decide yourself, prefer what is easy to undo, and write down what you assumed.`;
  const answers = Object.fromEntries(asked.map((one) => [String(one?.question), answer]));
  return [rewrite({ answers }, 'Nobody is there to answer')];
}
