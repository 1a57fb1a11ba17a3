// Picks the mutants to try: the same ones for the same seed, spread over rooms, files and kinds of change.
import type { Mutant } from './mutants.ts';

/** A seeded random number generator (mulberry32): numbers between 0 and 1. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffled<T>(list: readonly T[], next: () => number): T[] {
  const all = [...list];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
  return all;
}

const oneOf = <T>(list: readonly T[], next: () => number): T => list[Math.floor(next() * list.length)]!;

/** Yields one mutant from each room in turn, from a file that was not picked yet if possible. */
export function* inTurn(
  rooms: readonly (readonly Mutant[])[],
  seed: number,
  isValid: (mutant: Mutant) => boolean = () => true,
): Generator<Mutant, undefined> {
  const next = random(seed);
  let sources = rooms.map((mutants) => filesInTurn(mutants, next, isValid));
  while (sources.length > 0) {
    const left: typeof sources = [];
    for (const source of sources) {
      const { value } = source.next();
      if (!value) continue;
      left.push(source);
      yield value;
    }
    sources = left;
  }
  return undefined;
}

/** Picks this many mutants of those that `filter` keeps. */
export async function pick(
  mutants: Iterator<Mutant, undefined>,
  count: number,
  filter: (mutants: readonly Mutant[]) => Promise<readonly Mutant[]>,
): Promise<Mutant[]> {
  const chosen: Mutant[] = [];
  while (chosen.length < count) {
    const candidates = take(mutants, count - chosen.length);
    if (candidates.length === 0) break;
    chosen.push(...(await filter(candidates)));
  }
  return chosen;
}

function take<T>(from: Iterator<T, undefined>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const { value, done } = from.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

function* filesInTurn(
  mutants: readonly Mutant[],
  next: () => number,
  isValid: (mutant: Mutant) => boolean,
): Generator<Mutant, undefined> {
  const byFile = Map.groupBy(mutants, ({ file }) => file);
  while (byFile.size > 0) {
    for (const file of shuffled([...byFile.keys()], next)) {
      const left = byFile.get(file)!;
      const kind = oneOf([...new Set(left.map((mutant) => mutant.kind))], next);
      const mutant = oneOf(
        left.filter((mutant) => mutant.kind === kind),
        next,
      );
      if (isValid(mutant)) yield mutant;
      const rest = left.filter((other) => other !== mutant);
      if (rest.length > 0) byFile.set(file, rest);
      else byFile.delete(file);
    }
  }
  return undefined;
}
