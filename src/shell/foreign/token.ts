// The tokens into which code of other languages is split.

export interface Token {
  /** `sign`: an operator, a bracket or a separator. `pattern`: a regular expression. `shell`: shell source in backticks. */
  kind: 'name' | 'text' | 'number' | 'sign' | 'pattern' | 'shell';
  /** The name, the digits or the sign. */
  text: string;
  /** The pieces of a string: known text, and the tokens of the values that are filled in. */
  parts?: readonly Part[];
  /** Whether it is the first token of its line. */
  startsLine: boolean;
  /** Whether a blank or a line break stands before it. */
  spaceBefore: boolean;
}

/** A piece of a string: text, or the tokens of a value that is filled in. */
export type Part = string | readonly Token[];

/** A token without the fields that depend on its position. */
export type BareToken = Omit<Token, 'startsLine' | 'spaceBefore'>;

export const sign = (text: string): BareToken => ({ kind: 'sign', text });
