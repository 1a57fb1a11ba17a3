// The smallest expressions: strings, numbers, patterns, names and brackets.

import { readBracket } from './brackets.ts';
import type { Cursor } from './cursor.ts';
import { isFunction, readArrow, readFunctionExpression, readLambda } from './functions.ts';
import { interpolated, interpolatedCode } from './interpolation.ts';
import { record } from './record.ts';
import { valueOfName } from './results/members.ts';
import type { Token } from './token.ts';
import { join, text, type Value } from './value.ts';

export function readPrimary(code: Cursor): Value {
  const token = code.token();
  switch (token.kind) {
    case 'text':
      return readTexts(code);
    case 'shell':
      return readShellQuote(code, token);
    case 'number':
      code.at++;
      return text(token.text);
    case 'pattern':
      return readPattern(code, token);
    case 'name':
      return readName(code, token);
    default:
      return readBracket(code, token);
  }
}

/** A string, and those that follow it directly: `'a' 'b'`. */
function readTexts(code: Cursor): Value {
  const first = code.token();
  code.at++;
  if (first.text === 'words') return listOf(first);
  if (first.text === 'glob') return { ...interpolated(code, first.parts ?? []), glob: true };
  let value = interpolated(code, first.parts ?? []);
  while (code.token().kind === 'text' && !code.startsLine && !code.ended && code.language !== 'perl') {
    value = join([value, interpolated(code, code.token().parts ?? [])]);
    code.at++;
  }
  return value;
}

function readShellQuote(code: Cursor, token: Token): Value {
  code.at++;
  return record(code, {
    callee: '(shell)',
    self: undefined,
    args: [interpolated(code, token.parts ?? [])],
    named: new Map(),
  });
}

function readPattern(code: Cursor, token: Token): Value {
  code.at++;
  for (const part of token.parts ?? [])
    if (typeof part !== 'string') code.within(part, () => interpolatedCode(code));
  return { ref: '(pattern)', origins: [] };
}

function readName(code: Cursor, token: Token): Value {
  if (isFunction(code, token)) return readFunctionExpression(code, token);
  if (token.text === 'lambda' && code.language === 'python') return readLambda(code, token);
  code.at++;
  if (code.isSign('=>') && (code.language === 'node' || code.language === 'other'))
    return readArrow(code, token, [token.text]);
  // `path -> path.toFile().delete()` of Java.
  if (code.isSign('->') && code.token().spaced && code.language === 'compiled' && code.open > 0)
    return readArrow(code, token, [token.text]);
  return valueOfName(code.lookup(token.text));
}

/** `qw(a b)` of Perl and `%w[a b]` of Ruby. */
const listOf = (token: Token): Value => ({
  items: String(token.parts?.[0] ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((item) => text(item)),
  origins: [],
});
