// Code in strings: `"rm ${path}"`.
import type { Cursor } from './cursor.ts';
import type { Part } from './tokenize.ts';
import { join, text, type Value } from './value.ts';

/** The value of a string, with the values of the code in it: `"rm ${path}"`. */
export function interpolated(code: Cursor, parts: readonly Part[]): Value {
  if (parts.length === 1 && typeof parts[0] === 'string') return text(parts[0]);
  return join(
    parts.map((part) =>
      typeof part === 'string' ? text(part) : code.within(part, () => interpolatedCode(code)),
    ),
  );
}

/** The value of code that is filled into a string; statements in it run too. */
export function interpolatedCode(code: Cursor): Value {
  const value = code.expression();
  while (!code.ended) code.statement();
  return value;
}
