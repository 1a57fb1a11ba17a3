// Functions that code defines: named ones, lambdas and arrows. Their parameters get the values that calls pass.
import type { Cursor } from './cursor.ts';
import type { Token } from './tokenize.ts';
import { either, made, UNKNOWN, type UserFunction, type Value } from './value.ts';

const FUNCTION_WORDS = new Set('function fn func sub proc'.split(' '));

/** A class is called like the method that makes its objects. */
export function bindMethod(code: Cursor, name: string, value: Value): void {
  if (code.inClass !== undefined && /^(?:__init__|initialize|constructor|__construct)$/.test(name))
    code.bind(code.inClass, value);
}

export function isFunction(code: Cursor, token: Token): boolean {
  if (!FUNCTION_WORDS.has(token.text)) return false;
  const opens = code.isSign('(', 1) || code.isSign('{', 1);
  return opens || code.isSign('(', 2) || code.isSign('{', 2);
}

export function readFunctionExpression(code: Cursor, token: Token): Value {
  code.at++;
  if (code.token().kind === 'name') code.at++;
  return readDefinition(code, token, true);
}

/** The parameters and the body that follow the name of a function. */
export function readDefinition(code: Cursor, token: Token, isCallback = false): Value {
  const fn = code.isSign('(') ? readParameters(code, token, isCallback) : functionOf(code, token, []);
  if (code.isSign('=>')) {
    code.at++;
    code.expression();
  }
  return { fn, origins: [] };
}

function functionOf(code: Cursor, token: Token, parameters: readonly string[]): UserFunction {
  const known = code.memory.functions.get(token) ?? { parameters, given: [] };
  code.memory.functions.set(token, known);
  return known;
}

/** Reads `(a, b = 1)` and binds the names to what calls were seen to pass. */
export function readParameters(code: Cursor, token: Token, isCallback: boolean): UserFunction {
  const close = code.closing(code.at);
  const found: { name: string; value: Value }[] = [];
  code.at++;
  while (code.at < close) {
    const { kind, text: name } = code.token();
    const ends = code.isSign(',', 1) || code.isSign('=', 1) || code.isSign(':', 1) || code.at + 1 >= close;
    if (kind !== 'name' || !ends) {
      code.at++;
      continue;
    }
    code.at++;
    let value = UNKNOWN;
    while (code.at < close && !code.isSign(',') && !code.isSign('=')) code.at++;
    if (code.isSign('=')) {
      code.at++;
      value = code.bracketed(() => code.expression());
    }
    if (name !== 'self' && name !== 'code') found.push({ name, value });
    while (code.at < close && !code.isSign(',')) code.at++;
  }
  code.at = close + 1;
  const fn = functionOf(
    code,
    token,
    found.map(({ name }) => name),
  );
  const given = isCallback ? code.callback : [];
  found.forEach(({ name, value }, i) => {
    const passed = fn.given.map((args) => args[i] ?? UNKNOWN);
    code.bind(name, either(...passed, given[i] ?? UNKNOWN, value));
  });
  return fn;
}

export function readLambda(code: Cursor, token: Token): Value {
  code.at++;
  const names: string[] = [];
  while (!code.ended && !code.isSign(':')) {
    if (code.token().kind === 'name') names.push(code.token().text);
    code.at++;
  }
  code.at++;
  return readArrow(code, token, names, true);
}

/** The body of `x => …`, with the cursor at the arrow (or after it). */
export function readArrow(code: Cursor, token: Token, names: readonly string[], after = false): Value {
  if (!after) code.at++;
  const fn = functionOf(code, token, names);
  const given = code.callback;
  names.forEach((name, i) => {
    code.bind(name, either(...fn.given.map((args) => args[i] ?? UNKNOWN), given[i] ?? UNKNOWN));
  });
  const target = code.token();
  const value = code.expression();
  fn.result = value;
  readAssignedBody(code, target, value);
  return { fn, origins: value.origins };
}

/** `x => text += x`: an assignment that is the whole body of a function. */
function readAssignedBody(code: Cursor, target: Token, before: Value): void {
  const adds = code.isSign('+=');
  if (code.ended || (!adds && !code.isSign('='))) return;
  code.at++;
  const value = code.expression();
  if (target.kind === 'name') code.bind(target.text, adds ? made([before, value]) : value);
}
