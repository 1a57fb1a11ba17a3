// The fields of a tool's input at every depth, because servers wrap them: `{"request": {"command": …}}`.

import { isObject } from './json.ts';

type Input = Readonly<Record<string, unknown>>;

export interface InputReading {
  /** Every field with its name. The items of a list have the list's name; an object written as JSON is opened too. */
  fields: readonly (readonly [name: string, value: unknown])[];
  /** The input itself and every object in it. */
  objects: readonly Input[];
  /** There is more in the input than is read here. */
  cut: boolean;
}

/** Far more than a tool needs. What is beyond is not passed over in silence: guard/server-tools asks about it. */
const MAX_DEPTH = 40;
const MAX_FIELDS = 5_000;
const MAX_TEXT = 1_000_000;

export function readInput(input: Input): InputReading {
  const fields: (readonly [string, unknown])[] = [];
  const objects: Input[] = [];
  let cut = false;
  let level: (readonly [string, unknown])[] = [['', input]];
  for (let depth = 0; level.length > 0; depth++) {
    cut ||= depth > MAX_DEPTH || fields.length + level.length > MAX_FIELDS;
    if (cut) break;
    if (depth > 0) fields.push(...level);
    cut ||= level.some(([, value]) => typeof value === 'string' && isLongObject(value));
    const values = level.map(([name, value]) => [name, opened(value)] as const);
    objects.push(...values.flatMap(([, value]) => (isObject(value) ? [value] : [])));
    level = values.flatMap(([name, value]) => inside(name, value));
  }
  return { fields, objects, cut };
}

function inside(name: string, value: unknown): (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((one) => [name, one] as const);
  return isObject(value) ? Object.entries(value) : [];
}

/** All fields by their name; where a name comes twice, the outer one counts. */
export function flatInput(input: Input): Input {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of readInput(input).fields)
    if (!Object.hasOwn(flat, name)) Object.defineProperty(flat, name, { value, enumerable: true });
  return flat;
}

const isObjectText = (text: string) => /^\s*[{[]/.test(text);
const isLongObject = (text: string) => text.length > MAX_TEXT && isObjectText(text);

/** The object that a text holds as JSON; anything else as it is. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MAX_TEXT || !isObjectText(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
