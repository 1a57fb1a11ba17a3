// The tokens into which tokenize.ts splits code, and from which statements.ts reads its calls.

export interface Token {
  /**
   * `sign`: an operator, a bracket or a separator. `pattern`: a regular expression. `shell`: shell source in backticks.
   */
  kind: 'name' | 'text' | 'number' | 'sign' | 'pattern' | 'shell';
  /**
   * The name, the digits or the sign. For a `text`, its form: `words` is a list (`%w[a b]`), `glob` a pattern for files, a
   * backtick a template.
   */
  text: string;
  /** The parts of a string. For a substitution whose replacement is code: that code. */
  parts?: readonly Part[];
  /** Whether it is the first token of its line. */
  startsLine: boolean;
  /** Whether a blank or a line break stands before it. */
  spaceBefore: boolean;
}

/** A part of a string: text, or the tokens of a value that is filled in. */
export type Part = string | readonly Token[];

/** A token without the fields that depend on its position. */
export type BareToken = Omit<Token, 'startsLine' | 'spaceBefore'>;

export const sign = (text: string): BareToken => ({ kind: 'sign', text });
