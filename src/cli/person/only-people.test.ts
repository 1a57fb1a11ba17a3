// Whether a command was detached from an agent, from its chain of parent processes.
import { expect, test } from 'bun:test';
import type { Process } from '../../system/process.ts';
import { isDetached } from './only-people.ts';

const fakeProcess = (program: string, more: Partial<Process> = {}): Process => ({
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
const first = (program: string) => fakeProcess(program, { pid: 1, parent: 0, session: 0, started: '1' });
const client = (started: string) => () => [fakeProcess('/usr/bin/claude', { started })];
const older = client('100');

const cases: [name: string, ancestors: Process[], clients: () => Process[], detached: boolean][] = [
  [
    'a shell adopted by the system’s init',
    [fakeProcess('/bin/sh'), first('/lib/systemd/systemd')],
    older,
    true,
  ],
  ['adopted by a container’s init', [fakeProcess('/usr/bin/env'), first('/sbin/tini')], older, true],
  ['started by a container’s first process', [fakeProcess('/bin/sh'), first('/harness')], older, false],
  ['a container whose first process is a shell', [fakeProcess('/bin/sh'), first('/bin/bash')], older, false],
  ['entered from outside, without a parent', [fakeProcess('/bin/sh', { parent: 0 })], older, false],
  ['in a terminal', [fakeProcess('/bin/bash', { terminal: 34816 }), first('/sbin/init')], older, false],
  [
    'started by a login or a terminal program',
    [fakeProcess('/usr/sbin/sshd'), first('/sbin/init')],
    older,
    false,
  ],
  ['started before the client', [fakeProcess('/bin/sh'), first('/sbin/init')], client('300'), false],
  ['while no client runs', [fakeProcess('/bin/sh'), first('/sbin/init')], () => [], false],
];

for (const [name, ancestors, clients, detached] of cases)
  test(`${detached ? 'detached' : 'run by a person'}: ${name}`, () => {
    expect(isDetached([fakeProcess('/home/me/.pawl/bin/pawl'), ...ancestors], clients)).toBe(detached);
  });
