// The values and calls that reading code yields, for all files of this folder. A `Value` is what is known about an
// expression without running it: `'/x/' + name` is the text `/x/` followed by a hole. A `Call` is a function call with
// such values.
import { HOLE, joinOrigins } from '../base/words.ts';
import type { Origin } from '../types.ts';

export interface Value {
  /** The texts that the value may be, with holes for unknown parts. Absent if nothing is known. */
  texts?: readonly string[];
  /** The texts are patterns for names of files: `/x/*`. */
  glob?: true;
  /** The value is an object for a path, which has methods: `Path('x').unlink()`. */
  path?: true;
  /** The items, if the value is a list. */
  items?: readonly Value[];
  /** The fields, if the value is an object or a hash. */
  fields?: ReadonlyMap<string, Value>;
  /**
   * The full name of the function, module or result: `os.system`, `redis.Redis()`. `.name` is a method of something
   * unknown.
   */
  fullName?: string;
  /** The variable from which the value was read. */
  variable?: string;
  /** For a method, the object that it belongs to. */
  self?: Value;
  /** The database or server to which the object is connected (places.ts). */
  place?: string;
  /** The function, if the code defines it. */
  userFunction?: UserFunction;
  /** Where the content comes from: files, variables, the network. */
  origins: readonly Origin[];
}

/** A function that the code defines itself. */
export interface UserFunction {
  parameters: readonly string[];
  /** The value of its body, if that is a single expression. */
  result?: Value;
  /** For each call that was seen, its arguments by position. */
  callArguments: Value[][];
}

/** One call. The calls of a piece of code are kept in their order. */
export interface Call {
  /** The full name of the function, or `.name` for a method of something unknown. */
  callee: string;
  /** For a method, the object that it belongs to. */
  self: Value | undefined;
  args: readonly Value[];
  /** Named arguments, and the fields of objects among the arguments. */
  named: ReadonlyMap<string, Value>;
}

export const UNKNOWN: Value = { origins: [] };

export const textValue = (...texts: string[]): Value => ({ texts, origins: [] });

/** The texts of a value; a hole if nothing is known. */
export const textsOf = (value: Value | undefined): readonly string[] => value?.texts ?? [HOLE];

export const firstText = (value: Value | undefined): string => textsOf(value)[0] ?? HOLE;

/** The last part of a full name: `remove` for `os.remove`. */
export const methodName = (fullName: string): string => fullName.slice(fullName.lastIndexOf('.') + 1);

/** Limits for what a value may be, because every `+` multiplies the texts of both sides. */
const MAX_TEXTS = 16;
const MAX_TEXT_LENGTH = 20_000;

/** Joins values into one text, in every combination of the texts that they may be. */
export function joinTexts(values: readonly Value[], separator = ''): Value {
  let texts: string[] = [''];
  values.forEach((value, i) => {
    const additions = textsOf(value);
    texts = texts
      .flatMap((before) =>
        additions.map((after) => (before + (i > 0 ? separator : '') + after).slice(0, MAX_TEXT_LENGTH)),
      )
      .slice(0, MAX_TEXTS);
  });
  return deriveValue(values, texts);
}

/** A value that was computed from others: it keeps their origins, and may be any of the given texts. */
export function deriveValue(from: readonly (Value | undefined)[], texts?: readonly string[]): Value {
  const glob = from.some((value) => value?.glob) ? { glob: true as const } : {};
  const place = from.find((value) => value?.place !== undefined)?.place;
  return {
    ...(texts && { texts }),
    ...glob,
    ...(place !== undefined && { place }),
    origins: joinOrigins(...from.map((value) => originsIn(value))),
  };
}

/** A value that may be any of several: `condition ? a : b`. */
export function eitherValue(...values: readonly Value[]): Value {
  const known = values.filter((value) => value !== UNKNOWN);
  if (known.length < 2) return known[0] ?? UNKNOWN;
  const texts = [...new Set(known.flatMap((value) => value.texts ?? []))].slice(0, MAX_TEXTS);
  // A function, a list or an object for a path can't be merged with others: the first one counts.
  const object = known.find((value) => value.fullName !== undefined || value.items || value.path) ?? UNKNOWN;
  return {
    ...object,
    ...deriveValue(known, texts.length > 0 ? texts : undefined),
    ...(object.path && { path: true }),
  };
}

/** Values in lists and objects beyond these limits are not searched for origins. */
const MAX_ORIGIN_DEPTH = 4;
const MAX_ORIGIN_ITEMS = 32;

/** All origins of a value, and of its items and fields. */
export function originsIn(value: Value | undefined, depth = 0): readonly Origin[] {
  if (!value || depth > MAX_ORIGIN_DEPTH) return [];
  if (!value.items && !value.fields) return value.origins;
  const items = (value.items ?? []).slice(0, MAX_ORIGIN_ITEMS);
  const fields = [...(value.fields?.values() ?? [])].slice(0, MAX_ORIGIN_ITEMS);
  return joinOrigins(value.origins, ...[...items, ...fields].map((inner) => originsIn(inner, depth + 1)));
}

/** The value of the variable in a loop over this value. */
export function elementOf(value: Value): Value {
  if (value.items) return value.items.length > 0 ? eitherValue(...value.items) : UNKNOWN;
  if (value.glob) return value;
  // `for bucket in s3.buckets.all()`: the methods of the element are known by where it comes from.
  const isResult = /\(\)(?:\.\w+)?$/.test(value.fullName ?? '');
  const fullName = isResult ? { fullName: `${value.fullName}[]` } : {};
  const place = value.place === undefined ? {} : { place: value.place };
  if (value.origins.length > 0) return { ...fullName, ...place, origins: value.origins };
  return isResult ? { ...fullName, ...place, origins: [] } : UNKNOWN;
}

/** Joins parts of a path. With `resets`, an absolute part replaces those before it, as in Python. */
export function joinPath(parts: readonly Value[], resets: boolean): Value {
  const last = resets ? parts.findLastIndex((part) => textsOf(part).some((path) => /^[/~]/.test(path))) : 0;
  const joined = joinTexts(parts.slice(Math.max(last, 0)), '/');
  return { ...joined, texts: textsOf(joined).map((path) => path.replace(/\/{2,}/g, '/')) };
}
