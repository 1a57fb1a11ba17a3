// Evaluates expressions of other languages as far as their value is known, and collects the calls in them. It knows no
// grammar as a whole: what it does not understand is an unknown value, and the next token is looked at.
import { HOLE } from '../base/words.ts';
import { isKnownCallee } from './calls.ts';
import { Cursor } from './cursor.ts';
import { callbackValues, memberOf, resultOf, valueOfName } from './results.ts';
import type { Part, Token } from './tokenize.ts';
import {
  type Call,
  either,
  elementOf,
  join,
  joinPath,
  made,
  text,
  textsOf,
  UNKNOWN,
  type UserFunction,
  type Value,
} from './value.ts';

const MAX_DEPTH = 120;

/** Words that stand before an expression and don't change what is known about it. */
const PREFIXES = new Set(
  'await new not typeof void yield async return throw raise my our local const let var static delete defined ref scalar then do clone echo go defer'.split(
    ' ',
  ),
);

/** Words between two expressions. */
const WORD_OPERATORS = new Set('or and in is instanceof x eq ne lt gt le ge cmp isa'.split(' '));

/** Words that end the arguments of a call without parentheses. */
const ENDS_BARE = new Set('if unless while until do and or for foreach end then else xor'.split(' '));

interface Arguments {
  args: Value[];
  named: Map<string, Value>;
}

export abstract class Expressions extends Cursor {
  /** Values for the parameters of a function that is an argument of the current call. */
  private callback: readonly Value[] = [];

  protected abstract statement(): void;
  protected abstract loop(): void;

  protected expression(): Value {
    if (this.depth > MAX_DEPTH) {
      this.at++;
      return UNKNOWN;
    }
    this.depth++;
    const value = this.choice();
    this.depth--;
    return value;
  }

  /** `a || b`, `a ? b : c`, `b if a else c`, comparisons. */
  private choice(): Value {
    let value = this.sum();
    for (;;) {
      const token = this.token();
      if (this.ended || this.startsLine) return value;
      if (token.kind === 'sign' && LOGIC.has(token.text)) value = this.logic(value, token.text);
      else if (this.isSign('?') && this.language !== 'python') value = this.conditional(value);
      else if (token.kind === 'name' && WORD_OPERATORS.has(token.text)) value = this.logic(value, token.text);
      else if (this.isName('if') && this.language === 'python' && this.token().spaced)
        value = this.pythonConditional(value);
      else return value;
    }
  }

  private logic(left: Value, operator: string): Value {
    this.at++;
    const right = this.sum();
    if (/^(?:\|\||\?\?|or)$/.test(operator)) return either(left, right);
    if (operator === '|' && left.ref !== undefined && right.ref !== undefined)
      return { ...made([left, right]), ref: `${left.ref}|${right.ref}` };
    return /^(?:&&|and)$/.test(operator) ? right : made([left, right]);
  }

  private conditional(condition: Value): Value {
    this.at++;
    const yes = this.expression();
    if (!this.isSign(':')) return made([condition, yes]);
    this.at++;
    return either(yes, this.expression());
  }

  private pythonConditional(value: Value): Value {
    this.at++;
    this.expression();
    if (!this.isName('else')) return value;
    this.at++;
    return either(value, this.expression());
  }

  private sum(): Value {
    let value = this.product();
    for (;;) {
      const token = this.token();
      if (this.ended || this.startsLine || token.kind !== 'sign') return value;
      const adds =
        token.text === '+' || token.text === '..' || (token.text === '.' && this.lexis.dotAdds === true);
      if (!adds && token.text !== '-') return value;
      this.at++;
      value = adds ? added(value, this.product()) : made([value, this.product()]);
    }
  }

  private product(): Value {
    let value = this.operand();
    for (;;) {
      const token = this.token();
      if (this.ended || this.startsLine || token.kind !== 'sign') return value;
      if (token.text === '%' && value.texts) {
        this.at++;
        value = formatted(value, this.operand());
      } else if (token.text === '/' || token.text === '*' || token.text === '%' || token.text === '**') {
        this.at++;
        const right = this.operand();
        value =
          token.text === '/' && value.path
            ? { ...joinPath([value, right], true), path: true }
            : made([value, right]);
      } else return value;
    }
  }

  private operand(): Value {
    const token = this.token();
    if (this.ended) return UNKNOWN;
    if (token.kind === 'sign' && UNARY.has(token.text)) {
      this.at++;
      if (this.depth > MAX_DEPTH) return UNKNOWN;
      const value = this.nested(() => this.operand());
      if (token.text === '!') return UNKNOWN;
      return token.text === '-' && value.texts
        ? { ...value, texts: value.texts.map((one) => `-${one}`) }
        : value;
    }
    if (token.kind === 'name' && PREFIXES.has(token.text) && this.mayFollowPrefix()) {
      this.at++;
      return this.nested(() => this.operand());
    }
    return this.postfix(this.primary());
  }

  private mayFollowPrefix(): boolean {
    const next = this.token(1);
    return next.kind !== 'sign' || /^[([{\\\-!+]$/.test(next.text);
  }

  private nested<T>(evaluate: () => T): T {
    this.depth++;
    const value = evaluate();
    this.depth--;
    return value;
  }

  private primary(): Value {
    const token = this.token();
    switch (token.kind) {
      case 'text':
        return this.texts();
      case 'shell':
        return this.shellQuote(token);
      case 'number':
        this.at++;
        return text(token.text);
      case 'pattern':
        return this.pattern(token);
      case 'name':
        return this.name(token);
      default:
        return this.bracket(token);
    }
  }

  /** A string, and those that follow it directly: `'a' 'b'`. */
  private texts(): Value {
    const first = this.token();
    this.at++;
    if (first.text === 'words') return listOf(first);
    if (first.text === 'glob') return { ...this.filled(first.parts ?? []), glob: true };
    let value = this.filled(first.parts ?? []);
    while (this.token().kind === 'text' && !this.startsLine && !this.ended && this.language !== 'perl') {
      value = join([value, this.filled(this.token().parts ?? [])]);
      this.at++;
    }
    return value;
  }

  protected filled(parts: readonly Part[]): Value {
    if (parts.length === 1 && typeof parts[0] === 'string') return text(parts[0]);
    return join(
      parts.map((part) => (typeof part === 'string' ? text(part) : this.within(part, () => this.whole()))),
    );
  }

  /** The value of code that is filled into a string; statements in it run too. */
  private whole(): Value {
    const value = this.expression();
    while (!this.ended) this.statement();
    return value;
  }

  private shellQuote(token: Token): Value {
    this.at++;
    return this.record({
      callee: '(shell)',
      self: undefined,
      args: [this.filled(token.parts ?? [])],
      named: new Map(),
    });
  }

  private pattern(token: Token): Value {
    this.at++;
    for (const part of token.parts ?? []) if (typeof part !== 'string') this.within(part, () => this.whole());
    return { ref: '(pattern)', origins: [] };
  }

  private name(token: Token): Value {
    if (this.isFunction(token)) return this.functionExpression(token);
    if (token.text === 'lambda' && this.language === 'python') return this.lambda(token);
    this.at++;
    if (this.isSign('=>') && (this.language === 'node' || this.language === 'other'))
      return this.arrow(token, [token.text]);
    return valueOfName(this.lookup(token.text));
  }

  private isFunction(token: Token): boolean {
    if (!FUNCTION_WORDS.has(token.text)) return false;
    const opens = this.isSign('(', 1) || this.isSign('{', 1);
    return opens || this.isSign('(', 2) || this.isSign('{', 2);
  }

  private functionExpression(token: Token): Value {
    this.at++;
    if (this.token().kind === 'name') this.at++;
    return this.definition(token, true);
  }

  /** The parameters and the body that follow the name of a function. */
  protected definition(token: Token, isCallback = false): Value {
    const fn = this.isSign('(') ? this.parameters(token, isCallback) : this.functionOf(token, []);
    if (this.isSign('=>')) {
      this.at++;
      this.expression();
    }
    return { fn, origins: [] };
  }

  private functionOf(token: Token, parameters: readonly string[]): UserFunction {
    const known = this.memory.functions.get(token) ?? { parameters, given: [] };
    this.memory.functions.set(token, known);
    return known;
  }

  /** Reads `(a, b = 1)` and binds the names to what calls were seen to pass. */
  private parameters(token: Token, isCallback: boolean): UserFunction {
    const close = this.closing(this.at);
    const found: { name: string; value: Value }[] = [];
    this.at++;
    while (this.at < close) {
      const { kind, text: name } = this.token();
      const ends = this.isSign(',', 1) || this.isSign('=', 1) || this.isSign(':', 1) || this.at + 1 >= close;
      if (kind !== 'name' || !ends) {
        this.at++;
        continue;
      }
      this.at++;
      let value = UNKNOWN;
      while (this.at < close && !this.isSign(',') && !this.isSign('=')) this.at++;
      if (this.isSign('=')) {
        this.at++;
        value = this.bracketed(() => this.expression());
      }
      if (name !== 'self' && name !== 'this') found.push({ name, value });
      while (this.at < close && !this.isSign(',')) this.at++;
    }
    this.at = close + 1;
    const fn = this.functionOf(
      token,
      found.map(({ name }) => name),
    );
    const given = isCallback ? this.callback : [];
    found.forEach(({ name, value }, i) => {
      const passed = fn.given.map((args) => args[i] ?? UNKNOWN);
      this.bind(name, either(...passed, given[i] ?? UNKNOWN, value));
    });
    return fn;
  }

  private lambda(token: Token): Value {
    this.at++;
    const names: string[] = [];
    while (!this.ended && !this.isSign(':')) {
      if (this.token().kind === 'name') names.push(this.token().text);
      this.at++;
    }
    this.at++;
    return this.arrow(token, names, true);
  }

  /** The body of `x => …`, with the cursor at the arrow (or after it). */
  private arrow(token: Token, names: readonly string[], after = false): Value {
    if (!after) this.at++;
    const fn = this.functionOf(token, names);
    const given = this.callback;
    names.forEach((name, i) => {
      this.bind(name, either(...fn.given.map((args) => args[i] ?? UNKNOWN), given[i] ?? UNKNOWN));
    });
    const target = this.token();
    const value = this.expression();
    this.assigned(target, value);
    return { fn, origins: value.origins };
  }

  /** `x => text += x`: an assignment that is the whole body of a function. */
  private assigned(target: Token, before: Value): void {
    const adds = this.isSign('+=');
    if (this.ended || (!adds && !this.isSign('='))) return;
    this.at++;
    const value = this.expression();
    if (target.kind === 'name') this.bind(target.text, adds ? made([before, value]) : value);
  }

  protected bracketed<T>(evaluate: () => T): T {
    this.open++;
    const value = evaluate();
    this.open--;
    return value;
  }

  private bracket(token: Token): Value {
    if (token.text === '(') return this.parenthesis(token);
    if (token.text === '[') return this.listLiteral();
    if (token.text === '{')
      return this.isListOfTexts() ? { ...UNKNOWN, items: this.list('}') } : this.braces();
    // `->(x) { … }` of Ruby.
    if (token.text === '->' && this.isSign('(', 1)) {
      this.at++;
      return this.definition(token, true);
    }
    this.at++;
    return UNKNOWN;
  }

  /** `[a, b]`, and in Go `[]string{"a", "b"}`. */
  private listLiteral(): Value {
    const items = this.list(']');
    const isTyped = this.language === 'compiled' && this.token().kind === 'name' && this.isSign('{', 1);
    if (!isTyped) return { ...UNKNOWN, items };
    this.at++;
    return { ...UNKNOWN, items: this.list('}') };
  }

  /** `{"sh", "-c"}` of C and Java is a list; a block does not begin with a text. */
  private isListOfTexts(): boolean {
    return (
      this.language === 'compiled' &&
      this.token(1).kind === 'text' &&
      (this.isSign(',', 2) || this.isSign('}', 2))
    );
  }

  private parenthesis(token: Token): Value {
    const close = this.closing(this.at);
    const arrow = this.arrowAfter(close);
    if (arrow !== undefined) {
      const fn = this.parameters(token, true);
      this.at = arrow + 1;
      this.expression();
      return { fn, origins: [] };
    }
    const items = this.list(')');
    return items.length === 1 ? (items[0] as Value) : { ...UNKNOWN, items };
  }

  /** The index of the `=>` after a list of parameters, behind a type if there is one. */
  private arrowAfter(close: number): number | undefined {
    const at = (i: number, sign: string) => this.tokens[i]?.kind === 'sign' && this.tokens[i]?.text === sign;
    if (this.language !== 'node' && this.language !== 'other') return undefined;
    if (at(close + 1, '=>')) return close + 1;
    if (!at(close + 1, ':')) return undefined;
    for (let i = close + 2; i < close + 16; i++) {
      if (at(i, '=>')) return i;
      if (at(i, ',') || at(i, ';') || at(i, '{') || at(i, '=')) return undefined;
    }
    return undefined;
  }

  private list(close: string): Value[] {
    this.at++;
    const { args } = this.bracketed(() => this.items(close));
    return args;
  }

  /** The items of a list or the arguments of a call, up to the closing bracket. */
  private items(close: string): Arguments {
    const found: Arguments = { args: [], named: new Map() };
    while (!this.ended && !this.isSign(close)) {
      const before = this.at;
      this.item(found);
      if (this.at === before) this.at++;
    }
    this.at++;
    return found;
  }

  private item({ args, named }: Arguments): void {
    const token = this.token();
    if (token.kind === 'sign' && /^[,;)\]}]$/.test(token.text)) {
      this.at++;
      return;
    }
    if (token.kind === 'name' && /^(?:for|if|async)$/.test(token.text) && this.language === 'python') {
      if (token.text === 'for') this.loop();
      else this.at++;
      return;
    }
    const spreads = this.isSign('*') || this.isSign('...') || this.isSign('**');
    if (this.isNamed(token)) {
      this.at += 2;
      named.set(
        token.kind === 'name' ? token.text : (textsOf(this.filled(token.parts ?? []))[0] ?? ''),
        this.expression(),
      );
      return;
    }
    const value = this.expression();
    if (spreads && value.items) args.push(...value.items);
    else args.push(value);
    for (const [name, field] of value.fields ?? []) named.set(name, field);
    // `(x := value)`, `(x = value)`.
    if (this.isSign('=') || this.isSign(':=')) {
      this.at++;
      const right = this.expression();
      if (token.kind === 'name') this.bind(token.text, right);
      args.push(right);
    }
  }

  /** `name=value`, `name: value`, `'name' => value`. */
  private isNamed(token: Token): boolean {
    if (token.kind !== 'name' && token.kind !== 'text') return false;
    if (this.isSign('=>', 1)) return this.language !== 'node' && this.language !== 'other';
    if (token.kind !== 'name') return false;
    if (this.isSign('=', 1)) return this.language === 'python' || this.language === 'r';
    return this.isSign(':', 1) && this.language !== 'perl';
  }

  /** An object, a hash or a block: named values are fields, everything else is read as statements. */
  protected braces(): Value {
    const fields = new Map<string, Value>();
    const items: Value[] = [];
    const { open } = this;
    this.at++;
    // Inside a block, lines are statements again.
    this.open = 0;
    while (!this.ended && !this.isSign('}')) {
      const before = this.at;
      if (this.isField()) this.field(fields);
      else this.statement();
      if (this.at === before) this.at++;
    }
    this.at++;
    this.open = open;
    return { fields, ...(items.length > 0 && { items }), origins: [] };
  }

  private isField(): boolean {
    const { kind } = this.token();
    if (kind !== 'name' && kind !== 'text' && kind !== 'number') return false;
    return (
      this.isSign(':', 1) || (this.isSign('=>', 1) && this.language !== 'node' && this.language !== 'other')
    );
  }

  private field(fields: Map<string, Value>): void {
    const token = this.token();
    const key = token.kind === 'text' ? (textsOf(this.filled(token.parts ?? []))[0] ?? '') : token.text;
    this.at += 2;
    fields.set(
      key,
      this.bracketed(() => this.expression()),
    );
  }

  /** What follows a value: members, indexes and calls. */
  protected postfix(start: Value): Value {
    let value = start;
    while (!this.ended) {
      const token = this.token();
      const next = token.kind === 'sign' ? this.afterSign(value, token) : this.afterWord(value, token);
      if (next === undefined) return value;
      value = next;
    }
    return value;
  }

  private afterSign(value: Value, token: Token): Value | undefined {
    switch (token.text) {
      case '.':
        return this.lexis.dotAdds ? undefined : this.member(value);
      case '->':
      case '::':
      case '?.':
        return this.member(value);
      case '(':
        return !this.startsLine && this.mayCall(value) ? this.call(value) : undefined;
      case '[':
        if (token.first || (token.spaced && this.lexis.bareCalls)) break;
        return this.index(value, ']');
      case '{':
        // `new String[] {"sh", "-c"}` of Java.
        if (this.isListOfTexts()) return { ...UNKNOWN, items: this.list('}') };
        if (this.language === 'perl' && !token.spaced) return this.index(value, '}');
        if (this.isBlock(token)) return this.block(value);
    }
    return this.isBareCall(value, token) ? this.bareCall(value) : undefined;
  }

  private afterWord(value: Value, token: Token): Value | undefined {
    if (token.kind === 'text' && token.text === '`' && !token.spaced) return this.tagged(value, token);
    if (this.isBareCall(value, token)) return this.bareCall(value);
    return this.isBlock(token) ? this.block(value) : undefined;
  }

  /** `$x (1)` is no call in Perl, and `"text" (…)` is none anywhere. */
  private mayCall(value: Value): boolean {
    return (
      value.ref !== undefined || value.fn !== undefined || value.self !== undefined || !this.token().spaced
    );
  }

  private member(value: Value): Value {
    this.at++;
    const next = this.token();
    if (next.kind === 'name') {
      this.at++;
      return this.withMember(value, next.text);
    }
    // `"ls".!` of Scala runs the text.
    if (this.isSign('!') && value.texts && this.language === 'other') {
      this.at++;
      return this.record({ callee: '(shell)', self: undefined, args: [value], named: new Map() });
    }
    if (this.isSign('(') || this.isSign('[')) return value;
    if (this.isSign('{')) return this.language === 'perl' ? this.index(value, '}') : value;
    return value;
  }

  private withMember(value: Value, name: string): Value {
    const path = value.name ?? value.ref;
    const full = path === undefined ? undefined : `${path}.${name}`;
    const known = full && (this.names.get(full) ?? this.memory.earlier.get(full));
    return known || value.fields?.get(name) || memberOf(value, name);
  }

  /** `fs['rmSync']`, `$ENV{HOME}`, `text[::-1]`. */
  private index(value: Value, close: string): Value {
    const reverses = this.isSign('::', 1) && this.isSign('-', 2);
    const bare =
      close === '}' && this.token(1).kind === 'name' && this.isSign('}', 2) ? this.token(1).text : undefined;
    const [key] = this.list(close);
    const name = bare ?? key?.texts?.[0];
    if (value.ref === 'Dir' && key) return this.called(value, { args: [key], named: new Map() });
    if (reverses)
      return {
        ...made(
          [value],
          value.texts?.map((one) => [...one].reverse().join('')),
        ),
        origins: [...value.origins, { kind: 'decoded', what: 'reversed' }],
      };
    if (value.items && name !== undefined && /^\d+$/.test(name)) return value.items[Number(name)] ?? UNKNOWN;
    if (name === undefined || name.includes(HOLE) || value.texts) return elementOf(value);
    return /^\d+$/.test(name) ? elementOf(value) : this.withMember(value, name);
  }

  private tagged(value: Value, token: Token): Value {
    this.at++;
    const tag = value.ref === undefined ? value : { ...value, ref: `${value.ref}\`` };
    return this.called(tag, { args: [this.filled(token.parts ?? [])], named: new Map() });
  }

  private call(value: Value): Value {
    const start = this.at;
    const before = this.callback;
    this.callback = callbackValues(value);
    this.at++;
    const given = this.bracketed(() => this.items(')'));
    this.callback = before;
    return this.isDefinition(start) ? UNKNOWN : this.called(value, given);
  }

  /** `remove(path) { … }` in a class defines a method. */
  private isDefinition(start: number): boolean {
    if (this.language !== 'node') return false;
    if (!this.isSign('{') && !(this.isSign(':') && this.token(1).kind === 'name' && this.isSign('{', 2)))
      return false;
    const previous = this.tokens[start - 2];
    return (
      previous === undefined ||
      /^(?:[{};,*]|async|static|get|set|public|private|protected|override)$/.test(previous.text)
    );
  }

  private isBareCall(value: Value, token: Token): boolean {
    if (!this.lexis.bareCalls || this.startsLine || token.first) return false;
    // `system$_` needs no blank.
    if (!token.spaced && !/^[$@]/.test(token.text)) return false;
    const begins =
      this.isProgramBlock(value) ||
      token.kind === 'text' ||
      token.kind === 'shell' ||
      (token.kind === 'name' && !ENDS_BARE.has(token.text) && !WORD_OPERATORS.has(token.text)) ||
      (token.kind === 'sign' && /^[[\\<-]$/.test(token.text) && !this.token(1).spaced);
    return begins && value.ref !== undefined && isKnownCallee(this.language, value.ref);
  }

  /** `exec { 'rm' } @words` of Perl: the block is the program. */
  private isProgramBlock({ ref }: Value): boolean {
    return this.language === 'perl' && this.isSign('{') && (ref === 'exec' || ref === 'system');
  }

  private bareCall(value: Value): Value {
    const found: Arguments = { args: [], named: new Map() };
    if (this.isProgramBlock(value)) this.braces();
    for (;;) {
      const token = this.token();
      if (this.ended || this.startsLine) break;
      if (token.kind === 'sign' && /^[;)\]}]$/.test(token.text)) break;
      if (token.kind === 'name' && ENDS_BARE.has(token.text)) break;
      if (this.isSign(',')) {
        this.at++;
        continue;
      }
      const before = this.at;
      this.item(found);
      if (this.at === before || !this.isSign(',')) break;
    }
    return this.called(value, found);
  }

  private isBlock(token: Token): boolean {
    if (this.language !== 'ruby') return false;
    return (
      (this.isSign('{') && this.isSign('|', 1)) ||
      (token.kind === 'name' && token.text === 'do' && this.isSign('|', 1))
    );
  }

  /** `list.each { |x| … }`: the name gets the items of the list. */
  private block(value: Value): Value {
    const braces = this.isSign('{');
    const [given = UNKNOWN] = callbackValues(value.self ? value : { ...UNKNOWN, self: value, ref: '.each' });
    this.at += 2;
    while (!this.ended && !this.isSign('|')) {
      if (this.token().kind === 'name') this.bind(this.token().text, given);
      this.at++;
    }
    // The second bar takes the place of the opening brace.
    if (braces) this.braces();
    else this.at++;
    return value;
  }

  private called(value: Value, given: Arguments): Value {
    const { args, named } = given;
    this.noteIndirect(value, given);
    if (value.fn) {
      if (value.fn.given.length < 8) value.fn.given.push(args);
      return made(args);
    }
    const callee = value.ref ?? (value.self ? '.?' : undefined);
    if (callee === undefined) return made([value, ...args]);
    return this.record({ callee, self: value.self, args, named });
  }

  /** `map(os.system, list)`, `list.forEach(execSync)`, `Thread(target=f, args=…)`, `f.call(x, …)`: calls of a function that is passed on. */
  private noteIndirect(value: Value, { args, named }: Arguments): void {
    const name = value.ref?.slice(value.ref.lastIndexOf('.') + 1) ?? '';
    const call = (callee: Value | undefined, passed: readonly Value[]) =>
      callee?.ref !== undefined &&
      isKnownCallee(this.language, callee.ref) &&
      this.record({ callee: callee.ref, self: callee.self, args: passed, named: new Map() });
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
        { ...value, ref: value.ref?.slice(0, -name.length - 1) as string },
        name === 'call' ? args.slice(1) : (args[1]?.items ?? []),
      );
  }

  protected record(call: Call): Value {
    this.calls.push(call);
    return resultOf(call, this.language);
  }
}

const FUNCTION_WORDS = new Set('function fn func sub proc'.split(' '));
const UNARY = new Set('- ! ~ + * & @ \\ < ... ** ++ --'.split(' '));

const LOGIC = new Set('|| && ?? == != === !== < > <= >= =~ !~ & | ^ << >> |> <=>'.split(' '));

const listOf = (token: Token): Value => ({
  items: String(token.parts?.[0] ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((one) => text(one)),
  origins: [],
});

function added(left: Value, right: Value): Value {
  if (left.items && right.items) return { items: [...left.items, ...right.items], origins: [] };
  return left.texts || right.texts ? join([left, right]) : made([left, right]);
}

/** `'rm %s' % path`. */
function formatted(left: Value, right: Value): Value {
  const values = right.items ?? [right];
  let i = 0;
  const pieces = textsOf(left)[0]?.split(/%[-\d.]*[srdif]|%\(\w+\)[sdr]/) ?? [];
  const all = pieces.flatMap((piece, n) => (n === 0 ? [text(piece)] : [values[i++] ?? UNKNOWN, text(piece)]));
  return { ...join(all), origins: made([left, right]).origins };
}
