// Evaluates expressions of other languages as far as their value is known, and collects the calls in them. It knows no
// grammar as a whole: what it does not understand is an unknown value, and the next token is looked at. This file has
// the operators, by precedence; their operands are read in postfix.ts and primaries.ts.
import { WORD_OPERATORS } from './lexis.ts';
import { Postfix } from './postfix.ts';
import { either, join, joinPath, made, text, textsOf, UNKNOWN, type Value } from './value.ts';

const MAX_DEPTH = 120;

/** Words that stand before an expression and don't change what is known about it. */
const PREFIXES = new Set(
  'await new not typeof void yield async return throw raise my our local const let var static delete defined ref scalar then do clone echo go defer'.split(
    ' ',
  ),
);

const UNARY = new Set('- ! ~ + * & @ \\ < ... ** ++ --'.split(' '));

const LOGIC = new Set('|| && ?? == != === !== < > <= >= =~ !~ & | ^ << >> |> <=>'.split(' '));

export abstract class Expressions extends Postfix {
  protected expression(): Value {
    if (this.depth > MAX_DEPTH) {
      this.at++;
      return UNKNOWN;
    }
    return this.nested(() => this.choice());
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
}

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
