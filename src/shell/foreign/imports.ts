// The imports of Python and JavaScript, which bind names to functions of modules.
import type { Cursor } from './cursor.ts';
import { canonicalModuleName } from './modules.ts';
import { recordCall } from './record-call.ts';
import type { Token } from './token.ts';
import { textValue } from './value.ts';

/** `import os, sys as s` and the imports of JavaScript, with a default, `{ a as b }` or `* as c`. */
export function readImport(cursor: Cursor): true {
  cursor.at++;
  if (cursor.language === 'node') return readJavaScriptImport(cursor);
  while (!cursor.ended && !cursor.lineEndsStatement && cursor.token().kind === 'name') {
    const path = readDottedName(cursor);
    recordImport(cursor, path.replaceAll('.', '/'));
    if (cursor.isName('as')) cursor.at += 2;
    const own = cursor.tokens[cursor.at - 1]?.text ?? path;
    const aliased =
      cursor.tokens[cursor.at - 2]?.text === 'as' && cursor.tokens[cursor.at - 2]?.kind === 'name';
    cursor.bind(aliased ? own : (path.split('.')[0] as string), {
      fullName: aliased ? canonicalModuleName(path) : (path.split('.')[0] as string),
      origins: [],
    });
    if (cursor.isSign(',')) cursor.at++;
    else break;
  }
  return true;
}

function readJavaScriptImport(cursor: Cursor): true {
  const start = cursor.at;
  let end = start;
  while (
    end < cursor.tokens.length &&
    end - start < 400 &&
    cursor.tokens[end]?.text !== 'from' &&
    cursor.tokens[end]?.kind !== 'text'
  )
    end++;
  const source = cursor.tokens[cursor.tokens[end]?.text === 'from' ? end + 1 : end];
  if (source?.kind !== 'text') return true;
  const module = canonicalModuleName(String(source.parts?.[0] ?? ''));
  recordImport(cursor, String(source.parts?.[0] ?? ''));
  bindImportedNames(cursor, cursor.tokens.slice(start, end), module);
  cursor.at = cursor.tokens.indexOf(source, end) + 1;
  return true;
}

/** Binds the names of `{ a, b as c }`, `d` and `* as e`, or of the pattern `{ a: b }`. */
export function bindImportedNames(cursor: Cursor, tokens: readonly Token[], module: string): void {
  let inner = false;
  tokens.forEach(({ kind, text: name }, i) => {
    if (name === '{') inner = true;
    if (kind !== 'name' || /^(?:as|type)$/.test(name)) return;
    const next = tokens[i + 1]?.text;
    if (inner && (next === 'as' || next === ':')) return;
    const before = tokens[i - 1]?.text;
    const original = inner ? (before === 'as' || before === ':' ? tokens[i - 2]?.text : name) : undefined;
    cursor.bind(name, {
      fullName: original && original !== 'default' ? canonicalModuleName(`${module}.${original}`) : module,
      origins: [],
    });
  });
}

/** `from os import system as s, path`. */
export function readPythonFromImport(cursor: Cursor): true {
  cursor.at++;
  const module = readDottedName(cursor);
  if (!cursor.isName('import')) return true;
  recordImport(cursor, module.replaceAll('.', '/'));
  cursor.at++;
  const inside = cursor.isSign('(');
  if (inside) cursor.at++;
  while (!cursor.ended && (inside ? !cursor.isSign(')') : !cursor.lineEndsStatement && !cursor.isSign(';'))) {
    const { kind, text: name } = cursor.token();
    cursor.at++;
    if (kind !== 'name') continue;
    let own = name;
    if (cursor.isName('as')) {
      own = cursor.token(1).text;
      cursor.at += 2;
    }
    cursor.bind(own, { fullName: canonicalModuleName(`${module}.${name}`), origins: [] });
  }
  return true;
}

function recordImport(cursor: Cursor, module: string): void {
  recordCall(cursor, { callee: '(import)', self: undefined, args: [textValue(module)], named: new Map() });
}

function readDottedName(cursor: Cursor): string {
  let path = cursor.token().text;
  cursor.at++;
  while (cursor.isSign('.') && cursor.token(1).kind === 'name' && !cursor.isName('import', 1)) {
    path += `.${cursor.token(1).text}`;
    cursor.at += 2;
  }
  return path;
}
