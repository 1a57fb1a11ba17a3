// Reads an expression from the cursor on: its value goes back as far as it is known, and the calls in it are recorded.
// No grammar is complete here: what is not understood is an unknown value, and the next token is looked at. This file
// has the operators, by precedence, the weakest first; operands are read in primaries.ts and postfix.ts.
import type { Cursor } from './cursor.ts';
import { WORD_OPERATORS } from './lexical-rules.ts';
import { readPostfix } from './postfix.ts';
import { readPrimary } from './primaries.ts';
import {
  deriveValue,
  eitherValue,
  joinPath,
  joinTexts,
  textsOf,
  textValue,
  UNKNOWN,
  type Value,
} from './value.ts';

/** Expressions that are nested more deeply are unknown, so that they do not overflow the stack. */
const MAX_DEPTH = 120;

/** Words that stand before an expression and don't change what is known about it. */
const PREFIX_WORDS = new Set(
  'await new not typeof void yield async return throw raise my our local const let var static delete defined ref scalar then do clone echo go defer'.split(
    ' ',
  ),
);

/** Signs that stand before an operand. */
const UNARY_SIGNS = new Set('- ! ~ + * & @ \\ < ... ** ++ --'.split(' '));

/** Signs of comparisons, of logic and of bits. */
const LOGIC_SIGNS = new Set('|| && ?? == != === !== < > <= >= =~ !~ & | ^ << >> |> <=>'.split(' '));

export function readExpression(cursor: Cursor): Value {
  if (cursor.depth > MAX_DEPTH) {
    cursor.at++;
    return UNKNOWN;
  }
  return cursor.countDepth(() => readChoice(cursor));
}

/** `a || b`, `a ? b : c`, `b if a else c`, comparisons. */
function readChoice(cursor: Cursor): Value {
  let value = readSum(cursor);
  for (;;) {
    const token = cursor.token();
    if (cursor.ended || cursor.lineEndsStatement) return value;
    if (token.kind === 'sign' && LOGIC_SIGNS.has(token.text)) value = readLogic(cursor, value, token.text);
    else if (cursor.isSign('?') && cursor.language !== 'python') value = readConditional(cursor, value);
    else if (token.kind === 'name' && WORD_OPERATORS.has(token.text))
      value = readLogic(cursor, value, token.text);
    else if (cursor.isName('if') && cursor.language === 'python' && cursor.token().spaceBefore)
      value = readPythonConditional(cursor, value);
    else return value;
  }
}

/** The right side of a comparison or of logic, with the cursor at the operator. */
function readLogic(cursor: Cursor, left: Value, operator: string): Value {
  cursor.at++;
  const right = readSum(cursor);
  if (/^(?:\|\||\?\?|or)$/.test(operator)) return eitherValue(left, right);
  if (operator === '|' && left.fullName !== undefined && right.fullName !== undefined)
    // `O_WRONLY | O_CREAT`: both names matter.
    return { ...deriveValue([left, right]), fullName: `${left.fullName}|${right.fullName}` };
  return /^(?:&&|and)$/.test(operator) ? right : deriveValue([left, right]);
}

/** `a ? b : c`, with the cursor at the question mark. */
function readConditional(cursor: Cursor, condition: Value): Value {
  cursor.at++;
  const yes = readExpression(cursor);
  if (!cursor.isSign(':')) return deriveValue([condition, yes]);
  cursor.at++;
  return eitherValue(yes, readExpression(cursor));
}

/** `b if a else c`, with the cursor at `if`. */
function readPythonConditional(cursor: Cursor, value: Value): Value {
  cursor.at++;
  readExpression(cursor);
  if (!cursor.isName('else')) return value;
  cursor.at++;
  return eitherValue(value, readExpression(cursor));
}

/** `a + b`, `a - b`, and `a . b` in languages that join strings so. */
function readSum(cursor: Cursor): Value {
  let value = readProduct(cursor);
  for (;;) {
    const token = cursor.token();
    if (cursor.ended || cursor.lineEndsStatement || token.kind !== 'sign') return value;
    const isAddition =
      token.text === '+' ||
      token.text === '..' ||
      (token.text === '.' && cursor.rules.dotConcatenates === true);
    if (!isAddition && token.text !== '-') return value;
    cursor.at++;
    value = isAddition ? addValues(value, readProduct(cursor)) : deriveValue([value, readProduct(cursor)]);
  }
}

/** `a * b`, `path / 'x'`, `'rm %s' % path`. */
function readProduct(cursor: Cursor): Value {
  let value = readOperand(cursor);
  for (;;) {
    const token = cursor.token();
    if (cursor.ended || cursor.lineEndsStatement || token.kind !== 'sign') return value;
    if (token.text === '%' && value.texts) {
      cursor.at++;
      value = formatWithPercent(value, readOperand(cursor));
    } else if (token.text === '/' || token.text === '*' || token.text === '%' || token.text === '**') {
      cursor.at++;
      const right = readOperand(cursor);
      value =
        token.text === '/' && value.path
          ? { ...joinPath([value, right], true), path: true }
          : deriveValue([value, right]);
    } else return value;
  }
}

/** An operand with the signs and words before it. */
function readOperand(cursor: Cursor): Value {
  const token = cursor.token();
  if (cursor.ended) return UNKNOWN;
  if (token.kind === 'sign' && UNARY_SIGNS.has(token.text)) {
    cursor.at++;
    if (cursor.depth > MAX_DEPTH) return UNKNOWN;
    const value = cursor.countDepth(() => readOperand(cursor));
    if (token.text === '!') return UNKNOWN;
    return token.text === '-' && value.texts
      ? { ...value, texts: value.texts.map((number) => `-${number}`) }
      : value;
  }
  if (token.kind === 'name' && PREFIX_WORDS.has(token.text) && mayFollowPrefix(cursor)) {
    cursor.at++;
    return cursor.countDepth(() => readOperand(cursor));
  }
  return readPostfix(cursor, readPrimary(cursor));
}

/** Whether an operand follows the word at the cursor, so that the word is no name itself. */
function mayFollowPrefix(cursor: Cursor): boolean {
  const next = cursor.token(1);
  return next.kind !== 'sign' || /^[([{\\\-!+]$/.test(next.text);
}

function addValues(left: Value, right: Value): Value {
  if (left.items && right.items) return { items: [...left.items, ...right.items], origins: [] };
  return left.texts || right.texts ? joinTexts([left, right]) : deriveValue([left, right]);
}

/** `'rm %s' % path`. */
function formatWithPercent(left: Value, right: Value): Value {
  const values = right.items ?? [right];
  const texts = textsOf(left)[0]?.split(/%[-\d.]*[srdif]|%\(\w+\)[sdr]/) ?? [];
  // Before each text but the first stands a placeholder, which the next value fills.
  const parts = texts.flatMap((text, i) => [...(i === 0 ? [] : [values[i - 1] ?? UNKNOWN]), textValue(text)]);
  return { ...joinTexts(parts), origins: deriveValue([left, right]).origins };
}
