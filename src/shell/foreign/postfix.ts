// Reads what follows an operand: members, indexes and calls, as in `os.environ['X'].strip()`. expressions.ts passes the
// value of the operand; the value of the whole chain goes back.

import { HOLE } from '../base/words.ts';
import type { Arguments } from './brackets.ts';
import { isListOfTexts, readList } from './brackets.ts';
import { methodKind } from './calls.ts';
import type { Cursor } from './cursor.ts';
import { readInterpolated } from './interpolation.ts';
import { evaluateCall, isBareCall, isBlock, readBareCall, readBlock, readCall } from './invocations.ts';
import { recordCall } from './record-call.ts';
import { memberOf } from './results/members.ts';
import type { Token } from './token.ts';
import { deriveValue, elementOf, UNKNOWN, type Value } from './value.ts';

const NO_ARGUMENTS: Arguments = { args: [], named: new Map() };

/** The value after all members, indexes and calls that follow. */
export function readPostfix(cursor: Cursor, start: Value): Value {
  let value = start;
  while (!cursor.ended) {
    const token = cursor.token();
    const next =
      token.kind === 'sign' ? readAfterSign(cursor, value, token) : readAfterWord(cursor, value, token);
    if (next === undefined) return value;
    value = next;
  }
  return value;
}

/** The value after a member, index or call that begins with a sign; undefined if the sign belongs to something else. */
function readAfterSign(cursor: Cursor, value: Value, token: Token): Value | undefined {
  switch (token.text) {
    case '.':
      return cursor.rules.dotConcatenates ? undefined : readMember(cursor, value);
    case '->':
    case '::':
    case '?.':
      return readMember(cursor, value);
    case '(':
      return !cursor.lineEndsStatement && mayCall(cursor, value) ? readCall(cursor, value) : undefined;
    case '!':
      // `format!(…)` of Rust, `File.rm!(…)` of Elixir.
      if (!/^(?:compiled|other)$/.test(cursor.language) || token.spaceBefore || !cursor.isSign('(', 1)) break;
      cursor.at++;
      return value.fullName === undefined ? value : { ...value, fullName: `${value.fullName}!` };
    case '[':
      if (token.startsLine || (token.spaceBefore && cursor.rules.bareCalls)) break;
      return readIndex(cursor, value, ']');
    case '{':
      // `new String[] {"sh", "-c"}` of Java.
      if (isListOfTexts(cursor)) return { ...UNKNOWN, items: readList(cursor, '}') };
      if (cursor.language === 'perl' && !token.spaceBefore) return readIndex(cursor, value, '}');
      if (isBlock(cursor, token)) return readBlock(cursor, value);
  }
  return isBareCall(cursor, value, token) ? readBareCall(cursor, value) : undefined;
}

/** The value after a template, an argument or a block that follows directly; undefined if there is none. */
function readAfterWord(cursor: Cursor, value: Value, token: Token): Value | undefined {
  if (token.kind === 'text' && token.text === '`' && !token.spaceBefore)
    return readTaggedTemplate(cursor, value, token);
  if (isBareCall(cursor, value, token)) return readBareCall(cursor, value);
  return isBlock(cursor, token) ? readBlock(cursor, value) : undefined;
}

/** Whether a parenthesis calls the value. `$x (1)` is no call in Perl, and `"text" (…)` is none anywhere. */
function mayCall(cursor: Cursor, value: Value): boolean {
  return (
    value.fullName !== undefined ||
    value.userFunction !== undefined ||
    value.self !== undefined ||
    !cursor.token().spaceBefore
  );
}

/** `.name`, `->name`, `?.name`, with the cursor at the sign. */
function readMember(cursor: Cursor, value: Value): Value {
  cursor.at++;
  const next = cursor.token();
  if (next.kind === 'name') {
    cursor.at++;
    const member = readMemberValue(cursor, value, next.text);
    const isCall =
      isDeleteWithoutParentheses(cursor, member, next.text) || isMethodWithoutParentheses(cursor, next.text);
    return isCall ? evaluateCall(cursor, member, NO_ARGUMENTS) : member;
  }
  // `"ls".!` of Scala runs the text.
  if (cursor.isSign('!') && value.texts && cursor.language === 'other') {
    cursor.at++;
    return recordCall(cursor, { callee: '(shell)', self: undefined, args: [value], named: new Map() });
  }
  return cursor.isSign('{') && cursor.language === 'perl' ? readIndex(cursor, value, '}') : value;
}

/** `Pathname.new(x).rmtree`: a method of Ruby needs no parentheses to be called. */
function isDeleteWithoutParentheses(cursor: Cursor, { self }: Value, name: string): boolean {
  if (cursor.language !== 'ruby' || !self?.path || cursor.isSign('(') || cursor.isSign('=')) return false;
  return /^rm/.test(methodKind(name) ?? '');
}

/** `User.delete_all`, `Client.new.x`: the same for methods that empty a table, and for constructors. */
function isMethodWithoutParentheses(cursor: Cursor, name: string): boolean {
  if (cursor.language !== 'ruby' || cursor.isSign('(') || cursor.isSign('=')) return false;
  if (/^(?:truncate|delete_all|destroy_all|flushall|flushdb|drop_database|terminate|delete!)$/.test(name))
    return true;
  return (
    name === 'new' &&
    (cursor.lineEndsStatement || cursor.isSign('.') || cursor.isSign(';') || cursor.isSign(')'))
  );
}

/** The value of a member: what was assigned to it, the field of an object, or what memberOf knows about it. */
function readMemberValue(cursor: Cursor, value: Value, name: string): Value {
  const object = value.variable ?? value.fullName;
  const member = object === undefined ? undefined : `${object}.${name}`;
  const assigned = member && (cursor.names.get(member) ?? cursor.shared.firstPassNames.get(member));
  if (assigned) return assigned;
  return value.fields?.get(name) ?? lookUpClassConstant(cursor, object, name) ?? memberOf(value, name);
}

/** `self.ROOT`: a constant that the class sets outside of its methods. */
function lookUpClassConstant(cursor: Cursor, object: string | undefined, name: string): Value | undefined {
  if (cursor.language !== 'python' || (object !== 'self' && object !== 'cls')) return undefined;
  const known = cursor.names.get(name) ?? cursor.shared.firstPassNames.get(name);
  return known?.texts || known?.items ? known : undefined;
}

/** `fs['rmSync']`, `$ENV{HOME}`, `text[::-1]`, with the cursor at the bracket. */
function readIndex(cursor: Cursor, value: Value, close: string): Value {
  const isReversal = cursor.isSign('::', 1) && cursor.isSign('-', 2);
  // `$h{name}` of Perl.
  const bareKey =
    close === '}' && cursor.token(1).kind === 'name' && cursor.isSign('}', 2)
      ? cursor.token(1).text
      : undefined;
  const [key] = readList(cursor, close);
  const name = bareKey ?? key?.texts?.[0];
  if (value.fullName === 'Dir' && key) return evaluateCall(cursor, value, { args: [key], named: new Map() });
  if (isReversal) return reverseValue(value);
  if (value.items && name !== undefined && /^\d+$/.test(name)) return value.items[Number(name)] ?? UNKNOWN;
  if (name === undefined || name.includes(HOLE) || value.texts) return elementOf(value);
  return /^\d+$/.test(name) ? elementOf(value) : readMemberValue(cursor, value, name);
}

/** A text that is written backwards hides what it says, so it counts as decoded. */
function reverseValue(value: Value): Value {
  const texts = value.texts?.map((text) => [...text].reverse().join(''));
  return {
    ...deriveValue([value], texts),
    origins: [...value.origins, { kind: 'decoded', name: 'reversed' }],
  };
}

/** ``$`rm ${path}` ``: the function named `$` with a backtick is called with the template. */
function readTaggedTemplate(cursor: Cursor, value: Value, token: Token): Value {
  cursor.at++;
  const tag = value.fullName === undefined ? value : { ...value, fullName: `${value.fullName}\`` };
  return evaluateCall(cursor, tag, { args: [readInterpolated(cursor, token.parts ?? [])], named: new Map() });
}
