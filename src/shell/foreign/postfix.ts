// Reads the members, indexes and calls after a value.

import { HOLE } from '../base/words.ts';
import type { Arguments } from './brackets.ts';
import { isListOfTexts, readList } from './brackets.ts';
import { methodKind } from './calls.ts';
import type { Cursor } from './cursor.ts';
import { interpolated } from './interpolation.ts';
import { evaluateCall, isBareCall, isBlock, readBareCall, readBlock, readCall } from './invocations.ts';
import { record } from './record.ts';
import { memberOf } from './results/members.ts';
import type { Token } from './token.ts';
import { derived, elementOf, UNKNOWN, type Value } from './value.ts';

const NO_ARGUMENTS: Arguments = { args: [], named: new Map() };

/** Reads the members, indexes and calls after a value. */
export function readPostfix(code: Cursor, start: Value): Value {
  let value = start;
  while (!code.ended) {
    const token = code.token();
    const next =
      token.kind === 'sign' ? readAfterSign(code, value, token) : readAfterWord(code, value, token);
    if (next === undefined) return value;
    value = next;
  }
  return value;
}

function readAfterSign(code: Cursor, value: Value, token: Token): Value | undefined {
  switch (token.text) {
    case '.':
      return code.lexis.dotAdds ? undefined : readMember(code, value);
    case '->':
    case '::':
    case '?.':
      return readMember(code, value);
    case '(':
      return !code.startsLine && mayCall(code, value) ? readCall(code, value) : undefined;
    case '!':
      // `format!(…)` of Rust, `File.rm!(…)` of Elixir.
      if (!/^(?:compiled|other)$/.test(code.language) || token.spaced || !code.isSign('(', 1)) break;
      code.at++;
      return value.ref === undefined ? value : { ...value, ref: `${value.ref}!` };
    case '[':
      if (token.first || (token.spaced && code.lexis.bareCalls)) break;
      return readIndex(code, value, ']');
    case '{':
      // `new String[] {"sh", "-c"}` of Java.
      if (isListOfTexts(code)) return { ...UNKNOWN, items: readList(code, '}') };
      if (code.language === 'perl' && !token.spaced) return readIndex(code, value, '}');
      if (isBlock(code, token)) return readBlock(code, value);
  }
  return isBareCall(code, value, token) ? readBareCall(code, value) : undefined;
}

function readAfterWord(code: Cursor, value: Value, token: Token): Value | undefined {
  if (token.kind === 'text' && token.text === '`' && !token.spaced) return readTagged(code, value, token);
  if (isBareCall(code, value, token)) return readBareCall(code, value);
  return isBlock(code, token) ? readBlock(code, value) : undefined;
}

/** `$x (1)` is no call in Perl, and `"text" (…)` is none anywhere. */
function mayCall(code: Cursor, value: Value): boolean {
  return (
    value.ref !== undefined || value.fn !== undefined || value.self !== undefined || !code.token().spaced
  );
}

function readMember(code: Cursor, value: Value): Value {
  code.at++;
  const next = code.token();
  if (next.kind === 'name') {
    code.at++;
    const found = memberValue(code, value, next.text);
    return isMethodOfPath(code, found, next.text) || isBareMethod(code, next.text)
      ? evaluateCall(code, found, NO_ARGUMENTS)
      : found;
  }
  // `"ls".!` of Scala runs the text.
  if (code.isSign('!') && value.texts && code.language === 'other') {
    code.at++;
    return record(code, { callee: '(shell)', self: undefined, args: [value], named: new Map() });
  }
  return code.isSign('{') && code.language === 'perl' ? readIndex(code, value, '}') : value;
}

/** `Pathname.new(x).rmtree`: a method of Ruby needs no parentheses. */
function isMethodOfPath(code: Cursor, { self }: Value, name: string): boolean {
  if (code.language !== 'ruby' || !self?.path || code.isSign('(') || code.isSign('=')) return false;
  return /^rm/.test(methodKind(name) ?? '');
}

/** `User.delete_all`: the same for methods that empty a table. */
function isBareMethod(code: Cursor, name: string): boolean {
  if (code.language !== 'ruby' || code.isSign('(') || code.isSign('=')) return false;
  if (/^(?:truncate|delete_all|destroy_all|flushall|flushdb|drop_database|terminate|delete!)$/.test(name))
    return true;
  return name === 'new' && (code.startsLine || code.isSign('.') || code.isSign(';') || code.isSign(')'));
}

function memberValue(code: Cursor, value: Value, name: string): Value {
  const path = value.name ?? value.ref;
  const full = path === undefined ? undefined : `${path}.${name}`;
  const known = full && (code.names.get(full) ?? code.memory.earlier.get(full));
  return known || value.fields?.get(name) || constantOfClass(code, path, name) || memberOf(value, name);
}

/** `self.ROOT`: a constant that the class sets outside of its methods. */
function constantOfClass(code: Cursor, path: string | undefined, name: string): Value | undefined {
  if (code.language !== 'python' || (path !== 'self' && path !== 'cls')) return undefined;
  const known = code.names.get(name) ?? code.memory.earlier.get(name);
  return known?.texts || known?.items ? known : undefined;
}

/** `fs['rmSync']`, `$ENV{HOME}`, `text[::-1]`. */
function readIndex(code: Cursor, value: Value, close: string): Value {
  const reverses = code.isSign('::', 1) && code.isSign('-', 2);
  const bare =
    close === '}' && code.token(1).kind === 'name' && code.isSign('}', 2) ? code.token(1).text : undefined;
  const [key] = readList(code, close);
  const name = bare ?? key?.texts?.[0];
  if (value.ref === 'Dir' && key) return evaluateCall(code, value, { args: [key], named: new Map() });
  if (reverses)
    return {
      ...derived(
        [value],
        value.texts?.map((text) => [...text].reverse().join('')),
      ),
      origins: [...value.origins, { kind: 'decoded', name: 'reversed' }],
    };
  if (value.items && name !== undefined && /^\d+$/.test(name)) return value.items[Number(name)] ?? UNKNOWN;
  if (name === undefined || name.includes(HOLE) || value.texts) return elementOf(value);
  return /^\d+$/.test(name) ? elementOf(value) : memberValue(code, value, name);
}

function readTagged(code: Cursor, value: Value, token: Token): Value {
  code.at++;
  const tag = value.ref === undefined ? value : { ...value, ref: `${value.ref}\`` };
  return evaluateCall(code, tag, { args: [interpolated(code, token.parts ?? [])], named: new Map() });
}
