// Only a person weakens Pawl: the ways in which an agent’s tool call can pretend to be one, each with real processes,
// and the terminals in which a person is recognised. The program is the built one, without any option or variable for tests.
import { expect } from 'bun:test';
import { chmodSync, copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pawl, program } from './support/pawl.ts';
import { person } from './support/person.ts';
import { testUnless, underAgent, withoutPrograms, withoutTmux } from './support/skip.ts';
import { until } from './support/wait.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

const byPerson = testUnless(underAgent());
const host = join(import.meta.dir, 'support', 'person-host.ts');
const isPaused = (world: World) => existsSync(join(world.pawlHome, 'run', 'pauses'));

function copyAs(world: World, source: string, name: string): string {
  const path = join(world.root, name);
  copyFileSync(source, path);
  chmodSync(path, 0o755);
  return path;
}

/** A terminal that a program makes, in which it types whatever is asked: `expect`, Python’s pty, node-pty. */
function ptyTool(world: World, command: string[]): string {
  const task = { command, folder: world.tmp };
  write(join(world.root, 'task.sh'), `exec '${process.execPath}' '${host}' '${JSON.stringify(task)}'\n`);
  return `/bin/sh ${join(world.root, 'task.sh')}`;
}

interface Attempt {
  world: World;
  /** The environment of a login, without a trace of the client. */
  clean: string;
}

/** Runs a tool call’s command below a process that is called `claude`, and returns what was said. */
function fromToolCall(world: World, command: string): string {
  const client = copyAs(world, '/bin/sh', 'claude');
  const out = join(world.root, 'out');
  write(out, '');
  // The client lives on until the command, which may have been detached, has said something.
  const wait = `n=0; while [ ! -s ${out} ] && [ $n -lt 400 ]; do sleep 0.05; n=$((n+1)); done; sleep 0.2`;
  write(join(world.root, 'call.sh'), `(${command}) </dev/null >>${out} 2>&1\n${wait}\n`);
  Bun.spawnSync([client, join(world.root, 'call.sh')], {
    cwd: world.project,
    env: envOf(world, { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's1' }),
  });
  const shown = ['stderr', 'stdout'].map((name) => join(world.tmp, name)).filter(existsSync);
  return [out, ...shown].map((file) => readFileSync(file, 'utf8')).join('');
}

const attempts: [name: string, command: (attempt: Attempt) => string][] = [
  ['as it is', () => `${program} pause`],
  ['with an empty environment', ({ clean }) => `${clean} ${program} pause`],
  ['as a copy under another name', ({ world, clean }) => `${clean} ${copyAs(world, program, 'ls')} pause`],
  ['in a new session', ({ clean }) => `${clean} setsid ${program} pause`],
  ['in a new session, detached', ({ clean }) => `${clean} setsid -f ${program} pause`],
  ['after two forks', ({ clean }) => `${clean} sh -c '(setsid ${program} pause &) & exit'`],
  ['through find', ({ clean }) => `${clean} setsid -f find ${program} -exec {} pause \\;`],
  ['with nohup', ({ clean }) => `${clean} nohup ${program} pause`],
  ['in a terminal of script', ({ clean }) => `${clean} script -qec '${program} pause' /dev/null`],
  [
    'in a detached terminal of script',
    ({ clean }) => `${clean} setsid -f script -qec '${program} pause' /dev/null`,
  ],
  [
    'in a terminal that types by itself',
    ({ world, clean }) => `${clean} ${ptyTool(world, [program, 'pause'])}`,
  ],
  [
    'in a detached terminal that types by itself',
    ({ world, clean }) => `${clean} setsid -f ${ptyTool(world, [program, 'pause'])}`,
  ],
  [
    'in a detached terminal that types by itself, as a copy',
    ({ world, clean }) => `${clean} setsid -f ${ptyTool(world, [copyAs(world, program, 'vi'), 'pause'])}`,
  ],
  [
    'by a scheduler',
    ({ world, clean }) =>
      `${clean} setsid -f ${copyAs(world, '/bin/sh', 'cron')} -c '${ptyTool(world, [program, 'pause'])}; true'`,
  ],
  [
    'by a scheduler, without a terminal',
    ({ world, clean }) => `${clean} setsid -f ${copyAs(world, '/bin/sh', 'atd')} -c '${program} pause; true'`,
  ],
];

for (const [name, command] of attempts)
  testUnless(withoutPrograms('setsid', 'script'))(`a tool call is not a person: ${name}`, () => {
    using world = freshWorld();
    const clean = `env -i PATH="$PATH" HOME=${world.home}`;
    const said = fromToolCall(world, command({ world, clean }));
    expect(said).toContain('Only a person can run');
    expect(said).not.toContain('Type the word');
    expect(isPaused(world)).toBe(false);
  });

for (const detach of ['', 'env -i PATH="$PATH" HOME="$HOME" ', 'env -i PATH="$PATH" HOME="$HOME" setsid -f '])
  testUnless(withoutTmux())(`a tool call is not a person: ${detach}tmux new-session -d`, () => {
    using world = freshWorld();
    const server = `tmux -S ${world.tmp}/t -f /dev/null`;
    const inner = `env -i HOME=${world.home} ${program} pause >${world.tmp}/stderr 2>&1`;
    const wait = `until [ -s ${world.tmp}/stderr ]; do sleep 0.05; done; ${server} kill-server`;
    const said = fromToolCall(world, `${detach}${server} new-session -d "${inner}"; ${wait}`);
    expect(said).toContain('Only a person can run');
    expect(isPaused(world)).toBe(false);
  });

byPerson('a command without a terminal, as systemd-run starts it, is refused', () => {
  using world = freshWorld();
  expect(pawl(world, ['pause'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('it has no terminal'),
  });
});

byPerson('at a terminal a person is asked for a word, and a wrong one is refused', () => {
  using world = freshWorld();
  const refused = person(world, ['pause'], { wrongWord: true });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('the word was not typed') });
  expect(isPaused(world)).toBe(false);
  const done = person(world, ['pause']);
  expect(done).toMatchObject({ code: 0, screen: expect.stringContaining('Type the word') });
  expect(isPaused(world)).toBe(true);
});

byPerson('at a terminal that an agent uses too, nobody counts as a person', () => {
  using world = freshWorld();
  const client = copyAs(world, '/bin/sleep', 'claude');
  const command = ['-c', `${client} 60 & sleep 0.3; ${program} pause; code=$?; kill $!; exit $code`];
  const done = person(world, command, { program: '/bin/sh' });
  expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining('an agent uses this terminal') });
});

byPerson('a command in the background is refused, because nobody can be asked there', () => {
  using world = freshWorld();
  const done = person(world, ['-c', `set -m; ${program} pause & wait $!`], { program: '/bin/sh' });
  expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining('in the background') });
});

byPerson('a person is recognised in a terminal inside a terminal (script)', () => {
  using world = freshWorld();
  const done = person(world, ['-qec', `${program} pause`, '/dev/null'], {
    program: 'script',
    onScreen: true,
  });
  expect(done.screen).toContain('Paused');
  expect(isPaused(world)).toBe(true);
});

const newPidNamespace = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];
const container = [...newPidNamespace, '--pid', '--fork', '--mount-proc'];
const withoutContainer = () =>
  withoutPrograms('unshare') ??
  (Bun.spawnSync([...container, 'true']).success ? undefined : 'a process namespace can’t be created');

testUnless(underAgent() ?? withoutContainer())(
  'a person is recognised in a container whose first process is the shell',
  () => {
    using world = freshWorld();
    const [unshare, ...args] = container;
    const done = person(world, [...args, '/bin/sh', '-c', `${program} pause; exit $?`], {
      program: unshare!,
    });
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('Paused') });
  },
);

testUnless(withoutTmux() ?? underAgent())('a person is recognised in tmux', () => {
  using world = freshWorld();
  const inner = `${program} pause >${world.tmp}/said 2>&1`;
  const args = ['-S', `${world.tmp}/t`, '-f', '/dev/null', 'new-session', inner];
  person(world, args, { program: 'tmux', onScreen: true });
  expect(readFileSync(join(world.tmp, 'said'), 'utf8')).toContain('Paused');
  expect(isPaused(world)).toBe(true);
});

testUnless(withoutTmux() ?? underAgent())('keys sent to a person’s tmux are not a person’s', async () => {
  using world = freshWorld();
  const server = ['tmux', '-S', `${world.tmp}/t`, '-f', '/dev/null'];
  const tmux = (...args: string[]) =>
    Bun.spawnSync([...server, ...args], { env: envOf(world) }).stdout.toString();
  const said = join(world.tmp, 'said');
  const inner = `sleep 2; ${program} pause 2>${said}`;
  const task = { command: [...server, 'new-session', inner], folder: world.tmp, silent: true };
  const attached = Bun.spawn([process.execPath, host, JSON.stringify(task)], {
    cwd: world.project,
    env: envOf(world),
    stdout: 'ignore',
  });
  let word: string | undefined;
  await until('the word is asked for', () => {
    word = /Type the word “(\w+)”/.exec(tmux('capture-pane', '-p'))?.[1];
    return word !== undefined;
  });
  tmux('send-keys', word!, 'Enter');
  await attached.exited;
  expect(readFileSync(said, 'utf8')).toContain('not typed at the terminal that shows this one');
  expect(isPaused(world)).toBe(false);
});
