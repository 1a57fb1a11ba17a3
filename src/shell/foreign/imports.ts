// The imports of Python and JavaScript, which bind names to functions of modules.
import type { Cursor } from './cursor.ts';
import { moduleOf } from './modules.ts';
import { record } from './record.ts';
import type { Token } from './tokenize.ts';
import { text } from './value.ts';

/** `import os, sys as s` and the imports of JavaScript, with a default, `{ a as b }` or `* as c`. */
export function readImport(code: Cursor): true {
  code.at++;
  if (code.language === 'node') return readImportFrom(code);
  while (!code.ended && !code.startsLine && code.token().kind === 'name') {
    const path = readDotted(code);
    recordImport(code, path.replaceAll('.', '/'));
    if (code.isName('as')) code.at += 2;
    const own = code.tokens[code.at - 1]?.text ?? path;
    const aliased = code.tokens[code.at - 2]?.text === 'as' && code.tokens[code.at - 2]?.kind === 'name';
    code.bind(aliased ? own : (path.split('.')[0] as string), {
      ref: aliased ? moduleOf(path) : (path.split('.')[0] as string),
      origins: [],
    });
    if (code.isSign(',')) code.at++;
    else break;
  }
  return true;
}

function readImportFrom(code: Cursor): true {
  const start = code.at;
  let end = start;
  while (
    end < code.tokens.length &&
    end - start < 400 &&
    code.tokens[end]?.text !== 'from' &&
    code.tokens[end]?.kind !== 'text'
  )
    end++;
  const source = code.tokens[code.tokens[end]?.text === 'from' ? end + 1 : end];
  if (source?.kind !== 'text') return true;
  const module = moduleOf(String(source.parts?.[0] ?? ''));
  recordImport(code, String(source.parts?.[0] ?? ''));
  bindImported(code, code.tokens.slice(start, end), module);
  code.at = code.tokens.indexOf(source, end) + 1;
  return true;
}

/** Binds the names of `{ a, b as c }`, `d` and `* as e`, or of the pattern `{ a: b }`. */
export function bindImported(code: Cursor, tokens: readonly Token[], module: string): void {
  let inner = false;
  tokens.forEach(({ kind, text: name }, i) => {
    if (name === '{') inner = true;
    if (kind !== 'name' || /^(?:as|type)$/.test(name)) return;
    const next = tokens[i + 1]?.text;
    if (inner && (next === 'as' || next === ':')) return;
    const before = tokens[i - 1]?.text;
    const original = inner ? (before === 'as' || before === ':' ? tokens[i - 2]?.text : name) : undefined;
    code.bind(name, {
      ref: original && original !== 'default' ? moduleOf(`${module}.${original}`) : module,
      origins: [],
    });
  });
}

/** `from os import system as s, path`. */
export function readFromImport(code: Cursor): true {
  code.at++;
  const module = readDotted(code);
  if (!code.isName('import')) return true;
  recordImport(code, module.replaceAll('.', '/'));
  code.at++;
  const inside = code.isSign('(');
  if (inside) code.at++;
  while (!code.ended && (inside ? !code.isSign(')') : !code.startsLine && !code.isSign(';'))) {
    const { kind, text: name } = code.token();
    code.at++;
    if (kind !== 'name') continue;
    let own = name;
    if (code.isName('as')) {
      own = code.token(1).text;
      code.at += 2;
    }
    code.bind(own, { ref: moduleOf(`${module}.${name}`), origins: [] });
  }
  return true;
}

function recordImport(code: Cursor, module: string): void {
  record(code, { callee: '(import)', self: undefined, args: [text(module)], named: new Map() });
}

function readDotted(code: Cursor): string {
  let path = code.token().text;
  code.at++;
  while (code.isSign('.') && code.token(1).kind === 'name' && !code.isName('import', 1)) {
    path += `.${code.token(1).text}`;
    code.at += 2;
  }
  return path;
}
