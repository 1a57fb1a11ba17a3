import type { EventOf } from '../../core/event.ts';
import { bash, on, tool } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import type { JsonObject } from '../../core/json.ts';
import { shellWord } from '../../core/text.ts';
import { askedBySettings } from '../../domain/client-settings/ask-rules.ts';
import { isOwnTool } from '../../domain/sessions/own-tools.ts';
import { allow, definePolicy, inject } from '../../index.ts';

/** Commands that only keep the session's own records, with the subcommands that are approved; an empty list means all. */
const ownCommands: Record<string, readonly string[]> = {
  task: [],
  verify: [],
  checkpoint: [],
  status: [],
  worker: [],
  memory: ['search'],
  workflow: ['show'],
};

const checkpoint = '.claude/completion-checkpoint.json';

/** One simple command: words and quoted texts, with nothing that a shell expands, chains or redirects. */
const simpleCommand =
  /^(?:'[^']*'|\\'|[^\s'"\\])+(?: +(?!=)(?:[\p{L}\p{N}_@%+=:,./-]|\\'|'[^']*'|"[^"$`\\]*")+)* *$/u;

const request = (tool_name: string, tool_input: object, more: object = {}) =>
  on('PermissionRequest', { tool_name, tool_input, ...more });
const file = '/home/me/project/.claude/completion-checkpoint.json';

export default definePolicy({
  id: 'session/own-commands',
  summary: 'Approve the bookkeeping commands that Pawl asks for',
  why: 'A session can do what Pawl asks of it only if the client lets it, and without a person at the keyboard nobody answers a dialog. These commands keep the session’s own records. `pawl verify` runs the project’s checks, so each of them is judged like a command that the agent typed. Anything chained, redirected, substituted or run with other variables is left to the client.',
  on: ['PreToolUse', 'PermissionRequest'],
  tools: ['Bash', 'Write', 'Edit', 'mcp__pawl__*', 'mcp__plugin_pawl_pawl__*'],
  level: 'deny',
  onError: 'pass',
  loosens: true,
  neededBy: ['tasks', 'checkpoint', 'memory', 'workflow', 'handoff', 'docs'],
  options: {
    verify: {
      default: true,
      weaker: true,
      about:
        'Also approve `pawl verify`. It runs the project’s tests, and with them code that the agent wrote.',
    },
  },
  examples: () => [
    { event: bash('~/.pawl/bin/pawl task add "write the parser"'), expect: 'allow' },
    { event: bash('/home/me/.pawl/bin/pawl task start 4'), expect: 'allow' },
    { event: bash('pawl checkpoint \'{"self_report": {}}\''), expect: 'allow' },
    {
      event: bash('pawl verify'),
      expect: 'allow',
      title: 'Approved if the guard passes the checks that it runs',
    },
    { event: bash('pawl verify'), expect: 'pass', options: { verify: false } },
    { event: bash('pawl status "reading the code"'), expect: 'allow' },
    { event: bash('pawl memory search proxy'), expect: 'allow' },
    {
      event: bash('pawl memory add "a lesson"'),
      expect: 'pass',
      title: 'A lesson, which later sessions would read',
    },
    { event: bash('pawl workflow show plan'), expect: 'allow' },
    { event: bash('pawl workflow advance'), expect: 'pass' },
    { event: bash('pawl pause'), expect: 'pass' },
    {
      event: bash('pawl verify 2>&1 | tail -20'),
      expect: 'inject',
      title: 'A pipe, for which the client may refuse the command',
      says: 'as it was printed',
    },
    {
      event: bash("cd src && '/my home/.pawl/bin/pawl' verify | tail"),
      expect: 'inject',
      title: 'A launcher in quotes, because its path has a blank',
    },
    {
      event: bash('pawl verify 2>&1 | tail -20'),
      expect: 'pass',
      title: 'The agent was told already',
      given: { session: { said: ['own-commands-alone'] } },
    },
    {
      event: bash('pawl task list && curl evil.example'),
      expect: 'inject',
      title: 'Another command is chained to it',
    },
    { event: bash('pawl task add "$(cat .env)"'), expect: 'inject', title: 'A command substitution' },
    {
      event: bash('pawl task add "raise the price to $5"'),
      expect: 'inject',
      title: 'A text that the shell would expand',
      says: 'single quotes',
    },
    { event: bash("pawl task add 'raise the price to $5'\n"), expect: 'allow' },
    { event: bash('pawl task list > ~/.bashrc'), expect: 'inject', title: 'A redirect' },
    {
      event: bash('git commit -m "run pawl verify first"'),
      expect: 'pass',
      title: 'A commit message that only mentions the command',
    },
    {
      event: bash('PAWL_HOME=/tmp/x pawl task list'),
      expect: 'pass',
      title: 'A variable that sets another home of Pawl',
    },
    { event: bash('pawl task done 1 --session 3f2a'), expect: 'pass', title: 'A task of another session' },
    { event: bash('pawl task add "explain --session"'), expect: 'allow' },
    {
      event: bash('pawl verify --in /home/me/project'),
      expect: 'allow',
      title: 'A working tree of this session',
    },
    {
      event: bash('pawl verify --in /elsewhere'),
      expect: 'pass',
      title: 'A working tree that is not of this session',
    },
    { event: bash('./pawl task list'), expect: 'pass', title: 'A program of that name in the project' },
    {
      event: bash('pawl task list'),
      expect: 'pass',
      title: 'Another program of that name comes first on PATH',
      given: {
        env: { PATH: '/home/me/project/node_modules/.bin:/usr/bin' },
        files: { '/home/me/project/node_modules/.bin/pawl': '#!/bin/sh' },
      },
    },
    { event: request('Write', { file_path: file, content: '{}' }), expect: 'allow' },
    { event: tool('Edit', { file_path: file, old_string: 'a', new_string: 'b' }), expect: 'allow' },
    { event: request('Write', { file_path: `${file}.sh`, content: '' }), expect: 'pass' },
    {
      event: request('Write', { file_path: file, content: '{}' }),
      expect: 'pass',
      title: 'The person’s settings ask about every edit',
      given: { files: { '/home/me/.claude/settings.json': '{"permissions":{"ask":["Edit"]}}' } },
    },
    {
      event: request('Write', { file_path: file, content: '{}' }),
      expect: 'allow',
      title: 'The person’s settings ask about other files',
      given: { files: { '/home/me/.claude/settings.json': '{"permissions":{"ask":["Edit(src/**)"]}}' } },
    },
    { event: tool('mcp__pawl__task_add', { tasks: ['write the parser'] }), expect: 'allow' },
    {
      event: tool('mcp__pawl__task_add', { tasks: ['write the parser'] }),
      expect: 'pass',
      title: 'The project has a server of its own with that name',
      given: { files: { '.mcp.json': '{"mcpServers":{"pawl":{"command":"./tools/pawl"}}}' } },
    },
    {
      event: tool('mcp__pawl__shell', { command: 'ls' }),
      expect: 'pass',
      title: 'An MCP tool that Pawl does not have',
    },
  ],
  check(event, facts) {
    const call = ownCall(event, facts);
    if (!call && isCombinedOwnCommand(event) && facts.session.oncePerContext('own-commands-alone'))
      return inject(callAloneHint);
    if (!call || (call.runsChecks && !facts.options.verify)) return undefined;
    const { hook_event_name: name, tool_name } = event;
    if (name === 'PermissionRequest' && askedBySettings(tool_name, facts, call.subject)) return undefined;
    const { root } = call;
    return allow('Pawl’s own bookkeeping', call.runsChecks ? { runs: 'checks', ...(root && { root }) } : {});
  },
});

const callAloneHint =
  'Commands of Pawl need no permission if each is a call of its own, as it was printed: without a pipe, a redirect, `&&` or `cd`, and with texts in single quotes if they hold `$`, a backtick or a backslash.';
/** Finds a command of Pawl in a line: the launcher by its path, which may have a blank, or by its name. */
const ownCommandInLine =
  /(?:^|[;&|\n]) *(?:[~/](?:\\.|\S)*\/bin\/pawl|'(?:[^'\n]|'\\'')+\/bin\/pawl'|"[^"\n]+\/bin\/pawl"|pawl) +(?:task|verify|checkpoint|status|worker)\b/;

/** True if a command of Pawl is combined with others (a pipe, `&&`, `cd`), so that the client may ask about it or refuse it. */
function isCombinedOwnCommand({
  hook_event_name,
  tool_name,
  tool_input,
  permission_mode,
}: ToolCallEvent): boolean {
  if (hook_event_name !== 'PreToolUse' || tool_name !== 'Bash' || permission_mode === 'bypassPermissions')
    return false;
  const { command } = tool_input;
  if (typeof command !== 'string' || !command.includes('pawl')) return false;
  return ownCommandInLine.test(command) && !simpleCommand.test(command.trim());
}

type ToolCallEvent = EventOf<'PreToolUse' | 'PermissionRequest'>;

interface OwnCall {
  /** The subject of a rule in the client's settings: the command, or the path in the project. */
  subject: string;
  runsChecks?: boolean;
  /** The tree that the command names. */
  root?: string;
}

function ownCall(event: ToolCallEvent, facts: Facts): OwnCall | undefined {
  const { tool_name: name, tool_input: input } = event;
  if (name === 'Bash') return ownCommand(input, event.cwd, facts);
  if (name === 'Write' || name === 'Edit')
    return isCheckpoint(event, facts) ? { subject: checkpoint } : undefined;
  if (!isOwnTool(name, facts)) return undefined;
  return { subject: name, runsChecks: name.endsWith('__verify') };
}

/** The first check runs for every command and rules out nearly all of them. */
function ownCommand(
  { command, dangerouslyDisableSandbox }: JsonObject,
  cwd: string,
  facts: Facts,
): OwnCall | undefined {
  if (typeof command !== 'string' || !command.includes('pawl')) return undefined;
  const [, program = '', verb = '', next = ''] =
    /^((?:'[^']*'|\\'|[^\s'"\\])+) +(\w+) *(\S*)/.exec(command.trim()) ?? [];
  const subcommands = Object.hasOwn(ownCommands, verb) ? ownCommands[verb]! : undefined;
  if (!subcommands || (subcommands.length > 0 && !subcommands.includes(next))) return undefined;
  if (!simpleCommand.test(command.trim()) || !isPawl(program, cwd, facts)) return undefined;
  const words = command.match(/(?:'[^']*'|"[^"]*"|\\'|[^\s'"\\])+/g)!;
  // With `--session` it would change the records of another session.
  if (words.some((word) => word.startsWith('--session'))) return undefined;
  const runsChecks = verb === 'verify';
  if (runsChecks && dangerouslyDisableSandbox === true) return undefined;
  const at = words.findIndex((word) => /^--in(=|$)/.test(word));
  if (at < 0) return { subject: command, runsChecks };
  const root = unquoted(words[at]!.split('=')[1] ?? words[at + 1] ?? '');
  return facts.work.trees().some((tree) => tree.root === root)
    ? { subject: command, runsChecks, root }
    : undefined;
}

/** The launcher's path, or `pawl` unless the project puts another program of that name on PATH. */
function isPawl(program: string, cwd: string, { env, home, pawlHome, project, files }: Facts): boolean {
  const launcher = `${pawlHome}/bin/pawl`;
  const onWindows = /^\/[A-Z]:/.test(home);
  const tilde = onWindows ? home : (env('HOME') ?? home);
  if (program !== 'pawl') return unquoted(program.replace(/^~(?=\/)/, () => shellWord(tilde))) === launcher;
  // Windows looks in the working directory first, where the project may have put a program of that name.
  if (onWindows) return false;
  const folders = (env('PATH') ?? '').split(':');
  const found = folders.map((folder) => `${folder || '.'}/pawl`).find((path) => files.exists(path));
  if (!found || files.real(found) === files.real(launcher)) return true;
  return (
    found.startsWith('/') &&
    ![project.root, cwd, '/tmp', '/var/tmp'].some((folder) => found.startsWith(`${folder}/`))
  );
}

/** `'/home/o'\\''neil/.pawl/bin/pawl'` as the shell reads it. */
const unquoted = (word: string) => word.replace(/'([^']*)'|\\'/g, (_, text?: string) => text ?? "'");

/**
 * The checkpoint of a tree that this session works in, and not a link to another file. The facts about its work are asked
 * for last: looking them up takes longer than everything else about an edit.
 */
function isCheckpoint({ tool_input, permission_mode }: ToolCallEvent, facts: Facts): boolean {
  const { file_path: path } = tool_input;
  if (typeof path !== 'string' || !path.endsWith(`/${checkpoint}`) || permission_mode === 'plan')
    return false;
  const { files, project } = facts;
  const real = files.real(path);
  const isIn = (root: string) => real === `${files.real(root)}/${checkpoint}`;
  return isIn(project.root) || facts.work.trees().some(({ root }) => isIn(root));
}
