// An agent that types for the person, in real terminals: tmux servers of the test, with programs in them that look like a
// client, like a person's shell, and like an agent's own terminal.
import { expect, test } from 'bun:test';
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './support/answers.ts';
import { testUnless, withoutTmux } from './support/skip.ts';
import { until } from './support/wait.ts';
import { envOf, freshWorld, type World } from './support/world.ts';

const withTmux = testUnless(withoutTmux());

/** A server with one session for each kind of terminal. */
async function terminals(
  world: World,
): Promise<Disposable & { socket: string; env: Record<string, string> }> {
  const client = join(world.root, 'claude');
  copyFileSync('/bin/sleep', client);
  chmodSync(client, 0o755);
  const socket = join(world.tmp, 't');
  const env = envOf(world);
  const tmux = (...args: string[]) =>
    Bun.spawnSync(['tmux', '-S', socket, '-f', '/dev/null', ...args], { env });
  tmux('new-session', '-d', '-s', 'work', `exec ${client} 600`);
  tmux('new-session', '-d', '-s', 'mine', 'exec sleep 600');
  tmux('new-session', '-d', '-s', 'dev', '-e', 'CLAUDECODE=1', 'exec env CLAUDECODE=1 sleep 600');
  const pane = tmux('display-message', '-p', '-t', 'work', '#{pane_id}').stdout.toString().trim();
  const programs = () => tmux('list-panes', '-a', '-F', '#{pane_current_command}').stdout.toString();
  await until(
    'the terminals run',
    () => programs().includes('claude') && programs().split('sleep').length === 3,
  );
  return {
    socket,
    env: { TMUX: `${socket},1,0`, TMUX_PANE: pane },
    // Before the world goes, and the socket with it.
    [Symbol.dispose]: () => void tmux('kill-server'),
  };
}

withTmux('keys for a terminal in which a client runs are refused', async () => {
  using world = freshWorld();
  using server = await terminals(world);
  const { socket, env } = server;
  const decide = (command: string) => run(world, command, {}, env).decision;
  for (const command of [
    'tmux send-keys -t work -l /build',
    'tmux send-keys -t work Enter',
    'tmux send-keys Enter',
    'sleep 6; tmux send-keys Enter &',
    'tmux send -twork y',
    `tmux -S ${socket} send-keys -t work: y`,
    'tmux set-buffer /build && tmux paste-buffer -t work',
    'bash -c "tmux send-keys -t work Enter"',
    'tmux run-shell "tmux send-keys -t work Enter"',
  ])
    expect(decide(command), command).toBe('deny');
});

withTmux('keys for a person’s terminal are asked about, and for an agent’s own they pass', async () => {
  using world = freshWorld();
  using server = await terminals(world);
  const { env } = server;
  const decide = (command: string) => run(world, command, {}, env).decision;
  expect(decide('tmux send-keys -t mine ls Enter')).toBe('ask');
  expect(decide('tmux send-keys -t "$PANE" ls Enter')).toBe('ask');
  expect(decide('TMUX=/x,1,0 tmux send-keys ls Enter')).toBe('ask');
  expect(decide('tmux send-keys -t dev "npm run dev" Enter')).toBe('pass');
  expect(decide('tmux new-session -d -s new && tmux send-keys -t new "npm run dev" Enter')).toBe('pass');
  expect(decide('tmux rename-session -t work new && tmux send-keys -t new Enter')).not.toBe('pass');
});

withTmux('text for the screen of a client is refused', async () => {
  using world = freshWorld();
  using server = await terminals(world);
  const { socket, env } = server;
  const device = Bun.spawnSync(['tmux', '-S', socket, 'display-message', '-p', '-t', 'work', '#{pane_tty}'], {
    env: envOf(world),
  })
    .stdout.toString()
    .trim();
  for (const command of [`echo y > ${device}`, `printf x | tee ${device}`, `dd if=a of=${device}`])
    expect(run(world, command, {}, env).decision, command).toBe('deny');
});

test('ways of typing that show nothing about their target are asked about', () => {
  using world = freshWorld();
  for (const command of [
    'xdotool key Return',
    'ydotool type y',
    'kitty @ send-text y',
    'wezterm cli send-text y',
    'zellij action write 13',
    'screen -X stuff y',
    `osascript -e 'tell application "System Events" to keystroke "y"'`,
    'python3 -c "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSTI, b\'y\')"',
  ])
    expect(run(world, command).decision, command).not.toBe('pass');
});
