import { expect, test } from 'bun:test';
import type { Process } from '../system/process.ts';
import type { Machine } from '../system/terminals.ts';
import { whyNotTyped } from './typed-at-terminal.ts';

const pts = (index: number) => (136 << 8) | index;
const described = (given: Partial<Process>): Process => ({
  pid: 1,
  parent: 0,
  program: '',
  args: [],
  env: [],
  terminal: 0,
  session: 1,
  group: 1,
  foreground: 1,
  started: '1',
  ...given,
});
const client = described({ pid: 50, program: '/usr/bin/claude', terminal: pts(1) });
const now = 1_000_000;
const machine = (more: Partial<Machine> = {}): Machine => ({
  get: () => undefined,
  ancestors: () => [],
  on: () => [],
  running: () => [],
  masters: () => [],
  isForeign: () => false,
  tmuxClients: () => [],
  loginHost: () => undefined,
  isOwnAddress: () => false,
  readAt: () => 0,
  ...more,
});
const inside = (program: string) => ({ masters: () => [described({ pid: 7, program })] });

test('a line counts in a window, on a console and without a terminal', () => {
  expect(whyNotTyped(client, now, machine())).toBeUndefined();
  expect(whyNotTyped(client, now, machine(inside('/usr/bin/xterm')))).toBeUndefined();
  expect(whyNotTyped({ ...client, terminal: 0 }, now, machine(inside('/usr/bin/tmux')))).toBeUndefined();
});

test('in tmux a line counts only if somebody has just typed at a terminal that shows the pane', () => {
  const shown = (typedAt: number) =>
    machine({ ...inside('/usr/bin/tmux'), tmuxClients: () => [{ pid: 8, typedAt }] });
  expect(whyNotTyped(client, now, shown(999))).toBeUndefined();
  expect(whyNotTyped(client, now, shown(990))).toContain('tmux');
  expect(whyNotTyped(client, now, machine(inside('/usr/bin/tmux')))).toContain('tmux');
});

test('in screen and zellij a line counts only if input has just arrived at a terminal that shows the session', () => {
  for (const program of ['/usr/bin/screen', '/usr/bin/zellij']) {
    const attached = described({ pid: 9, program, terminal: pts(0) });
    const at = (readAt: number) =>
      machine({ ...inside(program), running: () => [attached], readAt: () => readAt });
    expect(whyNotTyped(client, now, at(995))).toBeUndefined();
    expect(whyNotTyped(client, now, at(900))).toContain('no key was just pressed');
  }
});

test('a line never counts in a terminal program that lets other programs type', () => {
  for (const variable of ['KITTY_LISTEN_ON=unix:/tmp/k', 'WEZTERM_UNIX_SOCKET=/tmp/w'])
    expect(whyNotTyped({ ...client, env: [variable] }, now, machine())).toContain('can type into');
});
