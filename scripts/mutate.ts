// `npm run mutate`: mutation testing. It changes the source in a copy, one small change at a time, and runs the tests
// that reach the change. A survivor is a missing test or a change that makes no difference; a person has to judge.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isProgram, type Mutant, mutantsOf } from './mutate/mutants.ts';
import { inTurn, pick } from './mutate/pick.ts';
import { progressOn } from './mutate/progress.ts';
import { excerpt, placeOf, printed, rateOf, type Tried } from './mutate/report.ts';
import { findReaching, type Stage, tryGenerator, tryMutants, type Verdict } from './mutate/stage.ts';
import { compilingMutants } from './mutate/types.ts';
import { Workspace } from './mutate/workspace.ts';

const usage = `Usage: npm run mutate -- [room or file] [n] [options]

Changes n places (20) of a folder or file of src, one at a time, and runs what CI would run: the unit tests that reach
them, the generator, whose files must not change, the tests of the built program, and those with the real client.
Changes that don't compile are left out. Default: core, shell, policies, store, config, user-policies and cli/init.

  --seed S   which places are picked (1)
  --unit     unit tests and the generator only: quick, and a lower figure
  --tests T  only test files whose path contains T: quick, and a lower figure (may be given several times)
  --min P    exit with 1 if fewer than P percent are killed
  --json     the result as JSON`;

const ROOMS = ['core', 'shell', 'policies', 'store', 'config', 'user-policies', 'cli/init'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    min: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
    unit: { type: 'boolean', default: false },
    tests: { type: 'string', multiple: true, default: [''] },
    help: { type: 'boolean', default: false },
    // For the tests of this tool.
    root: { type: 'string', default: join(import.meta.dir, '..') },
  },
});

const root = resolve(values.root);
const progress = progressOn(process.stderr);
const filesIn = (pattern: string) => [...new Bun.Glob(pattern).scanSync({ cwd: root })].sort();

/** Source files of a room: `core`, `src/core` or `core/merge.ts`. */
function sourcesOf(room: string): string[] {
  const path = `src/${room.replace(/^(\.\/)?src\//, '').replace(/\/$/, '')}`;
  const files = path.endsWith('.ts') ? filesIn(path) : filesIn(`${path}/**/*.ts`);
  const sources = files.filter((file) => !/\.test\.ts$|\.d\.ts$/.test(file));
  if (sources.length === 0) throw new Error(`there is no source at ${path}`);
  return sources;
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const mutantsIn = (room: string) => sourcesOf(room).flatMap((file) => mutantsOf(file, read(file)));

/** The tests of the program under load measure it and are slow. `src/config/load.test.ts` is none of them. */
const isUnderLoad = (file: string) => /^test\/(.*-)?load\.test\.ts$/.test(file);

const testsIn = (pattern: string) =>
  filesIn(pattern).filter((file) => !isUnderLoad(file) && values.tests.some((part) => file.includes(part)));

const stages: Stage[] = [
  { name: 'unit tests', testFiles: testsIn('src/**/*.test.ts'), builds: false },
  { name: 'tests of the program', testFiles: testsIn('test/*.test.ts'), builds: true },
  // Last, because they are slow: few mutants are left for them.
  {
    name: 'tests with the real client',
    testFiles: testsIn('test/{conform,e2e,sdk}/*.test.ts'),
    builds: true,
  },
];

/** Each stage runs the mutants that survived the stage before. */
async function verdicts(mutants: readonly Mutant[], workers: readonly Workspace[]): Promise<Verdict[]> {
  const all: Verdict[] = mutants.map(() => ({ reachedBy: 0 }));
  const alive = () => new Map([...mutants.entries()].filter(([id]) => !all[id]!.killedBy));
  let known = 0;
  const tellFor = (stage: string) => (id: number, verdict: Verdict) => {
    all[id] = { ...verdict, reachedBy: verdict.reachedBy + all[id]!.reachedBy };
    const result = verdict.killedBy ? `killed by ${verdict.killedBy}` : `survives the ${stage}`;
    progress.say(`[${++known}/${mutants.length}] ${placeOf(mutants[id]!)} ${mutants[id]!.kind}: ${result}`);
  };
  const [unit, ...whole] = stages as [Stage, ...Stage[]];
  const tryStage = async (stage: Stage) => {
    if (alive().size === 0 || stage.testFiles.length === 0) return;
    const tests = await findReaching(stage, alive(), workers, progress);
    known = mutants.length - alive().size;
    await tryMutants(stage, alive(), tests, workers, tellFor(stage.name));
  };
  await tryStage(unit);
  known = mutants.length - alive().size;
  if (existsSync(join(root, 'scripts', 'generate.ts')))
    await tryGenerator(alive(), workers, tellFor('generator'));
  for (const stage of values.unit ? [] : whole) await tryStage(stage);
  return all;
}

async function main(): Promise<number> {
  const count = positionals.find((word) => /^\d+$/.test(word));
  const named = positionals.filter((word) => word !== count);
  const seed = Number(values.seed);
  const rooms = (named.length > 0 ? named : ROOMS).map(mutantsIn);
  const folder = mkdtempSync(join(tmpdir(), 'm-'));
  // Some tests run programs as other users, who must be able to reach them.
  chmodSync(folder, 0o755);
  try {
    const workers = Array.from(
      { length: availableParallelism() },
      (_, n) => new Workspace(root, join(folder, `${n}`)),
    );
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => abandon(workers, folder, signal));
    const candidates = inTurn(rooms, seed, (mutant) => isProgram(read(mutant.file), mutant));
    const isTyped = existsSync(join(root, 'tsconfig.json'));
    const mutants = await pick(candidates, Number(count ?? 20), async (candidates) =>
      isTyped ? compilingMutants(candidates, workers[0]!) : candidates,
    );
    const found = await verdicts(mutants, workers);
    const tried = mutants.map((mutant, at) => ({
      ...mutant,
      ...found[at]!,
      ...excerpt(read(mutant.file), mutant),
    }));
    console.log(values.json ? asJson(tried, seed) : `\n${printed(tried, seed)}`);
    return 100 * rateOf(tried) < Number(values.min) ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function abandon(workers: readonly Workspace[], folder: string, signal: string): never {
  progress.say(`mutate: ended by ${signal}`);
  for (const worker of workers) worker.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(130);
}

function asJson(tried: readonly Tried[], seed: number): string {
  const mutants = tried.map(
    ({ file, line, kind, before, after, killedBy = null, timedOut = false, reachedBy }) => ({
      file,
      line,
      kind,
      before,
      after,
      killed_by: killedBy,
      timed_out: timedOut,
      reached_by: reachedBy,
    }),
  );
  const killed = mutants.filter(({ killed_by }) => killed_by).length;
  return JSON.stringify({ seed, total: tried.length, killed, rate: rateOf(tried), mutants }, null, 2);
}

if (values.help) console.log(usage);
else {
  process.exitCode = await main().catch((problem) => {
    progress.say(`mutate: ${problem.message}`);
    return 2;
  });
}
