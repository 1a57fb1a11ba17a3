// The state of the tokenizer. tokenize.ts creates it, and the functions named `scan…` and `skip…` read from it: each looks
// at the source from `at` on, and moves `at` behind the token or the comment that it has found.
import type { LexicalRules } from './lexical-rules.ts';
import type { Token } from './token.ts';

export interface Scan {
  source: string;
  rules: LexicalRules;
  /** The position of the next character. */
  at: number;
  /** The position at which the current token began. */
  tokenStart: number;
  /** Readers of the here-documents whose text begins on the next line. skipBlanks calls them there. */
  pendingHeredocs: (() => void)[];
  /** For each open bracket, whether an operand may follow once it is closed. */
  operandAfterOpen: boolean[];
  /** Whether an operand may follow the bracket that was closed last. */
  operandAfterClosed: boolean;
  /** How many quotes had no end. */
  unclosedQuotes: number;
  /** The tokens of code inside a string. */
  tokenizeInner: (code: string) => readonly Token[];
}

/**
 * After this many quotes without an end, no more ends are looked for, because each search goes through the whole
 * source.
 */
export const MAX_UNCLOSED_QUOTES = 50;
