// The shape of a program spec: what Pawl knows about one program, as data. Everything in a spec is JSON, so a config file
// can describe an in-house tool in the same form (`programs`). What data can't express is a behaviour: a function in
// `behaviours/` that the spec refers to by name. A small spec:
//
//   {
//     names: 'deployer',
//     about: 'Deploys our services.',
//     options: { '--env': 'text', '-c --config': 'reads' },
//     subcommands: { 'status|list': { plain: true } },
//     effects: [{ code: 'deploy', when: 'release', weight: 'risky', why: 'Deploys to production.' }],
//     examples: [{ command: 'deployer release', expect: 'ask' }],
//   }
import type { EffectKind, Weight } from '../types.ts';

/** One program. */
export interface ProgramSpec extends CommandSpec {
  /** Every name that the program is called by, separated by blanks: `'docker podman'`. */
  names: string;
  /** One sentence that says what the program does. */
  about: string;
  /** Command lines and what the guard decides about them. They are tests, and they are shown on the program's page. */
  examples?: readonly ProgramExample[];
  /** Such a spec may only add effects: it comes from a project that nobody trusts yet, or many programs have its name. */
  onlyAdds?: true;
}

/** The keys that programs and their subcommands have in common. */
export interface CommandSpec {
  syntax?: Syntax;
  /** A key lists every spelling of the option, separated by blanks: `'-o --output'`. */
  options?: Readonly<Record<string, OptionKind | OptionSpec>>;
  /** The kind of the words that are neither options nor subcommands. */
  operands?: OperandKind;
  /** A key lists every spelling of the subcommand, separated by `|`: `'add|stage'`. */
  subcommands?: Readonly<Record<string, CommandSpec>>;
  /** Set for wrappers: the program runs the command that its words name, as `timeout 5 ls` does. */
  runs?: Runs;
  /** Set for programs that run tasks which the project defines in a file: the kind of that file. */
  tasks?: (typeof taskFiles)[number];
  /**
   * Code of the project that the program runs without being told to: its files, separated by blanks. A name with `*`
   * stands for all such files that the command line has written before.
   */
  projectCode?: { files: string; language: SpecLanguage };
  /** Set for interpreters: the language of the code in an option, an operand, a file or the input. */
  language?: SpecLanguage;
  /** The kind of the effects below that don't name one. */
  kind?: EffectKind;
  /** The consequences that a person could want to prevent. */
  effects?: readonly EffectRule[];
  traits?: readonly Trait[];
  /** Names of functions in `behaviours/`, for what data can't express. */
  behaviours?: readonly string[];
  /**
   * With the listed options, the command only looks, builds or tests in the project, so it may take the fast path.
   * `any`: with every option. `alone`: only without arguments. `module`: only with a module that is plain itself.
   */
  plain?: boolean | 'any' | 'alone' | 'module';
  /**
   * On the fast path, operands of kind `text` must match this; of operands of kind `pattern`, the first, which may be code
   * otherwise (`sed`).
   */
  plainPattern?: string;
}

/** How the program's options are written, where that differs from the usual `-abc --long=value`. */
export const spellings = {
  singleDash: '`-name` is one option, not the four options `-n -a -m -e`.',
  anyCase: 'Options may be in any case, and a value may follow a colon: `-Force`, `-Path:x`.',
  slash: 'Options may be written with a slash: `/s`.',
  optionsFirst:
    'There are no options after the first operand: everything from there on belongs to another command.',
  counts: '`-5` is a number, not an option: `head -5`.',
  globalFirst:
    'The program’s own options stand only before the subcommand; after it, the same letters mean something else.',
  bareLetters: 'The first word may be option letters without a dash: `tar czf`.',
  assignments: 'Words of the form `name=value` are options: `dd if=…`.',
} as const;

export type Syntax = { [Spelling in keyof typeof spellings]?: boolean };

/** The kinds of files in which a project defines tasks. */
export const taskFiles = [
  'package-json',
  'makefile',
  'justfile',
  'taskfile',
  'composer-json',
  'cmakelists',
] as const;

/**
 * The languages of code that Pawl reads. Code in a language without a name here (`other`, or `lisp`) is searched for what it
 * names; `compiled` is code that runs only after it was compiled.
 */
export const languages = [
  'python',
  'node',
  'ruby',
  'perl',
  'php',
  'lua',
  'r',
  'awk',
  'sed',
  'vim',
  'tcl',
  'lisp',
  'applescript',
  'compiled',
  'other',
] as const;

type SpecLanguage = (typeof languages)[number];

/** The kinds of options: what the program does with the value of the option, if it takes one. */
export const optionKinds = {
  flag: 'Takes no value, and the guard need not know about it.',
  text: 'Takes a value that the guard need not look at.',
  reads: 'The value is a path that is read.',
  writes: 'The value is a path that is written.',
  deletes: 'The value is a path that is deleted.',
  into: 'The value is the directory into which the operands are copied or moved.',
  cwd: 'The value is the directory in which the program works.',
  runs: 'The value is shell source that the program runs.',
  code: 'The value is code in the language of the program.',
  loads: 'The value is a file or a module of code that runs as well.',
  tasks: 'The value is the file in which tasks are defined: `make -f`.',
  module: 'The value is a module that runs instead of a file: `python -m`.',
  sql: 'The value is a statement for a database.',
  sends: 'The value is data that is sent to another machine; `@file` names a file.',
  'sends-file': 'The value is a file that is sent to another machine.',
  login: 'The value is a credential (a token, a header), so sending it is intended.',
  host: 'The value is a host or an address.',
  pattern: 'The value is the search pattern, so every operand is a file: `grep -e x`.',
  'pattern-file': 'The value is a file of search patterns, so every operand is a file: `grep -f list`.',
  'in-place': 'Takes no value. The operands are written instead of read: `sed -i`.',
  'names-only':
    'Takes no value. The operands are only named or counted, their content is not shown: `grep -l`.',
  dry: 'Takes no value. The program only shows what it would do: `--dry-run`.',
  asks: 'Takes no value. The program only prints information and exits: `command -v`.',
  shell: 'Takes no value. The words that follow are shell source.',
} as const;

export type OptionKind = keyof typeof optionKinds;

/** An option that needs more than its kind. */
export interface OptionSpec {
  kind: OptionKind;
  /** How many words the value consists of, if not one. The last of them is what the kind describes. */
  words?: number;
  /** A value must be attached to the option: `-i.bak`, `--color=always`. The next word is never the value. */
  attached?: boolean;
  /** The kind applies only to values that match this regular expression. */
  only?: string;
  /** A regular expression for the part of the value that is to be removed: the `shell` of `gdb -ex 'shell ls'`. */
  strip?: string;
}

/** The kinds of operands: what the words are that are neither options nor subcommands. */
export const operandKinds = {
  text: 'They are not paths, and the guard need not look at them.',
  reads: 'They are paths that are read.',
  writes: 'They are paths that are written.',
  deletes: 'They are paths that are deleted.',
  copies: 'All but the last are read, the last is written.',
  moves: 'All but the last are moved away, the last is written.',
  pattern: 'The first is a search pattern or a program text, the others are paths that are read.',
  second: 'The first is a path that is read, the second a path that is written.',
  first: 'The first is a path that is read.',
  output: 'The first is a path that is written.',
  archive: 'The first is a path that is written, the others are paths that are read: `zip a.zip b c`.',
  host: 'They are hosts or addresses.',
  script:
    'The first is a file of code (without one, the input is code); the others are arguments of that code.',
  code: 'The first is code.',
} as const;

export type OperandKind = keyof typeof operandKinds;

/** How the words of a wrapper name the command that it runs. */
export interface Runs {
  /**
   * `words` (the default): the operands are the words of one command. `source`: joined by blanks they are shell source.
   * `each`: each of them is shell source. `none`: the command is only in options.
   */
  operands?: 'words' | 'source' | 'each' | 'none';
  /** How many operands stand before the command: the time of `timeout`, the host of `ssh`. */
  skip?: number;
  /** `NAME=value` may stand before the command. */
  assignments?: boolean;
  /** Words, separated by blanks: if one of them is given, the command comes after it. */
  after?: string;
  /** The command runs on another machine or in a container, so its paths are not paths of this machine. */
  remote?: boolean;
  /** The command may name the version to fetch: `npx tool@3`. */
  versioned?: boolean;
  /** Without a command, a shell runs the input: `ssh host < script`. */
  feeds?: boolean;
}

/** Properties of programs that several parts of the guard ask about. */
export const traits = {
  fetches: 'Prints what it downloads.',
  saves: 'Saves what it downloads, under the last part of the address or as an option says.',
  sends: 'Sends data from this machine to another.',
  'ignores-input': 'Sends its input only if an argument says so (`-`, `@-`, `/dev/stdin`).',
  'raw-connection': 'Sends its input as it is to any host, without a login: `nc`.',
  network: 'Takes hosts as arguments.',
  http: 'Sends HTTP requests.',
  installs: 'Installs packages, also from addresses in its arguments.',
  'fetches-and-runs': 'Downloads and runs what its arguments name.',
  decodes:
    'Decodes, decrypts or transforms its input, so that the command line does not show what comes out.',
  encodes: 'Writes any content in letters and digits, so that it fits into a name.',
  decrypts:
    'Decrypts its input or turns it back from letters and digits, so a script of it can’t be read beforehand.',
  environment: 'Prints environment variables.',
  words: 'Never runs its arguments, even if they look like a command: `echo rm -rf /`.',
  shell: 'A shell: its input, its script or the value of `-c` is shell source.',
  escalates: 'Runs a command as another user.',
  'line-editor': 'An editor that reads its commands from its input.',
  'project-scripts': 'An operand that is not a file of code names a script of the project: `bun dev`.',
  'unread-code':
    'Its words and its input are code in a language that the guard does not read, so they are judged by what they name.',
  compiles: 'Compiles the sources that its arguments name, and they run later.',
  'private-data':
    'What it prints or saves is private: the clipboard, the screen, a recording, what was typed, the content of a database.',
  'named-variables': 'Prints the variables that its arguments name.',
  'only-looks':
    'Changes nothing at the paths that its arguments name. What a wrapper runs is judged by itself.',
  'sets-variables':
    'Sets the environment variables that its arguments name, for itself or for what starts later.',
  signals: 'Ends, stops or slows down the processes that its arguments name or number.',
  'holds-processes': 'Slows down, limits, freezes or takes over the process that its arguments number.',
  renames: 'Renames files by a pattern, so that any name can come out.',
  'fills-folder': 'Puts files into a folder that an argument names, under names that come from elsewhere.',
} as const;

export type Trait = keyof typeof traits;

/** An effect, and the words and options with which the command has it. */
export interface EffectRule {
  /** A stable name: the docs list it, and people use it to switch the effect off. */
  code: string;
  /**
   * A pattern for the operands, word by word: `a|b` one of these, `del*` a beginning, `create-*-key*` with any text for each
   * star, `*` any one word, `…` a word that is not known before the command runs, `**` any number of words, `$` the end.
   */
  when?: string;
  /**
   * One of these options must be given. `-o=yaml|~son`: with a value that begins with `yaml` or contains `son`. `--*role*`:
   * any option with `role` in its name.
   */
  flags?: string;
  /** Options: with any of them the command does not have the effect. */
  unless?: string;
  /**
   * A pattern: if one of the first four operands matches, the command does not have the effect. Later operands are not
   * looked at, because verbs stand before names. `^a`: only the first operand.
   */
  except?: string;
  /** The same for all operands. For a rule about every verb but a few: those few. */
  harmless?: string;
  /** `risky` unless given. */
  weight?: Weight;
  kind?: EffectKind;
  /** The effect of the command and why it matters; shown to the person and the agent. */
  why: string;
  /** A command or a piece of advice that reaches the same goal with less risk. */
  safer?: string;
}

export interface ProgramExample {
  command: string;
  expect: 'pass' | 'ask' | 'deny';
  title?: string;
}

const WITHOUT_VALUE: readonly OptionKind[] = ['flag', 'in-place', 'names-only', 'dry', 'asks', 'shell'];

export const takesValue = (kind: OptionKind): boolean => !WITHOUT_VALUE.includes(kind);
