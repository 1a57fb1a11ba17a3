// A position in the tokens of a piece of code, the names that are known there, and the calls that were read so far.
// statements.ts creates a cursor for each pass; every function named `read…` or `skip…` reads from it and moves it on.
import { LEXICAL_RULES, type LexicalRules, type TokenLanguage } from './lexical-rules.ts';
import type { Token } from './token.ts';
import { type Call, UNKNOWN, type UserFunction, type Value } from './value.ts';

const END_TOKEN: Token = { kind: 'sign', text: '', startsLine: true, spaceBefore: true };

const OPENERS = '([{';
const CLOSERS = ')]}';

/** The state that both passes over the code share. */
export interface SharedState {
  /** Functions by the token that begins their definition. */
  functions: Map<Token, UserFunction>;
  /** The names at the end of the first pass, for code that uses a name before it is set, as a comprehension does. */
  firstPassNames: ReadonlyMap<string, Value>;
}

/**
 * An expression can stand in a bracket, a function body or a string, and all of these stand in expressions. The readers
 * that call each other in this circle are passed along, so that the files need not import each other in a circle.
 */
export interface Grammar {
  expression(cursor: Cursor): Value;
  statement(cursor: Cursor): void;
}

export class Cursor {
  readonly names = new Map<string, Value>();
  /** The calls that were read, in their order. */
  readonly calls: Call[] = [];
  /** The defaults of the options of the command line: `add_argument('--path', default='/x')`. */
  readonly optionDefaults = new Map<string, Value>();
  readonly rules: LexicalRules;
  /** The index of the next token. */
  at = 0;
  /** How many brackets are open. Inside of them a line break ends no statement. */
  openBrackets = 0;
  /** How deeply the expression that is being read is nested. */
  depth = 0;
  /** The values that the current call passes to a function among its arguments: `list.forEach((item) => …)`. */
  callbackArguments: readonly Value[] = [];
  /** The class whose body is being read. */
  className: string | undefined;
  /** Whether the element of a comprehension is being read again (readElementAgain). */
  rereadsElement = false;
  /** For the index of every opening bracket the index of the closing one. */
  private closingBrackets: ReadonlyMap<number, number>;

  constructor(
    public tokens: readonly Token[],
    readonly language: TokenLanguage,
    readonly shared: SharedState,
    private readonly grammar: Grammar,
  ) {
    this.rules = LEXICAL_RULES[language];
    this.closingBrackets = findClosingBrackets(tokens);
  }

  /** The token this many places ahead of the cursor. */
  token(ahead = 0): Token {
    return this.tokens[this.at + ahead] ?? END_TOKEN;
  }

  get ended(): boolean {
    return this.at >= this.tokens.length;
  }

  isSign(text: string, ahead = 0): boolean {
    const token = this.token(ahead);
    return token.kind === 'sign' && token.text === text;
  }

  isName(text: string, ahead = 0): boolean {
    const token = this.token(ahead);
    return token.kind === 'name' && token.text === text;
  }

  /** Whether the statement ends before the current token because it begins a line. */
  get lineEndsStatement(): boolean {
    return this.rules.lineEndsStatement === true && this.openBrackets === 0 && this.token().startsLine;
  }

  /** The index of the bracket that closes the one at an index; the end of the code if it stays open. */
  closingIndex(index: number): number {
    return this.closingBrackets.get(index) ?? this.tokens.length;
  }

  expression(): Value {
    return this.grammar.expression(this);
  }

  statement(): void {
    this.grammar.statement(this);
  }

  /** Counts the depth while `evaluate` runs, so that deeply nested code does not overflow the stack. */
  countDepth<T>(evaluate: () => T): T {
    this.depth++;
    const value = evaluate();
    this.depth--;
    return value;
  }

  /** Counts an open bracket while `evaluate` runs, so that line breaks end no statement. */
  insideBracket<T>(evaluate: () => T): T {
    this.openBrackets++;
    const value = evaluate();
    this.openBrackets--;
    return value;
  }

  /** Moves to other tokens, such as those in a string, while `evaluate` runs. The names stay. */
  onTokens<T>(tokens: readonly Token[], evaluate: () => T): T {
    const { tokens: outerTokens, at, openBrackets, closingBrackets } = this;
    const inner = { tokens, at: 0, openBrackets: 0, closingBrackets: findClosingBrackets(tokens) };
    Object.assign(this, inner);
    const result = evaluate();
    Object.assign(this, { tokens: outerTokens, at, openBrackets, closingBrackets });
    return result;
  }

  /** Gives a name its value, from here on. */
  bind(name: string, value: Value): void {
    this.names.set(name, value);
  }

  /** The value of a name. A name that was never set stands for itself: it may be a function or a module. */
  lookup(name: string): Value {
    const known = this.names.get(name) ?? this.shared.firstPassNames.get(name);
    if (known) return known.variable === name ? known : { ...known, variable: name };
    // A name with a sigil is a variable, so nothing is known about it, unless it is the environment or `$_`.
    const isVariable = /^[@%]|^\$(?!ENV$|_ENV$|_SERVER$|_$)./.test(name) && this.rules.sigils !== '';
    return isVariable ? UNKNOWN : { fullName: name, origins: [] };
  }
}

function findClosingBrackets(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach(({ kind, text }, i) => {
    if (kind !== 'sign' || text.length !== 1) return;
    if (OPENERS.includes(text)) open.push(i);
    else if (CLOSERS.includes(text)) {
      const opening = open.pop();
      if (opening !== undefined) closing.set(opening, i);
    }
  });
  return closing;
}
