// A position in the tokens of a piece of code, and the names that are known there.
import { LEXES, type Lexis, type TokenLanguage } from './lexis.ts';
import type { Token } from './tokenize.ts';
import { type Call, UNKNOWN, type UserFunction, type Value } from './value.ts';

const END: Token = { kind: 'sign', text: '', first: true, spaced: true };

const OPENERS = '([{';
const CLOSERS = ')]}';

/** The state that both passes over the code share. */
export interface Memory {
  /** Functions by the token that begins their definition. */
  functions: Map<Token, UserFunction>;
  /** The names as they were at the end of the first pass: a comprehension uses a name before it is set. */
  earlier: ReadonlyMap<string, Value>;
}

export class Cursor {
  readonly names = new Map<string, Value>();
  readonly calls: Call[] = [];
  protected readonly lexis: Lexis;
  protected at = 0;
  /** Brackets that are open; inside them a line break ends nothing. */
  protected open = 0;
  protected depth = 0;
  private pairs: ReadonlyMap<number, number>;

  constructor(
    protected tokens: readonly Token[],
    protected readonly language: TokenLanguage,
    protected readonly memory: Memory,
  ) {
    this.lexis = LEXES[language];
    this.pairs = pairsOf(tokens);
  }

  protected token(ahead = 0): Token {
    return this.tokens[this.at + ahead] ?? END;
  }

  protected get ended(): boolean {
    return this.at >= this.tokens.length;
  }

  protected isSign(text: string, ahead = 0): boolean {
    const token = this.token(ahead);
    return token.kind === 'sign' && token.text === text;
  }

  protected isName(text: string, ahead = 0): boolean {
    const token = this.token(ahead);
    return token.kind === 'name' && token.text === text;
  }

  /** Whether the statement ends before the current token because it begins a line. */
  protected get startsLine(): boolean {
    return this.lexis.lines === true && this.open === 0 && this.token().first;
  }

  /** The index of the bracket that closes the one at an index. */
  protected closing(index: number): number {
    return this.pairs.get(index) ?? this.tokens.length;
  }

  /** Evaluates other tokens, such as those in a string, with the same names. */
  protected within<T>(tokens: readonly Token[], evaluate: () => T): T {
    const { at, open, pairs } = this;
    const before = this.tokens;
    Object.assign(this, { tokens, at: 0, open: 0, pairs: pairsOf(tokens) });
    const result = evaluate();
    Object.assign(this, { tokens: before, at, open, pairs });
    return result;
  }

  protected bind(name: string, value: Value): void {
    this.names.set(name, value);
  }

  protected lookup(name: string): Value {
    const known = this.names.get(name) ?? this.memory.earlier.get(name);
    if (known) return known.name === name ? known : { ...known, name };
    // A variable that was never set is unknown; a bare name may be a function or a module.
    return /^[@%]|^\$(?!ENV$|_ENV$|_SERVER$|_$)./.test(name) && this.lexis.sigils !== ''
      ? UNKNOWN
      : { ref: name, origins: [] };
  }
}

/** For every opening bracket the index of the closing one. */
function pairsOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach(({ kind, text }, i) => {
    if (kind !== 'sign' || text.length !== 1) return;
    if (OPENERS.includes(text)) open.push(i);
    else if (CLOSERS.includes(text)) {
      const opened = open.pop();
      if (opened !== undefined) pairs.set(opened, i);
    }
  });
  return pairs;
}
