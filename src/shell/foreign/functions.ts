// Functions that code defines: named ones, lambdas and arrows. Their parameters get the values that calls pass.
import { Evaluator } from './evaluator.ts';
import type { Token } from './tokenize.ts';
import { either, made, UNKNOWN, type UserFunction, type Value } from './value.ts';

const FUNCTION_WORDS = new Set('function fn func sub proc'.split(' '));

export abstract class Functions extends Evaluator {
  /** Values for the parameters of a function that is an argument of the current call. */
  protected callback: readonly Value[] = [];

  /** The class whose body is being read. */
  protected inClass: string | undefined;

  /** A class is called like the method that makes its objects. */
  protected bindMethod(name: string, value: Value): void {
    if (this.inClass !== undefined && /^(?:__init__|initialize|constructor|__construct)$/.test(name))
      this.bind(this.inClass, value);
  }

  protected isFunction(token: Token): boolean {
    if (!FUNCTION_WORDS.has(token.text)) return false;
    const opens = this.isSign('(', 1) || this.isSign('{', 1);
    return opens || this.isSign('(', 2) || this.isSign('{', 2);
  }

  protected functionExpression(token: Token): Value {
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
  protected parameters(token: Token, isCallback: boolean): UserFunction {
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

  protected lambda(token: Token): Value {
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
  protected arrow(token: Token, names: readonly string[], after = false): Value {
    if (!after) this.at++;
    const fn = this.functionOf(token, names);
    const given = this.callback;
    names.forEach((name, i) => {
      this.bind(name, either(...fn.given.map((args) => args[i] ?? UNKNOWN), given[i] ?? UNKNOWN));
    });
    const target = this.token();
    const value = this.expression();
    fn.result = value;
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
}
