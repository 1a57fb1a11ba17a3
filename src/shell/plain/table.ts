// The shape of the table that the fast path uses; the table is generated from the specs.
import type { TaskKind } from '../tasks/index.ts';

/** The arguments that a plain command may have. Any other word sends the whole line to the full reader. */
export interface PlainCommand {
  /** Options without a value, separated by blanks. `*`: every option. */
  flags?: string;
  /** Options with a value that is not a file. */
  values?: string;
  /** Of these options, values that match the regular expression are left to the full reader. */
  only?: Readonly<Record<string, string>>;
  /** Options whose value is a file that is read or written. */
  reads?: string;
  writes?: string;
  /** Options with which the program only names or counts its operands, and does not show their content. */
  names?: string;
  /** The kind of the operands. Without it, none are allowed. */
  operands?: 'text' | 'reads' | 'writes' | 'pattern';
  /** Options whose value is the search pattern, so that every operand is a file. */
  patterns?: string;
  /** A regular expression that the first operand must match. */
  pattern?: string;
  /** `-name` is one option. */
  singleDash?: true;
  /** `-5` is a number, not an option. */
  counts?: true;
  /** Set for wrappers: the inner command comes after this many operands. */
  runs?: number;
  /** The option whose value is a module; all words after it belong to the module. */
  module?: string;
  /** The subcommands. A key lists every spelling, separated by blanks. */
  subs?: Readonly<Record<string, PlainCommand>>;
  /** The program runs tasks that the project defines in a file of this kind. */
  tasks?: TaskKind;
  /** Files of code that the program runs if they exist. */
  code?: string;
}
