import { bash } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import { ask, definePolicy, deny } from '../../index.ts';
import { pattern } from '../../shell/base/pattern.ts';
import type { ShellCommand } from '../../shell/types.ts';
import { acceptOption, judgeEffects, SHELLS } from './shared/effects.ts';
import { whyWithoutPawl } from './shared/second-clients.ts';

export default definePolicy({
  id: 'guard/second-client',
  summary: 'Stop clients without Pawl, and ask before other agents',
  why: 'A client that is started with its hooks off, or another coding agent, may do everything that Pawl refuses here.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: 'any',
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    { event: bash('claude --safe-mode -p "go on"'), expect: 'deny' },
    { event: bash('CLAUDE_CODE_SIMPLE=1 claude -p "go on"'), expect: 'deny' },
    { event: bash('HOME=/tmp/x claude -p "go on"'), expect: 'deny' },
    { event: bash('claude -p "go on" --dangerously-skip-permissions'), expect: 'deny' },
    { event: bash('claude -p hi --settings \'{"disableAllHooks":true}\''), expect: 'deny' },
    { event: bash('claude -p hi --settings other.json'), expect: 'ask' },
    { event: bash('export HOME=/tmp/x; claude -p hi'), expect: 'ask' },
    { event: bash('HOME=/tmp/x; claude -p hi'), expect: 'ask' },
    { event: bash('env -i PATH=/usr/bin claude -p hi'), expect: 'ask' },
    { event: bash('env -u HOME claude -p hi'), expect: 'ask' },
    { event: bash('node node_modules/@anthropic-ai/claude-code/cli.js --bare -p hi'), expect: 'deny' },
    { event: bash('copilot -p "go on" --allow-all-tools'), expect: 'ask' },
    { event: bash('goose run -t "go on"'), expect: 'ask' },
    { event: bash('goose up'), expect: 'pass', title: 'Another program with the name of an agent' },
    { event: bash('codex exec "go on"'), expect: 'ask' },
    {
      event: bash('npx @anthropic-ai/claude-code@0.2.9 -p hi'),
      expect: 'ask',
      title: 'An old version of the client',
    },
    { event: bash('npm install -g @anthropic-ai/claude-code@0.2.9'), expect: 'ask' },
    { event: bash('firejail --private claude -p hi'), expect: 'ask' },
    { event: bash('docker run --rm -v .:/w node npx -y @anthropic-ai/claude-code -p hi'), expect: 'ask' },
    { event: bash('npx -y @anthropic-ai/claude-code -p hi'), expect: 'pass' },
    { event: bash('npm install -g @anthropic-ai/claude-code@latest'), expect: 'pass' },
    { event: bash('docker build -t claude-code .'), expect: 'pass' },
    { event: bash('ssh host cat claude.md'), expect: 'pass' },
    { event: bash('claude -p "summarise this"'), expect: 'pass' },
    { event: bash('claude mcp list'), expect: 'pass' },
    { event: bash('codex --version'), expect: 'pass' },
    {
      event: bash('git commit -m "claude --bare"'),
      expect: 'pass',
      title: 'A commit message about an option of the client',
    },
    {
      event: bash('constructor x'),
      expect: 'pass',
      title: 'A program named like a property of every JavaScript object',
    },
  ],
  check(event, context) {
    return (
      judgeEffects(context, ['agent'], context.options.accept) ??
      judgeClientStart(String(event.tool_input.command ?? ''), context)
    );
  },
});

/** Whether a command starts the client, by its name or from the files of its package. */
const isClient = ({ name, words }: ShellCommand) =>
  /^(claude|claude-code)$/.test(name) ||
  words.some((w) => /@anthropic-ai\/claude-code[^\s]*\/\w/.test(w.text));

/** Options with which a client does not call Pawl, or never asks a person. */
const UNGUARDED = /^--(safe-mode|bare|restricted|disable-hooks|(allow-)?dangerously-skip-permissions)$/;

/** Agents that share their name with another program, and the words with which the agent is meant. */
const SHARED_NAMES: Readonly<Record<string, RegExp>> = {
  copilot: /^(-p|--prompt|--allow-all.*|--yolo)$/,
  goose: /^(run|session)$/,
  q: /^chat$/,
};

/** Source that sets or unsets a variable by which a client finds its settings and Pawl. */
const CHANGES_VARIABLE = pattern(String.raw`
  # { HOME: '/tmp/x' } in code
  ['"]?\b(HOME)['"]?\s*:\s*['"]|
  # HOME=/tmp/x, unset HOME, env -u HOME, env -i
  (?:^|[\s;&|(])(?:(HOME|USERPROFILE|CLAUDE_CONFIG_DIR|CLAUDE_CODE_SIMPLE|CLAUDE_CODE_SAFE_MODE|PAWL_\w+)=|(?:unset\s+(?:-v\s+)?|env\s+(?:-\S+\s+)*?-u\s*)(HOME)\b|env\s+(?:-\S+\s+)*?(-i|--ignore-environment)\s)
`);

/** Starts of clients that the specs don't describe: by a shared name, on another machine, or without Pawl. */
function judgeClientStart(
  source: string,
  { shell, options }: Facts & { options: { accept: readonly string[] } },
) {
  const shared = shell.commands.find(
    ({ name, words }) =>
      Object.hasOwn(SHARED_NAMES, name) && words.some((w) => SHARED_NAMES[name]?.test(w.text)),
  );
  if (shared && !options.accept.includes('other-agent'))
    return ask(`This starts ${shared.name}, a coding agent whose commands Pawl does not see`, {
      code: 'other-agent',
      instead: 'do the work in this session, or ask the person to start it',
    });
  const unguarded = shell.commands.map(whyWithoutPawl).find(Boolean);
  if (unguarded && !options.accept.includes('client-without-pawl'))
    return ask(`This ${unguarded}`, { code: 'client-without-pawl', instead: 'claude -p "…"' });
  const client = shell.commands.find(isClient);
  if (!client || options.accept.includes('client-without-pawl')) return undefined;
  const code = 'client-without-pawl';
  if (client.words.some((w) => UNGUARDED.test(w.text)))
    return deny('This starts a client that does not call Pawl, or that never asks a person', {
      code,
      instead: 'claude -p "…"',
    });
  const name = CHANGES_VARIABLE.exec(source)?.slice(1).find(Boolean);
  return name
    ? ask(
        `This ${name.startsWith('-') ? 'empties the environment' : `changes ${name}`} and starts a client, which may then not find Pawl`,
        {
          code,
          instead: 'start the client without changing its variables',
        },
      )
    : undefined;
}
