// The shape of the generated table that the fast path interprets.

/** What a plain command may be given; a word that fits nothing here sends the whole line to the full reader. */
export interface PlainCommand {
  /** Options that change nothing, separated by blanks; `*`: every option. */
  flags?: string;
  /** Options that take a value of no interest. */
  values?: string;
  /** Options whose value is a file. */
  reads?: string;
  writes?: string;
  /** Options with which the operands are only named, not read. */
  names?: string;
  /** What the other words are. Missing: none are allowed. */
  operands?: 'text' | 'reads' | 'writes' | 'pattern';
  /** Options that hold the pattern, so that every operand is a file. */
  patterns?: string;
  /** Only first operands that match this. */
  pattern?: string;
  /** Options are written `-name`. */
  singleDash?: true;
  /** `-5` is a number. */
  counts?: true;
  /** Runs the command behind this many operands. */
  runs?: number;
  /** An option whose value is a module that takes all that follows. */
  module?: string;
  subs?: Readonly<Record<string, PlainCommand>>;
}
