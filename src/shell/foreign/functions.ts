// Functions that code defines: named ones, lambdas and arrows. Their parameters get the values that calls pass.
import type { Cursor } from './cursor.ts';
import type { Token } from './token.ts';
import { deriveValue, eitherValue, UNKNOWN, type UserFunction, type Value } from './value.ts';

const FUNCTION_WORDS = new Set('function fn func sub proc'.split(' '));

/** Binds the name of a class to its constructor, because calling the class calls that. */
export function bindConstructor(cursor: Cursor, name: string, value: Value): void {
  if (cursor.className !== undefined && /^(?:__init__|initialize|constructor|__construct)$/.test(name))
    cursor.bind(cursor.className, value);
}

export function beginsFunctionExpression(cursor: Cursor, token: Token): boolean {
  if (!FUNCTION_WORDS.has(token.text)) return false;
  const opens = cursor.isSign('(', 1) || cursor.isSign('{', 1);
  return opens || cursor.isSign('(', 2) || cursor.isSign('{', 2);
}

export function readFunctionExpression(cursor: Cursor, token: Token): Value {
  cursor.at++;
  if (cursor.token().kind === 'name') cursor.at++;
  return readDefinition(cursor, token, true);
}

/** The parameters and the body that follow the name of a function. */
export function readDefinition(cursor: Cursor, token: Token, isCallback = false): Value {
  const userFunction = cursor.isSign('(')
    ? readParameters(cursor, token, isCallback)
    : registerFunction(cursor, token, []);
  if (cursor.isSign('=>')) {
    cursor.at++;
    cursor.expression();
  }
  return { userFunction, origins: [] };
}

function registerFunction(cursor: Cursor, token: Token, parameters: readonly string[]): UserFunction {
  const known = cursor.shared.functions.get(token) ?? { parameters, callArguments: [] };
  cursor.shared.functions.set(token, known);
  return known;
}

/** Reads `(a, b = 1)` and binds each name to the values that calls pass for it. */
export function readParameters(cursor: Cursor, token: Token, isCallback: boolean): UserFunction {
  const close = cursor.closingIndex(cursor.at);
  const found: { name: string; value: Value }[] = [];
  cursor.at++;
  while (cursor.at < close) {
    const { kind, text: name } = cursor.token();
    const ends =
      cursor.isSign(',', 1) || cursor.isSign('=', 1) || cursor.isSign(':', 1) || cursor.at + 1 >= close;
    if (kind !== 'name' || !ends) {
      cursor.at++;
      continue;
    }
    cursor.at++;
    let value = UNKNOWN;
    while (cursor.at < close && !cursor.isSign(',') && !cursor.isSign('=')) cursor.at++;
    if (cursor.isSign('=')) {
      cursor.at++;
      value = cursor.insideBracket(() => cursor.expression());
    }
    if (name !== 'self' && name !== 'this') found.push({ name, value });
    while (cursor.at < close && !cursor.isSign(',')) cursor.at++;
  }
  cursor.at = close + 1;
  const userFunction = registerFunction(
    cursor,
    token,
    found.map(({ name }) => name),
  );
  const given = isCallback ? cursor.callbackArguments : [];
  found.forEach(({ name, value }, i) => {
    const passed = userFunction.callArguments.map((args) => args[i] ?? UNKNOWN);
    cursor.bind(name, eitherValue(...passed, given[i] ?? UNKNOWN, value));
  });
  return userFunction;
}

export function readLambda(cursor: Cursor, token: Token): Value {
  cursor.at++;
  const names: string[] = [];
  while (!cursor.ended && !cursor.isSign(':')) {
    if (cursor.token().kind === 'name') names.push(cursor.token().text);
    cursor.at++;
  }
  cursor.at++;
  return readArrow(cursor, token, names, true);
}

/** The body of `x => …`, with the cursor at the arrow (or after it). */
export function readArrow(cursor: Cursor, token: Token, names: readonly string[], after = false): Value {
  if (!after) cursor.at++;
  const userFunction = registerFunction(cursor, token, names);
  const given = cursor.callbackArguments;
  names.forEach((name, i) => {
    cursor.bind(
      name,
      eitherValue(...userFunction.callArguments.map((args) => args[i] ?? UNKNOWN), given[i] ?? UNKNOWN),
    );
  });
  const target = cursor.token();
  const value = cursor.expression();
  userFunction.result = value;
  readAssignedBody(cursor, target, value);
  return { userFunction, origins: value.origins };
}

/** `x => text += x`: an assignment that is the whole body of a function. */
function readAssignedBody(cursor: Cursor, target: Token, before: Value): void {
  const adds = cursor.isSign('+=');
  if (cursor.ended || (!adds && !cursor.isSign('='))) return;
  cursor.at++;
  const value = cursor.expression();
  if (target.kind === 'name') cursor.bind(target.text, adds ? deriveValue([before, value]) : value);
}
