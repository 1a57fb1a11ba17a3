// The jobs of `npm run check` and `npm test`: programs that must exit with 0, and test files.
import { readdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { runTestFile } from './bun-test.mjs';
import { expectedSeconds, readKnown } from './durations.mjs';
import { generatedUnchanged } from './generated.mjs';
import { binOf, bunPath, root } from './install.mjs';
import { capture } from './process.mjs';

/** Costs above those of every test file, so that these jobs come first: the tests wait for the build. */
const FIRST = 10_000;
const VERY_FIRST = 2 * FIRST;

/** @param {(signal: AbortSignal) => Promise<{ ok: boolean, output: string }>} work */
const job = (name, work, cost = FIRST) => ({
  name,
  cost,
  run: async (signal) => {
    const started = performance.now();
    return { ...(await work(signal)), seconds: (performance.now() - started) / 1000 };
  },
});

const passes =
  (program, ...args) =>
  async (signal) => {
    const { code, output } = await capture(program, args, { signal });
    return { ok: code === 0, output };
  };

/** A command of an installed package, under the Node that runs us. */
const tool = (name, ...args) => passes(process.execPath, binOf(name), ...args);

export const buildJob = () => job('build', passes(bunPath(), 'scripts/build.ts'), VERY_FIRST);

export const checkJobs = () => [
  job('generated files unchanged', (signal) =>
    generatedUnchanged(() => capture(bunPath(), ['scripts/generate.ts'], { signal })),
  ),
  job('dead code', tool('knip', '--no-progress')),
  job('types', tool('tsc', '--noEmit')),
  job('format and lint', tool('biome', 'ci', '--colors=off', '--error-on-warnings', '.')),
  job('types of the page', tool('tsc', '--noEmit', '-p', 'src/dashboard/web')),
];

/** Tests of the built program wait for the build; load tests would slow others down, and be slowed down by them. */
export function testJobs(files) {
  const known = readKnown();
  return files.map((file) => ({
    name: file,
    cost: expectedSeconds(file, known),
    alone: /\bload\.test\.ts$/.test(file),
    needs: file.startsWith('test/') ? ['build'] : [],
    run: (signal) => runTestFile(file, signal),
  }));
}

/** The tests with the other coding agents, which take 1.3 GB of clients and minutes (`npm run test:clients`). */
const CLIENTS = 'test/clients';

/** `npm run test:clients -- codex`: those of the named clients, or of all. */
export function clientTestFiles(names) {
  const all = testFilesIn(CLIENTS);
  const chosen = all.filter(
    (file) => names.length === 0 || names.some((name) => file.endsWith(`/${name}.test.ts`)),
  );
  if (chosen.length > 0) return chosen;
  const known = all.map((file) => file.slice(CLIENTS.length + 1, -'.test.ts'.length));
  throw new Error(`no tests of ${names.join(', ')}; there are ${known.join(', ')}`);
}

/** Every test file, or only those at or below these paths. */
export function testFilesAt(paths) {
  const all = ['src', 'test'].flatMap(testFilesIn).filter((file) => !file.startsWith(`${CLIENTS}/`));
  if (paths.length === 0) return all;
  const named = paths.map((path) => relative(root, resolve(path)));
  const chosen = all.filter((file) => named.some((path) => `${file}/`.startsWith(`${path}/`)));
  if (chosen.length === 0) throw new Error(`no test files at ${paths.join(', ')}`);
  return chosen;
}

const testFilesIn = (dir) =>
  readdirSync(`${root}/${dir}`, { recursive: true })
    .map((name) => `${dir}/${name}`)
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .sort();
