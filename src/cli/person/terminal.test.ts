// Terminals that can’t be made in a test: a login over the network, an editor, a container, sudo, and forged ones.
import { expect, test } from 'bun:test';
import type { Process } from '../../system/process.ts';
import type { Machine } from '../../system/terminals.ts';
import { examineTerminal, type KnownClient } from './terminal.ts';

const pts = (index: number) => (136 << 8) | index;

interface Described extends Partial<Process> {
  pid: number;
  program: string;
  /** The pseudo-terminal whose other side it holds. */
  holds?: number;
  foreign?: boolean;
  readAt?: number;
  /** Where the login of its terminal came from, by the system's record. */
  host?: string;
}

/** Parents come first; each process is a child of the one before it unless it says otherwise. */
function machineOf(described: readonly Described[]): Machine {
  const all = described.map((process, index) => ({
    parent: described[index - 1]?.pid ?? 0,
    args: [process.program],
    env: [],
    terminal: 0,
    session: process.pid,
    group: process.pid,
    foreground: process.pid,
    started: String(index),
    ...process,
  }));
  const get = (pid: number) => all.find((process) => process.pid === pid);
  const ancestors = (pid: number): Process[] => {
    const process = get(pid);
    return process ? [process, ...ancestors(process.parent)] : [];
  };
  return {
    get,
    ancestors,
    on: (terminal) => all.filter((process) => process.terminal === terminal),
    running: (program) => all.filter((process) => process.program === program),
    masters: (terminal) => all.filter((process) => process.holds === terminal && !process.foreign),
    isForeign: (pid) => get(pid)?.foreign === true,
    tmuxClients: () => [],
    loginHost: (terminal) => all.find((process) => process.terminal === terminal && process.host)?.host,
    isOwnAddress: (address) => address === '192.0.2.1',
    readAt: (terminal) => all.find((process) => process.terminal === terminal)?.readAt ?? 0,
  };
}

const init = { pid: 1, program: '/lib/systemd/systemd' };
const pawl = { pid: 99, program: '/home/me/.pawl/bin/pawl' };
const client: KnownClient[] = [{ pid: 50, started: '2' }];

const persons: [name: string, processes: Described[]][] = [
  [
    'a login over the network',
    [
      init,
      { pid: 10, program: '/usr/sbin/sshd', foreign: true },
      { pid: 11, program: '', args: ['sshd: me@pts/0'], foreign: true, holds: pts(0) },
      { pid: 12, program: '/bin/bash', terminal: pts(0), host: 'laptop.example' },
      { ...pawl, terminal: pts(0), session: 12 },
    ],
  ],
  [
    'a login over the network, seen by root',
    [
      init,
      { pid: 11, program: '/usr/sbin/sshd', holds: pts(0) },
      {
        pid: 12,
        program: '/bin/bash',
        terminal: pts(0),
        env: ['SSH_CONNECTION=192.0.2.7 50000 192.0.2.1 22'],
      },
      { ...pawl, terminal: pts(0), session: 12 },
    ],
  ],
  [
    'a login over the network of an ordinary user, who sees only the title of sshd',
    [
      init,
      { pid: 11, program: 'sshd: me@pts/0' },
      { pid: 12, program: '/bin/bash', terminal: pts(0), host: 'laptop.example' },
      { ...pawl, terminal: pts(0), session: 12 },
    ],
  ],
  [
    'the terminal of an editor on another machine',
    [
      init,
      { pid: 11, program: '/home/me/.vscode-server/bin/abc/node', holds: pts(3) },
      { pid: 12, program: '/bin/zsh', terminal: pts(3) },
      { ...pawl, terminal: pts(3), session: 12 },
    ],
  ],
  [
    'the terminal of an editor, with a client in its own terminal beside it',
    [
      init,
      { pid: 11, program: '/usr/share/code/code', holds: pts(3) },
      { pid: 50, program: '/usr/bin/claude', terminal: pts(4), parent: 11 },
      { pid: 12, program: '/bin/zsh', terminal: pts(3), parent: 11 },
      { ...pawl, terminal: pts(3), session: 12 },
    ],
  ],
  [
    'docker run -it',
    [
      { pid: 1, program: '/bin/bash', terminal: pts(0), parent: 0 },
      { ...pawl, terminal: pts(0), session: 1 },
    ],
  ],
  [
    'docker exec -it, while a client runs in the container',
    [
      { pid: 1, program: '/bin/sleep', parent: 0 },
      { pid: 50, program: '/usr/bin/claude', terminal: pts(0), parent: 0 },
      { pid: 70, program: '/bin/bash', terminal: pts(1), parent: 0 },
      { ...pawl, terminal: pts(1), session: 70 },
    ],
  ],
  [
    'sudo in a window',
    [
      init,
      { pid: 11, program: '/usr/libexec/gnome-terminal-server', holds: pts(0) },
      { pid: 12, program: '/bin/bash', terminal: pts(0) },
      { pid: 13, program: '/usr/bin/sudo', terminal: pts(0), session: 12, holds: pts(1) },
      { pid: 14, program: '/usr/bin/sudo', terminal: pts(1) },
      { ...pawl, terminal: pts(1), session: 14 },
    ],
  ],
  [
    'the console',
    [init, { pid: 12, program: '/bin/bash', terminal: 0x401 }, { ...pawl, terminal: 0x401, session: 12 }],
  ],
  [
    'a window that is in no list, opened before the client',
    [
      init,
      { pid: 11, program: '/opt/new-terminal', holds: pts(0), started: '1' },
      { pid: 12, program: '/bin/bash', terminal: pts(0) },
      { ...pawl, terminal: pts(0), session: 12 },
    ],
  ],
];

for (const [name, processes] of persons)
  test(`a person: ${name}`, () => {
    expect(examineTerminal(pawl.pid, machineOf(processes), client).refused).toBeUndefined();
  });

const others: [name: string, processes: Described[], why: RegExp][] = [
  [
    'a login from this machine itself',
    [
      init,
      { pid: 11, program: '/usr/sbin/sshd', holds: pts(0) },
      {
        pid: 12,
        program: '/bin/bash',
        terminal: pts(0),
        env: ['SSH_CONNECTION=127.0.0.1 50000 127.0.0.1 22'],
      },
      { ...pawl, terminal: pts(0), session: 12 },
    ],
    /from this machine/,
  ],
  [
    'a login from this machine whose shell was replaced by a program without the variable',
    [init, { pid: 11, program: 'sshd: me@pts/0' }, { ...pawl, terminal: pts(0), session: 99 }],
    /can’t see where this login/,
  ],
  [
    'a login from this machine with a made-up variable',
    [
      init,
      { pid: 11, program: 'sshd: me@pts/0' },
      {
        ...pawl,
        terminal: pts(0),
        session: 99,
        host: '192.0.2.1',
        env: ['SSH_CONNECTION=198.51.100.1 5000 192.0.2.1 22'],
      },
    ],
    /from this machine/,
  ],
  [
    'a terminal for browsers that was started after a client',
    [
      init,
      { pid: 11, program: '/usr/bin/ttyd', holds: pts(0), started: '9' },
      { pid: 12, program: '/bin/bash', terminal: pts(0) },
      { ...pawl, terminal: pts(0), session: 12 },
    ],
    /served by ttyd, which was started after a client/,
  ],
  [
    'sshd that the agent started',
    [
      init,
      { pid: 50, program: '/usr/bin/claude', started: '2' },
      { pid: 11, program: '/usr/sbin/sshd', holds: pts(0) },
      { pid: 12, program: '/bin/bash', terminal: pts(0), parent: 1 },
      { ...pawl, terminal: pts(0), session: 12 },
    ],
    /for an agent/,
  ],
  [
    'a detached program that makes terminals',
    [
      init,
      { pid: 60, program: '/usr/bin/python3', holds: pts(0), started: '7' },
      { pid: 12, program: '/bin/sh', terminal: pts(0) },
      { ...pawl, terminal: pts(0), session: 12 },
    ],
    /started after a client/,
  ],
  [
    'a client under another name, known from its session',
    [init, { pid: 50, program: '/tmp/x', started: '2', terminal: pts(0) }, { ...pawl, terminal: pts(0) }],
    /the client of a session/,
  ],
  [
    'a terminal whose maker hides',
    [
      init,
      { pid: 12, program: '/bin/sh', terminal: pts(0), parent: 1 },
      { ...pawl, terminal: pts(0), session: 12 },
    ],
    /which program made its terminal/,
  ],
  [
    'another agent',
    [init, { pid: 12, program: '/usr/bin/node', args: ['node', '/usr/bin/codex'] }, pawl],
    /an agent/,
  ],
];

for (const [name, processes, why] of others)
  test(`not a person: ${name}`, () => {
    expect(examineTerminal(pawl.pid, machineOf(processes), client).refused).toMatch(why);
  });

test('a screen session counts only if it is shown in a person’s terminal', () => {
  const screen = (shown: Described[]) =>
    machineOf([
      init,
      { pid: 11, program: '/usr/bin/xterm', holds: pts(0) },
      ...shown,
      { pid: 20, program: '/usr/bin/screen', holds: pts(1), parent: 1 },
      { pid: 21, program: '/bin/bash', terminal: pts(1) },
      { ...pawl, terminal: pts(1), session: 21 },
    ]);
  const attached = { pid: 12, program: '/usr/bin/screen', terminal: pts(0), readAt: 1_000 };
  const { refused, typedSince } = examineTerminal(pawl.pid, screen([attached]), client);
  expect(refused).toBeUndefined();
  expect(typedSince.every((typed) => typed(1_003))).toBe(true);
  expect(typedSince.every((typed) => typed(1_030))).toBe(false);
  expect(examineTerminal(pawl.pid, screen([]), client).refused).toContain('shows it to nobody');
});
