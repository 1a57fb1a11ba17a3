// A position in the tokens of a piece of code, and the names that are known there.
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
  /** The names as they were at the end of the first pass: a comprehension uses a name before it is set. */
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
  readonly calls: Call[] = [];
  /** The defaults of the options of the command line: `add_argument('--path', default='/x')`. */
  readonly optionDefaults = new Map<string, Value>();
  readonly rules: LexicalRules;
  at = 0;
  /** Brackets that are open; inside them a line break ends nothing. */
  openBrackets = 0;
  depth = 0;
  /** Values for the parameters of a function that is an argument of the current call. */
  callbackArguments: readonly Value[] = [];
  /** The class whose body is being read. */
  className: string | undefined;
  /** The element of a list is being read a second time; elements in it are not, because every level would double the work. */
  rereadsElement = false;
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

  /** The index of the bracket that closes the one at an index. */
  closingIndex(index: number): number {
    return this.closingBrackets.get(index) ?? this.tokens.length;
  }

  expression(): Value {
    return this.grammar.expression(this);
  }

  statement(): void {
    this.grammar.statement(this);
  }

  /** Counts the depth, so that deeply nested code does not overflow the stack. */
  countDepth<T>(evaluate: () => T): T {
    this.depth++;
    const value = evaluate();
    this.depth--;
    return value;
  }

  /** Line breaks end no statement while a bracket is open. */
  insideBracket<T>(evaluate: () => T): T {
    this.openBrackets++;
    const value = evaluate();
    this.openBrackets--;
    return value;
  }

  /** Evaluates other tokens, such as those in a string, with the same names. */
  onTokens<T>(tokens: readonly Token[], evaluate: () => T): T {
    const { tokens: outerTokens, at, openBrackets, closingBrackets } = this;
    const inner = { tokens, at: 0, openBrackets: 0, closingBrackets: findClosingBrackets(tokens) };
    Object.assign(this, inner);
    const result = evaluate();
    Object.assign(this, { tokens: outerTokens, at, openBrackets, closingBrackets });
    return result;
  }

  bind(name: string, value: Value): void {
    this.names.set(name, value);
  }

  lookup(name: string): Value {
    const known = this.names.get(name) ?? this.shared.firstPassNames.get(name);
    if (known) return known.variable === name ? known : { ...known, variable: name };
    // A variable that was never set is unknown; a bare name may be a function or a module.
    return /^[@%]|^\$(?!ENV$|_ENV$|_SERVER$|_$)./.test(name) && this.rules.sigils !== ''
      ? UNKNOWN
      : { fullName: name, origins: [] };
  }
}

/** For every opening bracket the index of the closing one. */
function findClosingBrackets(tokens: readonly Token[]): ReadonlyMap<number, number> {
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
