// Reads code of other languages statement by statement: imports, definitions, loops and assignments bind names, and every
// other token belongs to some expression.
import { Cursor, type Grammar } from './cursor.ts';
import { readExpression } from './expressions.ts';
import { bindMethod, readDefinition } from './functions.ts';
import { bindImported, readFromImport, readImport } from './imports.ts';
import type { TokenLanguage } from './lexis.ts';
import { readAs, readLoop } from './loops.ts';
import type { Token } from './tokenize.ts';
import { type Call, either, join, joinPath, made, UNKNOWN, type UserFunction, type Value } from './value.ts';

/** Words that begin or belong to a statement and are no expression. */
const STATEMENT_WORDS = new Set(
  'const let var my our local async return yield throw raise export default static public private protected final abstract readonly if unless while until elif elsif else elseif then begin rescue ensure end try finally except catch case when switch assert global nonlocal class module interface extends implements pass break continue del echo with namespace declare type override'.split(
    ' ',
  ),
);

const KEYWORDS = new Set('import from use no def defp function func fn sub fun for foreach'.split(' '));
const ASSIGNS = new Set('= := <- += .= ||= ??= /= =>'.split(' '));
const DEFINES = new Set('def defp function func fn sub fun'.split(' '));

/** All calls of a piece of code, in order. It is read twice, because functions are often defined before they are called. */
export function callsOf(tokens: readonly Token[], language: TokenLanguage): readonly Call[] {
  const functions = new Map<Token, UserFunction>();
  const first = new Cursor(tokens, language, { functions, earlier: new Map() }, grammar);
  readStatements(first);
  const second = new Cursor(tokens, language, { functions, earlier: first.names }, grammar);
  readStatements(second);
  return second.calls;
}

const grammar: Grammar = { expression: readExpression, statement: readStatement };

function readStatements(code: Cursor): void {
  while (!code.ended) {
    const before = code.at;
    readStatement(code);
    if (code.at === before) code.at++;
  }
}

function readStatement(code: Cursor): void {
  const token = code.token();
  if (token.kind === 'sign' && /^[;,)\]}]$/.test(token.text)) {
    code.at++;
    return;
  }
  if (token.kind === 'name' && readKeyword(code, token)) return;
  readAssignmentOrExpression(code, token);
}

function readKeyword(code: Cursor, token: Token): boolean {
  const { text: word } = token;
  if (!KEYWORDS.has(word) && !STATEMENT_WORDS.has(word)) return false;
  if (code.isSign('=', 1) || code.isSign('.', 1) || code.isSign(',', 1)) return false;
  if (word === 'class' && code.token(1).kind === 'name') code.inClass = code.token(1).text;
  if (word === 'import' && !code.isSign('(', 1)) return readImport(code);
  if (word === 'from' && code.language === 'python') return readFromImport(code);
  if ((word === 'use' || word === 'no') && code.lexis.dotAdds) return skipLine(code);
  if (DEFINES.has(word) && code.token(1).kind === 'name') return readNamedDefinition(code, token);
  if (word === 'for' || word === 'foreach') {
    readLoop(code);
    return true;
  }
  if (!STATEMENT_WORDS.has(word)) return false;
  code.at++;
  return true;
}

function skipLine(code: Cursor): true {
  code.at++;
  while (!code.ended && !code.isSign(';') && !code.token().first) code.at++;
  return true;
}

function readNamedDefinition(code: Cursor, token: Token): true {
  const name = code.token(1).text;
  code.at += 2;
  // `def self.name`, `func (r T) name`.
  if (code.isSign('.') && code.token(1).kind === 'name') code.at += 2;
  const value = readDefinition(code, token);
  bindMethod(code, name, value);
  code.bind(name, value);
  code.bind(`self.${name}`, value);
  code.bind(`code.${name}`, value);
  return true;
}

function readAssignmentOrExpression(code: Cursor, token: Token): void {
  const start = code.at;
  const target = skipPattern(code);
  const value = target ? UNKNOWN : readExpression(code);
  if (code.isName('as') && !code.startsLine) {
    readAs(code, value);
    return;
  }
  skipAnnotation(code, token);
  const operator = code.token().kind === 'sign' && !code.startsLine ? code.token().text : '';
  if (operator === ',' && (code.lexis.lines || code.language === 'compiled') && code.open === 0) {
    readTuple(code, start, value);
    return;
  }
  if (!ASSIGNS.has(operator) || (operator === '=>' && !target)) return;
  const end = code.at;
  code.at++;
  const right = readExpression(code);
  if (target) bindPattern(code, code.tokens.slice(start, end), right);
  else assign(code, code.tokens.slice(start, end), operator, value, right);
  // `a = b = 'x'`
  if (code.isSign('=')) readAssignmentOrExpression(code, token);
}

/** `{ a, b: c } = …` and `[a, b] = …`: the cursor moves behind the pattern. */
function skipPattern(code: Cursor): boolean {
  if (!code.isSign('{') && !code.isSign('[') && !(code.isSign('(') && code.language === 'perl')) return false;
  const close = code.closing(code.at);
  if (code.tokens[close + 1]?.text !== '=' || code.tokens[close + 1]?.kind !== 'sign') return false;
  code.at = close + 1;
  return true;
}

function bindPattern(code: Cursor, tokens: readonly Token[], value: Value): void {
  if (tokens[0]?.text === '{' && value.ref !== undefined) {
    bindImported(code, tokens, value.ref);
    return;
  }
  const names = tokens.filter(({ kind }) => kind === 'name').map(({ text: name }) => name);
  names.forEach((name, i) => {
    const field = value.fields?.get(name) ?? value.items?.[i];
    code.bind(name, field ?? made([value]));
  });
}

/** `x: str = …`: skips the type of a variable. */
function skipAnnotation(code: Cursor, token: Token): void {
  if (!code.isSign(':') || (code.language !== 'python' && code.language !== 'node')) return;
  if (code.language === 'python' && !token.first) return;
  for (let i = 1; i < 16; i++) {
    const { kind, text: word, first } = code.token(i);
    if (first || (kind === 'sign' && /^[;(){}:]$/.test(word))) return;
    if (kind === 'sign' && word === '=') {
      code.at += i;
      return;
    }
  }
}

/** `a, b = 'x', 'y'`. */
function readTuple(code: Cursor, start: number, value: Value): void {
  const values = [value];
  while (code.isSign(',') && !code.ended) {
    code.at++;
    if (code.startsLine) return;
    values.push(readExpression(code));
  }
  if (!code.isSign('=') && !code.isSign(':=')) return;
  const names = code.tokens.slice(start, code.at).filter(({ kind }) => kind === 'name');
  code.at++;
  const right = [readExpression(code)];
  while (code.isSign(',') && !code.ended) {
    code.at++;
    right.push(readExpression(code));
  }
  const given = right.length === 1 ? (right[0]?.items ?? right) : right;
  if (names.length === values.length)
    names.forEach(({ text: name }, i) => {
      code.bind(name, given[i] ?? made(right));
    });
}

function assign(code: Cursor, tokens: readonly Token[], operator: string, before: Value, right: Value): void {
  const name = targetOf(tokens) ?? (code.language === 'compiled' ? declaredName(tokens) : undefined);
  if (name === undefined) return;
  if (operator === '+=' || operator === '.=') code.bind(name, join([before, right]));
  else if (operator === '/=')
    code.bind(name, before.path ? { ...joinPath([before, right], true), path: true } : UNKNOWN);
  else if (/\|\||\?\?/.test(operator)) code.bind(name, either(before, right));
  else code.bind(name, right);
}

/** `char *argv[] = …`: the name is the last one of a declaration. */
const declaredName = (tokens: readonly Token[]): string | undefined =>
  tokens.findLast(({ kind }) => kind === 'name')?.text;

/** The name that is assigned to: `x`, `self.path`, `$h{key}` as `$h.key`. */
function targetOf(tokens: readonly Token[]): string | undefined {
  const types = tokens.findIndex(({ kind, text: sign }) => kind === 'sign' && sign === ':');
  const words = (types > 0 ? tokens.slice(0, types) : tokens)
    .filter(
      ({ kind, text: word }) =>
        kind !== 'name' || !/^(?:my|our|local|let|const|var|auto|mut|final)$/.test(word),
    )
    .map(({ kind, text: word, parts }) =>
      kind === 'text'
        ? `.${String(parts?.[0])}`
        : /^(?:->|::)$/.test(word)
          ? '.'
          : /^[[\]{}]$/.test(word)
            ? ''
            : word,
    );
  const name = words.join('');
  return words.length > 0 && words.length < 12 && /^[$@%]?[\w$]+(?:\.[\w$]+)*$/.test(name) ? name : undefined;
}
