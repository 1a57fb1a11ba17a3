// The known part of the value of an expression in another language.
import { HOLE, joinOrigins } from '../base/words.ts';
import type { Origin } from '../types.ts';

export interface Value {
  /** The texts that it may be, with holes for what is not known. Absent when nothing is known. */
  texts?: readonly string[];
  /** The text is a glob for files. */
  glob?: true;
  /** An object for a path, which has methods: `Path('x').unlink()`. */
  path?: true;
  items?: readonly Value[];
  fields?: ReadonlyMap<string, Value>;
  /** The full name that it stands for: `os.system`. */
  ref?: string;
  /** The variable that it was taken from. */
  name?: string;
  /** The object that a method was taken from. */
  self?: Value;
  /** The database or server that it is connected to. */
  place?: string;
  fn?: UserFunction;
  origins: readonly Origin[];
}

/** A function that the code defines itself. */
export interface UserFunction {
  parameters: readonly string[];
  /** The value of its body, if that is a single expression. */
  result?: Value;
  /** The arguments of all calls that were seen, by position. */
  given: Value[][];
}

/** One call, in the order in which the code makes them. */
export interface Call {
  /** The full name, or `.name` for a method of something unknown. */
  callee: string;
  self: Value | undefined;
  args: readonly Value[];
  /** Named arguments, and the fields of objects among the arguments. */
  named: ReadonlyMap<string, Value>;
}

export const UNKNOWN: Value = { origins: [] };

export const text = (...texts: string[]): Value => ({ texts, origins: [] });

/** The texts of a value; a hole if nothing is known. */
export const textsOf = (value: Value | undefined): readonly string[] => value?.texts ?? [HOLE];

export const firstText = (value: Value | undefined): string => textsOf(value)[0] ?? HOLE;

const MAX_TEXTS = 16;
const MAX_LENGTH = 20_000;

/** Joins values into one text, in every combination of what they may be. */
export function join(values: readonly Value[], between = ''): Value {
  let texts: string[] = [''];
  values.forEach((value, i) => {
    const more = textsOf(value);
    texts = texts
      .flatMap((before) =>
        more.map((after) => (before + (i > 0 ? between : '') + after).slice(0, MAX_LENGTH)),
      )
      .slice(0, MAX_TEXTS);
  });
  return derived(values, texts);
}

/** A value that was computed from others: it keeps their origins, and has the given texts. */
export function derived(from: readonly (Value | undefined)[], texts?: readonly string[]): Value {
  const glob = from.some((value) => value?.glob) ? { glob: true as const } : {};
  const place = from.find((value) => value?.place !== undefined)?.place;
  return {
    ...(texts && { texts }),
    ...glob,
    ...(place !== undefined && { place }),
    origins: joinOrigins(...from.map((value) => originsIn(value))),
  };
}

/** A value that may be any of several. */
export function either(...values: readonly Value[]): Value {
  const known = values.filter((value) => value !== UNKNOWN);
  if (known.length < 2) return known[0] ?? UNKNOWN;
  const texts = [...new Set(known.flatMap((value) => value.texts ?? []))].slice(0, MAX_TEXTS);
  const typed = known.find((value) => value.ref !== undefined || value.items || value.path) ?? UNKNOWN;
  return {
    ...typed,
    ...derived(known, texts.length > 0 ? texts : undefined),
    ...(typed.path && { path: true }),
  };
}

/** All origins of a value and of what it holds. */
export function originsIn(value: Value | undefined, depth = 0): readonly Origin[] {
  if (!value || depth > 4) return [];
  if (!value.items && !value.fields) return value.origins;
  return joinOrigins(
    value.origins,
    ...(value.items ?? []).slice(0, 32).map((item) => originsIn(item, depth + 1)),
    ...[...(value.fields?.values() ?? [])].slice(0, 32).map((item) => originsIn(item, depth + 1)),
  );
}

/** The value of the variable in a loop over this value. */
export function elementOf(value: Value): Value {
  if (value.items) return value.items.length > 0 ? either(...value.items) : UNKNOWN;
  if (value.glob) return value;
  // `for bucket in s3.buckets.all()`: the methods of the element are known by where it comes from.
  const isResult = /\(\)(?:\.\w+)?$/.test(value.ref ?? '');
  const ref = isResult ? { ref: `${value.ref}[]` } : {};
  const place = value.place === undefined ? {} : { place: value.place };
  if (value.origins.length > 0) return { ...ref, ...place, origins: value.origins };
  return isResult ? { ...ref, ...place, origins: [] } : UNKNOWN;
}

/** Joins parts of a path. With `resets`, an absolute part replaces those before it, as in Python. */
export function joinPath(parts: readonly Value[], resets: boolean): Value {
  const last = resets ? parts.findLastIndex((part) => textsOf(part).some((path) => /^[/~]/.test(path))) : 0;
  const joined = join(parts.slice(Math.max(last, 0)), '/');
  return { ...joined, texts: textsOf(joined).map((path) => path.replace(/\/{2,}/g, '/')) };
}
