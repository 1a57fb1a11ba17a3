// One reading of a command line: what comes out of it, and what has to be known on the way.
import type { CommandGrammar, OptionGrammar, ValueKind } from './types.ts';

export interface ReadOption {
  /** As it was written, without a value that is attached to it. */
  readonly name: string;
  readonly value?: string;
  readonly kind: ValueKind | 'flag';
  /** Which of the words holds the value, or the option if it has none. */
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
  /** The last of them, or the program: its other names, and whether it has subcommands. */
  readonly command: CommandGrammar;
  readonly options: readonly ReadOption[];
  readonly operands: readonly ReadOperand[];
  /** Values that are names of subcommands, too; another reading takes them for that. */
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
  /** A subcommand may follow: the command has some, and no operand came yet. */
  isOpen: boolean;
  /** The last option, if the next word could be a value of it. */
  pending: { readonly name: string; readonly option: OptionGrammar | 'unlisted' } | undefined;
  /** What all further words are. */
  rest: 'operands' | 'arguments' | undefined;
  /** The doubts at which this reading decides against what is likely, and how many doubts there were so far. */
  readonly choices: readonly number[];
  doubts: number;
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
    doubts: 0,
  };
}

export const currentCommand = ({ commands }: State): CommandGrammar => commands[commands.length - 1]!;

export const namesSubcommand = (state: State, word: string): boolean =>
  state.isOpen && currentCommand(state).subcommands.has(word);

/** Whether the reading takes the less likely way at this doubt. */
export const takesOtherWay = (state: State): boolean => state.choices.includes(state.doubts++);

/** The kind of the value that the last option could still take. */
export function kindOfPending({ pending }: State): ValueKind | undefined {
  if (!pending || pending.option === 'unlisted') return undefined;
  return pending.option.values.at(-1)?.kind;
}

/** Once it has a value, only an option that takes several of them waits for more. */
export function forgetPending(state: State): void {
  const option = state.pending?.option;
  if (option === undefined || option === 'unlisted' || !isVariadic(option)) state.pending = undefined;
}

export const isVariadic = (option: OptionGrammar): boolean => option.values.some(({ variadic }) => variadic);
