// The entry point of all npm scripts: `npm start`, `npm test` and the smaller jobs.
// Plain Node without packages, because it has to run before anything is installed.
import { availableParallelism } from 'node:os';
import { remember } from './run/durations.mjs';
import { cleanEnv, disposableHome } from './run/environment.mjs';
import { binOf, bunPath, installFor } from './run/install.mjs';
import { buildJob, checkJobs, clientTestFiles, testFilesAt, testJobs } from './run/jobs.mjs';
import { show } from './run/process.mjs';
import { closing, printOutcome, slowest } from './run/report.mjs';
import { schedule } from './run/schedule.mjs';

const [job = 'test', ...rest] = process.argv.slice(2);

const interruption = new AbortController();
const { signal } = interruption;

const bun = (script, stdin) => show(bunPath(), [`${script}.ts`, ...rest], { stdin, signal });

/** One more than there are cores: tests of the real client, the browser and terminals wait a third of their time. */
const workers = availableParallelism() + 1;
const runAll = (jobs) => schedule(jobs, { workers, onDone: printOutcome, signal });
const allPassed = (outcomes) => [...outcomes.values()].every(({ ok }) => ok) && !signal.aborted;

const check = async () => allPassed(await runAll(checkJobs()));

/** `npm test -- path …`: the build and these tests, without the checks. */
function test() {
  const paths = rest.filter((word) => word !== '--slowest');
  const checks = paths.length === 0 ? checkJobs() : [];
  return runTests([...checks, ...testJobs(testFilesAt(paths))]);
}

async function runTests(jobs) {
  const started = performance.now();
  const outcomes = await runAll([buildJob(), ...jobs]);
  const passed = [...outcomes].filter(([, { ok, tests }]) => ok && tests);
  remember(Object.fromEntries(passed.map(([file, { seconds }]) => [file, seconds])));
  if (rest.includes('--slowest')) console.log(`\n${slowest(outcomes)}`);
  console.log(`\nTook ${((performance.now() - started) / 1000).toFixed(0)} s.\n`);
  console.log(closing(outcomes, signal.aborted));
  return allPassed(outcomes);
}

const jobs = {
  // It ends with a question.
  start: () => bun('scripts/demo', 'inherit'),
  test,
  check,
  build: () => bun('scripts/build'),
  generate: () => bun('scripts/generate'),
  bench: () => bun('bench/run'),
  'bench:guard': () => bun('bench/guard'),
  'bench:memory': () => bun('bench/memory'),
  'bench:team': () => bun('bench/team'),
  'bench:conform': () => bun('bench/conform'),
  mutate: () => bun('scripts/mutate'),
  sweep: () => bun('scripts/runtime/sweep'),
  package: () => bun('scripts/package'),
  docs: () => bun('scripts/docs'),
  'test:platforms': () => bun('scripts/platforms'),
  'test:clients': () => runTests(testJobs(clientTestFiles(rest))),
  fix: () => show(process.execPath, [binOf('biome'), 'check', '--write', '.'], { signal }),
};

/** Runs the job with a throw-away home and without the variables of the caller's session. */
async function inCleanEnvironment(work) {
  const home = disposableHome();
  process.env = cleanEnv(process.env, home);
  try {
    return await work();
  } finally {
    await home.remove();
  }
}

async function main() {
  if (!jobs[job]) return usage();
  // A program on our terminal gets the interrupt too, and other children are ended; this process stays to clean up.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => interruption.abort(name));
  try {
    installFor(job);
    return (await inCleanEnvironment(jobs[job])) === false ? 1 : 0;
  } catch (problem) {
    console.error(`\n${job}: ${problem.message}`);
    if (job === 'test' || job === 'test:clients') console.log('\n0 passed, 1 failed, 0 skipped');
    return 1;
  }
}

function usage() {
  console.error(`usage: node scripts/run.mjs ${Object.keys(jobs).join('|')}`);
  return 2;
}

process.exitCode = await main();
