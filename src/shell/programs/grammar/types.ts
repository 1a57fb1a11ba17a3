// The grammar of a program: how its command lines are built. First the form that the reader works with, then the compact
// form in the table.

/**
 * The kind of thing that a value or an operand names, as far as the table can tell. `text` is everything else: a
 * branch, a format, an id. A `command` is a program with its arguments, a `script` a file that is run, a `module` the
 * name of one (`python -m`).
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
  /** Options of all commands of this line of the table; `options` takes precedence. */
  readonly sharedOptions: Options;
  readonly operands: readonly Value[];
  /** By each of their names; calling the function decodes the subcommand. */
  readonly subcommands: ReadonlyMap<string, () => CommandGrammar>;
  /** `-name` is one option, so short options can't be combined. */
  readonly singleDash: boolean;
  /** All words after the first operand are operands, even if they begin with a dash. */
  readonly optionsFirst: boolean;
}

/** Names of options (separated by spaces) by the code of their form, which `decode.ts` explains. */
export type EncodedOptions = Readonly<Record<string, string>>;

/** A command in the table. Empty parts are left out. */
export interface EncodedCommand {
  /** At the root of a line: the `sharedOptions` of all its commands. */
  readonly all?: EncodedOptions;
  readonly options?: EncodedOptions;
  /** The codes of the operands, one after the other; left out if a subcommand can't stand there and all are text. */
  readonly operands?: string;
  /** By names with `|` between them, and `!` in front if the command is dangerous. A string refers to another line. */
  readonly subs?: Readonly<Record<string, EncodedCommand | string>>;
  /** Subcommands without options, operands or subcommands: names as in `subs`, separated by spaces. */
  readonly leaves?: string;
  readonly singleDash?: 1;
  readonly optionsFirst?: 1;
}
