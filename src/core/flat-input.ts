// The fields of a tool's input at every depth, because servers wrap them: `{"request": {"command": …}}`.

import { isObject } from './json.ts';

type Input = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 4;
const MAX_FIELDS = 200;
const MAX_TEXT = 20_000;

/** All fields by their name; where a name comes twice, the outer one counts. Objects written as JSON are opened too. */
export function flatInput(input: Input): Input {
  const flat: Record<string, unknown> = {};
  let level: unknown[] = [input];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const fields = level.flatMap((one) => (isObject(one) ? Object.entries(one) : [])).slice(0, MAX_FIELDS);
    for (const [key, value] of fields) if (!Object.hasOwn(flat, key)) flat[key] = value;
    level = fields.flatMap(([, value]) => (Array.isArray(value) ? value : [value])).map(opened);
  }
  return flat;
}

/** The object that a text holds as JSON; anything else as it is. */
export function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value) || value.length > MAX_TEXT) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
