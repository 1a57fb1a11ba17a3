// The state of the tokenizer.
import type { Lexis } from './lexis.ts';
import type { Token } from './token.ts';

/** Where the tokenizer is, and what it has to remember. */
export interface Scan {
  source: string;
  at: number;
  /** Where the current token began. */
  started: number;
  lexis: Lexis;
  /** Documents whose text begins on the next line. */
  documents: (() => void)[];
  /** For each open bracket, whether an operand may follow when it is closed. */
  open: boolean[];
  /** Whether an operand may follow the bracket that was closed last. */
  closed: boolean;
  /** How many quotes were not closed. After many of them no more are looked for, because each search goes to the end. */
  unclosed: number;
  /** The tokens of code inside a string. */
  inner: (code: string) => readonly Token[];
}

/** After this many quotes without an end, no more are looked for. */
export const MAX_UNCLOSED = 50;
