// Coding agents: what they do on this machine is not seen by Pawl, unless they call it too.
import type { EffectRule, ProgramSpec } from '../spec.ts';

const another: EffectRule = {
  code: 'other-agent',
  why: 'Starts another coding agent, whose commands Pawl does not see.',
  safer: 'do the work in this session, or ask the person to start it',
};

const unguarded = (flags: string): EffectRule => ({
  ...another,
  code: 'unguarded-agent',
  flags,
  except: 'mcp|extensions|plugin|plugins',
  weight: 'irreversible',
  why: 'Starts another coding agent that never asks a person, and whose commands Pawl does not see.',
});

/** Subcommands that only show or set something up. */
const looks =
  'login|logout|auth|whoami|status|models|mcp|update|upgrade|doctor|completion|help|version|config|stats';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'claude claude-code',
    about: 'The client that Pawl guards; its arguments are prompts.',
    options: {
      '-p --print -c --continue --verbose --debug --ide --version -v --fork-session --include-partial-messages':
        'flag',
      '--restricted --safe-mode --bare --dangerously-skip-permissions --allow-dangerously-skip-permissions --disable-hooks':
        'flag',
      '-r --resume --model --fallback-model --output-format --input-format --permission-mode --settings':
        'text',
      '--setting-sources --append-system-prompt --system-prompt --agents --json-schema --max-turns --session-id':
        'text',
      '--add-dir --plugin-dir': 'reads',
      '--mcp-config': 'reads',
    },
    traits: ['words'],
    kind: 'agent',
    effects: [
      {
        code: 'client-without-pawl',
        flags: '--safe-mode --bare --restricted --disable-hooks',
        weight: 'irreversible',
        why: 'Starts a client that does not call Pawl.',
        safer: 'claude -p "…"',
      },
      {
        code: 'client-without-questions',
        flags:
          '--dangerously-skip-permissions --allow-dangerously-skip-permissions --permission-mode=bypasspermissions|dontask',
        weight: 'irreversible',
        why: 'Starts a client that never asks a person.',
        safer: 'claude -p "…" --permission-mode default',
      },
      {
        code: 'client-with-settings',
        when: 'mcp add|add-json|add-from-claude-desktop|remove|reset-project-choices',
        why: 'Changes which servers every later session starts.',
        safer: 'claude mcp list',
      },
      {
        code: 'client-with-settings',
        when: 'plugin|plugins install|i|enable|update|marketplace',
        why: 'Installs hooks, commands and servers for every later session.',
        safer: 'claude plugin list',
      },
      {
        code: 'client-with-settings',
        when: 'install|migrate-installer',
        why: 'Replaces the client by another version, which may not call Pawl.',
        safer: 'claude --version',
      },
      {
        code: 'client-with-settings',
        flags: '--settings --setting-sources --plugin-dir',
        why: 'Starts a client with other settings, in which Pawl may not be registered.',
        safer: 'claude -p "…"',
      },
    ],
    behaviours: ['startsClient'],
    examples: [
      { command: 'claude mcp list', expect: 'pass' },
      { command: 'claude mcp add x -- npx x', expect: 'ask' },
      { command: 'claude mcp remove pawl', expect: 'ask' },
      { command: 'claude plugin install x@y', expect: 'ask' },
      { command: 'claude plugin list', expect: 'pass' },
      { command: 'claude install 1.0.0', expect: 'ask' },
      { command: 'claude migrate-installer', expect: 'ask' },
      { command: 'claude -p "explain this"', expect: 'pass' },
      { command: 'claude --version', expect: 'pass' },
      { command: 'claude --safe-mode -p hi', expect: 'deny' },
      { command: 'claude --bare -p hi', expect: 'deny' },
      { command: 'claude --restricted --tools Bash -p hi', expect: 'deny' },
      { command: 'claude -p hi --dangerously-skip-permissions', expect: 'deny' },
      { command: 'claude -p hi --permission-mode bypassPermissions', expect: 'deny' },
      { command: 'CLAUDE_CODE_SIMPLE=1 claude -p hi', expect: 'deny' },
      { command: 'HOME=/tmp/x claude -p hi', expect: 'deny' },
      { command: 'env -i HOME=/tmp/x claude -p hi', expect: 'deny' },
      { command: 'CLAUDE_CONFIG_DIR=/tmp/x claude -p hi', expect: 'deny' },
      { command: 'npx -y @anthropic-ai/claude-code --bare -p hi', expect: 'deny' },
      { command: 'echo claude --bare', expect: 'pass', title: 'A text that is only printed' },
    ],
  },
  {
    names: 'codex',
    about: 'A coding agent of OpenAI.',
    traits: ['words'],
    kind: 'agent',
    effects: [
      unguarded(
        '--dangerously-bypass-approvals-and-sandbox --yolo --full-auto --ask-for-approval=never -a=never',
      ),
      { ...another, except: looks, unless: '--version -V --help -h' },
    ],
    examples: [
      { command: 'codex --version', expect: 'pass' },
      { command: 'codex exec "fix it"', expect: 'ask' },
      { command: 'npx @openai/codex exec --yolo "fix it"', expect: 'deny' },
    ],
  },
  {
    names: 'gemini gemini-cli qwen',
    about: 'A coding agent of Google, or one made from it.',
    traits: ['words'],
    kind: 'agent',
    effects: [
      unguarded('--yolo -y --approval-mode=yolo'),
      { ...another, except: looks, unless: '--version -v --help -h --list-extensions' },
    ],
    examples: [
      { command: 'gemini --version', expect: 'pass' },
      { command: 'gemini -p "fix it"', expect: 'ask' },
      { command: 'gemini --yolo -p "fix it"', expect: 'deny' },
      { command: 'gemini mcp add x npx -y x-mcp', expect: 'pass', title: 'The option belongs to npx' },
    ],
  },
  {
    names:
      'opencode opencode-ai crush cursor-agent amp droid auggie cline kiro-cli grok-cli plandex kilocode mistral-vibe',
    about: 'A coding agent.',
    traits: ['words'],
    kind: 'agent',
    effects: [
      unguarded(
        '--yolo -y --dangerously-allow-all --force -f --auto --skip-permissions-unsafe --allow-all-tools',
      ),
      { ...another, except: looks, unless: '--version -v -V --help -h' },
    ],
    examples: [
      { command: 'opencode --version', expect: 'pass' },
      { command: 'opencode run "fix it"', expect: 'ask' },
      { command: 'cursor-agent --force -p "fix it"', expect: 'deny' },
      { command: 'opencode models', expect: 'pass' },
    ],
  },
  {
    names: 'aider aider-chat openhands',
    about: 'A coding agent that edits and commits files.',
    traits: ['words'],
    kind: 'agent',
    effects: [
      unguarded('--yes-always --yes'),
      { ...another, unless: '--version --help -h --list-models --models' },
    ],
    examples: [
      { command: 'aider --version', expect: 'pass' },
      { command: 'aider --message "fix it"', expect: 'ask' },
      { command: 'aider --yes-always --message "fix it"', expect: 'deny' },
    ],
  },
  {
    names: 'llm',
    about: 'Sends prompts to language models; its arguments are prompts.',
    traits: ['words'],
    kind: 'agent',
    effects: [
      {
        ...another,
        flags: '-T --tool --functions',
        why: 'Lets a model run tools on this machine, whose calls Pawl does not see.',
      },
    ],
    examples: [
      { command: 'llm "explain rm -rf /"', expect: 'pass' },
      { command: 'llm -m gpt-5 "explain this" < notes.md', expect: 'pass' },
      { command: 'llm -T shell "tidy up"', expect: 'ask' },
      { command: 'llm chat --functions tools.py', expect: 'ask' },
    ],
  },
];
