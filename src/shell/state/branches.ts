// Joins the states of branches: after an `if` or an `||`, what is known is what all possible ways have in common.
import { HOLE, joinOrigins, unknownWord, word } from '../base/words.ts';
import { type State, scalar, type Value } from './state.ts';

/** Joins the states of branches of which one was taken: keeps only what all of them agree on. */
export function mergeBranches(into: State, branches: readonly State[]): void {
  const names = new Set(branches.flatMap((b) => [...b.vars.keys()]));
  for (const name of names) {
    const values = branches.map((b) => b.vars.get(name));
    into.vars.set(name, values.reduce((a, b) => commonValue(a, b)) ?? scalar(unknownWord()));
  }
  if (branches.some((b) => b.cwd !== branches[0]?.cwd)) into.cwd = undefined;
  else if (branches[0]) into.cwd = branches[0].cwd;
  for (const b of branches)
    for (const [name, body] of b.functions) {
      if (!branches.every((other) => other.functions.has(name))) markMaybeDefined(name, into);
      into.functions.set(name, body);
    }
}

/** Notes that a function is defined only if some branch or condition was taken. */
export function markMaybeDefined(name: string, state: State): void {
  state.maybeDefined = new Set(state.maybeDefined).add(name);
}

/** After `a || x=2`: the right side may have run or not, so a variable has its value from before or after. */
export function mergeAfterOr(before: ReadonlyMap<string, Value>, state: State): void {
  for (const [name, value] of before) {
    const after = state.vars.get(name);
    // `x=$(cmd) || x=default`: an unknown value gives way to the default, which is known.
    if (after && after !== value && !textOf(value)?.includes(HOLE))
      state.vars.set(name, commonValue(value, after) as Value);
  }
}

/** A relative path without `..`, so it is below the working directory. */
const BELOW = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/;

/** The common part of two possible values, with a hole for the rest. */
function commonValue(a: Value | undefined, b: Value | undefined): Value | undefined {
  const [x, y] = [textOf(a), textOf(b)];
  if (x === undefined || y === undefined) return scalar(unknownWord());
  if (x === y) return a;
  const origins = joinOrigins(...[a, b].flatMap((v) => v?.words.map((w) => w.origins)));
  if (isBelow(x) && isBelow(y)) return scalar(word(`./${HOLE}`, { origins }));
  return scalar(
    word(x.startsWith('/') && y.startsWith('/') ? sharedDirectory(x, y) + HOLE : HOLE, { origins }),
  );
}

const isBelow = (text: string) => BELOW.test(text) || text === `./${HOLE}`;

/** The directory that two paths share: `/tmp/` for `/tmp/a` and `/tmp/b`. */
function sharedDirectory(a: string, b: string): string {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n++;
  return a.slice(0, a.lastIndexOf('/', n - 1) + 1);
}

const textOf = (value: Value | undefined) => value?.words.map((w) => w.text).join('\n');
