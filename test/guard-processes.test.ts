// The guard looks whose processes a command would end, before it asks. Through the built program, with real processes.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Answered, run as ask, session } from './support/answers.ts';
import { pawl, pawlJson } from './support/pawl.ts';
import { until } from './support/wait.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

const world = (): World => {
  const fresh = freshWorld();
  Bun.spawnSync(['git', 'init', '-q', fresh.project]);
  return fresh;
};

/** On a busy machine the time limit may be over before anything is found; then the call is simply made again. */
function run(here: World, command: string, more = {}): Answered {
  for (let attempts = 20; ; attempts--) {
    const answered = ask(here, command, more);
    const looked = !/whatever another command finds|every process of that name|whatever uses/.test(
      answered.reason,
    );
    if (looked || attempts === 0) return answered;
  }
}

interface Server extends AsyncDisposable {
  pid: number;
  port: number;
  /** A word that only the command line of this process contains. */
  name: string;
}

let serial = 0;

/** A server on a free port that works in the given folder. */
async function server(here: World, folder: string, env: Record<string, string> = {}): Promise<Server> {
  const name = `server-${process.pid}-${++serial}.js`;
  const port = join(folder, `${name}.port`);
  const listen = `require('net').createServer().listen(0, function () { require('fs').writeFileSync(${JSON.stringify(port)}, String(this.address().port)); });`;
  write(join(folder, name), listen);
  const child = Bun.spawn([process.execPath, name], { cwd: folder, env: envOf(here, env) });
  const text = await until('the server listens', async () =>
    Bun.file(port)
      .text()
      .catch(() => ''),
  );
  return {
    pid: child.pid,
    port: Number(text),
    name,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

const killing = ({ port, name }: Server) => [
  `pkill -f ${name}`,
  `kill $(pgrep -f ${name})`,
  `kill -9 $(lsof -ti:${port})`,
  `lsof -ti:${port} | xargs kill -9`,
  `lsof -ti tcp:${port} -sTCP:LISTEN | xargs -r kill`,
  `lsof -i :${port} | grep LISTEN | awk '{print $2}' | xargs kill`,
  `PID=$(lsof -t -i:${port}); kill $PID`,
  `for p in $(pgrep -f ${name}); do kill "$p"; done`,
  `fuser -k ${port}/tcp`,
  `npx kill-port ${port}`,
  `ps aux | grep ${name} | grep -v grep | awk '{print $2}' | xargs kill -9`,
  `ss -lptn 'sport = :${port}' | grep -oP 'pid=\\K\\d+' | xargs kill`,
];

test('a server of this project may be ended, in every way', async () => {
  using here = world();
  await using dev = await server(here, here.project);
  for (const command of killing(dev)) expect(run(here, command).raw, command).toBe('');
});

test('a server of another folder is named before it is ended', async () => {
  using here = world();
  await using other = await server(here, here.home);
  for (const command of killing(other)) {
    const { decision, reason } = run(here, command);
    expect(decision, command).toBe('ask');
    expect(reason, command).toContain(`${other.pid} (bun in ${here.home})`);
  }
});

test('one process of somebody else is enough to ask, and ending only the own ones is suggested', async () => {
  using here = world();
  await using own = await server(here, here.project);
  await using other = await server(here, here.home);
  const { decision, reason } = run(here, `pkill -f 'server-${process.pid}-'`);
  expect(decision).toBe('ask');
  expect(reason).toContain(String(other.pid));
  expect(reason).toContain(`Instead: kill ${own.pid}`);
});

test('processes that this session started may be ended, wherever they work', async () => {
  using here = world();
  await using other = await server(here, here.home, { CLAUDE_CODE_SESSION_ID: session });
  for (const command of killing(other)) expect(run(here, command).raw, command).toBe('');
});

test('a signal that reaches no process passes', () => {
  using here = world();
  for (const command of ['pkill -f no-such-process-anywhere', 'killall no-such-program', 'fuser -k 1/tcp'])
    expect(run(here, command).raw, command).toBe('');
});

test('signals for Pawl and for the client are refused, whether one runs now or not', () => {
  using here = world();
  const client = process.pid; // The hook runs below this process, as it does below the client.
  const signals = ['kill -STOP $(pgrep pawl)', 'pidof claude | xargs kill', 'pkill -f "pawl hook"'];
  for (const command of [...signals, 'kill -9 $PPID', `kill -STOP ${client}`, `kill -TERM -${client}`])
    expect(ask(here, command).decision, command).toBe('deny');
});

test('in a folder that does not exist, ending processes is asked about', () => {
  using here = world();
  const gone = { cwd: join(here.root, 'gone') };
  for (const command of ['pkill -f no-such-process-anywhere', 'lsof -ti:1 | xargs kill'])
    expect(ask(here, command, gone).decision, command).toBe('ask');
});

test('a home directory is no project whose processes all belong to it', async () => {
  using here = world();
  await using other = await server(here, here.home);
  expect(run(here, `pkill -f ${other.name}`, { cwd: here.home }).decision).toBe('ask');
});

test('the record and the explanation say what the guard found, also if the call passed', async () => {
  using here = world();
  await using dev = await server(here, here.project);
  run(here, `pkill -f ${dev.name}`);
  const explained = pawlJson<{ decision: string; policies: { policy: string; evidence?: string[] }[] }>(
    here,
    ['explain'],
  );
  expect(explained.decision).toBe('pass');
  expect(explained.policies.find(({ policy }) => policy === 'guard/processes')?.evidence).toEqual([
    '1 process, in this project',
  ]);
  expect(pawl(here, ['explain']).stdout).toContain('guard/processes: 1 process, in this project');
});
