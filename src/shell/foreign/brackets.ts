// Everything in brackets: groups, lists, arguments, objects and blocks.
import type { Cursor } from './cursor.ts';
import { readDefinition, readParameters } from './functions.ts';
import { interpolated } from './interpolation.ts';
import { readAs, readLoop } from './loops.ts';
import type { Token } from './tokenize.ts';
import { textsOf, UNKNOWN, type Value } from './value.ts';

export interface Arguments {
  args: Value[];
  named: Map<string, Value>;
}

export function readBracket(code: Cursor, token: Token): Value {
  if (token.text === '(') return readParenthesis(code, token);
  if (token.text === '[') return readListLiteral(code);
  if (token.text === '{')
    return isListOfTexts(code) ? { ...UNKNOWN, items: readList(code, '}') } : readBraces(code);
  // `->(x) { … }` of Ruby.
  if (token.text === '->' && code.isSign('(', 1)) {
    code.at++;
    return readDefinition(code, token, true);
  }
  code.at++;
  return UNKNOWN;
}

/** `[a, b]`, and in Go `[]string{"a", "b"}`. */
function readListLiteral(code: Cursor): Value {
  const items = readList(code, ']');
  const isTyped = code.language === 'compiled' && code.token().kind === 'name' && code.isSign('{', 1);
  if (!isTyped) return { ...UNKNOWN, items };
  code.at++;
  return { ...UNKNOWN, items: readList(code, '}') };
}

/** `{"sh", "-c"}` of C and Java is a list; a block does not begin with a text. */
export function isListOfTexts(code: Cursor): boolean {
  return (
    code.language === 'compiled' &&
    code.token(1).kind === 'text' &&
    (code.isSign(',', 2) || code.isSign('}', 2))
  );
}

function readParenthesis(code: Cursor, token: Token): Value {
  const close = code.closing(code.at);
  const arrow = arrowAfter(code, close);
  if (arrow !== undefined) {
    const fn = readParameters(code, token, true);
    code.at = arrow + 1;
    fn.result = code.expression();
    return { fn, origins: [] };
  }
  const items = readList(code, ')');
  return items.length === 1 ? (items[0] as Value) : { ...UNKNOWN, items };
}

/** The index of the `=>` after a list of parameters, behind a type if there is one. */
function arrowAfter(code: Cursor, close: number): number | undefined {
  const at = (i: number, sign: string) => code.tokens[i]?.kind === 'sign' && code.tokens[i]?.text === sign;
  if (code.language !== 'node' && code.language !== 'other') return undefined;
  if (at(close + 1, '=>')) return close + 1;
  if (!at(close + 1, ':')) return undefined;
  for (let i = close + 2; i < close + 16; i++) {
    if (at(i, '=>')) return i;
    if (at(i, ',') || at(i, ';') || at(i, '{') || at(i, '=')) return undefined;
  }
  return undefined;
}

export function readList(code: Cursor, close: string): Value[] {
  code.at++;
  const { args } = code.bracketed(() => readItems(code, close));
  return args;
}

/** The items of a list or the arguments of a call, up to the closing bracket. */
export function readItems(code: Cursor, close: string): Arguments {
  const found: Arguments = { args: [], named: new Map() };
  let element = code.at;
  while (!code.ended && !code.isSign(close)) {
    const before = code.at;
    const loops = code.language === 'python' && code.isName('for');
    readItem(code, found);
    if (loops) readElement(code, element, found);
    else if (code.isSign(',')) element = code.at + 1;
    if (code.at === before) code.at++;
  }
  code.at++;
  return found;
}

/** `[p for p in list]`: the element stands before the loop that gives its names their values, so it is read again. */
function readElement(code: Cursor, start: number, { args }: Arguments): void {
  if (code.readsAgain || args.length === 0) return;
  const { at } = code;
  code.readsAgain = true;
  code.at = start;
  args[args.length - 1] = code.expression();
  code.at = at;
  code.readsAgain = false;
}

export function readItem(code: Cursor, { args, named }: Arguments): void {
  const token = code.token();
  if (token.kind === 'sign' && /^[,;)\]}]$/.test(token.text)) {
    code.at++;
    return;
  }
  if (token.kind === 'name' && /^(?:for|if|async)$/.test(token.text) && code.language === 'python') {
    if (token.text === 'for') readLoop(code);
    else code.at++;
    return;
  }
  const spreads = code.isSign('*') || code.isSign('...') || code.isSign('**');
  if (isNamed(code, token)) {
    code.at += 2;
    named.set(
      token.kind === 'name' ? token.text : (textsOf(interpolated(code, token.parts ?? []))[0] ?? ''),
      code.expression(),
    );
    return;
  }
  const value = code.expression();
  // `foreach ($files as $file)` of PHP.
  if (code.isName('as') && code.language === 'php') readAs(code, value);
  if (spreads && value.items) args.push(...value.items);
  else args.push(value);
  for (const [name, field] of value.fields ?? []) named.set(name, field);
  // `(x := value)`, `(x = value)`.
  if (code.isSign('=') || code.isSign(':=')) {
    code.at++;
    const right = code.expression();
    if (token.kind === 'name') code.bind(token.text, right);
    args.push(right);
  }
}

/** `name=value`, `name: value`, `'name' => value`. */
function isNamed(code: Cursor, token: Token): boolean {
  if (token.kind !== 'name' && token.kind !== 'text') return false;
  if (code.isSign('=>', 1)) return code.language !== 'node' && code.language !== 'other';
  if (token.kind !== 'name') return false;
  if (code.isSign('=', 1)) return code.language === 'python' || code.language === 'r';
  return code.isSign(':', 1) && code.language !== 'perl';
}

/** An object, a hash or a block: named values are fields, everything else is read as statements. */
export function readBraces(code: Cursor): Value {
  const fields = new Map<string, Value>();
  const { open } = code;
  code.at++;
  // Inside a block, lines are statements again.
  code.open = 0;
  while (!code.ended && !code.isSign('}')) {
    const before = code.at;
    if (isField(code)) readField(code, fields);
    else if (isShorthand(code)) readShorthand(code, fields);
    else code.statement();
    if (code.at === before) code.at++;
  }
  code.at++;
  code.open = open;
  return { fields, origins: [] };
}

function isField(code: Cursor): boolean {
  const { kind } = code.token();
  if (kind !== 'name' && kind !== 'text' && kind !== 'number') return false;
  return (
    code.isSign(':', 1) || (code.isSign('=>', 1) && code.language !== 'node' && code.language !== 'other')
  );
}

/** `{ method: 'POST', body }` of JavaScript. */
function isShorthand(code: Cursor): boolean {
  if (code.language !== 'node' || code.token().kind !== 'name') return false;
  return code.isSign(',', 1) || code.isSign('}', 1);
}

function readShorthand(code: Cursor, fields: Map<string, Value>): void {
  const { text: name } = code.token();
  fields.set(name, code.lookup(name));
  code.at++;
}

function readField(code: Cursor, fields: Map<string, Value>): void {
  const token = code.token();
  const key = token.kind === 'text' ? (textsOf(interpolated(code, token.parts ?? []))[0] ?? '') : token.text;
  code.at += 2;
  fields.set(
    key,
    code.bracketed(() => code.expression()),
  );
}
