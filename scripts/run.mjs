// The one door for people and machines: `npm start`, `npm test` and the smaller jobs.
// Plain Node and nothing else, because it has to run before anything is installed.
import { readdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { generatedUnchanged } from './run/generated.mjs';
import { binOf, bunPath, ensureInstalled, ensurePeers, root } from './run/install.mjs';
import { cleanEnv, disposableHome, run, step, tally, verdict } from './run/steps.mjs';

const [job = 'test', ...rest] = process.argv.slice(2);

const files = (dir) =>
  readdirSync(`${root}/${dir}`, { recursive: true })
    .map((name) => `${dir}/${name}`)
    .filter((name) => name.endsWith('.test.ts'))
    .sort();

const node = (name, ...args) => run(process.execPath, [binOf(name), ...args]);
const bun = (...args) => run(bunPath(), args);
const build = () => bun('scripts/build.ts');
const generate = () => bun('scripts/generate.ts');

/** A group that matches no file is a mistake in the grouping, not a pass. */
function tests(group) {
  if (group.length === 0) throw new Error('no test files in this group');
  return run(bunPath(), ['test', '--timeout', '120000', ...group.map((file) => `./${file}`)], {
    tally: true,
  });
}

function groups() {
  const whole = files('test');
  const client = whole.filter((file) => file.startsWith('test/e2e/'));
  const load = whole.filter((file) => file.endsWith('load.test.ts'));
  const wire = whole.filter((file) => !client.includes(file) && !load.includes(file));
  return { unit: files('src'), wire, load, client };
}

async function check() {
  await step('format and lint', () => node('biome', 'ci', '--colors=off', '.'));
  await step('types', () => node('tsc', '--noEmit'));
  await step('types of the page', () => node('tsc', '--noEmit', '-p', 'src/dashboard/web'));
  await step('dead code', () => node('knip', '--no-progress'));
  await step('generated files unchanged', () => generatedUnchanged(generate));
}

/** `npm test -- path …`: only the files that these paths name or hold. */
async function testOnly(paths) {
  const all = [...files('src'), ...files('test')];
  const named = paths.map((path) => relative(root, resolve(path)));
  const chosen = all.filter((file) => named.some((path) => `${file}/`.startsWith(`${path}/`)));
  if (chosen.length === 0) throw new Error(`no test files at ${paths.join(', ')}`);
  await step('build', build);
  await step(chosen.length === 1 ? chosen[0] : `${chosen.length} test files`, () => tests(chosen));
}

async function test() {
  if (rest.length > 0) return testOnly(rest);
  const { unit, wire, load, client } = groups();
  await check();
  await step('build', build);
  await step('unit', () => tests(unit));
  await step('wire', () => tests(wire));
  await step('concurrency', () => tests(load));
  await step('real client', () => tests(client));
}

const jobs = {
  // It ends with a question.
  start: () => run(bunPath(), ['scripts/demo.ts', ...rest], { stdin: 'inherit' }),
  test,
  check,
  build: () => step('build', build),
  generate: () => step('generate', generate),
  bench: () => bun('bench/run.ts', ...rest),
  fix: () => step('fix', () => node('biome', 'check', '--write', '.')),
};

/** Everything after the installation sees a home of its own and none of the caller's session. */
async function inCleanEnvironment(work) {
  const home = disposableHome();
  process.env = cleanEnv(process.env, home.path);
  try {
    await work();
  } finally {
    home.remove();
  }
}

async function main() {
  if (!jobs[job]) return usage();
  // The program that runs gets the interrupt as well; we stay to clean up after it.
  process.on('SIGINT', () => {});
  try {
    ensureInstalled();
    if (job === 'bench') ensurePeers();
    await inCleanEnvironment(jobs[job]);
  } catch (problem) {
    tally.broken = problem.message;
    console.error(`\n${job}: ${problem.message}`);
  }
  if (job === 'test') console.log(`\n${verdict()}`);
  return tally.broken ? 1 : 0;
}

function usage() {
  console.error(`usage: node scripts/run.mjs ${Object.keys(jobs).join('|')}`);
  return 2;
}

process.exitCode = await main();
