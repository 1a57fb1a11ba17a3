// The result of one reading of a command line, and the state while it is being read.
import type { CommandGrammar, OptionGrammar, ValueKind } from './types.ts';

export interface ReadOption {
  /** The option as it was written, without an attached value. */
  readonly name: string;
  readonly value?: string;
  readonly kind: ValueKind | 'flag';
  /** The index of the word that holds the value, or the option if it has none. */
  readonly index: number;
}

/**
 * An `argument` belongs to the command or script that was named before it. An `unknown-subcommand` stands where the
 * program takes nothing but a subcommand, and is none that the table knows.
 */
export type OperandKind = ValueKind | 'argument' | 'unknown-subcommand';

export interface ReadOperand {
  readonly word: string;
  readonly kind: OperandKind;
  readonly index: number;
}

export interface Reading {
  /** The subcommands as they were written. */
  readonly path: readonly string[];
  /** The grammar of the last subcommand, or of the program. */
  readonly command: CommandGrammar;
  readonly options: readonly ReadOption[];
  readonly operands: readonly ReadOperand[];
  /** Option values that are also names of subcommands; another reading takes them for subcommands. */
  readonly swallowed: readonly string[];
  /** Subcommands, options and operands that the table marks as hard to undo. */
  readonly dangerous: readonly string[];
}

export interface State {
  readonly words: readonly string[];
  index: number;
  /** The program and its subcommands so far; the last one is being read. */
  readonly commands: CommandGrammar[];
  readonly path: string[];
  readonly options: ReadOption[];
  readonly operands: ReadOperand[];
  readonly swallowed: string[];
  readonly dangerous: string[];
  /** A subcommand may follow, because the command has some and there was no operand yet. */
  isOpen: boolean;
  /** The last option, if the next word may be its value. */
  pending: { readonly name: string; readonly option: OptionGrammar | 'unlisted' } | undefined;
  /** The kind of all further words. */
  rest: 'operands' | 'arguments' | undefined;
  /** The ambiguities at which this reading makes the less likely choice, and how many there were so far. */
  readonly choices: readonly number[];
  ambiguities: number;
}

export function startReading(
  program: CommandGrammar,
  words: readonly string[],
  choices: readonly number[],
): State {
  return {
    words,
    index: 0,
    commands: [program],
    path: [],
    options: [],
    operands: [],
    swallowed: [],
    dangerous: [],
    isOpen: program.subcommands.size > 0,
    pending: undefined,
    rest: undefined,
    choices,
    ambiguities: 0,
  };
}

export const currentCommand = ({ commands }: State): CommandGrammar => commands[commands.length - 1]!;

export const namesSubcommand = (state: State, word: string): boolean =>
  state.isOpen && currentCommand(state).subcommands.has(word);

/** Whether the reading makes the less likely choice at this ambiguity. */
export const takesUnlikelyChoice = (state: State): boolean => state.choices.includes(state.ambiguities++);

/** The kind of the value that the last option could still take. */
export function kindOfPending({ pending }: State): ValueKind | undefined {
  if (!pending || pending.option === 'unlisted') return undefined;
  return pending.option.values.at(-1)?.kind;
}

/** After a value, only an option that takes several values may take the next word. */
export function forgetPending(state: State): void {
  const option = state.pending?.option;
  if (option === undefined || option === 'unlisted' || !isVariadic(option)) state.pending = undefined;
}

export const isVariadic = (option: OptionGrammar): boolean => option.values.some(({ variadic }) => variadic);
