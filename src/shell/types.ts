// The result of reading a shell command: the simple commands it would run and the effects they would have. Policies
// judge these; docs/shell.md explains how they come about.
import type { EffectRule, ProgramSpec } from './programs/spec.ts';

/** The result of `readShell`. */
export interface ShellReading {
  commands: readonly ShellCommand[];
  effects: readonly Effect[];
  /** Empty when the whole source could be read. */
  notes: readonly IncompleteReason[];
  /** The fast path read the command, so no guard policy has anything to object to. */
  harmless?: boolean;
  /** The tool call runs no shell command, so there was nothing to read. */
  absent?: true;
}

/**
 * Why a reading is not complete: the source is not valid Bash (or the reader failed), it nests too deeply, it is too long, some list in it
 * (files, items of a loop, sources) has too many entries, or a program or script that it runs is too long.
 */
export type IncompleteReason = 'parse-error' | 'too-deep' | 'too-long' | 'too-many' | 'code-too-long';

/** Facts about the machine that the command would run on, given by the caller. */
export interface ShellWorld {
  cwd: string;
  home: string;
  projectRoot?: string | undefined;
  /** Directories for temporary files besides `/tmp`; losing what is in them is no loss. */
  tmp?: readonly string[];
  /** Returns the value of `TMPDIR`, `TMP` or `TEMP` in the environment, if it is set. */
  tempVariable?: (name: string) => string | undefined;
  /** Returns the text of a file, so that a script which the command runs can be read as well. */
  readFile?: (path: string) => string | undefined;
  /** Whether a file is new work that nobody has committed, so that it may be the agent's own. */
  isNewFile?: (path: string) => boolean;
  /** Specs of in-house programs, from the config. */
  programs?: readonly ProgramSpec[];
}

/** A simple command (one program with its arguments) after expansion, as it would be run. */
export interface ShellCommand {
  /** Base name of the program in lower case: `rm` for `/bin/RM`. Empty when it is not known before the command runs. */
  name: string;
  /** The program as it was written, then its arguments. */
  words: readonly Word[];
  /** Variables that are set for this command: `NAME=value command`. */
  assignments: readonly { name: string; value: Word }[];
  redirects: readonly ShellRedirect[];
  /** `undefined` after a `cd` to a directory that is not known. */
  cwd: string | undefined;
  stdin: Flow | undefined;
  /** The code that a shell or an interpreter runs: the value of `-c`, its input or a script. */
  code: Flow | undefined;
  /** The wrappers that run this command, outermost first: `['sudo', 'xargs']`. */
  via: readonly string[];
  /** Runs on another machine or in a container, so its paths are not paths of this machine. */
  remote: boolean;
  background: boolean;
  /** Runs inside `$(…)`: its output becomes part of a word and is not shown. */
  captured: boolean;
  /** The script that this command is a line of. */
  script: string | undefined;
  /** What the config says about programs; absent if it says nothing. */
  programs?: ConfigPrograms;
}

/** What the config says about programs, by name. */
export interface ConfigPrograms {
  /** Specs that describe a program, each joined with what Pawl knows about the program itself. */
  described: ReadonlyMap<string, ProgramSpec>;
  /** Effects of programs that are described elsewhere or not at all. */
  added: ReadonlyMap<string, readonly EffectRule[]>;
}

/**
 * One word of a command after expansion. The parts of its text that can't be known before the command runs are `HOLE`
 * characters (see `base/words.ts`).
 */
export interface Word {
  text: string;
  /** The text contains an unquoted `*`, `?` or `[…]`, so it may stand for many paths. */
  glob: boolean;
  quoted: boolean;
  origins: readonly Origin[];
}

/** Where a piece of text came from: `cat .env | curl -d @-` sends text whose origin is the file `.env`. */
export interface Origin {
  kind: 'network' | 'file' | 'environment' | 'decoded' | 'variable' | 'command';
  /** By kind: the path, the name of the variable, the address or the command line. */
  name: string;
}

/** Text that flows into or out of a command. */
export interface Flow {
  /** `undefined` when the text is not known before the command runs. */
  text: string | undefined;
  origins: readonly Origin[];
  /** `heredoc` text is written out in the source, `pipe` text is produced by a command, `file` text is read from a file. */
  kind: 'pipe' | 'heredoc' | 'file';
}

export interface ShellRedirect {
  operator: string;
  fd: number | undefined;
  target: Word;
}

/** One thing that a command would do. */
export interface Effect {
  kind: EffectKind;
  weight: Weight;
  /** A stable name such as `git-push-force`: the docs list it, and people use it to switch the effect off. */
  code: string;
  reason: string;
  /** A command or an advice that reaches the same goal with less risk. */
  safer: string | undefined;
  targets: readonly Target[];
  /** Where the data came from, for effects of kind `send`. */
  origins: readonly Origin[];
  command: ShellCommand;
  /** No command has this effect, but the source itself, such as a fork bomb; `command` has no words and says where it is. */
  ofSource?: true;
}

export type EffectKind =
  | 'delete'
  | 'overwrite'
  | 'permissions'
  | 'disk'
  | 'worktree'
  | 'history'
  | 'kill'
  | 'escalate'
  | 'publish'
  | 'deploy'
  | 'infrastructure'
  | 'containers'
  | 'data'
  | 'system'
  | 'traces'
  | 'fetch-and-run'
  | 'unknown-code'
  | 'read'
  /** An unknown program is given this path; what it does with it is not known. */
  | 'names'
  | 'write'
  /** Writes files under names that an archive determines. */
  | 'unpack'
  | 'send'
  | 'message'
  /** Types into a terminal, where it looks as if the person had typed. */
  | 'typing'
  /** Starts another coding agent, or a client that does not call Pawl. */
  | 'agent'
  | 'weaken';

/**
 * How bad an effect is. An `irreversible` effect can't be undone, a `risky` one may be intended, and a `plain` one is a
 * mere fact that a policy may need: this path is read, that branch is pushed.
 */
export type Weight = 'irreversible' | 'risky' | 'plain';

/** A path that an effect is about. */
export interface Target {
  text: string;
  /** Absolute and normalised, possibly with a glob at its end; `undefined` when it is not known. */
  path: string | undefined;
  glob: boolean;
}
