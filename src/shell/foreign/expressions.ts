// Evaluates expressions of other languages as far as their value is known, and collects the calls in them. It knows no
// grammar as a whole: what it does not understand is an unknown value, and the next token is looked at. This file has
// the operators, by precedence; their operands are read in postfix.ts and primaries.ts.
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

const MAX_DEPTH = 120;

/** Words that stand before an expression and don't change what is known about it. */
const PREFIX_WORDS = new Set(
  'await new not typeof void yield async return throw raise my our local const let var static delete defined ref scalar then do clone echo go defer'.split(
    ' ',
  ),
);

const UNARY_SIGNS = new Set('- ! ~ + * & @ \\ < ... ** ++ --'.split(' '));

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

function readLogic(cursor: Cursor, left: Value, operator: string): Value {
  cursor.at++;
  const right = readSum(cursor);
  if (/^(?:\|\||\?\?|or)$/.test(operator)) return eitherValue(left, right);
  if (operator === '|' && left.fullName !== undefined && right.fullName !== undefined)
    return { ...deriveValue([left, right]), fullName: `${left.fullName}|${right.fullName}` };
  return /^(?:&&|and)$/.test(operator) ? right : deriveValue([left, right]);
}

function readConditional(cursor: Cursor, condition: Value): Value {
  cursor.at++;
  const yes = readExpression(cursor);
  if (!cursor.isSign(':')) return deriveValue([condition, yes]);
  cursor.at++;
  return eitherValue(yes, readExpression(cursor));
}

function readPythonConditional(cursor: Cursor, value: Value): Value {
  cursor.at++;
  readExpression(cursor);
  if (!cursor.isName('else')) return value;
  cursor.at++;
  return eitherValue(value, readExpression(cursor));
}

function readSum(cursor: Cursor): Value {
  let value = readProduct(cursor);
  for (;;) {
    const token = cursor.token();
    if (cursor.ended || cursor.lineEndsStatement || token.kind !== 'sign') return value;
    const adds =
      token.text === '+' ||
      token.text === '..' ||
      (token.text === '.' && cursor.rules.dotConcatenates === true);
    if (!adds && token.text !== '-') return value;
    cursor.at++;
    value = adds ? addValues(value, readProduct(cursor)) : deriveValue([value, readProduct(cursor)]);
  }
}

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
  let i = 0;
  const pieces = textsOf(left)[0]?.split(/%[-\d.]*[srdif]|%\(\w+\)[sdr]/) ?? [];
  const all = pieces.flatMap((piece, n) =>
    n === 0 ? [textValue(piece)] : [values[i++] ?? UNKNOWN, textValue(piece)],
  );
  return { ...joinTexts(all), origins: deriveValue([left, right]).origins };
}
