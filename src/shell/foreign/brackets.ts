// Reads what is in brackets: groups, lists, arguments, objects and blocks. Comes from primaries.ts with the cursor at the
// opening bracket, and leaves it behind the closing one. Blocks are read as statements.
import type { Cursor } from './cursor.ts';
import { readDefinition, readParameters } from './functions.ts';
import { readInterpolated } from './interpolation.ts';
import { bindAfterAs, readLoopHead } from './loops.ts';
import type { Token } from './token.ts';
import { textsOf, UNKNOWN, type Value } from './value.ts';

/** The arguments of a call, or the items of a list. */
export interface Arguments {
  args: Value[];
  named: Map<string, Value>;
}

/** The value of a group, a list, an object or a block. Any other sign is skipped. */
export function readBracket(cursor: Cursor, token: Token): Value {
  if (token.text === '(') return readParenthesis(cursor, token);
  if (token.text === '[') return readListLiteral(cursor);
  if (token.text === '{')
    return isListOfTexts(cursor) ? { ...UNKNOWN, items: readList(cursor, '}') } : readBraces(cursor);
  // `->(x) { … }` of Ruby.
  if (token.text === '->' && cursor.isSign('(', 1)) {
    cursor.at++;
    return readDefinition(cursor, token, true);
  }
  cursor.at++;
  return UNKNOWN;
}

/** `[a, b]`, and in Go `[]string{"a", "b"}`. */
function readListLiteral(cursor: Cursor): Value {
  const items = readList(cursor, ']');
  const isTyped = cursor.language === 'compiled' && cursor.token().kind === 'name' && cursor.isSign('{', 1);
  if (!isTyped) return { ...UNKNOWN, items };
  cursor.at++;
  return { ...UNKNOWN, items: readList(cursor, '}') };
}

/** `{"sh", "-c"}` of C and Java is a list; a block does not begin with a text. */
export function isListOfTexts(cursor: Cursor): boolean {
  return (
    cursor.language === 'compiled' &&
    cursor.token(1).kind === 'text' &&
    (cursor.isSign(',', 2) || cursor.isSign('}', 2))
  );
}

/** A group, a list in parentheses, or the parameters of an arrow function. */
function readParenthesis(cursor: Cursor, token: Token): Value {
  const arrow = findArrow(cursor, cursor.closingIndex(cursor.at));
  if (arrow !== undefined) {
    const userFunction = readParameters(cursor, token, true);
    cursor.at = arrow + 1;
    userFunction.result = cursor.expression();
    return { userFunction, origins: [] };
  }
  const items = readList(cursor, ')');
  return items.length === 1 ? (items[0] as Value) : { ...UNKNOWN, items };
}

/** The index of the `=>` after a list of parameters, behind a type if there is one: `(x): string =>`. */
function findArrow(cursor: Cursor, close: number): number | undefined {
  const isSignAt = (i: number, sign: string) =>
    cursor.tokens[i]?.kind === 'sign' && cursor.tokens[i]?.text === sign;
  if (cursor.language !== 'node' && cursor.language !== 'other') return undefined;
  if (isSignAt(close + 1, '=>')) return close + 1;
  if (!isSignAt(close + 1, ':')) return undefined;
  for (let i = close + 2; i < close + MAX_TYPE_TOKENS; i++) {
    if (isSignAt(i, '=>')) return i;
    if (isSignAt(i, ',') || isSignAt(i, ';') || isSignAt(i, '{') || isSignAt(i, '=')) return undefined;
  }
  return undefined;
}

/** In tokens, counted from the closing bracket. A `=>` that is further away belongs to another function. */
const MAX_TYPE_TOKENS = 16;

/** The items between the bracket at the cursor and the one that closes it. */
export function readList(cursor: Cursor, close: string): Value[] {
  cursor.at++;
  const { args } = cursor.insideBracket(() => readItems(cursor, close));
  return args;
}

/** The items of a list or the arguments of a call, from behind the opening bracket to behind the closing one. */
export function readItems(cursor: Cursor, close: string): Arguments {
  const items: Arguments = { args: [], named: new Map() };
  let elementStart = cursor.at;
  while (!cursor.ended && !cursor.isSign(close)) {
    const itemStart = cursor.at;
    const isComprehension = cursor.language === 'python' && cursor.isName('for');
    readItem(cursor, items);
    if (isComprehension) readElementAgain(cursor, elementStart, items);
    else if (cursor.isSign(',')) elementStart = cursor.at + 1;
    if (cursor.at === itemStart) cursor.at++;
  }
  cursor.at++;
  return items;
}

/**
 * `[p for p in list]`: the element stands before the loop that gives its names their values, so it is read again.
 * Elements in such an element are not, because every level would double the work.
 */
function readElementAgain(cursor: Cursor, start: number, { args }: Arguments): void {
  if (cursor.rereadsElement || args.length === 0) return;
  const { at } = cursor;
  cursor.rereadsElement = true;
  cursor.at = start;
  args[args.length - 1] = cursor.expression();
  cursor.at = at;
  cursor.rereadsElement = false;
}

/** Reads one item or argument, or the head of a loop in a comprehension, and adds it. */
export function readItem(cursor: Cursor, { args, named }: Arguments): void {
  const token = cursor.token();
  if (token.kind === 'sign' && /^[,;)\]}]$/.test(token.text)) {
    cursor.at++;
    return;
  }
  if (token.kind === 'name' && /^(?:for|if|async)$/.test(token.text) && cursor.language === 'python') {
    if (token.text === 'for') readLoopHead(cursor);
    else cursor.at++;
    return;
  }
  if (isNamedArgument(cursor, token)) {
    cursor.at += 2;
    const name = keyOf(cursor, token);
    named.set(name, cursor.expression());
    return;
  }
  const isSpread = cursor.isSign('*') || cursor.isSign('...') || cursor.isSign('**');
  const value = cursor.expression();
  // `foreach ($files as $file)` of PHP.
  if (cursor.isName('as') && cursor.language === 'php') bindAfterAs(cursor, value);
  if (isSpread && value.items) args.push(...value.items);
  else args.push(value);
  for (const [name, field] of value.fields ?? []) named.set(name, field);
  // `(x := value)`, `(x = value)`.
  if (cursor.isSign('=') || cursor.isSign(':=')) {
    cursor.at++;
    const right = cursor.expression();
    if (token.kind === 'name') cursor.bind(token.text, right);
    args.push(right);
  }
}

/** `name=value`, `name: value`, `'name' => value`. */
function isNamedArgument(cursor: Cursor, token: Token): boolean {
  if (token.kind !== 'name' && token.kind !== 'text') return false;
  if (cursor.isSign('=>', 1)) return cursor.language !== 'node' && cursor.language !== 'other';
  if (token.kind !== 'name') return false;
  if (cursor.isSign('=', 1)) return cursor.language === 'python' || cursor.language === 'r';
  return cursor.isSign(':', 1) && cursor.language !== 'perl';
}

/** The name before a `:` or a `=>`, which may be a string. */
const keyOf = (cursor: Cursor, { kind, text, parts = [] }: Token): string =>
  kind === 'text' ? (textsOf(readInterpolated(cursor, parts))[0] ?? '') : text;

/** An object, a hash or a block: named values are fields, everything else is read as statements. */
export function readBraces(cursor: Cursor): Value {
  const fields = new Map<string, Value>();
  const { openBrackets } = cursor;
  cursor.at++;
  // Inside a block, a line break ends a statement again.
  cursor.openBrackets = 0;
  while (!cursor.ended && !cursor.isSign('}')) {
    const start = cursor.at;
    if (isField(cursor)) readField(cursor, fields);
    else if (isShorthandField(cursor)) readShorthandField(cursor, fields);
    else cursor.statement();
    if (cursor.at === start) cursor.at++;
  }
  cursor.at++;
  cursor.openBrackets = openBrackets;
  return { fields, origins: [] };
}

/** `name: value`, `'name' => value`. */
function isField(cursor: Cursor): boolean {
  const { kind } = cursor.token();
  if (kind !== 'name' && kind !== 'text' && kind !== 'number') return false;
  return (
    cursor.isSign(':', 1) ||
    (cursor.isSign('=>', 1) && cursor.language !== 'node' && cursor.language !== 'other')
  );
}

/** `{ method: 'POST', body }` of JavaScript. */
function isShorthandField(cursor: Cursor): boolean {
  if (cursor.language !== 'node' || cursor.token().kind !== 'name') return false;
  return cursor.isSign(',', 1) || cursor.isSign('}', 1);
}

function readShorthandField(cursor: Cursor, fields: Map<string, Value>): void {
  const { text: name } = cursor.token();
  fields.set(name, cursor.lookup(name));
  cursor.at++;
}

function readField(cursor: Cursor, fields: Map<string, Value>): void {
  const key = keyOf(cursor, cursor.token());
  cursor.at += 2;
  const value = cursor.insideBracket(() => cursor.expression());
  fields.set(key, value);
}
