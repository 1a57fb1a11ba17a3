// Leaves out mutants that don't compile. Such a change can't be committed, so no test has to notice it.
import type { Mutant } from './mutants.ts';
import { mutated } from './mutants.ts';
import type { Workspace } from './workspace.ts';

/** The mutants that still compile. All files are checked at once, with at most one mutant in each. */
export async function compilingMutants(mutants: readonly Mutant[], worker: Workspace): Promise<Mutant[]> {
  const kept = new Set(mutants);
  for (const round of rounds(mutants)) {
    const originals = round.map(({ file }) => worker.read(file));
    round.forEach((mutant, at) => {
      worker.write(mutant.file, mutated(originals[at]!, mutant));
    });
    const broken = await worker.typeErrors();
    round.forEach((mutant, at) => {
      worker.write(mutant.file, originals[at]!);
      if (broken.has(mutant.file)) kept.delete(mutant);
    });
  }
  return mutants.filter((mutant) => kept.has(mutant));
}

/** The first mutant of every file, then the second of every file, and so on. */
function rounds(mutants: readonly Mutant[]): Mutant[][] {
  const all: Mutant[][] = [];
  for (const ofFile of Map.groupBy(mutants, ({ file }) => file).values())
    ofFile.forEach((mutant, at) => {
      all[at] ??= [];
      all[at].push(mutant);
    });
  return all;
}
