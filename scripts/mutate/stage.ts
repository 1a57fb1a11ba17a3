// One stage of a run: finds out which test files reach which mutants, then runs each mutant against those files.
import type { Mutant } from './mutants.ts';
import { marked, mutated } from './mutants.ts';
import type { Progress } from './progress.ts';
import type { Ended, Reaching, Workspace } from './workspace.ts';

export interface Stage {
  name: string;
  testFiles: readonly string[];
  /** The tests run the built program, so each mutant has to be built. */
  builds: boolean;
}

export interface Verdict {
  /** Undefined if it survived. */
  killedBy?: string;
  timedOut?: boolean;
  /** The number of tests that run the changed code. */
  reachedBy: number;
}

/** A test file and the mutants that its tests reach. */
export interface TestFile {
  file: string;
  seconds: number;
  tests: readonly Reaching[];
}

type Mutants = ReadonlyMap<number, Mutant>;

/** Gives each job to the next free worker. */
async function share<J>(
  jobs: Iterable<J>,
  workers: readonly Workspace[],
  work: (job: J, worker: Workspace) => Promise<void>,
): Promise<void> {
  const queue = [...jobs];
  await Promise.all(
    workers.map(async (worker) => {
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) await work(job, worker);
    }),
  );
}

/** The time limit of a test file, from its time without changes: enough for a busy machine, but not for an endless loop. */
const limitFor = (seconds: number) => Math.max(60, 6 * seconds);
const FIRST_LIMIT = 1_800;

/** Runs every test file once on the marked sources. */
export async function findReaching(
  stage: Stage,
  mutants: Mutants,
  workers: readonly Workspace[],
  progress: Progress,
): Promise<TestFile[]> {
  const marks = await markAll(stage, mutants, workers);
  const [green, red]: [TestFile[], TestFile[]] = [[], []];
  await share(stage.testFiles, workers, async (file, worker) => {
    const { ok, seconds, tests } = await worker.reach(file, FIRST_LIMIT);
    (ok ? green : red).push({ file, seconds, tests });
    progress.count(`${stage.name} that reach the mutants`, green.length + red.length, stage.testFiles.length);
  });
  await marks.remove();
  return [...green, ...(await greenUnmarked(red, new Set(mutants.keys()), workers, progress))];
}

/** Adds the marks to the sources of all workers. */
async function markAll(stage: Stage, mutants: Mutants, workers: readonly Workspace[]) {
  const byFile = Map.groupBy(mutants, ([, { file }]) => file);
  const originals = new Map([...byFile.keys()].map((file) => [file, workers[0]!.read(file)]));
  const writeAll = (textOf: (file: string, worker: Workspace) => string) =>
    Promise.all(
      workers.map(async (worker) => {
        for (const file of byFile.keys()) worker.write(file, textOf(file, worker));
        if (stage.builds && !(await worker.build()).ok) throw new Error('the program can’t be built');
      }),
    );
  await writeAll((file, worker) => marked(originals.get(file)!, new Map(byFile.get(file)), worker.marks));
  return { remove: () => writeAll((file) => originals.get(file)!) };
}

/** Leaves out tests that fail without any change; marks can make a test fail, for example one that checks what is loaded. */
async function greenUnmarked(
  red: readonly TestFile[],
  everything: ReadonlySet<number>,
  workers: readonly Workspace[],
  progress: Progress,
): Promise<TestFile[]> {
  const green: TestFile[] = [];
  await share(red, workers, async (test, worker) => {
    const { ok, seconds, tests } = await worker.reach(test.file, FIRST_LIMIT);
    // If the marks keep the file from loading, nothing is known of its tests, and any of them may reach a mutant.
    const known =
      test.tests.length > 0 ? test.tests : tests.map((reaching) => ({ ...reaching, ids: everything }));
    if (ok) green.push({ file: test.file, tests: known, seconds });
    else progress.say(`${test.file} fails without any change, so it is left out`);
  });
  return green;
}

/** Runs every mutant, and reports each as soon as its result is known. */
export async function tryMutants(
  stage: Stage,
  mutants: Mutants,
  tests: readonly TestFile[],
  workers: readonly Workspace[],
  tell: (id: number, verdict: Verdict) => void,
): Promise<void> {
  await share(mutants, workers, async ([id, mutant], worker) => {
    const reaching = tests.map((test) => narrowed(test, id)).filter((test) => test.tests.length > 0);
    const nearest = reaching.sort(nearestFirst(mutant.file));
    const reachedBy = nearest.reduce((sum, { tests }) => sum + tests.length, 0);
    tell(id, { reachedBy, ...(await attempt(stage, mutant, nearest, worker)) });
  });
}

/** Runs only the tests that reach this mutant. */
function narrowed({ file, tests }: TestFile, id: number): TestFile {
  const reaching = tests.filter(({ ids }) => ids.has(id));
  return { file, tests: reaching, seconds: reaching.reduce((sum, { seconds }) => sum + seconds, 0) };
}

async function attempt(
  stage: Stage,
  mutant: Mutant,
  reaching: readonly TestFile[],
  worker: Workspace,
): Promise<Pick<Verdict, 'killedBy' | 'timedOut'>> {
  if (reaching.length === 0) return {};
  const original = worker.read(mutant.file);
  const change = async (text: string): Promise<boolean> => {
    worker.write(mutant.file, text);
    return !stage.builds || (await worker.build()).ok;
  };
  try {
    if (!(await change(mutated(original, mutant)))) return { killedBy: 'the build' };
    for (const test of reaching) {
      const { ok, failed, timedOut } = await runTwice(test, worker);
      if (ok) continue;
      await change(original);
      // Otherwise the machine is too busy for this test, or it depends on another one.
      if ((await run(test, worker)).ok)
        return { killedBy: `${test.file}: ${failed ?? (timedOut ? 'takes too long' : 'breaks')}`, timedOut };
      await change(mutated(original, mutant));
    }
    return {};
  } finally {
    worker.write(mutant.file, original);
  }
}

/** A test that fails only once failed because the machine is busy, not because of the change. */
async function runTwice(test: TestFile, worker: Workspace): Promise<Ended> {
  const first = await run(test, worker);
  return first.ok || first.timedOut ? first : run(test, worker);
}

const run = ({ file, seconds, tests }: TestFile, worker: Workspace): Promise<Ended> =>
  worker.test(
    file,
    limitFor(seconds),
    tests.map(({ name }) => name),
  );

/** Named as the killer of a mutant that changes a generated file, because the changed file is seen in review. */
export const GENERATED = 'the generated files';

/** Much of the source is data that pages, tables and the schema are generated from, and CI fails if they differ. */
export async function tryGenerator(
  mutants: Mutants,
  workers: readonly Workspace[],
  tell: (id: number, verdict: Verdict) => void,
): Promise<void> {
  // Otherwise every mutant would look like a killed one.
  if (!(await workers[0]!.generate()).same)
    throw new Error('`npm run generate` fails or changes files, without any mutant');
  await share(mutants, workers, async ([id, mutant], worker) => {
    const original = worker.read(mutant.file);
    worker.write(mutant.file, mutated(original, mutant));
    const { same } = await worker.generate();
    worker.write(mutant.file, original);
    if (!same) await worker.generate();
    tell(id, { reachedBy: 0, ...(!same && { killedBy: GENERATED }) });
  });
}

/** Sorts tests by how many words their path shares with that of the file, then by duration. */
export const nearestFirst = (file: string) => (a: TestFile, b: TestFile) =>
  inCommon(file, b.file) - inCommon(file, a.file) || a.seconds - b.seconds;

/** `src/store/db/tasks.ts` has one word in common with `test/tasks.test.ts`, and two with `src/store/db/open.test.ts`. */
function inCommon(first: string, second: string): number {
  const words = (path: string) =>
    path
      .replace(/(\.test)?\.ts$/, '')
      .split(/[/-]/)
      .slice(1);
  return words(first).filter((word) => words(second).includes(word)).length;
}
