// Everything in brackets: groups, lists, arguments, objects and blocks.
import { Functions } from './functions.ts';
import type { Token } from './tokenize.ts';
import { textsOf, UNKNOWN, type Value } from './value.ts';

export interface Arguments {
  args: Value[];
  named: Map<string, Value>;
}

export abstract class Brackets extends Functions {
  /** Elements in elements are not read again, because every level would double the work. */
  private readsAgain = false;

  protected bracket(token: Token): Value {
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
  protected isListOfTexts(): boolean {
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
      fn.result = this.expression();
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

  protected list(close: string): Value[] {
    this.at++;
    const { args } = this.bracketed(() => this.items(close));
    return args;
  }

  /** The items of a list or the arguments of a call, up to the closing bracket. */
  protected items(close: string): Arguments {
    const found: Arguments = { args: [], named: new Map() };
    let element = this.at;
    while (!this.ended && !this.isSign(close)) {
      const before = this.at;
      const loops = this.language === 'python' && this.isName('for');
      this.item(found);
      if (loops) this.readElement(element, found);
      else if (this.isSign(',')) element = this.at + 1;
      if (this.at === before) this.at++;
    }
    this.at++;
    return found;
  }

  /** `[p for p in list]`: the element stands before the loop that gives its names their values, so it is read again. */
  private readElement(start: number, { args }: Arguments): void {
    if (this.readsAgain || args.length === 0) return;
    const { at } = this;
    this.readsAgain = true;
    this.at = start;
    args[args.length - 1] = this.expression();
    this.at = at;
    this.readsAgain = false;
  }

  protected item({ args, named }: Arguments): void {
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
        token.kind === 'name' ? token.text : (textsOf(this.interpolated(token.parts ?? []))[0] ?? ''),
        this.expression(),
      );
      return;
    }
    const value = this.expression();
    // `foreach ($files as $file)` of PHP.
    if (this.isName('as') && this.language === 'php') this.bindAs(value);
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
    const { open } = this;
    this.at++;
    // Inside a block, lines are statements again.
    this.open = 0;
    while (!this.ended && !this.isSign('}')) {
      const before = this.at;
      if (this.isField()) this.field(fields);
      else if (this.isShorthand()) this.shorthand(fields);
      else this.statement();
      if (this.at === before) this.at++;
    }
    this.at++;
    this.open = open;
    return { fields, origins: [] };
  }

  private isField(): boolean {
    const { kind } = this.token();
    if (kind !== 'name' && kind !== 'text' && kind !== 'number') return false;
    return (
      this.isSign(':', 1) || (this.isSign('=>', 1) && this.language !== 'node' && this.language !== 'other')
    );
  }

  /** `{ method: 'POST', body }` of JavaScript. */
  private isShorthand(): boolean {
    if (this.language !== 'node' || this.token().kind !== 'name') return false;
    return this.isSign(',', 1) || this.isSign('}', 1);
  }

  private shorthand(fields: Map<string, Value>): void {
    const { text: name } = this.token();
    fields.set(name, this.lookup(name));
    this.at++;
  }

  private field(fields: Map<string, Value>): void {
    const token = this.token();
    const key = token.kind === 'text' ? (textsOf(this.interpolated(token.parts ?? []))[0] ?? '') : token.text;
    this.at += 2;
    fields.set(
      key,
      this.bracketed(() => this.expression()),
    );
  }
}
