// Reads code of other languages statement by statement: imports, definitions, loops and assignments bind names, and every
// other token belongs to some expression.
import { Expressions } from './expressions.ts';
import type { TokenLanguage } from './lexis.ts';
import { moduleOf } from './modules.ts';
import { elementsOf } from './results.ts';
import type { Token } from './tokenize.ts';
import {
  type Call,
  either,
  join,
  joinPath,
  made,
  text,
  UNKNOWN,
  type UserFunction,
  type Value,
} from './value.ts';

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
  const first = new Statements(tokens, language, { functions, earlier: new Map() });
  first.run();
  const second = new Statements(tokens, language, { functions, earlier: first.names });
  second.run();
  return second.calls;
}

class Statements extends Expressions {
  run(): void {
    while (!this.ended) {
      const before = this.at;
      this.statement();
      if (this.at === before) this.at++;
    }
  }

  protected statement(): void {
    const token = this.token();
    if (token.kind === 'sign' && /^[;,)\]}]$/.test(token.text)) {
      this.at++;
      return;
    }
    if (token.kind === 'name' && this.keyword(token)) return;
    this.assignmentOrExpression(token);
  }

  private keyword(token: Token): boolean {
    const { text: word } = token;
    if (!KEYWORDS.has(word) && !STATEMENT_WORDS.has(word)) return false;
    if (this.isSign('=', 1) || this.isSign('.', 1) || this.isSign(',', 1)) return false;
    if (word === 'class' && this.token(1).kind === 'name') this.inClass = this.token(1).text;
    if (word === 'import' && !this.isSign('(', 1)) return this.importStatement();
    if (word === 'from' && this.language === 'python') return this.fromImport();
    if ((word === 'use' || word === 'no') && this.lexis.dotAdds) return this.skipLine();
    if (DEFINES.has(word) && this.token(1).kind === 'name') return this.define(token);
    if (word === 'for' || word === 'foreach') {
      this.loop();
      return true;
    }
    if (!STATEMENT_WORDS.has(word)) return false;
    this.at++;
    return true;
  }

  private skipLine(): true {
    this.at++;
    while (!this.ended && !this.isSign(';') && !this.token().first) this.at++;
    return true;
  }

  /** `import os, sys as s` and the imports of JavaScript, with a default, `{ a as b }` or `* as c`. */
  private importStatement(): true {
    this.at++;
    if (this.language === 'node') return this.importFrom();
    while (!this.ended && !this.startsLine && this.token().kind === 'name') {
      const path = this.dotted();
      this.recordImport(path.replaceAll('.', '/'));
      if (this.isName('as')) this.at += 2;
      const own = this.tokens[this.at - 1]?.text ?? path;
      const aliased = this.tokens[this.at - 2]?.text === 'as' && this.tokens[this.at - 2]?.kind === 'name';
      this.bind(aliased ? own : (path.split('.')[0] as string), {
        ref: aliased ? moduleOf(path) : (path.split('.')[0] as string),
        origins: [],
      });
      if (this.isSign(',')) this.at++;
      else break;
    }
    return true;
  }

  private importFrom(): true {
    const start = this.at;
    let end = start;
    while (
      end < this.tokens.length &&
      end - start < 400 &&
      this.tokens[end]?.text !== 'from' &&
      this.tokens[end]?.kind !== 'text'
    )
      end++;
    const source = this.tokens[this.tokens[end]?.text === 'from' ? end + 1 : end];
    if (source?.kind !== 'text') return true;
    const module = moduleOf(String(source.parts?.[0] ?? ''));
    this.recordImport(String(source.parts?.[0] ?? ''));
    this.bindImported(this.tokens.slice(start, end), module);
    this.at = this.tokens.indexOf(source, end) + 1;
    return true;
  }

  /** Binds the names of `{ a, b as c }`, `d` and `* as e`, or of the pattern `{ a: b }`. */
  private bindImported(tokens: readonly Token[], module: string): void {
    let inner = false;
    tokens.forEach(({ kind, text: name }, i) => {
      if (name === '{') inner = true;
      if (kind !== 'name' || /^(?:as|type)$/.test(name)) return;
      const next = tokens[i + 1]?.text;
      if (inner && (next === 'as' || next === ':')) return;
      const before = tokens[i - 1]?.text;
      const original = inner ? (before === 'as' || before === ':' ? tokens[i - 2]?.text : name) : undefined;
      this.bind(name, {
        ref: original && original !== 'default' ? moduleOf(`${module}.${original}`) : module,
        origins: [],
      });
    });
  }

  /** `from os import system as s, path`. */
  private fromImport(): true {
    this.at++;
    const module = this.dotted();
    if (!this.isName('import')) return true;
    this.recordImport(module.replaceAll('.', '/'));
    this.at++;
    const inside = this.isSign('(');
    if (inside) this.at++;
    while (!this.ended && (inside ? !this.isSign(')') : !this.startsLine && !this.isSign(';'))) {
      const { kind, text: name } = this.token();
      this.at++;
      if (kind !== 'name') continue;
      let own = name;
      if (this.isName('as')) {
        own = this.token(1).text;
        this.at += 2;
      }
      this.bind(own, { ref: moduleOf(`${module}.${name}`), origins: [] });
    }
    return true;
  }

  private recordImport(module: string): void {
    this.record({ callee: '(import)', self: undefined, args: [text(module)], named: new Map() });
  }

  private dotted(): string {
    let path = this.token().text;
    this.at++;
    while (this.isSign('.') && this.token(1).kind === 'name' && !this.isName('import', 1)) {
      path += `.${this.token(1).text}`;
      this.at += 2;
    }
    return path;
  }

  private define(token: Token): true {
    const name = this.token(1).text;
    this.at += 2;
    // `def self.name`, `func (r T) name`.
    if (this.isSign('.') && this.token(1).kind === 'name') this.at += 2;
    const value = this.definition(token);
    this.bindMethod(name, value);
    this.bind(name, value);
    this.bind(`self.${name}`, value);
    this.bind(`this.${name}`, value);
    return true;
  }

  /** `for x in list`, `for (const x of list)`, `foreach my $x (list)`; PHP's `foreach (list as $x)` ends in `as`. */
  protected loop(): void {
    this.at++;
    const names: string[] = [];
    for (let i = 0; i < 12; i++) {
      const { kind, text: word } = this.token(i);
      if (kind === 'name' && (word === 'in' || word === 'of') && i > 0) {
        this.loopOver(names, i + 1);
        return;
      }
      if (this.language === 'compiled' && i > 0 && this.loopsOver(i, names)) return;
      if (kind === 'name' && !/^(?:const|let|var|my|our|await|auto)$/.test(word)) names.push(word);
      else if (kind !== 'name' && !(kind === 'sign' && /^[(),[\]{}:]$/.test(word))) return;
      if (this.language === 'perl' && names.length === 1 && this.isSign('(', i + 1)) {
        this.loopOver(names, i + 1);
        return;
      }
    }
  }

  /** `for _, x := range list` of Go, `for (String x : list)` of Java and C++. */
  private loopsOver(ahead: number, names: readonly string[]): boolean {
    const isRange = (this.isSign(':=', ahead) || this.isSign('=', ahead)) && this.isName('range', ahead + 1);
    if (!isRange && !this.isSign(':', ahead)) return false;
    this.loopOver(isRange ? names : names.slice(-1), ahead + (isRange ? 2 : 1));
    return true;
  }

  private loopOver(names: readonly string[], ahead: number): void {
    this.at += ahead;
    const elements = elementsOf(this.expression(), names.length);
    names.forEach((name, i) => {
      this.bind(name, elements[i] ?? UNKNOWN);
    });
  }

  private assignmentOrExpression(token: Token): void {
    const start = this.at;
    const target = this.destructured();
    const value = target ? UNKNOWN : this.expression();
    if (this.isName('as') && !this.startsLine) {
      this.bindAs(value);
      return;
    }
    this.skipAnnotation(token);
    const operator = this.token().kind === 'sign' && !this.startsLine ? this.token().text : '';
    if (operator === ',' && (this.lexis.lines || this.language === 'compiled') && this.open === 0) {
      this.tuple(start, value);
      return;
    }
    if (!ASSIGNS.has(operator) || (operator === '=>' && !target)) return;
    const end = this.at;
    this.at++;
    const right = this.expression();
    if (target) this.destructure(this.tokens.slice(start, end), right);
    else this.assign(this.tokens.slice(start, end), operator, value, right);
    // `a = b = 'x'`
    if (this.isSign('=')) this.assignmentOrExpression(token);
  }

  /** `{ a, b: c } = …` and `[a, b] = …`: the cursor moves behind the pattern. */
  private destructured(): boolean {
    if (!this.isSign('{') && !this.isSign('[') && !(this.isSign('(') && this.language === 'perl'))
      return false;
    const close = this.closing(this.at);
    if (this.tokens[close + 1]?.text !== '=' || this.tokens[close + 1]?.kind !== 'sign') return false;
    this.at = close + 1;
    return true;
  }

  private destructure(tokens: readonly Token[], value: Value): void {
    if (tokens[0]?.text === '{' && value.ref !== undefined) {
      this.bindImported(tokens, value.ref);
      return;
    }
    const names = tokens.filter(({ kind }) => kind === 'name').map(({ text: name }) => name);
    names.forEach((name, i) => {
      const field = value.fields?.get(name) ?? value.items?.[i];
      this.bind(name, field ?? made([value]));
    });
  }

  /** `with open(x) as f`, `foreach (list as $key => $x)`. */
  protected bindAs(value: Value): void {
    this.at++;
    const isLoop = this.language === 'php';
    if (!isLoop && this.language !== 'python') return;
    while (this.token().kind === 'name' || (isLoop && this.isSign('=>'))) {
      if (this.token().kind === 'name')
        this.bind(this.token().text, isLoop ? (elementsOf(value, 1)[0] ?? UNKNOWN) : value);
      this.at++;
      if (!isLoop) return;
    }
  }

  /** `x: str = …`: skips the type of a variable. */
  private skipAnnotation(token: Token): void {
    if (!this.isSign(':') || (this.language !== 'python' && this.language !== 'node')) return;
    if (this.language === 'python' && !token.first) return;
    for (let i = 1; i < 16; i++) {
      const { kind, text: word, first } = this.token(i);
      if (first || (kind === 'sign' && /^[;(){}:]$/.test(word))) return;
      if (kind === 'sign' && word === '=') {
        this.at += i;
        return;
      }
    }
  }

  /** `a, b = 'x', 'y'`. */
  private tuple(start: number, value: Value): void {
    const values = [value];
    while (this.isSign(',') && !this.ended) {
      this.at++;
      if (this.startsLine) return;
      values.push(this.expression());
    }
    if (!this.isSign('=') && !this.isSign(':=')) return;
    const names = this.tokens.slice(start, this.at).filter(({ kind }) => kind === 'name');
    this.at++;
    const right = [this.expression()];
    while (this.isSign(',') && !this.ended) {
      this.at++;
      right.push(this.expression());
    }
    const given = right.length === 1 ? (right[0]?.items ?? right) : right;
    if (names.length === values.length)
      names.forEach(({ text: name }, i) => {
        this.bind(name, given[i] ?? made(right));
      });
  }

  private assign(tokens: readonly Token[], operator: string, before: Value, right: Value): void {
    const name = targetOf(tokens) ?? (this.language === 'compiled' ? declaredName(tokens) : undefined);
    if (name === undefined) return;
    if (operator === '+=' || operator === '.=') this.bind(name, join([before, right]));
    else if (operator === '/=')
      this.bind(name, before.path ? { ...joinPath([before, right], true), path: true } : UNKNOWN);
    else if (/\|\||\?\?/.test(operator)) this.bind(name, either(before, right));
    else this.bind(name, right);
  }
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
