// Calls of functions: with parentheses, without them, with a block, and through a function that is passed on.

import type { Arguments } from './brackets.ts';
import { readBraces, readItem, readItems } from './brackets.ts';
import { mayBeBareCallee, methodKind } from './calls.ts';
import type { Cursor } from './cursor.ts';
import { bindConstructor, readDefinition } from './functions.ts';
import { WORD_OPERATORS } from './lexical-rules.ts';
import { recordCall } from './record-call.ts';
import { callbackValues } from './results/elements.ts';
import type { Token } from './token.ts';
import { deriveValue, elementOf, methodName, textsOf, UNKNOWN, type Value } from './value.ts';

/** Words that end the arguments of a call without parentheses. */
const ENDS_BARE_CALL = new Set('if unless while until do and or for foreach end then else xor'.split(' '));

/** Lists that grow beyond this are not followed. */
const MAX_ITEMS = 64;

/** `connection.query "DROP TABLE a"` of Ruby. */
const isSqlMethod = ({ fullName = '', self }: Value, isText: boolean): boolean =>
  isText && self !== undefined && methodKind(methodName(fullName)) === 'sql';

export function readCall(cursor: Cursor, value: Value): Value {
  const method = definedMethodName(cursor);
  if (method !== undefined) {
    const defined = readDefinition(cursor, cursor.token());
    bindConstructor(cursor, method, defined);
    return defined;
  }
  const before = cursor.callbackArguments;
  cursor.callbackArguments = callbackValues(value);
  cursor.at++;
  const given = cursor.insideBracket(() => readItems(cursor, ')'));
  cursor.callbackArguments = before;
  return evaluateCall(cursor, value, given);
}

/** The name in `remove(path) { … }`, which defines a method of a class. */
function definedMethodName(cursor: Cursor): string | undefined {
  if (cursor.language !== 'node' || !opensBody(cursor, cursor.closingIndex(cursor.at) + 1)) return undefined;
  const [before, name] = [cursor.tokens[cursor.at - 2], cursor.tokens[cursor.at - 1]];
  const isMember =
    before === undefined ||
    /^(?:[{};,*]|async|static|get|set|public|private|protected|override)$/.test(before.text);
  return isMember && name?.kind === 'name' ? name.text : undefined;
}

/** `{`, or a type and `{`. */
function opensBody(cursor: Cursor, at: number): boolean {
  const [first, type, last] = cursor.tokens.slice(at, at + 3);
  return first?.text === '{' || (first?.text === ':' && type?.kind === 'name' && last?.text === '{');
}

export function isBareCall(cursor: Cursor, value: Value, token: Token): boolean {
  if (!cursor.rules.bareCalls || cursor.lineEndsStatement || token.startsLine) return false;
  const isText = token.kind === 'text' || token.kind === 'shell';
  // `system"ls"` and `system$_` need no blank.
  if (!token.spaceBefore && !isText && !/^[$@]/.test(token.text)) return false;
  const begins =
    isProgramBlock(cursor, value) ||
    isText ||
    (token.kind === 'name' && !ENDS_BARE_CALL.has(token.text) && !WORD_OPERATORS.has(token.text)) ||
    (token.kind === 'sign' && /^[[\\<-]$/.test(token.text) && !cursor.token(1).spaceBefore);
  return (
    begins &&
    value.fullName !== undefined &&
    (mayBeBareCallee(cursor.language, value.fullName) || isSqlMethod(value, isText))
  );
}

/** `exec { 'rm' } @words` of Perl: the block is the program. */
function isProgramBlock(cursor: Cursor, { fullName }: Value): boolean {
  return cursor.language === 'perl' && cursor.isSign('{') && (fullName === 'exec' || fullName === 'system');
}

export function readBareCall(cursor: Cursor, value: Value): Value {
  const found: Arguments = { args: [], named: new Map() };
  if (isProgramBlock(cursor, value)) readBraces(cursor);
  for (;;) {
    const token = cursor.token();
    if (cursor.ended || cursor.lineEndsStatement) break;
    if (token.kind === 'sign' && /^[;)\]}]$/.test(token.text)) break;
    if (token.kind === 'name' && ENDS_BARE_CALL.has(token.text)) break;
    if (cursor.isSign(',')) {
      cursor.at++;
      continue;
    }
    const before = cursor.at;
    readItem(cursor, found);
    if (cursor.at === before || !cursor.isSign(',')) break;
  }
  return evaluateCall(cursor, value, found);
}

export function isBlock(cursor: Cursor, token: Token): boolean {
  if (cursor.language !== 'ruby') return false;
  return (
    (cursor.isSign('{') && cursor.isSign('|', 1)) ||
    (token.kind === 'name' && token.text === 'do' && cursor.isSign('|', 1))
  );
}

/** `list.each { |x| … }`: the name gets the items of the list. */
export function readBlock(cursor: Cursor, value: Value): Value {
  const braces = cursor.isSign('{');
  const [given = UNKNOWN] = callbackValues(
    value.self ? value : { ...UNKNOWN, self: value, fullName: '.each' },
  );
  cursor.at += 2;
  while (!cursor.ended && !cursor.isSign('|')) {
    if (cursor.token().kind === 'name') cursor.bind(cursor.token().text, given);
    cursor.at++;
  }
  // The second bar takes the place of the opening brace.
  if (braces) readBraces(cursor);
  else cursor.at++;
  return value;
}

export function evaluateCall(cursor: Cursor, value: Value, given: Arguments): Value {
  const { args, named } = given;
  recordPassedFunction(cursor, value, given);
  bindGrownList(cursor, value, args);
  bindFoundFiles(cursor, value, args);
  // `Cleaner.new('/x')` of Ruby.
  if (
    value.fullName === '.new' &&
    value.self?.userFunction &&
    value.self.userFunction.callArguments.length < 8
  )
    value.self.userFunction.callArguments.push(args);
  if (value.userFunction) {
    if (value.userFunction.callArguments.length < 8) value.userFunction.callArguments.push(args);
    return deriveValue(args);
  }
  // `list.map((x) => …)`: the values that the function returns.
  const mapped = /\.(?:map|flatMap|collect)$/.test(value.fullName ?? '')
    ? args[0]?.userFunction?.result
    : undefined;
  if (mapped?.texts) return { items: [mapped], origins: mapped.origins };
  const callee = value.fullName ?? (value.self ? '.?' : undefined);
  if (callee === undefined) return deriveValue([value, ...args]);
  return recordCall(cursor, { callee, self: value.self, args, named });
}

/** `words.append(x)`, `words.push(x)`, `push @words, $x`: the list has more items from now on. */
function bindGrownList(cursor: Cursor, { fullName = '', self }: Value, args: readonly Value[]): void {
  const name = methodName(fullName);
  if (!/^(?:append|extend|push|push_back|add|concat)$/.test(name)) return;
  const [list, more] = fullName === 'push' ? [args[0], args.slice(1)] : [self, args];
  // `('ls')` of Perl is a list if it is assigned to one.
  const items = list?.items ?? (list?.variable?.startsWith('@') && list.texts ? [list] : undefined);
  if (!list || !items || list.variable === undefined || items.length > MAX_ITEMS) return;
  const added =
    name === 'extend' || fullName === 'push' ? more.flatMap((value) => value.items ?? [value]) : more;
  cursor.bind(list.variable, { items: [...items, ...added], origins: list.origins });
}

/** `find(sub { unlink $_ }, '/x')` of Perl: the function is called with every file below the folder. */
function bindFoundFiles(cursor: Cursor, { fullName = '' }: Value, args: readonly Value[]): void {
  const folder = args.findLast(({ texts }) => texts);
  if (cursor.language !== 'perl' || !/^(?:File\.Find\.)?find(?:depth)?$/.test(fullName) || !folder) return;
  const found = { ...folder, texts: textsOf(folder).map((path) => `${path}/*`), glob: true as const };
  for (const name of ['$_', '$File::Find::name', '$File.Find.name']) cursor.bind(name, found);
}

/** `map(os.system, list)`, `list.forEach(execSync)`, `Thread(target=f, args=…)`, `f.call(x, …)`: calls of a function that is passed on. */
function recordPassedFunction(cursor: Cursor, value: Value, { args, named }: Arguments): void {
  const name = methodName(value.fullName ?? '');
  const call = (callee: Value | undefined, passed: readonly Value[]) =>
    callee?.fullName !== undefined &&
    mayBeBareCallee(cursor.language, callee.fullName) &&
    recordCall(cursor, { callee: callee.fullName, self: callee.self, args: passed, named: new Map() });
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
      { ...value, fullName: value.fullName?.slice(0, -name.length - 1) as string },
      name === 'call' ? args.slice(1) : (args[1]?.items ?? []),
    );
}
