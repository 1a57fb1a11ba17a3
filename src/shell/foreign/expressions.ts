// Evaluates expressions of other languages as far as their value is known, and collects the calls in them. It knows no
// grammar as a whole: what it does not understand is an unknown value, and the next token is looked at. This file has
// the operators, by precedence; their operands are read in postfix.ts and primaries.ts.
import type { Cursor } from './cursor.ts';
import { WORD_OPERATORS } from './lexis.ts';
import { readPostfix } from './postfix.ts';
import { readPrimary } from './primaries.ts';
import { derived, either, join, joinPath, text, textsOf, UNKNOWN, type Value } from './value.ts';

const MAX_DEPTH = 120;

/** Words that stand before an expression and don't change what is known about it. */
const PREFIXES = new Set(
  'await new not typeof void yield async return throw raise my our local const let var static delete defined ref scalar then do clone echo go defer'.split(
    ' ',
  ),
);

const UNARY = new Set('- ! ~ + * & @ \\ < ... ** ++ --'.split(' '));

const LOGIC = new Set('|| && ?? == != === !== < > <= >= =~ !~ & | ^ << >> |> <=>'.split(' '));

export function readExpression(code: Cursor): Value {
  if (code.depth > MAX_DEPTH) {
    code.at++;
    return UNKNOWN;
  }
  return code.nested(() => readChoice(code));
}

/** `a || b`, `a ? b : c`, `b if a else c`, comparisons. */
function readChoice(code: Cursor): Value {
  let value = readSum(code);
  for (;;) {
    const token = code.token();
    if (code.ended || code.startsLine) return value;
    if (token.kind === 'sign' && LOGIC.has(token.text)) value = readLogic(code, value, token.text);
    else if (code.isSign('?') && code.language !== 'python') value = readConditional(code, value);
    else if (token.kind === 'name' && WORD_OPERATORS.has(token.text))
      value = readLogic(code, value, token.text);
    else if (code.isName('if') && code.language === 'python' && code.token().spaced)
      value = readPythonConditional(code, value);
    else return value;
  }
}

function readLogic(code: Cursor, left: Value, operator: string): Value {
  code.at++;
  const right = readSum(code);
  if (/^(?:\|\||\?\?|or)$/.test(operator)) return either(left, right);
  if (operator === '|' && left.ref !== undefined && right.ref !== undefined)
    return { ...derived([left, right]), ref: `${left.ref}|${right.ref}` };
  return /^(?:&&|and)$/.test(operator) ? right : derived([left, right]);
}

function readConditional(code: Cursor, condition: Value): Value {
  code.at++;
  const yes = readExpression(code);
  if (!code.isSign(':')) return derived([condition, yes]);
  code.at++;
  return either(yes, readExpression(code));
}

function readPythonConditional(code: Cursor, value: Value): Value {
  code.at++;
  readExpression(code);
  if (!code.isName('else')) return value;
  code.at++;
  return either(value, readExpression(code));
}

function readSum(code: Cursor): Value {
  let value = readProduct(code);
  for (;;) {
    const token = code.token();
    if (code.ended || code.startsLine || token.kind !== 'sign') return value;
    const adds =
      token.text === '+' || token.text === '..' || (token.text === '.' && code.lexis.dotAdds === true);
    if (!adds && token.text !== '-') return value;
    code.at++;
    value = adds ? added(value, readProduct(code)) : derived([value, readProduct(code)]);
  }
}

function readProduct(code: Cursor): Value {
  let value = readOperand(code);
  for (;;) {
    const token = code.token();
    if (code.ended || code.startsLine || token.kind !== 'sign') return value;
    if (token.text === '%' && value.texts) {
      code.at++;
      value = formatted(value, readOperand(code));
    } else if (token.text === '/' || token.text === '*' || token.text === '%' || token.text === '**') {
      code.at++;
      const right = readOperand(code);
      value =
        token.text === '/' && value.path
          ? { ...joinPath([value, right], true), path: true }
          : derived([value, right]);
    } else return value;
  }
}

function readOperand(code: Cursor): Value {
  const token = code.token();
  if (code.ended) return UNKNOWN;
  if (token.kind === 'sign' && UNARY.has(token.text)) {
    code.at++;
    if (code.depth > MAX_DEPTH) return UNKNOWN;
    const value = code.nested(() => readOperand(code));
    if (token.text === '!') return UNKNOWN;
    return token.text === '-' && value.texts
      ? { ...value, texts: value.texts.map((number) => `-${number}`) }
      : value;
  }
  if (token.kind === 'name' && PREFIXES.has(token.text) && mayFollowPrefix(code)) {
    code.at++;
    return code.nested(() => readOperand(code));
  }
  return readPostfix(code, readPrimary(code));
}

function mayFollowPrefix(code: Cursor): boolean {
  const next = code.token(1);
  return next.kind !== 'sign' || /^[([{\\\-!+]$/.test(next.text);
}

function added(left: Value, right: Value): Value {
  if (left.items && right.items) return { items: [...left.items, ...right.items], origins: [] };
  return left.texts || right.texts ? join([left, right]) : derived([left, right]);
}

/** `'rm %s' % path`. */
function formatted(left: Value, right: Value): Value {
  const values = right.items ?? [right];
  let i = 0;
  const pieces = textsOf(left)[0]?.split(/%[-\d.]*[srdif]|%\(\w+\)[sdr]/) ?? [];
  const all = pieces.flatMap((piece, n) => (n === 0 ? [text(piece)] : [values[i++] ?? UNKNOWN, text(piece)]));
  return { ...join(all), origins: derived([left, right]).origins };
}
