// The smallest expressions: strings, numbers, patterns, names and brackets.
import { Brackets } from './brackets.ts';
import { valueOfName } from './results.ts';
import type { Token } from './tokenize.ts';
import { join, text, type Value } from './value.ts';

export abstract class Primaries extends Brackets {
  protected primary(): Value {
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
    if (first.text === 'glob') return { ...this.interpolated(first.parts ?? []), glob: true };
    let value = this.interpolated(first.parts ?? []);
    while (this.token().kind === 'text' && !this.startsLine && !this.ended && this.language !== 'perl') {
      value = join([value, this.interpolated(this.token().parts ?? [])]);
      this.at++;
    }
    return value;
  }

  private shellQuote(token: Token): Value {
    this.at++;
    return this.record({
      callee: '(shell)',
      self: undefined,
      args: [this.interpolated(token.parts ?? [])],
      named: new Map(),
    });
  }

  private pattern(token: Token): Value {
    this.at++;
    for (const part of token.parts ?? [])
      if (typeof part !== 'string') this.within(part, () => this.interpolatedCode());
    return { ref: '(pattern)', origins: [] };
  }

  private name(token: Token): Value {
    if (this.isFunction(token)) return this.functionExpression(token);
    if (token.text === 'lambda' && this.language === 'python') return this.lambda(token);
    this.at++;
    if (this.isSign('=>') && (this.language === 'node' || this.language === 'other'))
      return this.arrow(token, [token.text]);
    // `path -> path.toFile().delete()` of Java.
    if (this.isSign('->') && this.token().spaced && this.language === 'compiled' && this.open > 0)
      return this.arrow(token, [token.text]);
    return valueOfName(this.lookup(token.text));
  }
}

/** `qw(a b)` of Perl and `%w[a b]` of Ruby. */
const listOf = (token: Token): Value => ({
  items: String(token.parts?.[0] ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((one) => text(one)),
  origins: [],
});
