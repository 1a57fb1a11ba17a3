import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../test/support/wait.ts';
import { processOf } from '../system/process.ts';
import { roundedDuration, runChild } from './child-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'child-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (script: string, ms = 60_000, input = '') =>
  runChild(['sh', '-c', script], input, ms, process.env);

test('a program gets its input and environment, and both its outputs and its exit code come back', async () => {
  const env = { ...process.env, WORD: 'given' };
  const script = 'cat; printf %s "$WORD" >&2; exit 3';
  expect(await runChild(['sh', '-c', script], 'put in', 60_000, env)).toEqual({
    stdout: 'put in',
    stderr: 'given',
    exit: 3,
  });
});

test('a program that can’t be started is a problem, not a crash', async () => {
  const result = await runChild(['/no/such/program'], '', 60_000, process.env);
  expect(result).toMatchObject({ stdout: '', stderr: '', exit: undefined });
  expect(result.problem).toStartWith('could not be started (');
});

test('a program that misses the deadline has no exit code, but its earlier output is kept', async () => {
  const result = await run('echo before; sleep 30', 2_000);
  expect(result).toEqual({
    stdout: 'before\n',
    stderr: '',
    exit: undefined,
    problem: 'did not answer within 2 s',
  });
});

test.each([
  [120, '100 ms'],
  [150, '200 ms'],
  [949, '900 ms'],
  [950, '1 s'],
  [1_499, '1 s'],
  [1_500, '2 s'],
  [9_500, '10 s'],
])('a limit of %p ms is shown as %s, so that the same failure has the same text', (ms, said) => {
  expect(roundedDuration(ms)).toBe(said);
});

test('output is kept up to a limit, however much there is', async () => {
  const { stdout, exit } = await run('yes | head -c 5000000');
  expect(exit).toBe(0);
  expect(stdout.length).toBeWithin(1_000_000, 1_200_000);
});

test('multi-byte characters may arrive in pieces', async () => {
  const { stdout } = await run("printf '\\303'; sleep 0.2; printf '\\266'");
  expect(stdout).toBe('ö');
});

test('a program that misses the deadline is killed with everything that it started', async () => {
  const pids = join(folder, 'late');
  await run(`sleep 300 & echo $! > ${pids}; wait`, 3_000);
  await until('the child’s child ends', () => !processOf(Number(readFileSync(pids, 'utf8'))));
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends the program that is running, too',
  async (signal) => {
    const pids = join(folder, signal);
    const caller = join(folder, `${signal}.ts`);
    writeFileSync(
      caller,
      `import { roundedDuration, runChild } from ${JSON.stringify(join(import.meta.dir, 'child-process.ts'))};
     await runChild(['sh', '-c', 'sleep 300 & echo $! > ${pids}; wait'], '', 100_000, process.env);`,
    );
    const hook = Bun.spawn([process.execPath, caller], { stdio: ['ignore', 'ignore', 'inherit'] });
    await until('the child runs', () => existsSync(pids) && readFileSync(pids, 'utf8').endsWith('\n'));
    hook.kill(signal);
    expect(await hook.exited).toBe(143);
    await until('the child’s child ends', () => !processOf(Number(readFileSync(pids, 'utf8'))));
  },
);
