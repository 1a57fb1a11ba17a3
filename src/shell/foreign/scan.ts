// The state of the tokenizer.
import type { LexicalRules } from './lexical-rules.ts';
import type { Token } from './token.ts';

/** Where the tokenizer is, and what it has to remember. */
export interface Scan {
  source: string;
  at: number;
  /** Where the current token began. */
  tokenStart: number;
  rules: LexicalRules;
  /** Documents whose text begins on the next line. */
  pendingHeredocs: (() => void)[];
  /** For each open bracket, whether an operand may follow when it is closed. */
  operandAfterOpen: boolean[];
  /** Whether an operand may follow the bracket that was closed last. */
  operandAfterClosed: boolean;
  /** How many quotes were not closed. After many of them no more are looked for, because each search goes to the end. */
  unclosedQuotes: number;
  /** The tokens of code inside a string. */
  tokenizeInner: (code: string) => readonly Token[];
}

/** After this many quotes without an end, no more are looked for. */
export const MAX_UNCLOSED_QUOTES = 50;
