// One stage: which test files reach which mutants, and then each mutant against the files that reach it.
import type { Mutant } from './mutants.ts';
import { marked, mutated } from './mutants.ts';
import type { Progress } from './progress.ts';
import type { Reaching, Workspace } from './workspace.ts';

export interface Stage {
  name: string;
  testFiles: readonly string[];
  /** Its tests run the built program. */
  builds: boolean;
}

export interface Verdict {
  /** Undefined: it survived. */
  killedBy?: string;
  timedOut?: boolean;
  /** How many tests run the changed code. */
  reachedBy: number;
}

/** A test file and what its tests reach. */
export interface TestFile {
  file: string;
  seconds: number;
  tests: readonly Reaching[];
}

type Mutants = ReadonlyMap<number, Mutant>;

/** Hands the jobs out to whichever worker is free. */
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

/** Seconds for a test file that took this long unchanged: a loop that does not end is a kill, a busy machine is not. */
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
    progress.count(`${stage.name} that reach the places`, green.length + red.length, stage.testFiles.length);
  });
  await marks.remove();
  return [...green, ...(await greenUnmarked(red, workers, progress))];
}

/** Puts marks into the sources of all workers. */
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

/** Marks may disturb a test, for example one that watches what is loaded; a test that fails anyway shows nothing. */
async function greenUnmarked(
  red: readonly TestFile[],
  workers: readonly Workspace[],
  progress: Progress,
): Promise<TestFile[]> {
  const green: TestFile[] = [];
  await share(red, workers, async (test, worker) => {
    const { ok, seconds } = await worker.test(test.file, FIRST_LIMIT);
    if (ok) green.push({ ...test, seconds });
    else progress.say(`${test.file} fails without any change and is left out`);
  });
  return green;
}

/** Tries every mutant; tells of each as soon as its verdict is known. */
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

/** Only the tests that reach this place, and what they take. */
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
  worker.write(mutant.file, mutated(original, mutant));
  try {
    if (stage.builds && !(await worker.build()).ok) return { killedBy: 'the build' };
    for (const { file, seconds, tests } of reaching) {
      const names = tests.map(({ name }) => name);
      const { ok, failed, timedOut } = await worker.test(file, limitFor(seconds), names);
      if (!ok)
        return { killedBy: `${file}: ${failed ?? (timedOut ? 'takes too long' : 'breaks')}`, timedOut };
    }
    return {};
  } finally {
    worker.write(mutant.file, original);
  }
}

/** Tests whose path has most words in common with the file's, then the quick ones. */
export const nearestFirst = (file: string) => (a: TestFile, b: TestFile) =>
  inCommon(file, b.file) - inCommon(file, a.file) || a.seconds - b.seconds;

/** `src/store/db/tasks.ts` has one word in common with `test/tasks.test.ts`, and two with `src/store/db/open.test.ts`. */
function inCommon(one: string, other: string): number {
  const words = (path: string) =>
    path
      .replace(/(\.test)?\.ts$/, '')
      .split(/[/-]/)
      .slice(1);
  return words(one).filter((word) => words(other).includes(word)).length;
}
