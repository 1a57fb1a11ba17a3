// The fields of a tool's input at every depth, because servers wrap them: `{"request": {"command": …}}`.

import { isObject } from './json.ts';

type Input = Readonly<Record<string, unknown>>;

export interface InputReading {
  /** Every field with its name. The items of a list have the list's name; an object written as JSON is opened too. */
  fields: readonly (readonly [name: string, value: unknown])[];
  /** The input itself and every object in it. */
  objects: readonly Input[];
  /** The input exceeds a limit, so a part of it was not read. */
  cut: boolean;
}

/** Limits far above what a tool needs. An input beyond them is marked as `cut`, and guard/server-tools asks about it. */
const maxDepth = 40;
const maxFields = 5_000;
const maxText = 1_000_000;

export function readInput(input: Input): InputReading {
  const fields: (readonly [string, unknown])[] = [];
  const objects: Input[] = [];
  let cut = false;
  let level: (readonly [string, unknown])[] = [['', input]];
  for (let depth = 0; level.length > 0; depth++) {
    cut ||= depth > maxDepth || fields.length + level.length > maxFields;
    if (cut) break;
    if (depth > 0) fields.push(...level);
    cut ||= level.some(([, value]) => typeof value === 'string' && isTooLongJson(value));
    const values = level.map(([name, value]) => [name, parseIfJson(value)] as const);
    objects.push(...values.flatMap(([, value]) => (isObject(value) ? [value] : [])));
    level = values.flatMap(([name, value]) => children(name, value));
  }
  return { fields, objects, cut };
}

function children(name: string, value: unknown): (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((item) => [name, item] as const);
  return isObject(value) ? Object.entries(value) : [];
}

/** All fields by name; if a name occurs twice, the outer field counts. */
export function flatInput(input: Input): Input {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of readInput(input).fields)
    if (!Object.hasOwn(flat, name)) Object.defineProperty(flat, name, { value, enumerable: true });
  return flat;
}

const looksLikeJson = (text: string) => /^\s*[{[]/.test(text);
const isTooLongJson = (text: string) => text.length > maxText && looksLikeJson(text);

/** Parses a text that holds a JSON object or list; any other value is returned as it is. */
function parseIfJson(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > maxText || !looksLikeJson(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
