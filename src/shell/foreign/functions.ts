// Functions that code defines: named ones, lambdas and arrows. Reading a definition gives its parameters the values
// that the calls seen so far have passed (all of them in the second pass), and yields a value that stands for the
// function.
import type { Cursor } from './cursor.ts';
import type { Token } from './token.ts';
import { deriveValue, eitherValue, UNKNOWN, type UserFunction, type Value } from './value.ts';

const FUNCTION_WORDS = new Set('function fn func sub proc'.split(' '));

/** Gives the name of a class its constructor as value, because calling the class calls that. */
export function bindConstructor(cursor: Cursor, name: string, value: Value): void {
  if (cursor.className !== undefined && /^(?:__init__|initialize|constructor|__construct)$/.test(name))
    cursor.bind(cursor.className, value);
}

/** `function (x) {`, `function name(x) {`, `sub {`. */
export function beginsFunctionExpression(cursor: Cursor, token: Token): boolean {
  if (!FUNCTION_WORDS.has(token.text)) return false;
  const opensNext = cursor.isSign('(', 1) || cursor.isSign('{', 1);
  return opensNext || cursor.isSign('(', 2) || cursor.isSign('{', 2);
}

export function readFunctionExpression(cursor: Cursor, token: Token): Value {
  cursor.at++;
  if (cursor.token().kind === 'name') cursor.at++;
  return readDefinition(cursor, token, true);
}

/**
 * Reads the parameters that follow the name of a function; its body is read as the statements that come next. `token`
 * is the first one of the definition. A callback also gets the values that the current call passes.
 */
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

/**
 * The function that begins at a token. It is the same one in both passes, so that the second knows the calls of the
 * first.
 */
function registerFunction(cursor: Cursor, token: Token, parameters: readonly string[]): UserFunction {
  const userFunction = cursor.shared.functions.get(token) ?? { parameters, callArguments: [] };
  cursor.shared.functions.set(token, userFunction);
  return userFunction;
}

interface Parameter {
  name: string;
  defaultValue: Value;
}

/** Reads `(a, b = 1)`, and gives each name the values that calls pass for it. */
export function readParameters(cursor: Cursor, token: Token, isCallback: boolean): UserFunction {
  const close = cursor.closingIndex(cursor.at);
  const parameters: Parameter[] = [];
  cursor.at++;
  while (cursor.at < close) {
    const parameter = readParameter(cursor, close);
    // The object itself is not an argument.
    if (parameter && parameter.name !== 'self' && parameter.name !== 'this') parameters.push(parameter);
  }
  cursor.at = close + 1;
  const names = parameters.map(({ name }) => name);
  const userFunction = registerFunction(cursor, token, names);
  const defaults = parameters.map(({ defaultValue }) => defaultValue);
  bindParameters(cursor, userFunction, names, isCallback ? cursor.callbackArguments : [], defaults);
  return userFunction;
}

/** Reads up to the next comma; undefined for a token before the name, such as a type: `String path`. */
function readParameter(cursor: Cursor, close: number): Parameter | undefined {
  const { kind, text: name } = cursor.token();
  const isLastWord =
    cursor.isSign(',', 1) || cursor.isSign('=', 1) || cursor.isSign(':', 1) || cursor.at + 1 >= close;
  cursor.at++;
  if (kind !== 'name' || !isLastWord) return undefined;
  let defaultValue = UNKNOWN;
  while (cursor.at < close && !cursor.isSign(',') && !cursor.isSign('=')) cursor.at++;
  if (cursor.isSign('=')) {
    cursor.at++;
    defaultValue = cursor.insideBracket(() => cursor.expression());
  }
  while (cursor.at < close && !cursor.isSign(',')) cursor.at++;
  return { name, defaultValue };
}

/** Gives each parameter the values that calls pass for it, and its default. */
function bindParameters(
  cursor: Cursor,
  { callArguments }: UserFunction,
  names: readonly string[],
  callbackArguments: readonly Value[],
  defaults: readonly Value[],
): void {
  names.forEach((name, i) => {
    const passed = callArguments.map((args) => args[i] ?? UNKNOWN);
    cursor.bind(name, eitherValue(...passed, callbackArguments[i] ?? UNKNOWN, defaults[i] ?? UNKNOWN));
  });
}

/** `lambda a, b: …` of Python. */
export function readLambda(cursor: Cursor, token: Token): Value {
  cursor.at++;
  const names: string[] = [];
  while (!cursor.ended && !cursor.isSign(':')) {
    if (cursor.token().kind === 'name') names.push(cursor.token().text);
    cursor.at++;
  }
  return readArrow(cursor, token, names);
}

/** The rest of `x => …` or `lambda x: …`, with the cursor at the arrow or the colon. */
export function readArrow(cursor: Cursor, token: Token, names: readonly string[]): Value {
  cursor.at++;
  const userFunction = registerFunction(cursor, token, names);
  bindParameters(cursor, userFunction, names, cursor.callbackArguments, []);
  const firstOfBody = cursor.token();
  const value = cursor.expression();
  userFunction.result = value;
  readAssignedBody(cursor, firstOfBody, value);
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
