// The one door for people and machines: `npm start`, `npm test` and the smaller jobs.
// Plain Node and nothing else, because it has to run before anything is installed.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { runTestFile } from './run/bun-test.mjs';
import { expectedSeconds, readKnown, remember } from './run/durations.mjs';
import { cleanEnv, disposableHome } from './run/environment.mjs';
import { generatedUnchanged } from './run/generated.mjs';
import { binOf, bunPath, ensureInstalled, ensurePeers, root } from './run/install.mjs';
import { capture, show } from './run/process.mjs';
import { closing, printOutcome, slowest } from './run/report.mjs';
import { schedule } from './run/schedule.mjs';

const [job = 'test', ...rest] = process.argv.slice(2);

const bun = (...args) => show(bunPath(), args);
const interruption = new AbortController();

/** A program as a job: it passes if it exits with 0. */
const programJob = (name, cost, program, args) => ({
  name,
  cost,
  run: timed(async (signal) => {
    const { code, output } = await capture(program, args, { signal });
    return { ok: code === 0, output };
  }),
});

const node = (name, cost, ...args) => {
  const [program, ...more] = args;
  return programJob(name, cost, process.execPath, [binOf(program), ...more]);
};

function timed(work) {
  return async (signal) => {
    const started = performance.now();
    const outcome = await work(signal).catch((problem) => ({ ok: false, output: problem.message }));
    return { ...outcome, seconds: (performance.now() - started) / 1000 };
  };
}

/** Above every test file, so that these come first. */
const FIRST = 10_000;
const buildJob = () => programJob('build', 2 * FIRST, bunPath(), ['scripts/build.ts']);

const checkJobs = () => [
  node('dead code', FIRST, 'knip', '--no-progress'),
  node('types', FIRST, 'tsc', '--noEmit'),
  {
    name: 'generated files unchanged',
    cost: FIRST,
    run: timed((signal) => generatedUnchanged(() => capture(bunPath(), ['scripts/generate.ts'], { signal }))),
  },
  node('format and lint', FIRST, 'biome', 'ci', '--colors=off', '.'),
  node('types of the page', FIRST, 'tsc', '--noEmit', '-p', 'src/dashboard/web'),
];

const testFilesIn = (dir) =>
  readdirSync(`${root}/${dir}`, { recursive: true })
    .map((name) => `${dir}/${name}`)
    .filter((name) => name.endsWith('.test.ts'))
    .sort();

/** Tests of the built program wait for the build; load tests would slow others down, and be slowed down by them. */
function testJobs(files) {
  const known = readKnown();
  return files.map((file) => ({
    name: file,
    cost: expectedSeconds(file, known),
    alone: /\bload\.test\.ts$/.test(file),
    needs: file.startsWith('test/') ? ['build'] : [],
    run: (signal) => runTestFile(file, signal),
  }));
}

/** `npm test -- path …`: only the files that these paths name or hold. */
function filesAt(paths) {
  const all = [...testFilesIn('src'), ...testFilesIn('test')];
  if (paths.length === 0) return all;
  const named = paths.map((path) => relative(root, resolve(path)));
  const chosen = all.filter((file) => named.some((path) => `${file}/`.startsWith(`${path}/`)));
  if (chosen.length === 0) throw new Error(`no test files at ${paths.join(', ')}`);
  return chosen;
}

const runAll = (jobs) =>
  schedule(jobs, {
    workers: availableParallelism(),
    onDone: printOutcome,
    signal: interruption.signal,
  });

async function check() {
  const outcomes = await runAll(checkJobs());
  return [...outcomes.values()].every(({ ok }) => ok);
}

async function test() {
  const paths = rest.filter((word) => word !== '--slowest');
  const started = performance.now();
  const files = filesAt(paths);
  const outcomes = await runAll([buildJob(), ...(paths.length === 0 ? checkJobs() : []), ...testJobs(files)]);
  const passed = [...outcomes].filter(([, { ok, tests }]) => ok && tests);
  remember(Object.fromEntries(passed.map(([file, { seconds }]) => [file, seconds])));
  if (rest.includes('--slowest')) console.log(`\n${slowest(outcomes)}`);
  console.log(`\nTook ${((performance.now() - started) / 1000).toFixed(0)} s.\n`);
  console.log(closing(outcomes, interruption.signal.aborted));
  return [...outcomes.values()].every(({ ok }) => ok) && !interruption.signal.aborted;
}

const jobs = {
  // It ends with a question.
  start: () => show(bunPath(), ['scripts/demo.ts', ...rest], { stdin: 'inherit' }),
  test,
  check,
  build: () => bun('scripts/build.ts'),
  generate: () => bun('scripts/generate.ts'),
  bench: () => bun('bench/run.ts', ...rest),
  mutate: () => bun('scripts/mutate.ts', ...rest),
  fix: () => show(process.execPath, [binOf('biome'), 'check', '--write', '.']),
};

/** Everything after the installation sees a home of its own and none of the caller's session. */
async function inCleanEnvironment(work) {
  const home = disposableHome();
  process.env = cleanEnv(process.env, home);
  try {
    return await work();
  } finally {
    home.remove();
  }
}

async function main() {
  if (!jobs[job]) return usage();
  // A program on our terminal gets the interrupt as well, what runs beside is ended; we stay to clean up after both.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => interruption.abort());
  try {
    ensureInstalled();
    if (job === 'bench') ensurePeers();
    return (await inCleanEnvironment(jobs[job])) === false ? 1 : 0;
  } catch (problem) {
    console.error(`\n${job}: ${problem.message}`);
    if (job === 'test') console.log('\n0 passed, 1 failed, 0 skipped');
    return 1;
  }
}

function usage() {
  console.error(`usage: node scripts/run.mjs ${Object.keys(jobs).join('|')}`);
  return 2;
}

process.exitCode = await main();
