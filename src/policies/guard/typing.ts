import { bash, tool } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import type { TerminalTarget } from '../../core/look.ts';
import { typesAsPerson } from '../../core/tool-command.ts';
import { ask, definePolicy, deny } from '../../index.ts';
import { HOLE } from '../../shell/base/words.ts';
import type { Effect, ShellCommand } from '../../shell/types.ts';
import { acceptOption, SHELLS } from './shared/effects.ts';
import { judgeByEvidence, type LookupResult } from './shared/evidence.ts';
import { terminalTarget } from './shared/terminal-target.ts';

const code = 'type-for-person';

export default definePolicy({
  id: 'guard/typing',
  summary: 'Stop the agent from typing for the person',
  why: 'What is typed into a terminal counts as the person’s word: it answers dialogs, gives grants and starts commands that an agent may not run.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: 'any',
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    {
      event: bash('tmux send-keys -t 0 /build Enter'),
      expect: 'deny',
      says: 'a client runs',
      given: { terminal: 'client' },
    },
    { event: bash('sleep 6; tmux send-keys Enter &'), expect: 'deny', given: { terminal: 'client' } },
    { event: bash('tmux paste-buffer -t %1'), expect: 'deny', given: { terminal: 'client' } },
    { event: bash("screen -S work -X stuff 'y'"), expect: 'deny', given: { terminal: 'client' } },
    { event: bash('echo hello > /dev/pts/3'), expect: 'deny', given: { terminal: 'client' } },
    { event: bash('tmux send-keys -t work ls Enter'), expect: 'ask', given: { terminal: 'person' } },
    {
      event: bash('tmux send-keys -t dev "npm run dev" Enter'),
      expect: 'pass',
      given: { terminal: 'agent' },
    },
    {
      event: bash('tmux new-session -d -s dev && tmux send-keys -t dev "npm run dev" Enter'),
      expect: 'pass',
      title: 'A terminal that does not exist yet',
      given: { terminal: 'missing' },
    },
    {
      event: bash('tmux rename-session -t 0 x && tmux send-keys -t x Enter'),
      expect: 'ask',
      title: 'A name that the same command gives to a terminal',
      given: { terminal: 'missing' },
    },
    { event: bash('tmux send-keys -t "$PANE" y'), expect: 'ask' },
    { event: bash('xdotool key Return'), expect: 'ask' },
    { event: tool('mcp__iterm__write_to_terminal', { command: '/build' }), expect: 'ask' },
    { event: tool('mcp__tmux__send_keys', { pane: '%1', keys: 'y Enter' }), expect: 'ask' },
    { event: tool('mcp__computer_use__type', { text: 'y' }), expect: 'ask' },
    {
      event: tool('mcp__chrome__computer_type', { text: 'hello' }),
      expect: 'pass',
      title: 'Types into a page of a browser',
    },
    { event: tool('mcp__tmux__capture_pane', { pane: '%1' }), expect: 'pass' },
    {
      event: bash('python3 -c "import fcntl,termios; fcntl.ioctl(0, termios.TIOCSTI, b\'y\')"'),
      expect: 'deny',
    },
    { event: bash('perl -e \'ioctl(STDIN, 0x5412, "y")\''), expect: 'deny' },
    { event: bash('grep -rn TIOCSTI src'), expect: 'pass', title: 'Searches for the system call' },
    { event: bash('echo tmux send-keys Enter'), expect: 'pass', title: 'Prints a command that would type' },
    { event: bash('tmux capture-pane -p -t dev'), expect: 'pass' },
    { event: bash('echo done > /dev/null'), expect: 'pass' },
  ],
  check(event, context) {
    if (typesAsPerson(event.tool_name) && !context.options.accept.includes(code))
      return ask('This tool types into a terminal or a window, where it would count as typed by the person', {
        code,
        instead: 'run the command with Bash, or let the person type it',
      });
    if (context.shell.commands.some(pushesInput))
      return deny('This puts characters into the input of a terminal, as if the person had typed them', {
        code,
        instead: 'let the person type it',
      });
    return [
      judgeByEvidence(context, ['typing'], context.options.accept, (effect) => lookUp(effect, context)),
      writesToTerminal(context) ?? [],
    ].flat();
  },
});

/** Code for an interpreter that uses the system call by which a program fakes input. */
function pushesInput({ code: text, name, words }: ShellCommand): boolean {
  if (!/^(python|perl|ruby|node|php|lua|tcl|gcc|cc|tcc|go|deno|bun)/.test(name)) return false;
  const source = [text?.text ?? '', ...words.map((w) => w.text)].join('\n');
  return /\bTIOCSTI\b|\bioctl\b[^;\n]*\b0x5412\b|\bioctl\b[^;\n]*\b21522\b/.test(source);
}

function lookUp({ command }: Effect, { shell, look }: Facts): LookupResult | undefined {
  const target = terminalTarget(command);
  if (target === 'new') return { harmless: true, found: 'a terminal that the command opens' };
  const use = target && look.terminal(target);
  if (use === undefined) return undefined;
  if (use === 'client') return { harmless: false, found: 'a client runs there', effect: inClient };
  if (use === 'person') return { harmless: false, found: 'a terminal of the person' };
  // A name that means nothing now may mean something once this command has renamed a terminal.
  const renames = use === 'missing' && shell.commands.some(renamesTerminals);
  return renames
    ? undefined
    : { harmless: true, found: use === 'agent' ? 'a terminal of an agent' : 'no such terminal yet' };
}

const inClient = {
  weight: 'irreversible',
  reason: 'Types into a terminal in which a client runs: that would count as typed by the person.',
  safer: 'let the person type it',
} as const;

const renamesTerminals = ({ name, words }: ShellCommand) =>
  name === 'tmux' &&
  words.some(
    (w) => /^(rename|move|swap|join|break|link|select|switch|attach)/.test(w.text) || w.text.includes(HOLE),
  );

const TERMINAL = /^(\/dev\/(pts\/\d+|tty\d+)|\/proc\/\d+\/fd\/\d+)$/;

/** The targets of redirects, and the words of programs that write their operands. */
function writtenPaths({ name, redirects, words }: ShellCommand): string[] {
  const written = redirects.filter(({ operator }) => operator.includes('>')).map(({ target }) => target.text);
  const operands = /^(tee|dd|cp|write|wall|mesg)$/.test(name)
    ? words.slice(1).map((w) => w.text.replace(/^of=/, ''))
    : [];
  return [...written, ...operands];
}

/** Text on the person's screen can look like a dialog of the client. */
function writesToTerminal({ shell, look }: Facts) {
  const paths = shell.commands.flatMap(writtenPaths).filter((path) => TERMINAL.test(path));
  const used = paths.map((path) => look.terminal({ by: 'device', path } satisfies TerminalTarget));
  return used.includes('client')
    ? deny('This writes to a terminal in which a client runs, where it looks like the client’s own text', {
        code,
        instead: 'print it, or tell the person in your answer',
      })
    : undefined;
}
