// The grammar of a program: how its command lines are built. First what the reader works with, then how it is written
// down in the table.

/**
 * What a value or an operand names, as far as the table can tell. `text` is everything else: a branch, a format, an
 * id. A `command` is a program with its arguments, a `script` a file that is run, a `module` the name of one
 * (`python -m`).
 */
export type ValueKind = 'text' | 'path' | 'command' | 'script' | 'module' | 'host' | 'url';

export interface Value {
  readonly kind: ValueKind;
  readonly optional: boolean;
  /** Several words may follow. */
  readonly variadic: boolean;
  /** Marked by the authors of the table as hard to undo. */
  readonly dangerous: boolean;
}

export interface OptionGrammar {
  /** Empty for a flag. */
  readonly values: readonly Value[];
  /** The value is only read after `=`: the next word is never taken for it. */
  readonly attachedOnly: boolean;
  /** Subcommands understand the option as well. */
  readonly persistent: boolean;
  readonly dangerous: boolean;
}

export type Options = ReadonlyMap<string, OptionGrammar>;

export interface CommandGrammar {
  /** The name that is listed first, and its aliases. */
  readonly names: readonly string[];
  readonly dangerous: boolean;
  readonly options: Options;
  /** What options mean in this command and all others of its line, where `options` does not say otherwise. */
  readonly sharedOptions: Options;
  readonly operands: readonly Value[];
  /** By each of their names; decoded when they are opened. */
  readonly subcommands: ReadonlyMap<string, () => CommandGrammar>;
  /** Options with one dash have long names (`-name`), so there are no clusters of short ones. */
  readonly singleDash: boolean;
  /** All that follows the first operand are operands, with or without a dash. */
  readonly optionsFirst: boolean;
}

/** Options by their form: its code, and the names of those that have it with spaces between them. */
export type EncodedOptions = Readonly<Record<string, string>>;

/** A command as it stands in the table. What is empty is left out. */
export interface EncodedCommand {
  /** Stands at the root of a line: `sharedOptions` of all its commands. */
  readonly all?: EncodedOptions;
  readonly options?: EncodedOptions;
  /** The codes of the operands, one after the other; left out if a subcommand can't stand there and all are text. */
  readonly operands?: string;
  /** By their names, with `|` between them and `!` in front if it is dangerous. A string names another line. */
  readonly subs?: Readonly<Record<string, EncodedCommand | string>>;
  /** Subcommands with nothing of their own: names as in `subs`, with spaces between the commands. */
  readonly leaves?: string;
  readonly singleDash?: 1;
  readonly optionsFirst?: 1;
}
