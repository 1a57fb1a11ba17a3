// Calls of functions: with parentheses, without them, with a block, and through a function that is passed on.

import type { Arguments } from './brackets.ts';
import { readBraces, readItem, readItems } from './brackets.ts';
import { isKnownCallee, methodKind } from './calls.ts';
import type { Cursor } from './cursor.ts';
import { bindMethod, readDefinition } from './functions.ts';
import { WORD_OPERATORS } from './lexis.ts';
import { record } from './record.ts';
import { callbackValues } from './results/elements.ts';
import type { Token } from './token.ts';
import { derived, elementOf, textsOf, UNKNOWN, type Value } from './value.ts';

/** Words that end the arguments of a call without parentheses. */
const ENDS_BARE = new Set('if unless while until do and or for foreach end then else xor'.split(' '));

/** Lists that grow beyond this are not followed. */
const MAX_ITEMS = 64;

/** `connection.query "DROP TABLE a"` of Ruby. */
const isQuery = ({ ref = '', self }: Value, isText: boolean): boolean =>
  isText && self !== undefined && methodKind(ref.slice(ref.lastIndexOf('.') + 1)) === 'sql';

export function readCall(code: Cursor, value: Value): Value {
  const method = methodName(code);
  if (method !== undefined) {
    const defined = readDefinition(code, code.token());
    bindMethod(code, method, defined);
    return defined;
  }
  const before = code.callback;
  code.callback = callbackValues(value);
  code.at++;
  const given = code.bracketed(() => readItems(code, ')'));
  code.callback = before;
  return evaluateCall(code, value, given);
}

/** The name in `remove(path) { … }`, which defines a method of a class. */
function methodName(code: Cursor): string | undefined {
  if (code.language !== 'node' || !opensBody(code, code.closing(code.at) + 1)) return undefined;
  const [before, name] = [code.tokens[code.at - 2], code.tokens[code.at - 1]];
  const isMember =
    before === undefined ||
    /^(?:[{};,*]|async|static|get|set|public|private|protected|override)$/.test(before.text);
  return isMember && name?.kind === 'name' ? name.text : undefined;
}

/** `{`, or a type and `{`. */
function opensBody(code: Cursor, at: number): boolean {
  const [first, type, last] = code.tokens.slice(at, at + 3);
  return first?.text === '{' || (first?.text === ':' && type?.kind === 'name' && last?.text === '{');
}

export function isBareCall(code: Cursor, value: Value, token: Token): boolean {
  if (!code.lexis.bareCalls || code.startsLine || token.first) return false;
  const isText = token.kind === 'text' || token.kind === 'shell';
  // `system"ls"` and `system$_` need no blank.
  if (!token.spaced && !isText && !/^[$@]/.test(token.text)) return false;
  const begins =
    isProgramBlock(code, value) ||
    isText ||
    (token.kind === 'name' && !ENDS_BARE.has(token.text) && !WORD_OPERATORS.has(token.text)) ||
    (token.kind === 'sign' && /^[[\\<-]$/.test(token.text) && !code.token(1).spaced);
  return (
    begins && value.ref !== undefined && (isKnownCallee(code.language, value.ref) || isQuery(value, isText))
  );
}

/** `exec { 'rm' } @words` of Perl: the block is the program. */
function isProgramBlock(code: Cursor, { ref }: Value): boolean {
  return code.language === 'perl' && code.isSign('{') && (ref === 'exec' || ref === 'system');
}

export function readBareCall(code: Cursor, value: Value): Value {
  const found: Arguments = { args: [], named: new Map() };
  if (isProgramBlock(code, value)) readBraces(code);
  for (;;) {
    const token = code.token();
    if (code.ended || code.startsLine) break;
    if (token.kind === 'sign' && /^[;)\]}]$/.test(token.text)) break;
    if (token.kind === 'name' && ENDS_BARE.has(token.text)) break;
    if (code.isSign(',')) {
      code.at++;
      continue;
    }
    const before = code.at;
    readItem(code, found);
    if (code.at === before || !code.isSign(',')) break;
  }
  return evaluateCall(code, value, found);
}

export function isBlock(code: Cursor, token: Token): boolean {
  if (code.language !== 'ruby') return false;
  return (
    (code.isSign('{') && code.isSign('|', 1)) ||
    (token.kind === 'name' && token.text === 'do' && code.isSign('|', 1))
  );
}

/** `list.each { |x| … }`: the name gets the items of the list. */
export function readBlock(code: Cursor, value: Value): Value {
  const braces = code.isSign('{');
  const [given = UNKNOWN] = callbackValues(value.self ? value : { ...UNKNOWN, self: value, ref: '.each' });
  code.at += 2;
  while (!code.ended && !code.isSign('|')) {
    if (code.token().kind === 'name') code.bind(code.token().text, given);
    code.at++;
  }
  // The second bar takes the place of the opening brace.
  if (braces) readBraces(code);
  else code.at++;
  return value;
}

export function evaluateCall(code: Cursor, value: Value, given: Arguments): Value {
  const { args, named } = given;
  noteIndirect(code, value, given);
  noteGrowth(code, value, args);
  noteFound(code, value, args);
  // `Cleaner.new('/x')` of Ruby.
  if (value.ref === '.new' && value.self?.fn && value.self.fn.given.length < 8)
    value.self.fn.given.push(args);
  if (value.fn) {
    if (value.fn.given.length < 8) value.fn.given.push(args);
    return derived(args);
  }
  // `list.map((x) => …)`: the values that the function returns.
  const mapped = /\.(?:map|flatMap|collect)$/.test(value.ref ?? '') ? args[0]?.fn?.result : undefined;
  if (mapped?.texts) return { items: [mapped], origins: mapped.origins };
  const callee = value.ref ?? (value.self ? '.?' : undefined);
  if (callee === undefined) return derived([value, ...args]);
  return record(code, { callee, self: value.self, args, named });
}

/** `words.append(x)`, `words.push(x)`, `push @words, $x`: the list has more items from now on. */
function noteGrowth(code: Cursor, { ref = '', self }: Value, args: readonly Value[]): void {
  const name = ref.slice(ref.lastIndexOf('.') + 1);
  if (!/^(?:append|extend|push|push_back|add|concat)$/.test(name)) return;
  const [list, more] = ref === 'push' ? [args[0], args.slice(1)] : [self, args];
  // `('ls')` of Perl is a list if it is assigned to one.
  const items = list?.items ?? (list?.name?.startsWith('@') && list.texts ? [list] : undefined);
  if (!list || !items || list.name === undefined || items.length > MAX_ITEMS) return;
  const added = name === 'extend' || ref === 'push' ? more.flatMap((value) => value.items ?? [value]) : more;
  code.bind(list.name, { items: [...items, ...added], origins: list.origins });
}

/** `find(sub { unlink $_ }, '/x')` of Perl: the function is called with every file below the folder. */
function noteFound(code: Cursor, { ref = '' }: Value, args: readonly Value[]): void {
  const folder = args.findLast(({ texts }) => texts);
  if (code.language !== 'perl' || !/^(?:File\.Find\.)?find(?:depth)?$/.test(ref) || !folder) return;
  const found = { ...folder, texts: textsOf(folder).map((path) => `${path}/*`), glob: true as const };
  for (const name of ['$_', '$File::Find::name', '$File.Find.name']) code.bind(name, found);
}

/** `map(os.system, list)`, `list.forEach(execSync)`, `Thread(target=f, args=…)`, `f.call(x, …)`: calls of a function that is passed on. */
function noteIndirect(code: Cursor, value: Value, { args, named }: Arguments): void {
  const name = value.ref?.slice(value.ref.lastIndexOf('.') + 1) ?? '';
  const call = (callee: Value | undefined, passed: readonly Value[]) =>
    callee?.ref !== undefined &&
    isKnownCallee(code.language, callee.ref) &&
    record(code, { callee: callee.ref, self: callee.self, args: passed, named: new Map() });
  if (/^(?:map|filter|starmap|imap|each|forEach|flatMap|array_map|array_walk)$/.test(name)) {
    const list = value.self?.items ? value.self : args[1];
    if (list) call(args[0], [elementOf(list)]);
  } else if (/^(?:Thread|Process|Timer)$/.test(name))
    call(named.get('target') ?? args[1], named.get('args')?.items ?? []);
  else if (
    /^(?:submit|partial|call_soon|run_in_executor|to_thread|call_user_func|setTimeout|setImmediate)$/.test(
      name,
    )
  )
    call(args[0], args.slice(1));
  else if (name === 'call' || name === 'apply')
    call(
      { ...value, ref: value.ref?.slice(0, -name.length - 1) as string },
      name === 'call' ? args.slice(1) : (args[1]?.items ?? []),
    );
}
