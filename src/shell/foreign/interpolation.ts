// Strings with code in them: `"rm ${path}"`. In come the parts of a string token, out comes its value; the calls in the
// code are recorded on the way.
import type { Cursor } from './cursor.ts';
import type { Part } from './token.ts';
import { joinTexts, textValue, type Value } from './value.ts';

/** The value of a string, with the values of the code in it. */
export function readInterpolated(cursor: Cursor, parts: readonly Part[]): Value {
  if (parts.length === 1 && typeof parts[0] === 'string') return textValue(parts[0]);
  return joinTexts(
    parts.map((part) =>
      typeof part === 'string' ? textValue(part) : cursor.onTokens(part, () => readInterpolatedCode(cursor)),
    ),
  );
}

/** The value of code that is filled into a string; statements in it run too. */
export function readInterpolatedCode(cursor: Cursor): Value {
  const value = cursor.expression();
  while (!cursor.ended) cursor.statement();
  return value;
}
