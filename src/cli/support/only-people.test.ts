// Who is behind a command, told by the line of processes above it.
import { expect, test } from 'bun:test';
import type { Process } from '../../system/process.ts';
import { cutLoose } from './only-people.ts';

const one = (program: string, more: Partial<Process> = {}): Process => ({
  pid: 500,
  parent: 1,
  program,
  args: [],
  env: [],
  terminal: false,
  session: 500,
  started: '200',
  ...more,
});
const first = (program: string) => one(program, { pid: 1, parent: 0, session: 0, started: '1' });
const client = (started: string) => () => [one('/usr/bin/claude', { started })];
const older = client('100');

const lines: [name: string, line: Process[], clients: () => Process[], loose: boolean][] = [
  ['a shell that the system adopted', [one('/bin/sh'), first('/lib/systemd/systemd')], older, true],
  ['adopted by a container’s init', [one('/usr/bin/env'), first('/sbin/tini')], older, true],
  ['started by a container’s first process', [one('/bin/sh'), first('/harness')], older, false],
  ['a container whose first process is a shell', [one('/bin/sh'), first('/bin/bash')], older, false],
  ['entered from outside: nobody above', [one('/bin/sh', { parent: 0 })], older, false],
  ['in a terminal', [one('/bin/bash', { terminal: true }), first('/sbin/init')], older, false],
  ['a login or a terminal’s program', [one('/usr/sbin/sshd'), first('/sbin/init')], older, false],
  ['begun before the client', [one('/bin/sh'), first('/sbin/init')], client('300'), false],
  ['no client runs', [one('/bin/sh'), first('/sbin/init')], () => [], false],
];

for (const [name, line, clients, loose] of lines)
  test(`${loose ? 'cut loose' : 'a person’s'}: ${name}`, () => {
    expect(cutLoose([one('/home/me/.pawl/bin/pawl'), ...line], clients)).toBe(loose);
  });
