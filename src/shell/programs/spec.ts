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
  /** Set for a project that nobody trusts: the spec may add effects, and makes nothing else known. */
  onlyAdds?: true;
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

/** What an option does with its value, if it takes one. */
export const optionKinds = {
  flag: 'Takes no value and changes nothing of interest.',
  text: 'Takes a value of no interest.',
  reads: 'The value is a path that is read.',
  writes: 'The value is a path that is written.',
  deletes: 'The value is a path that is deleted.',
  into: 'The value is the directory that the operands are copied or moved into.',
  cwd: 'The value is the directory the program works in.',
  runs: 'The value is shell source.',
  code: 'The value is code of the program’s language.',
  loads: 'The value is a file or module of code that runs as well.',
  module: 'The value is a module that runs instead of a file: `python -m`.',
  sql: 'The value is a statement for a database.',
  sends: 'The value is data that leaves the machine; `@file` names a file.',
  'sends-file': 'The value is a file that leaves the machine.',
  login: 'The value proves who asks: it is meant to leave the machine.',
  host: 'The value is a host or an address.',
  pattern: 'The value is the pattern that is searched for, so that every operand is a file.',
  'pattern-file': 'The same, read from a file.',
  'in-place': 'Takes no value: the operands are written instead of read.',
  'names-only': 'Takes no value: the operands are only named or counted, their content is not shown.',
  dry: 'Takes no value: nothing happens, the program only shows what would.',
  asks: 'Takes no value: the program answers a question and ends.',
  shell: 'Takes no value: the words that follow are shell source.',
} as const;

export type OptionKind = keyof typeof optionKinds;

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
export const operandKinds = {
  text: 'They are not paths, and of no interest.',
  reads: 'They are paths that are read.',
  writes: 'They are paths that are written.',
  deletes: 'They are paths that are deleted.',
  copies: 'All are read, the last is written.',
  moves: 'All are moved, the last is written.',
  pattern: 'The first is a pattern or a program, the others are read.',
  second: 'The first is read, the second is written.',
  first: 'The first is read.',
  host: 'They are hosts or addresses.',
  script: 'The first is a file of code, or the input is code; what follows is the code’s.',
  code: 'The first is code.',
} as const;

export type Operands = keyof typeof operandKinds;

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
export const traits = {
  fetches: 'Prints what it gets from the network.',
  saves: 'Saves what it gets from the network, under the last part of the address or as an option says.',
  sends: 'Takes data from this machine to another.',
  'ignores-input': 'Sends its input only where a word says so (`-`, `@-`, `/dev/stdin`).',
  network: 'Names hosts in its words.',
  http: 'Sends HTTP requests.',
  installs: 'Installs packages from addresses in its words.',
  'fetches-and-runs': 'Fetches and runs what its words name.',
  decodes: 'Prints its input in another form that may hide what it says.',
  environment: 'Prints variables of the environment.',
  words: 'Its arguments are words, never a command that it would run.',
  shell: 'A shell: its input, its script or the value of `-c` is shell source.',
  escalates: 'Runs as another user.',
  'line-editor': 'An editor that takes its commands from its input.',
  'project-scripts': 'A word that is not a file of code names a script of the project.',
  'named-variables': 'Prints the variables that its words name.',
} as const;

export type Trait = keyof typeof traits;

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
