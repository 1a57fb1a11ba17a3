// Reads the members, indexes and calls after a value.
import { HOLE } from '../base/words.ts';
import type { Arguments } from './brackets.ts';
import { methodKind } from './calls.ts';
import { Invocations } from './invocations.ts';
import { memberOf } from './results.ts';
import type { Token } from './tokenize.ts';
import { elementOf, made, UNKNOWN, type Value } from './value.ts';

const NO_ARGUMENTS: Arguments = { args: [], named: new Map() };

export abstract class Postfix extends Invocations {
  /** Reads the members, indexes and calls after a value. */
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
      case '!':
        // `format!(…)` of Rust, `File.rm!(…)` of Elixir.
        if (!/^(?:compiled|other)$/.test(this.language) || token.spaced || !this.isSign('(', 1)) break;
        this.at++;
        return value.ref === undefined ? value : { ...value, ref: `${value.ref}!` };
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
      const found = this.withMember(value, next.text);
      return this.isMethodOfPath(found, next.text) || this.isBareMethod(next.text)
        ? this.called(found, NO_ARGUMENTS)
        : found;
    }
    // `"ls".!` of Scala runs the text.
    if (this.isSign('!') && value.texts && this.language === 'other') {
      this.at++;
      return this.record({ callee: '(shell)', self: undefined, args: [value], named: new Map() });
    }
    return this.isSign('{') && this.language === 'perl' ? this.index(value, '}') : value;
  }

  /** `Pathname.new(x).rmtree`: a method of Ruby needs no parentheses. */
  private isMethodOfPath({ self }: Value, name: string): boolean {
    if (this.language !== 'ruby' || !self?.path || this.isSign('(') || this.isSign('=')) return false;
    return /^rm/.test(methodKind(name) ?? '');
  }

  /** `User.delete_all`: the same for methods that empty a table. */
  private isBareMethod(name: string): boolean {
    if (this.language !== 'ruby' || this.isSign('(') || this.isSign('=')) return false;
    if (/^(?:truncate|delete_all|destroy_all|flushall|flushdb|drop_database|terminate|delete!)$/.test(name))
      return true;
    return name === 'new' && (this.startsLine || this.isSign('.') || this.isSign(';') || this.isSign(')'));
  }

  private withMember(value: Value, name: string): Value {
    const path = value.name ?? value.ref;
    const full = path === undefined ? undefined : `${path}.${name}`;
    const known = full && (this.names.get(full) ?? this.memory.earlier.get(full));
    return known || value.fields?.get(name) || this.ofClass(path, name) || memberOf(value, name);
  }

  /** `self.ROOT`: a constant that the class sets outside of its methods. */
  private ofClass(path: string | undefined, name: string): Value | undefined {
    if (this.language !== 'python' || (path !== 'self' && path !== 'cls')) return undefined;
    const known = this.names.get(name) ?? this.memory.earlier.get(name);
    return known?.texts || known?.items ? known : undefined;
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
    return this.called(tag, { args: [this.interpolated(token.parts ?? [])], named: new Map() });
  }
}
