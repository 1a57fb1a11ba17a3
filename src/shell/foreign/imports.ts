// The imports of Python and JavaScript. Each gives names the full names of modules or functions, as the tables of calls.ts
// spell them, and is recorded as a call `(import)`, because loading a module runs it. Called by statements.ts.
import type { Cursor } from './cursor.ts';
import { canonicalModuleName } from './modules.ts';
import { recordCall } from './record-call.ts';
import type { Token } from './token.ts';
import { textValue } from './value.ts';

/** `import os, sys as s` of Python, or an import of JavaScript. */
export function readImport(cursor: Cursor): true {
  cursor.at++;
  if (cursor.language === 'node') return readJavaScriptImport(cursor);
  while (!cursor.ended && !cursor.lineEndsStatement && cursor.token().kind === 'name') {
    const path = readDottedName(cursor);
    recordImport(cursor, path.replaceAll('.', '/'));
    const alias = cursor.isName('as') ? cursor.token(1).text : undefined;
    if (alias !== undefined) cursor.at += 2;
    // `import a.b` gives a value to `a`.
    const topLevel = path.split('.')[0] as string;
    const fullName = alias === undefined ? topLevel : canonicalModuleName(path);
    cursor.bind(alias ?? topLevel, { fullName, origins: [] });
    if (cursor.isSign(',')) cursor.at++;
    else break;
  }
  return true;
}

/** In tokens. A longer list of names is no import. */
const MAX_IMPORT_LENGTH = 400;

/** The imports of JavaScript: a default, `{ a as b }`, `* as c`, or a module alone. */
function readJavaScriptImport(cursor: Cursor): true {
  const start = cursor.at;
  let end = start;
  while (
    end < cursor.tokens.length &&
    end - start < MAX_IMPORT_LENGTH &&
    cursor.tokens[end]?.text !== 'from' &&
    cursor.tokens[end]?.kind !== 'text'
  )
    end++;
  const moduleIndex = cursor.tokens[end]?.text === 'from' ? end + 1 : end;
  const moduleToken = cursor.tokens[moduleIndex];
  if (moduleToken?.kind !== 'text') return true;
  const module = String(moduleToken.parts?.[0] ?? '');
  recordImport(cursor, module);
  bindImportedNames(cursor, cursor.tokens.slice(start, end), canonicalModuleName(module));
  cursor.at = moduleIndex + 1;
  return true;
}

/** Binds the names of `{ a, b as c }`, `d` and `* as e`, or of the pattern `{ a: b }`. */
export function bindImportedNames(cursor: Cursor, tokens: readonly Token[], module: string): void {
  let insideBraces = false;
  tokens.forEach(({ kind, text: name }, i) => {
    if (name === '{') insideBraces = true;
    if (kind !== 'name' || /^(?:as|type)$/.test(name)) return;
    const isRename = (text: string | undefined) => text === 'as' || text === ':';
    if (insideBraces && isRename(tokens[i + 1]?.text)) return;
    const exported = isRename(tokens[i - 1]?.text) ? tokens[i - 2]?.text : name;
    // Outside of braces, the name stands for the module as a whole.
    const original = insideBraces ? exported : undefined;
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
  const inParentheses = cursor.isSign('(');
  if (inParentheses) cursor.at++;
  while (
    !cursor.ended &&
    (inParentheses ? !cursor.isSign(')') : !cursor.lineEndsStatement && !cursor.isSign(';'))
  ) {
    const { kind, text: name } = cursor.token();
    cursor.at++;
    if (kind !== 'name') continue;
    const alias = cursor.isName('as') ? cursor.token(1).text : undefined;
    if (alias !== undefined) cursor.at += 2;
    cursor.bind(alias ?? name, { fullName: canonicalModuleName(`${module}.${name}`), origins: [] });
  }
  return true;
}

function recordImport(cursor: Cursor, module: string): void {
  recordCall(cursor, { callee: '(import)', self: undefined, args: [textValue(module)], named: new Map() });
}

/** The name `a.b.c`, from the cursor on. */
function readDottedName(cursor: Cursor): string {
  let path = cursor.token().text;
  cursor.at++;
  while (cursor.isSign('.') && cursor.token(1).kind === 'name' && !cursor.isName('import', 1)) {
    path += `.${cursor.token(1).text}`;
    cursor.at += 2;
  }
  return path;
}
