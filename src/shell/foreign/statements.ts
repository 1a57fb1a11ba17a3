// The second step of reading code: tokens come in, the calls that the code makes go out (perform.ts runs them). Statements
// are read one after the other: imports, definitions, loops and assignments give names their values, and every other token
// belongs to some expression (expressions.ts).
import { Cursor, type Grammar } from './cursor.ts';
import { readExpression } from './expressions.ts';
import { bindConstructor, readDefinition } from './functions.ts';
import { bindImportedNames, readImport, readPythonFromImport } from './imports.ts';
import type { TokenLanguage } from './lexical-rules.ts';
import { bindAfterAs, readLoopHead } from './loops.ts';
import type { Token } from './token.ts';
import {
  type Call,
  deriveValue,
  eitherValue,
  joinPath,
  joinTexts,
  UNKNOWN,
  type UserFunction,
  type Value,
} from './value.ts';

/** Words that belong to a statement and can be skipped: what follows is read as usual. */
const STATEMENT_WORDS = new Set(
  'const let var my our local async return yield throw raise export default static public private protected final abstract readonly if unless while until elif elsif else elseif then begin rescue ensure end try finally except catch case when switch assert global nonlocal class module interface extends implements pass break continue del echo with namespace declare type override'.split(
    ' ',
  ),
);

/** Words that begin a statement which gives names their values. */
const BINDING_WORDS = new Set('import from use no def defp function func fn sub fun for foreach'.split(' '));
const ASSIGNMENT_OPERATORS = new Set('= := <- += .= ||= ??= /= =>'.split(' '));
const DEFINITION_WORDS = new Set('def defp function func fn sub fun'.split(' '));

/**
 * All calls of a piece of code, in order. It is read twice, because functions are often defined before they are called.
 */
export function collectCalls(tokens: readonly Token[], language: TokenLanguage): readonly Call[] {
  const functions = new Map<Token, UserFunction>();
  const firstPass = new Cursor(tokens, language, { functions, firstPassNames: new Map() }, grammar);
  readStatements(firstPass);
  const { names: firstPassNames } = firstPass;
  const secondPass = new Cursor(tokens, language, { functions, firstPassNames }, grammar);
  readStatements(secondPass);
  return secondPass.calls;
}

const grammar: Grammar = { expression: readExpression, statement: readStatement };

function readStatements(cursor: Cursor): void {
  while (!cursor.ended) {
    const start = cursor.at;
    readStatement(cursor);
    // A token that nothing understands is skipped.
    if (cursor.at === start) cursor.at++;
  }
}

function readStatement(cursor: Cursor): void {
  const token = cursor.token();
  if (token.kind === 'sign' && /^[;,)\]}]$/.test(token.text)) {
    cursor.at++;
    return;
  }
  if (token.kind === 'name' && readKeywordStatement(cursor, token)) return;
  readAssignmentOrExpression(cursor, token);
}

/** Reads or skips what a keyword begins; false if the word is a name here, or the rest must be read as an expression. */
function readKeywordStatement(cursor: Cursor, token: Token): boolean {
  const { text: word } = token;
  if (!BINDING_WORDS.has(word) && !STATEMENT_WORDS.has(word)) return false;
  // `from = x`, `end.x`, `(type, use)`: names that other languages keep as keywords.
  if (cursor.isSign('=', 1) || cursor.isSign('.', 1) || cursor.isSign(',', 1)) return false;
  if (word === 'class' && cursor.token(1).kind === 'name') cursor.className = cursor.token(1).text;
  if (word === 'import' && !cursor.isSign('(', 1)) return readImport(cursor);
  if (word === 'from' && cursor.language === 'python') return readPythonFromImport(cursor);
  if ((word === 'use' || word === 'no') && cursor.rules.dotConcatenates) return skipDirective(cursor);
  if (DEFINITION_WORDS.has(word) && cursor.token(1).kind === 'name')
    return readNamedDefinition(cursor, token);
  if (word === 'for' || word === 'foreach') {
    readLoopHead(cursor);
    return true;
  }
  if (!STATEMENT_WORDS.has(word)) return false;
  cursor.at++;
  return true;
}

/** `use strict;` of Perl and `use A\B;` of PHP. */
function skipDirective(cursor: Cursor): true {
  cursor.at++;
  while (!cursor.ended && !cursor.isSign(';') && !cursor.token().startsLine) cursor.at++;
  return true;
}

/** `def name(…)`: the name stands for the function, also as a method of the object. */
function readNamedDefinition(cursor: Cursor, token: Token): true {
  const name = cursor.token(1).text;
  cursor.at += 2;
  // `def self.name`, `func (r T) name`.
  if (cursor.isSign('.') && cursor.token(1).kind === 'name') cursor.at += 2;
  const value = readDefinition(cursor, token);
  bindConstructor(cursor, name, value);
  cursor.bind(name, value);
  cursor.bind(`self.${name}`, value);
  cursor.bind(`this.${name}`, value);
  return true;
}

/**
 * The left side of an assignment is read like an expression, because only the operator after it tells. Then the names on
 * the left get the value on the right.
 */
function readAssignmentOrExpression(cursor: Cursor, token: Token): void {
  const start = cursor.at;
  const isDestructuring = skipDestructuring(cursor);
  const value = isDestructuring ? UNKNOWN : readExpression(cursor);
  if (cursor.isName('as') && !cursor.lineEndsStatement) {
    bindAfterAs(cursor, value);
    return;
  }
  skipAnnotation(cursor, token);
  const operator = cursor.token().kind === 'sign' && !cursor.lineEndsStatement ? cursor.token().text : '';
  const allowsTuples = cursor.rules.lineEndsStatement || cursor.language === 'compiled';
  if (operator === ',' && allowsTuples && cursor.openBrackets === 0) {
    readTupleAssignment(cursor, start, value);
    return;
  }
  if (!ASSIGNMENT_OPERATORS.has(operator) || (operator === '=>' && !isDestructuring)) return;
  const end = cursor.at;
  cursor.at++;
  const right = readExpression(cursor);
  if (isDestructuring) bindDestructured(cursor, cursor.tokens.slice(start, end), right);
  else assign(cursor, cursor.tokens.slice(start, end), operator, value, right);
  // `a = b = 'x'`
  if (cursor.isSign('=')) readAssignmentOrExpression(cursor, token);
}

/** `{ a, b: c } = …` and `[a, b] = …`: skips the names on the left; false if it is no such assignment. */
function skipDestructuring(cursor: Cursor): boolean {
  if (!cursor.isSign('{') && !cursor.isSign('[') && !(cursor.isSign('(') && cursor.language === 'perl'))
    return false;
  const end = cursor.closingIndex(cursor.at) + 1;
  if (cursor.tokens[end]?.text !== '=' || cursor.tokens[end]?.kind !== 'sign') return false;
  cursor.at = end;
  return true;
}

/** Gives each name of the pattern its field or item. Of a module, the names are functions. */
function bindDestructured(cursor: Cursor, tokens: readonly Token[], value: Value): void {
  if (tokens[0]?.text === '{' && value.fullName !== undefined) {
    bindImportedNames(cursor, tokens, value.fullName);
    return;
  }
  const names = tokens.filter(({ kind }) => kind === 'name').map(({ text: name }) => name);
  names.forEach((name, i) => {
    const field = value.fields?.get(name) ?? value.items?.[i];
    cursor.bind(name, field ?? deriveValue([value]));
  });
}

/** In tokens. A type that is longer is none. */
const MAX_TYPE_TOKENS = 16;

/** `x: str = …`: skips the type of a variable. */
function skipAnnotation(cursor: Cursor, token: Token): void {
  if (!cursor.isSign(':') || (cursor.language !== 'python' && cursor.language !== 'node')) return;
  if (cursor.language === 'python' && !token.startsLine) return;
  for (let i = 1; i < MAX_TYPE_TOKENS; i++) {
    const { kind, text: word, startsLine } = cursor.token(i);
    if (startsLine || (kind === 'sign' && /^[;(){}:]$/.test(word))) return;
    if (kind === 'sign' && word === '=') {
      cursor.at += i;
      return;
    }
  }
}

/** `a, b = 'x', 'y'`, with the cursor at the first comma. */
function readTupleAssignment(cursor: Cursor, start: number, value: Value): void {
  const values = [value];
  while (cursor.isSign(',') && !cursor.ended) {
    cursor.at++;
    if (cursor.lineEndsStatement) return;
    values.push(readExpression(cursor));
  }
  if (!cursor.isSign('=') && !cursor.isSign(':=')) return;
  const names = cursor.tokens.slice(start, cursor.at).filter(({ kind }) => kind === 'name');
  cursor.at++;
  const right = [readExpression(cursor)];
  while (cursor.isSign(',') && !cursor.ended) {
    cursor.at++;
    right.push(readExpression(cursor));
  }
  const items = right.length === 1 ? (right[0]?.items ?? right) : right;
  if (names.length === values.length)
    names.forEach(({ text: name }, i) => {
      cursor.bind(name, items[i] ?? deriveValue(right));
    });
}

/** Gives the name on the left its new value. */
function assign(cursor: Cursor, left: readonly Token[], operator: string, before: Value, right: Value): void {
  const name = assignedName(left) ?? (cursor.language === 'compiled' ? declaredName(left) : undefined);
  if (name === undefined) return;
  if (operator === '+=' || operator === '.=') cursor.bind(name, joinTexts([before, right]));
  // `path /= 'x'` of Python joins paths.
  else if (operator === '/=')
    cursor.bind(name, before.path ? { ...joinPath([before, right], true), path: true } : UNKNOWN);
  else if (/\|\||\?\?/.test(operator)) cursor.bind(name, eitherValue(before, right));
  else cursor.bind(name, right);
}

/** `char *argv[] = …`: the name is the last one of a declaration. */
const declaredName = (left: readonly Token[]): string | undefined =>
  left.findLast(({ kind }) => kind === 'name')?.text;

/** The name that is assigned to: `x`, `self.path`, `$h{key}` as `$h.key`; undefined if the left side is no name. */
function assignedName(left: readonly Token[]): string | undefined {
  const annotation = left.findIndex(({ kind, text }) => kind === 'sign' && text === ':');
  const parts = (annotation > 0 ? left.slice(0, annotation) : left)
    .filter(
      ({ kind, text }) => kind !== 'name' || !/^(?:my|our|local|let|const|var|auto|mut|final)$/.test(text),
    )
    .map(namePart);
  const name = parts.join('');
  const isName = parts.length > 0 && parts.length < 12 && /^[$@%]?[\w$]+(?:\.[\w$]+)*$/.test(name);
  return isName ? name : undefined;
}

/** A token as a part of a full name: `->` and `::` are dots, `['key']` and `{key}` are members. */
function namePart({ kind, text, parts }: Token): string {
  if (kind === 'text') return `.${String(parts?.[0])}`;
  if (/^(?:->|::)$/.test(text)) return '.';
  return /^[[\]{}]$/.test(text) ? '' : text;
}
