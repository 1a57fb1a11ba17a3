// Which commands type into a terminal, and which make a name mean another one.
import { expect, test } from 'bun:test';
import { bash } from '../../core/examples.ts';
import type { Given } from '../../core/policy.ts';
import { verdictsFor } from '../../user-policies/run-examples.ts';
import policy from './typing.ts';

async function decide(command: string, given: Given = {}) {
  const verdicts = await verdictsFor(policy, { event: bash(command), expect: 'ask', given });
  return verdicts.map(({ kind }) => kind).find((kind) => kind === 'deny' || kind === 'ask') ?? 'pass';
}
const missing: Given = { terminal: 'missing' };

test.each([
  'rename-window',
  'move-pane',
  'swap-pane',
  'join-pane',
  'break-pane',
  'link-window',
  'select-pane',
  'switch-client',
  'attach-session',
])('after tmux %s a name may mean another terminal', async (command) => {
  expect(await decide(`tmux ${command} -t 0 && tmux send-keys -t x Enter`, missing)).toBe('ask');
  expect(await decide(`echo ${command} && tmux send-keys -t x Enter`, missing)).toBe('pass');
});

test('a word that only contains the name of a command renames nothing; an unknown word may', async () => {
  expect(await decide('tmux new -d -s no-move && tmux send-keys -t x Enter', missing)).toBe('pass');
  expect(await decide('tmux $what && tmux send-keys -t x Enter', missing)).toBe('ask');
});

test.each(['send-keys', 'send', 'send-prefix', 'paste-buffer', 'pasteb'])(
  'tmux %s types',
  async (command) => {
    for (const target of ['-t x', '-tx', ''])
      expect(await decide(`tmux ${command} ${target}`, { terminal: 'client' })).toBe('deny');
    expect(await decide(`tmux ${command} -t x`, { terminal: 'person' })).toBe('ask');
    expect(await decide(`tmux ${command} -t x`, { terminal: 'agent' })).toBe('pass');
  },
);

test.each(['new-session -d', 'new -d', 'new-window', 'neww', 'split-window', 'splitw'])(
  'keys for the terminal that tmux %s opens in the same call pass',
  async (command) => {
    const client: Given = { terminal: 'client' };
    expect(await decide(`tmux ${command} \\; send-keys ls Enter`, client)).toBe('pass');
    expect(await decide(`tmux ${command} \\; send-keys -t work ls Enter`, client)).toBe('deny');
    expect(await decide(`tmux kill-pane \\; send-keys ls Enter`, client)).toBe('ask');
  },
);

test('typing into an unknown terminal is asked about', async () => {
  const agent: Given = { terminal: 'agent' };
  for (const command of [
    'tmux send-keys -t "$PANE" y',
    'TMUX=/x tmux send-keys y',
    'ssh host tmux send-keys -t x y',
    'tmux -f conf send-keys y',
    'tmux -C send-keys y',
    'tmux send-keys -t a y \\; send-keys -t b y',
  ])
    expect(await decide(command, agent), command).toBe('ask');
  expect(await decide('tmux -S /tmp/s send-keys y', agent)).toBe('pass');
  expect(await decide('tmux -Lname send-keys y', agent)).toBe('pass');
});

test.each([
  'screen -S w -X stuff y',
  'zellij action write-chars y',
  'kitty @ send-text y',
  'kitten @ send-text y',
  'wezterm cli send-text y',
])('%s is judged by who uses the terminals of that program', async (command) => {
  expect(await decide(command, { terminal: 'client' })).toBe('deny');
  expect(await decide(command, { terminal: 'agent' })).toBe('pass');
});

test.each([
  'python3 -c "fcntl.ioctl(0, termios.TIOCSTI, b)"',
  'perl -e \'ioctl(STDIN, 0x5412, "y")\'',
  'perl -e \'ioctl(STDIN, 21522, "y")\'',
])('%s puts characters into the input of a terminal', async (command) => {
  expect(await decide(command)).toBe('deny');
});

test.each([
  'echo y > /dev/pts/3',
  'echo y >> /dev/tty1',
  'tee /dev/pts/3',
  'dd if=a of=/dev/pts/3',
  'cp a /dev/pts/3',
  'echo y > /proc/12/fd/1',
])('%s writes on a screen', async (command) => {
  expect(await decide(command, { terminal: 'client' })).toBe('deny');
  expect(await decide(command, { terminal: 'agent' })).toBe('pass');
});

test.each(['cat /dev/pts/3', 'cat < /dev/pts/3', 'echo y > /dev/pts', 'echo y > /dev/tty', 'ls /dev/pts/3'])(
  '%s writes on no screen',
  async (command) => {
    expect(await decide(command, { terminal: 'client' })).toBe('pass');
  },
);
