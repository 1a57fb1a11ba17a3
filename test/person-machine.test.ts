// Schedulers, logins, sudo and multiplexers as they are, from Debian packages on a machine of their own: what they start
// for a tool call is not a person, and a person behind them is one.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DebianMachine, debianMachine, withoutDebianMachine } from './support/debian-machine.ts';
import { program as built } from './support/pawl.ts';
import { type PersonOptions, person } from './support/person.ts';
import { describeUnless, underAgent } from './support/skip.ts';
import { until } from './support/wait.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

describeUnless(underAgent() ?? withoutDebianMachine())('on a machine with schedulers and logins', () => {
  let world: World;
  let machine: DebianMachine | undefined;
  // Copies, because the ordinary user may not see the folder of this repository.
  let program: string;
  let bun: string;
  let host: string;

  beforeAll(async () => {
    world = freshWorld();
    program = copyAs(built, join(world.root, 'programs', 'pawl'));
    bun = copyAs(process.execPath, join(world.root, 'programs', 'bun'));
    host = copyAs(
      join(import.meta.dir, 'support', 'person-host.ts'),
      join(world.root, 'programs', 'host.ts'),
    );
    machine = await debianMachine(world);
  }, 180_000);
  afterAll(() => {
    machine?.[Symbol.dispose]();
    world[Symbol.dispose]();
  });

  const isPaused = () => existsSync(join(world.pawlHome, 'run', 'pauses'));
  const clean = () => `env -i PATH="$PATH" HOME=${world.home}`;
  const key = () =>
    `-i ${world.root}/machine/user_key -p 2222 -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR`;

  function copyAs(source: string, path: string): string {
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(source, path);
    chmodSync(path, 0o755);
    return path;
  }

  /** A command in a terminal of a program that types whatever is asked. Its screen goes to `said`. */
  function typing(said: string, command: string): string {
    const task = { command: ['/bin/sh', '-c', `${command} 2>${said}`], folder: world.tmp, onScreen: true };
    const script = `${said}.sh`;
    write(script, `exec '${bun}' '${host}' '${JSON.stringify(task)}'\n`);
    return `/bin/sh ${script}`;
  }

  type After = (said: string) => Promise<void>;

  /** Runs a command as a tool call, below a process that is called `claude`, and returns what Pawl said to it. */
  async function fromToolCall(command: (said: string) => string, afterwards?: After): Promise<string> {
    const said = join(world.tmp, `said-${Math.random().toString(36).slice(2)}`);
    const client = copyAs('/bin/sh', join(world.root, 'claude'));
    const call = `${said}.call`;
    write(
      call,
      `(${command(said)}) </dev/null >/dev/null 2>&1\nn=0; until [ -s ${said} ] || [ $n -ge 400 ]; do sleep 0.05; n=$((n+1)); done\n`,
    );
    const running = Bun.spawn([...machine!.here, client, call], {
      env: envOf(world, { CLAUDECODE: '1' }),
      stdout: 'ignore',
      stderr: 'ignore',
    });
    await afterwards?.(said);
    await running.exited;
    await until('Pawl said something', () => existsSync(said) && readFileSync(said, 'utf8') !== '');
    return readFileSync(said, 'utf8');
  }

  const attempts: [name: string, why: string, command: (said: string) => string, after?: After][] = [
    ['at', 'it has no terminal', (said) => `echo '${program} pause 2>${said}' | ${clean()} at now`],
    [
      'at, in a terminal that types by itself',
      'which atd started',
      (said) => `echo '${typing(said, `${program} pause`)}' | ${clean()} at now`,
    ],
    [
      'cron',
      'it has no terminal',
      (said) => `echo '@reboot HOME=${world.home} ${program} pause 2>${said}' | ${clean()} crontab -`,
      startCron,
    ],
    [
      'cron, in a terminal that types by itself',
      'which cron started',
      (said) =>
        `echo '@reboot HOME=${world.home} ${typing(said, `${program} pause`)}' | ${clean()} crontab -`,
      startCron,
    ],
    [
      'sudo',
      'is Claude Code',
      (said) => `${clean()} sudo -n env HOME=${world.home} ${program} pause 2>${said}`,
    ],
    [
      'sudo in the background, in a terminal that types by itself',
      'which was started after a client',
      (said) => `${clean()} sudo -n -b env HOME=${world.home} ${typing(said, `${program} pause`)}`,
    ],
    [
      'a login to this machine',
      'it is a login from this machine itself',
      (said) =>
        typing(
          `${said}.ssh`,
          `${clean()} ssh -tt ${key()} user@127.0.0.1 "HOME=${world.home} ${program} pause 2>${said}"`,
        ),
    ],
    [
      'a login to this machine by its address in the network',
      'it is a login from this machine itself',
      (said) =>
        typing(
          `${said}.ssh`,
          `${clean()} ssh -tt ${key()} user@10.9.0.2 "HOME=${world.home} ${program} pause 2>${said}"`,
        ),
    ],
    [
      'a login to this machine without a trace of it in the environment',
      'it is a login from this machine itself',
      (said) =>
        typing(
          `${said}.ssh`,
          `${clean()} ssh -tt ${key()} user@127.0.0.1 "exec env -i HOME=${world.home} ${program} pause 2>${said}"`,
        ),
    ],
    [
      'a login to this machine that says it comes from elsewhere',
      'it is a login from this machine itself',
      (said) =>
        typing(
          `${said}.ssh`,
          `${clean()} ssh -tt ${key()} user@10.9.0.2 "exec env -i SSH_CONNECTION=\\"192.0.2.7 5000 10.9.0.2 22\\" HOME=${world.home} ${program} pause 2>${said}"`,
        ),
    ],
    [
      'screen -dm',
      'screen shows it to nobody',
      (said) => `${clean()} screen -dm sh -c "${program} pause 2>${said}"`,
    ],
    [
      'dtach -n',
      'dtach shows it to nobody',
      (said) => `${clean()} dtach -n ${said}.sock sh -c "${program} pause 2>${said}"`,
    ],
    [
      'socat with a terminal',
      'made by socat, which was started after a client',
      (said) => {
        write(`${said}.sh`, `exec ${program} pause 2>${said}\n`);
        return `${clean()} setsid -f socat 'EXEC:/bin/sh ${said}.sh,pty,setsid,ctty' EXEC:yes`;
      },
    ],
  ];

  /** Cron runs what is due at its start; waiting for the next minute would show the same. */
  async function startCron(said: string): Promise<void> {
    const crontabs = () => machine!.root('sh', '-c', 'cat /var/spool/cron/crontabs/* 2>/dev/null || true');
    await until('the crontab is written', () => crontabs().includes(said));
    machine!.root('sh', '-c', 'rm -f /run/crond.*; timeout 20 /usr/sbin/cron -f >/dev/null 2>&1 &');
  }

  for (const [name, why, command, after] of attempts)
    test(`a tool call is not a person: ${name}`, async () => {
      const said = await fromToolCall(command, after);
      expect(said).toContain('Only a person can run');
      expect(said).toContain(why);
      expect(isPaused()).toBe(false);
    }, 60_000);

  /** Runs a command as a person at a terminal of this machine. */
  function atTerminal(command: string[], options: PersonOptions = {}, place = machine!.here): string {
    rmSync(join(world.pawlHome, 'run', 'pauses'), { recursive: true, force: true });
    const [enter, ...how] = place as [string, ...string[]];
    return person(world, [...how, ...command], { program: enter, onScreen: true, ...options }).screen;
  }

  const persons: [name: string, command: () => string[], place?: () => readonly string[]][] = [
    ['behind sudo', () => ['sudo', '-n', '-u', 'user', 'env', `HOME=${world.home}`, program, 'pause']],
    [
      'in a login from another machine',
      () => ['ssh', '-tt', ...key().split(' '), 'user@10.9.0.2', `HOME=${world.home} ${program} pause`],
      () => machine!.elsewhere,
    ],
    ['in screen', () => ['screen', '-q', 'sh', '-c', `${program} pause; sleep 0.5`]],
  ];

  for (const [name, command, place] of persons)
    test(`a person is recognised ${name}`, () => {
      const screen = atTerminal(command(), { env: { TERM: 'xterm' } }, place?.() ?? machine!.here);
      expect(screen).toContain('Type the word');
      expect(screen).toContain('Paused');
      expect(isPaused()).toBe(true);
    }, 60_000);

  test('a terminal of an editor’s server is a person’s, also while a client runs; one of an unknown program is not', async () => {
    const client = copyAs('/bin/sleep', join(world.root, 'bin', 'claude'));
    const running = Bun.spawn([...machine!.here, client, '60'], { env: envOf(world) });
    await until('the client runs', () => machine!.run('pgrep', '-x', 'claude') !== '');
    const terminalOf = (path: string) => {
      const task = { command: [program, 'pause'], folder: world.tmp, onScreen: true };
      const server = copyAs(bun, join(world.root, path));
      rmSync(join(world.pawlHome, 'run', 'pauses'), { recursive: true, force: true });
      return machine!.run('setsid', '-w', server, host, JSON.stringify(task));
    };
    expect(terminalOf('unknown/node')).toContain('Only a person can run');
    expect(terminalOf('.vscode-server/bin/abc/node')).toContain('Paused');
    running.kill();
  }, 60_000);
});
