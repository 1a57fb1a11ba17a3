// Everything in brackets: groups, lists, arguments, objects and blocks.
import type { Cursor } from './cursor.ts';
import { readDefinition, readParameters } from './functions.ts';
import { readInterpolated } from './interpolation.ts';
import { bindAfterAs, readLoopHead } from './loops.ts';
import type { Token } from './token.ts';
import { textsOf, UNKNOWN, type Value } from './value.ts';

export interface Arguments {
  args: Value[];
  named: Map<string, Value>;
}

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

function readParenthesis(cursor: Cursor, token: Token): Value {
  const close = cursor.closingIndex(cursor.at);
  const arrow = arrowAfter(cursor, close);
  if (arrow !== undefined) {
    const userFunction = readParameters(cursor, token, true);
    cursor.at = arrow + 1;
    userFunction.result = cursor.expression();
    return { userFunction, origins: [] };
  }
  const items = readList(cursor, ')');
  return items.length === 1 ? (items[0] as Value) : { ...UNKNOWN, items };
}

/** The index of the `=>` after a list of parameters, behind a type if there is one. */
function arrowAfter(cursor: Cursor, close: number): number | undefined {
  const at = (i: number, sign: string) =>
    cursor.tokens[i]?.kind === 'sign' && cursor.tokens[i]?.text === sign;
  if (cursor.language !== 'node' && cursor.language !== 'other') return undefined;
  if (at(close + 1, '=>')) return close + 1;
  if (!at(close + 1, ':')) return undefined;
  for (let i = close + 2; i < close + 16; i++) {
    if (at(i, '=>')) return i;
    if (at(i, ',') || at(i, ';') || at(i, '{') || at(i, '=')) return undefined;
  }
  return undefined;
}

export function readList(cursor: Cursor, close: string): Value[] {
  cursor.at++;
  const { args } = cursor.insideBracket(() => readItems(cursor, close));
  return args;
}

/** The items of a list or the arguments of a call, up to the closing bracket. */
export function readItems(cursor: Cursor, close: string): Arguments {
  const found: Arguments = { args: [], named: new Map() };
  let element = cursor.at;
  while (!cursor.ended && !cursor.isSign(close)) {
    const before = cursor.at;
    const loops = cursor.language === 'python' && cursor.isName('for');
    readItem(cursor, found);
    if (loops) readElement(cursor, element, found);
    else if (cursor.isSign(',')) element = cursor.at + 1;
    if (cursor.at === before) cursor.at++;
  }
  cursor.at++;
  return found;
}

/** `[p for p in list]`: the element stands before the loop that gives its names their values, so it is read again. */
function readElement(cursor: Cursor, start: number, { args }: Arguments): void {
  if (cursor.rereadsElement || args.length === 0) return;
  const { at } = cursor;
  cursor.rereadsElement = true;
  cursor.at = start;
  args[args.length - 1] = cursor.expression();
  cursor.at = at;
  cursor.rereadsElement = false;
}

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
  const spreads = cursor.isSign('*') || cursor.isSign('...') || cursor.isSign('**');
  if (isNamed(cursor, token)) {
    cursor.at += 2;
    named.set(
      token.kind === 'name' ? token.text : (textsOf(readInterpolated(cursor, token.parts ?? []))[0] ?? ''),
      cursor.expression(),
    );
    return;
  }
  const value = cursor.expression();
  // `foreach ($files as $file)` of PHP.
  if (cursor.isName('as') && cursor.language === 'php') bindAfterAs(cursor, value);
  if (spreads && value.items) args.push(...value.items);
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
function isNamed(cursor: Cursor, token: Token): boolean {
  if (token.kind !== 'name' && token.kind !== 'text') return false;
  if (cursor.isSign('=>', 1)) return cursor.language !== 'node' && cursor.language !== 'other';
  if (token.kind !== 'name') return false;
  if (cursor.isSign('=', 1)) return cursor.language === 'python' || cursor.language === 'r';
  return cursor.isSign(':', 1) && cursor.language !== 'perl';
}

/** An object, a hash or a block: named values are fields, everything else is read as statements. */
export function readBraces(cursor: Cursor): Value {
  const fields = new Map<string, Value>();
  const { openBrackets: open } = cursor;
  cursor.at++;
  // Inside a block, lines are statements again.
  cursor.openBrackets = 0;
  while (!cursor.ended && !cursor.isSign('}')) {
    const before = cursor.at;
    if (isField(cursor)) readField(cursor, fields);
    else if (isShorthand(cursor)) readShorthand(cursor, fields);
    else cursor.statement();
    if (cursor.at === before) cursor.at++;
  }
  cursor.at++;
  cursor.openBrackets = open;
  return { fields, origins: [] };
}

function isField(cursor: Cursor): boolean {
  const { kind } = cursor.token();
  if (kind !== 'name' && kind !== 'text' && kind !== 'number') return false;
  return (
    cursor.isSign(':', 1) ||
    (cursor.isSign('=>', 1) && cursor.language !== 'node' && cursor.language !== 'other')
  );
}

/** `{ method: 'POST', body }` of JavaScript. */
function isShorthand(cursor: Cursor): boolean {
  if (cursor.language !== 'node' || cursor.token().kind !== 'name') return false;
  return cursor.isSign(',', 1) || cursor.isSign('}', 1);
}

function readShorthand(cursor: Cursor, fields: Map<string, Value>): void {
  const { text: name } = cursor.token();
  fields.set(name, cursor.lookup(name));
  cursor.at++;
}

function readField(cursor: Cursor, fields: Map<string, Value>): void {
  const token = cursor.token();
  const key =
    token.kind === 'text' ? (textsOf(readInterpolated(cursor, token.parts ?? []))[0] ?? '') : token.text;
  cursor.at += 2;
  fields.set(
    key,
    cursor.insideBracket(() => cursor.expression()),
  );
}
