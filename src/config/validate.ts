// Checks a parsed config against its schema. Each problem names its key and what was expected.
import { isObject } from '../core/json.ts';
import { clip, nearest } from '../core/text.ts';
import type { Shape } from './shape.ts';

export interface Problem {
  path: (string | number)[];
  message: string;
  /** A wrong value is an error, and the file is not used; an unknown key is only a warning. */
  severity: 'error' | 'warning';
}

export function validate(value: unknown, shape: Shape, path: (string | number)[] = []): Problem[] {
  const mismatch = (expectation: string): Problem[] => [
    {
      path,
      message: `expected ${expectation}, found ${shape.secret ? 'something else' : describe(value)}`,
      severity: 'error',
    },
  ];
  switch (shape.type) {
    case 'any':
      return [];
    case 'either':
      return shape.of.some((alternative) => validate(value, alternative, path).length === 0)
        ? []
        : mismatch(shape.of.map(expected).join(' or '));
    case 'list':
      if (!Array.isArray(value)) return mismatch(expected(shape));
      return value.flatMap((item, index) => validate(item, shape.of, [...path, index]));
    case 'record':
      if (!isObject(value)) return mismatch(expected(shape));
      return Object.entries(value).flatMap(([key, entry]) => validate(entry, shape.of, [...path, key]));
    case 'object':
      return isObject(value) ? validateKeys(value, shape, path) : mismatch(expected(shape));
    default:
      return fitsScalar(value, shape) ? [] : mismatch(expected(shape));
  }
}

function validateKeys(
  value: Record<string, unknown>,
  shape: Extract<Shape, { type: 'object' }>,
  path: (string | number)[],
): Problem[] {
  const problems: Problem[] = [];
  for (const key of shape.required ?? []) {
    if (!(key in value)) problems.push({ path, message: `needs the key "${key}"`, severity: 'error' });
  }
  for (const [key, entry] of Object.entries(value)) {
    const known = Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined;
    if (known) problems.push(...validate(entry, known, [...path, key]));
    else if (!shape.open)
      problems.push({
        path: [...path, key],
        message: unknownKey(key, Object.keys(shape.keys)),
        severity: 'warning',
      });
  }
  return problems;
}

function unknownKey(key: string, known: string[]): string {
  const near = nearest(key, known);
  return near ? `unknown key; did you mean "${near}"?` : `unknown key; known keys are ${known.join(', ')}`;
}

function fitsScalar(
  value: unknown,
  shape: Extract<Shape, { type: 'boolean' | 'number' | 'string' }>,
): boolean {
  if (typeof value !== shape.type || (typeof value === 'number' && !Number.isFinite(value))) return false;
  if (shape.values && !shape.values.includes(value)) return false;
  return shape.min === undefined || (value as number) >= shape.min;
}

function expected(shape: Shape): string {
  switch (shape.type) {
    case 'list':
      return expectedList(expected(shape.of));
    case 'record':
    case 'object':
      return 'an object';
    case 'either':
      return shape.of.map(expected).join(' or ');
    case 'any':
      return 'anything';
    default:
      if (shape.values)
        return shape.values.length > 12
          ? `one of ${shape.values.length} known names`
          : `one of ${shape.values.join(', ')}`;
      return shape.min !== undefined
        ? `a number of at least ${shape.min}`
        : shape.type === 'boolean'
          ? 'true or false'
          : `a ${shape.type}`;
  }
}

/** "a string" has a plural; "one of a, b" has none. */
function expectedList(item: string): string {
  const [, noun] = /^an? (\w+)$/.exec(item) ?? [];
  return noun ? `a list of ${noun}s` : `a list in which each item is ${item}`;
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return clip(text, 60);
}
