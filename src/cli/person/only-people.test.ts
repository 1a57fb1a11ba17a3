// Whether a command was detached from an agent, from its chain of parent processes.
import { expect, test } from 'bun:test';
import type { Process } from '../../system/process.ts';
import { isDetached } from './only-people.ts';

const one = (program: string, more: Partial<Process> = {}): Process => ({
  pid: 500,
  parent: 1,
  program,
  args: [],
  env: [],
  terminal: 0,
  group: 500,
  foreground: -1,
  session: 500,
  started: '200',
  ...more,
});
const first = (program: string) => one(program, { pid: 1, parent: 0, session: 0, started: '1' });
const client = (started: string) => () => [one('/usr/bin/claude', { started })];
const older = client('100');

const cases: [name: string, ancestors: Process[], clients: () => Process[], detached: boolean][] = [
  ['a shell adopted by the system’s init', [one('/bin/sh'), first('/lib/systemd/systemd')], older, true],
  ['adopted by a container’s init', [one('/usr/bin/env'), first('/sbin/tini')], older, true],
  ['started by a container’s first process', [one('/bin/sh'), first('/harness')], older, false],
  ['a container whose first process is a shell', [one('/bin/sh'), first('/bin/bash')], older, false],
  ['entered from outside, without a parent', [one('/bin/sh', { parent: 0 })], older, false],
  ['in a terminal', [one('/bin/bash', { terminal: 34816 }), first('/sbin/init')], older, false],
  ['started by a login or a terminal program', [one('/usr/sbin/sshd'), first('/sbin/init')], older, false],
  ['started before the client', [one('/bin/sh'), first('/sbin/init')], client('300'), false],
  ['while no client runs', [one('/bin/sh'), first('/sbin/init')], () => [], false],
];

for (const [name, ancestors, clients, detached] of cases)
  test(`${detached ? 'detached' : 'run by a person'}: ${name}`, () => {
    expect(isDetached([one('/home/me/.pawl/bin/pawl'), ...ancestors], clients)).toBe(detached);
  });
