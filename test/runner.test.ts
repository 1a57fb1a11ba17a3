// `npm test` itself: nothing that failed, crashed, hung or did not run at all may look like a pass.
import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { judge, runTestFile, testCases } from '../scripts/run/bun-test.mjs';
import { removeFolder } from '../scripts/run/environment.mjs';
import { root } from '../scripts/run/install.mjs';
import { capture } from '../scripts/run/process.mjs';
import { closing } from '../scripts/run/report.mjs';
import { schedule } from '../scripts/run/schedule.mjs';
import { until } from './support/wait.ts';

/** Runs a test file with this text. */
async function play(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'runner-'));
  writeFileSync(join(folder, 'toy.test.ts'), text);
  const outcome = await runTestFile(relative(root, join(folder, 'toy.test.ts')), undefined);
  rmSync(folder, { recursive: true });
  return outcome;
}

const head = "import { expect, test } from 'bun:test';\n";

test('counts passed, failed and skipped tests', async () => {
  const outcome = await play(`${head}
    test('one', () => {});
    test('two & <three>', () => expect(1).toBe(2));
    test.skip('four [skipped: it is Monday]', () => {});`);
  expect(outcome).toMatchObject({ ok: false, passed: 1, failed: 1, problem: '' });
  expect(outcome.skipped).toMatchObject([{ name: 'four', reason: 'it is Monday' }]);
  expect(outcome.tests.map(({ name }: { name: string }) => name)).toContain('two & <three>');
  expect(outcome.output).toContain('Expected: 2');
});

const crashes = {
  'a file without tests': 'export {};',
  'an exit with 0 in the middle of the tests': `${head} test('one', () => {}); test('two', () => process.exit(0));`,
  'a kill in the middle of the tests': `${head} test('one', () => {}); test('two', () => process.kill(process.pid, 'SIGKILL'));`,
  'an error outside of the tests': `${head} test('one', () => {}); throw new Error('no');`,
  'a syntax error': 'const = 1;',
  'an error after the tests': `${head} test('one', () => void setTimeout(() => { throw new Error('late'); }, 1)); test('two', () => Bun.sleep(50));`,
};
for (const [name, text] of Object.entries(crashes)) {
  test(`${name} is a failure`, async () => {
    const outcome = await play(text);
    expect({ ok: outcome.ok, failed: outcome.failed }).toEqual({ ok: false, failed: 1 });
  });
}

test('a program that runs longer than its limit is ended, with what it started', async () => {
  const started = performance.now();
  const { timedOut, code } = await capture('sh', ['-c', 'sleep 600 & sleep 600'], { limit: 100 });
  expect({ timedOut, code }).toEqual({ timedOut: true, code: 'SIGKILL' });
  // The background process holds the pipe open: it must be gone, too.
  expect(performance.now() - started).toBeLessThan(300_000);
  const ended = { code, output: '', stdout: '', timedOut };
  expect(judge('x', testCases('<testcase name="a" />'), ended, 1)).toMatchObject({ ok: false, failed: 1 });
});

test('a folder that is still written to is removed in the end, and one that can’t be removed is only reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'busy-'));
  const busy = Bun.spawn([
    'sh',
    '-c',
    `i=0; while [ $i -lt 400 ]; do i=$((i+1)); mkdir -p ${folder}/a/b/c/$i; done`,
  ]);
  await removeFolder(folder);
  await busy.exited;
  await removeFolder(folder);
  expect(existsSync(folder)).toBe(false);
  await removeFolder('/proc/self', 0);
});

test('processes that a program leaves running are ended with it', async () => {
  const { code, output } = await capture('sh', ['-c', 'sleep 600 & echo $!']);
  expect(code).toBe(0);
  await until('the process is gone', () => !existsSync(`/proc/${output.trim()}`));
});

const passes = { ok: true };
const jobNamed = (name: string, more = {}) => ({ name, cost: 1, run: async () => passes, ...more });

test('the longest jobs run first, and a job that must run alone does', async () => {
  const running = new Set<string>();
  const beside: Record<string, number> = {};
  const order: string[] = [];
  const run = (name: string) => async () => {
    order.push(name);
    running.add(name);
    await Bun.sleep(1);
    beside[name] = running.size;
    running.delete(name);
    return passes;
  };
  const jobs = [
    { name: 'alone', cost: 9, alone: true, run: run('alone') },
    ...[1, 2, 3, 4].map((cost) => ({ name: `${cost}`, cost, run: run(`${cost}`) })),
  ];
  await schedule(jobs, { workers: 2 });
  expect(order).toEqual(['4', '3', '2', '1', 'alone']);
  expect(beside).toMatchObject({ alone: 1 });
  expect(Math.max(...Object.values(beside))).toBe(2);
});

test('a job waits for what it needs, and does not run if that failed', async () => {
  const order: string[] = [];
  const done = (job: { name: string }) => order.push(job.name);
  const jobs = [
    jobNamed('after', { cost: 5, needs: ['before'] }),
    jobNamed('before'),
    jobNamed('broken', { run: async () => ({ ok: false }) }),
    jobNamed('never', { needs: ['broken'] }),
    jobNamed('nor this', { alone: true, needs: ['never'] }),
  ];
  const outcomes = await schedule(jobs, { workers: 1, onDone: done });
  expect(order).toEqual(['before', 'after', 'broken', 'never', 'nor this']);
  expect(outcomes.get('nor this')).toEqual({ ok: false, blockedBy: 'never' });
});

test('a job that breaks has failed, and the others go on', async () => {
  const broken = () => Promise.reject(new Error('no such program'));
  const outcomes = await schedule([jobNamed('one', { cost: 2, run: broken }), jobNamed('two')], {
    workers: 1,
  });
  expect(outcomes.get('one')).toMatchObject({ ok: false, problem: 'no such program' });
  expect(outcomes.get('two')).toEqual(passes);
});

test('after an interrupt no further job starts', async () => {
  const stop = new AbortController();
  const interrupted = async () => {
    stop.abort();
    return passes;
  };
  const first = jobNamed('first', { cost: 2, run: interrupted });
  const outcomes = await schedule([first, jobNamed('second')], { workers: 1, signal: stop.signal });
  expect([...outcomes.keys()]).toEqual(['first']);
  expect(closing(outcomes, true)).toEndWith('\n0 passed, 1 failed, 0 skipped');
});

test('the closing lines name the skipped and failed tests, then count', () => {
  const skipped = [{ file: 'a.test.ts', name: 'two', reason: 'it is Monday' }];
  const outcomes = new Map<string, object>([
    ['types', { ok: true }],
    ['lint', { ok: false }],
    ['a.test.ts', { ok: true, passed: 3, failed: 0, skipped, tests: [] }],
    ['b.test.ts', { ok: false, passed: 1, failed: 2, skipped: [], tests: [{ name: 'x', result: 'failed' }] }],
    ['c.test.ts', { ok: false, blockedBy: 'build' }],
  ]);
  expect(closing(outcomes).split('\n')).toEqual([
    'Skipped:',
    '  because it is Monday:',
    '    a.test.ts: two',
    '',
    'Failed:',
    '  lint',
    '  b.test.ts: x',
    '  c.test.ts: not run, because “build” failed',
    '',
    '4 passed, 4 failed, 1 skipped',
  ]);
});

test('every skipped test gives a reason: tests are skipped only through test/support/skip.ts', () => {
  const files = ['src', 'test'].flatMap((folder) => [
    ...new Bun.Glob(`${folder}/**/*.test.ts`).scanSync(root),
  ]);
  const silent = files.filter((file) =>
    /^\s*(test|describe)\.(skip|skipIf|if|todo|todoIf|only)\b/m.test(readFileSync(join(root, file), 'utf8')),
  );
  // Its toy files are written as text.
  expect(silent).toEqual(['test/runner.test.ts']);
});
