// The operands of an expression: strings, numbers, regular expressions, names and brackets. expressions.ts comes here
// with the cursor at the first token of the operand; postfix.ts then reads what follows it.

import { readBracket } from './brackets.ts';
import type { Cursor } from './cursor.ts';
import { beginsFunctionExpression, readArrow, readFunctionExpression, readLambda } from './functions.ts';
import { readInterpolated, readInterpolatedCode } from './interpolation.ts';
import { recordCall } from './record-call.ts';
import { resolveName } from './results/members.ts';
import type { Token } from './token.ts';
import { joinTexts, textValue, type Value } from './value.ts';

/** The value of the operand at the cursor. */
export function readPrimary(cursor: Cursor): Value {
  const token = cursor.token();
  switch (token.kind) {
    case 'text':
      return readTexts(cursor);
    case 'shell':
      return readShellQuote(cursor, token);
    case 'number':
      cursor.at++;
      return textValue(token.text);
    case 'pattern':
      return readPattern(cursor, token);
    case 'name':
      return readName(cursor, token);
    default:
      return readBracket(cursor, token);
  }
}

/** A string, and those that follow it directly: `'a' 'b'`. */
function readTexts(cursor: Cursor): Value {
  const first = cursor.token();
  cursor.at++;
  if (first.text === 'words') return listWords(first);
  if (first.text === 'glob') return { ...readInterpolated(cursor, first.parts ?? []), glob: true };
  let value = readInterpolated(cursor, first.parts ?? []);
  while (
    cursor.token().kind === 'text' &&
    !cursor.lineEndsStatement &&
    !cursor.ended &&
    cursor.language !== 'perl'
  ) {
    value = joinTexts([value, readInterpolated(cursor, cursor.token().parts ?? [])]);
    cursor.at++;
  }
  return value;
}

/** Shell source in backticks is a call named `(shell)`. */
function readShellQuote(cursor: Cursor, token: Token): Value {
  cursor.at++;
  return recordCall(cursor, {
    callee: '(shell)',
    self: undefined,
    args: [readInterpolated(cursor, token.parts ?? [])],
    named: new Map(),
  });
}

/** A regular expression. The replacement of a substitution may be code, which runs. */
function readPattern(cursor: Cursor, token: Token): Value {
  cursor.at++;
  for (const part of token.parts ?? [])
    if (typeof part !== 'string') cursor.onTokens(part, () => readInterpolatedCode(cursor));
  return { fullName: '(pattern)', origins: [] };
}

/** A function, or the value of a name. */
function readName(cursor: Cursor, token: Token): Value {
  if (beginsFunctionExpression(cursor, token)) return readFunctionExpression(cursor, token);
  if (token.text === 'lambda' && cursor.language === 'python') return readLambda(cursor, token);
  cursor.at++;
  if (cursor.isSign('=>') && (cursor.language === 'node' || cursor.language === 'other'))
    return readArrow(cursor, token, [token.text]);
  // `path -> path.toFile().delete()` of Java.
  if (
    cursor.isSign('->') &&
    cursor.token().spaceBefore &&
    cursor.language === 'compiled' &&
    cursor.openBrackets > 0
  )
    return readArrow(cursor, token, [token.text]);
  return resolveName(cursor.lookup(token.text));
}

/** `qw(a b)` of Perl and `%w[a b]` of Ruby. */
const listWords = (token: Token): Value => ({
  items: String(token.parts?.[0] ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((item) => textValue(item)),
  origins: [],
});
