// Calls of functions: with parentheses, without them, with a block, and through a function that is passed on.
// postfix.ts comes here with the value that is called; the arguments are read, the call is recorded (record-call.ts),
// and its result goes back.

import type { Arguments } from './brackets.ts';
import { readBraces, readItem, readItems } from './brackets.ts';
import { mayBeBareCallee, methodKind } from './calls.ts';
import type { Cursor } from './cursor.ts';
import { bindConstructor, readDefinition } from './functions.ts';
import { WORD_OPERATORS } from './lexical-rules.ts';
import { recordCall } from './record-call.ts';
import { callbackValues } from './results/elements.ts';
import type { Token } from './token.ts';
import {
  deriveValue,
  elementOf,
  methodName,
  textsOf,
  UNKNOWN,
  type UserFunction,
  type Value,
} from './value.ts';

/** A call with the cursor at its opening parenthesis. A method that a class defines looks the same up to its body. */
export function readCall(cursor: Cursor, callee: Value): Value {
  const method = definedMethodName(cursor);
  if (method !== undefined) {
    const definition = readDefinition(cursor, cursor.token());
    bindConstructor(cursor, method, definition);
    return definition;
  }
  const outerArguments = cursor.callbackArguments;
  cursor.callbackArguments = callbackValues(callee);
  cursor.at++;
  const callArguments = cursor.insideBracket(() => readItems(cursor, ')'));
  cursor.callbackArguments = outerArguments;
  return evaluateCall(cursor, callee, callArguments);
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

/** Words that end the arguments of a call without parentheses. */
const ENDS_BARE_CALL = new Set('if unless while until do and or for foreach end then else xor'.split(' '));

/** Whether a call without parentheses begins at the token: `system "ls"`. Only known functions are looked for. */
export function isBareCall(cursor: Cursor, callee: Value, token: Token): boolean {
  if (!cursor.rules.bareCalls || cursor.lineEndsStatement || token.startsLine) return false;
  const isText = token.kind === 'text' || token.kind === 'shell';
  // `system"ls"` and `system$_` need no blank.
  if (!token.spaceBefore && !isText && !/^[$@]/.test(token.text)) return false;
  const isArgument =
    isProgramBlock(cursor, callee) ||
    isText ||
    (token.kind === 'name' && !ENDS_BARE_CALL.has(token.text) && !WORD_OPERATORS.has(token.text)) ||
    (token.kind === 'sign' && /^[[\\<-]$/.test(token.text) && !cursor.token(1).spaceBefore);
  return (
    isArgument &&
    callee.fullName !== undefined &&
    (mayBeBareCallee(cursor.language, callee.fullName) || (isText && isSqlMethod(callee)))
  );
}

/** `connection.query "DROP TABLE a"` of Ruby. */
const isSqlMethod = ({ fullName = '', self }: Value): boolean =>
  self !== undefined && methodKind(methodName(fullName)) === 'sql';

/** `exec { 'rm' } @words` of Perl: the block is the program. */
function isProgramBlock(cursor: Cursor, { fullName }: Value): boolean {
  return cursor.language === 'perl' && cursor.isSign('{') && (fullName === 'exec' || fullName === 'system');
}

/** A call without parentheses, with the cursor at its first argument. */
export function readBareCall(cursor: Cursor, callee: Value): Value {
  const callArguments: Arguments = { args: [], named: new Map() };
  if (isProgramBlock(cursor, callee)) readBraces(cursor);
  for (;;) {
    const token = cursor.token();
    if (cursor.ended || cursor.lineEndsStatement) break;
    if (token.kind === 'sign' && /^[;)\]}]$/.test(token.text)) break;
    if (token.kind === 'name' && ENDS_BARE_CALL.has(token.text)) break;
    if (cursor.isSign(',')) {
      cursor.at++;
      continue;
    }
    const start = cursor.at;
    readItem(cursor, callArguments);
    if (cursor.at === start || !cursor.isSign(',')) break;
  }
  return evaluateCall(cursor, callee, callArguments);
}

/** `{ |x|` or `do |x|` of Ruby. */
export function isBlock(cursor: Cursor, token: Token): boolean {
  if (cursor.language !== 'ruby') return false;
  return (
    (cursor.isSign('{') && cursor.isSign('|', 1)) ||
    (token.kind === 'name' && token.text === 'do' && cursor.isSign('|', 1))
  );
}

/** `list.each { |x| … }`: the names between the bars get the items of the list. */
export function readBlock(cursor: Cursor, value: Value): Value {
  const hasBraces = cursor.isSign('{');
  const [item = UNKNOWN] = callbackValues(
    value.self ? value : { ...UNKNOWN, self: value, fullName: '.each' },
  );
  cursor.at += 2;
  while (!cursor.ended && !cursor.isSign('|')) {
    if (cursor.token().kind === 'name') cursor.bind(cursor.token().text, item);
    cursor.at++;
  }
  // readBraces skips the opening brace; here the second bar is in its place.
  if (hasBraces) readBraces(cursor);
  else cursor.at++;
  return value;
}

/**
 * Records a call, and returns its result. The arguments of functions that the code defines are kept for their
 * parameters.
 */
export function evaluateCall(cursor: Cursor, callee: Value, callArguments: Arguments): Value {
  const { args, named } = callArguments;
  recordPassedFunction(cursor, callee, callArguments);
  bindGrownList(cursor, callee, args);
  bindFoundFiles(cursor, callee, args);
  // `Cleaner.new('/x')` of Ruby calls the constructor.
  if (callee.fullName === '.new' && callee.self?.userFunction) keepArguments(callee.self.userFunction, args);
  if (callee.userFunction) {
    keepArguments(callee.userFunction, args);
    return deriveValue(args);
  }
  // `list.map((x) => …)`: the values that the function returns.
  const mapped = /\.(?:map|flatMap|collect)$/.test(callee.fullName ?? '')
    ? args[0]?.userFunction?.result
    : undefined;
  if (mapped?.texts) return { items: [mapped], origins: mapped.origins };
  const fullName = callee.fullName ?? (callee.self ? '.?' : undefined);
  if (fullName === undefined) return deriveValue([callee, ...args]);
  return recordCall(cursor, { callee: fullName, self: callee.self, args, named });
}

/** The arguments of more calls of one function are not kept. */
const MAX_KEPT_CALLS = 8;

function keepArguments({ callArguments }: UserFunction, args: Value[]): void {
  if (callArguments.length < MAX_KEPT_CALLS) callArguments.push(args);
}

/** Lists that grow beyond this are not followed. */
const MAX_ITEMS = 64;

/** `words.append(x)`, `words.push(x)`, `push @words, $x`: the list has more items from now on. */
function bindGrownList(cursor: Cursor, { fullName = '', self }: Value, args: readonly Value[]): void {
  const name = methodName(fullName);
  if (!/^(?:append|extend|push|push_back|add|concat)$/.test(name)) return;
  const [list, additions] = fullName === 'push' ? [args[0], args.slice(1)] : [self, args];
  // `('ls')` of Perl is a list if it is assigned to one.
  const items = list?.items ?? (list?.variable?.startsWith('@') && list.texts ? [list] : undefined);
  if (!list || !items || list.variable === undefined || items.length > MAX_ITEMS) return;
  const addsItems = name === 'extend' || fullName === 'push';
  const added = addsItems ? additions.flatMap((value) => value.items ?? [value]) : additions;
  cursor.bind(list.variable, { items: [...items, ...added], origins: list.origins });
}

/** `find(sub { unlink $_ }, '/x')` of Perl: the function is called with every file below the folder. */
function bindFoundFiles(cursor: Cursor, { fullName = '' }: Value, args: readonly Value[]): void {
  const folder = args.findLast(({ texts }) => texts);
  if (cursor.language !== 'perl' || !/^(?:File\.Find\.)?find(?:depth)?$/.test(fullName) || !folder) return;
  const files = { ...folder, texts: textsOf(folder).map((path) => `${path}/*`), glob: true as const };
  for (const name of ['$_', '$File::Find::name', '$File.Find.name']) cursor.bind(name, files);
}

/** Calls of a known function that is passed on: `map(os.system, list)`, `Thread(target=f, args=…)`, `f.call(x, …)`. */
function recordPassedFunction(cursor: Cursor, callee: Value, { args, named }: Arguments): void {
  const { fullName = '', self } = callee;
  const name = methodName(fullName);
  const recordPassed = (passed: Value | undefined, passedArguments: readonly Value[]) =>
    passed?.fullName !== undefined &&
    mayBeBareCallee(cursor.language, passed.fullName) &&
    recordCall(cursor, {
      callee: passed.fullName,
      self: passed.self,
      args: passedArguments,
      named: new Map(),
    });
  if (CALLS_FOR_ITEMS.test(name)) {
    const list = self?.items ? self : args[1];
    if (list) recordPassed(args[0], [elementOf(list)]);
  } else if (/^(?:Thread|Process|Timer)$/.test(name))
    recordPassed(named.get('target') ?? args[1], named.get('args')?.items ?? []);
  else if (CALLS_FIRST_ARGUMENT.test(name)) recordPassed(args[0], args.slice(1));
  else if (name === 'call' || name === 'apply') {
    const target = { ...callee, fullName: fullName.slice(0, -name.length - 1) };
    recordPassed(target, name === 'call' ? args.slice(1) : (args[1]?.items ?? []));
  }
}

/** Functions that call their argument for each item of a list. */
const CALLS_FOR_ITEMS = /^(?:map|filter|starmap|imap|each|forEach|flatMap|array_map|array_walk)$/;

/** Functions that call their first argument with the others: `partial(f, x)`, `setTimeout(f)`. */
const CALLS_FIRST_ARGUMENT =
  /^(?:submit|partial|call_soon|run_in_executor|to_thread|call_user_func|setTimeout|setImmediate)$/;
