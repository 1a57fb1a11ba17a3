// The shape of what Pawl knows about a program. Everything here is JSON, so that the `programs` of a config file teach
// Pawl an in-house tool in the same words. Code that data can't express is a behaviour, called by its name.
import type { EffectKind, Weight } from '../types.ts';

/** A program that can stand first in a command. */
export interface ProgramSpec extends CommandSpec {
  /** Every name it is run by, separated by blanks. */
  names: string;
  /** What it is, in one line. */
  about: string;
  /** Command lines and what the guard says about them: tests, and part of the page of the program. */
  examples?: readonly ProgramExample[];
}

/** A program, or one of its subcommands. */
export interface CommandSpec {
  syntax?: Syntax;
  /** Keys list every spelling of an option, separated by blanks: `'-o --output'`. */
  options?: Readonly<Record<string, OptionKind | OptionSpec>>;
  operands?: Operands;
  /** Keys list every spelling, separated by `|`: `'add|stage'`. */
  subcommands?: Readonly<Record<string, CommandSpec>>;
  /** Runs the command that its words name. */
  runs?: Runs;
  /** Runs code of this language, which an option, an operand, a file or the input holds. */
  language?: string;
  /** The kind of its effects, unless one says otherwise. */
  kind?: EffectKind;
  /** What it may do that somebody could want to refuse. */
  effects?: readonly EffectRule[];
  traits?: readonly Trait[];
  /** Names of functions in `behaviours/`, for what data can't express. */
  behaviours?: readonly string[];
  /**
   * All it can do with the options listed is look, build or test in the project, so it may take the fast path.
   * `any`: with every option. `alone`: only without words. `module`: only with a module that is plain itself.
   */
  plain?: boolean | 'any' | 'alone' | 'module';
  /** With operands `pattern`: first operands that match this are harmless, though others are code. */
  plainPattern?: string;
}

/** How options are written, where that differs from the usual `-abc --long=value`. */
export interface Syntax {
  /** `-name` is one option, not a cluster of letters. */
  singleDash?: boolean;
  /** Options are written in any case, and their values may follow a colon. */
  anyCase?: boolean;
  /** Options may be written like `/s`. */
  slash?: boolean;
  /** Everything from the first operand on belongs to another command. */
  optionsFirst?: boolean;
  /** `-5` is a number. */
  counts?: boolean;
  /** The options of the program only stand before its subcommand; behind it the same letters mean something else. */
  globalFirst?: boolean;
  /** The first word may be options without a dash: `tar czf`. */
  bareLetters?: boolean;
  /** Operands may be written `name=value`, and are read as options: `dd if=…`. */
  assignments?: boolean;
}

export type OptionKind =
  /** Takes no value and changes nothing of interest. */
  | 'flag'
  /** Takes a value of no interest. */
  | 'text'
  /** The value is a path. */
  | 'reads'
  | 'writes'
  | 'deletes'
  /** The value is the directory that the operands are copied or moved into. */
  | 'into'
  /** The value is the directory the program works in. */
  | 'cwd'
  /** The value is shell source. */
  | 'runs'
  /** The value is code of the program's language. */
  | 'code'
  /** The value is a file or module of code that runs as well. */
  | 'loads'
  /** The value is a module that runs instead of a file: `python -m`. */
  | 'module'
  /** The value is a statement for a database. */
  | 'sql'
  /** The value is data that leaves the machine; `@file` names a file. */
  | 'sends'
  /** The value is a file that leaves the machine. */
  | 'sends-file'
  /** The value proves who asks: it is meant to leave the machine. */
  | 'login'
  /** The value is a host or an address. */
  | 'host'
  /** The value is the pattern that is searched for, so that every operand is a file. */
  | 'pattern'
  /** The same, read from a file. */
  | 'pattern-file'
  /** Takes no value: the operands are written instead of read. */
  | 'in-place'
  /** Takes no value: the operands are only named or counted, their content is not shown. */
  | 'names-only'
  /** Takes no value: nothing happens, the program only shows what would. */
  | 'dry'
  /** Takes no value: the program answers a question and ends. */
  | 'asks'
  /** Takes no value: the words that follow are shell source. */
  | 'shell';

export interface OptionSpec {
  kind: OptionKind;
  /** How many words are its value, when it is not one. The last of them is the value of the kind. */
  words?: number;
  /** A value only counts if it is written to the option: `-i.bak`, `--color=always`. */
  attached?: boolean;
  /** Only values that match this pattern are of the kind. */
  only?: string;
  /** A pattern for what to take off the front of the value. */
  strip?: string;
}

/** What the words that are no options are. */
export type Operands =
  /** Not paths, and of no interest. */
  | 'text'
  | 'reads'
  | 'writes'
  | 'deletes'
  /** All are read, the last is written. */
  | 'copies'
  | 'moves'
  /** The first is a pattern or a program, the others are read. */
  | 'pattern'
  /** The first is read, the second is written. */
  | 'second'
  /** The first is read. */
  | 'first'
  | 'host'
  /** The first is a file of code, or the input is code; what follows is the code's. */
  | 'script'
  /** The first is code. */
  | 'code';

/** How a command that runs another one names it. */
export interface Runs {
  /** The words of one command (the default), shell source when joined, each its own source, or nothing. */
  operands?: 'words' | 'source' | 'each' | 'none';
  /** Operands before the command: the time of `timeout`, the host of `ssh`. */
  skip?: number;
  /** `NAME=value` may stand before the command. */
  assignments?: boolean;
  /** The command comes after one of these words, if it is given. */
  after?: string;
  /** Runs somewhere else: paths are not ours. */
  remote?: boolean;
  /** The command may carry the version to fetch: `npx tool@3`. */
  versioned?: boolean;
  /** Without a command its input is run by a shell. */
  feeds?: boolean;
}

/** What a program is, for the parts of the guard that ask. */
export type Trait =
  /** Prints what it gets from the network. */
  | 'fetches'
  /** Saves what it gets from the network, under the last part of the address or as an option says. */
  | 'saves'
  /** Takes data from this machine to another. */
  | 'sends'
  /** Sends its input only where a word says so (`-`, `@-`, `/dev/stdin`). */
  | 'ignores-input'
  /** Names hosts in its words. */
  | 'network'
  /** Sends HTTP requests. */
  | 'http'
  /** Installs packages from addresses in its words. */
  | 'installs'
  /** Fetches and runs what its words name. */
  | 'fetches-and-runs'
  /** Prints its input in another form that may hide what it says. */
  | 'decodes'
  /** Prints variables of the environment. */
  | 'environment'
  /** Its arguments are words, never a command that it would run. */
  | 'words'
  /** A shell: its input, its script or the value of `-c` is shell source. */
  | 'shell'
  /** Runs as another user. */
  | 'escalates'
  /** An editor that takes its commands from its input. */
  | 'line-editor'
  /** A word that is not a file of code names a script of the project. */
  | 'project-scripts';

/** When these words and options are given, this is what happens. */
export interface EffectRule {
  /** Stable: names the page of the effect and what a person switches off. */
  code: string;
  /** Operands from the first on: `a|b` either, `del*` a beginning, `*=*` a part, `*` any one, `…` an unknown one, `**` any number, `$` no more. */
  when?: string;
  /** At least one of these options is given; `-o=yaml|~son`: with a value that begins so, or holds it. */
  flags?: string;
  /** Any of these options makes it harmless. */
  unless?: string;
  /** A word among the first three that makes it harmless. */
  except?: string;
  weight?: Weight;
  kind?: EffectKind;
  why: string;
  safer?: string;
}

export interface ProgramExample {
  command: string;
  expect: 'pass' | 'ask' | 'deny';
  title?: string;
}

/** Options of these kinds take no value. */
const WITHOUT_VALUE: readonly OptionKind[] = ['flag', 'in-place', 'names-only', 'dry', 'asks', 'shell'];

export const takesValue = (kind: OptionKind): boolean => !WITHOUT_VALUE.includes(kind);
