import type { ProgramSpec } from './programs/spec.ts';

/** Where a piece of text came from, as far as it matters for what may be done with it. */
export interface Origin {
  kind: 'network' | 'file' | 'environment' | 'decoded' | 'variable' | 'command';
  what: string;
}

/** One word after expansion. A part that cannot be known is the single character `HOLE`. */
export interface Word {
  text: string;
  /** Unquoted `*`, `?` or `[…]` in it: it may stand for many paths. */
  glob: boolean;
  quoted: boolean;
  origins: readonly Origin[];
}

/** What flows into or out of a command: its text when it is known, and where it came from. */
export interface Flow {
  text: string | undefined;
  origins: readonly Origin[];
  /** `heredoc` text stands in plain sight in the source; text from a `pipe` was made by a command. */
  by: 'pipe' | 'heredoc' | 'file';
}

export interface ShellRedirect {
  operator: string;
  fd: number | undefined;
  target: Word;
}

/** A simple command as it would be run: wrappers taken off, words expanded. */
export interface ShellCommand {
  /** Base name in lower case; empty when it cannot be known. */
  name: string;
  /** The name as it was written, then its arguments. */
  words: readonly Word[];
  assignments: readonly { name: string; value: Word }[];
  redirects: readonly ShellRedirect[];
  /** `undefined` when a `cd` led somewhere that cannot be known. */
  cwd: string | undefined;
  stdin: Flow | undefined;
  /** For shells and interpreters: the code they are given to run. */
  code: Flow | undefined;
  /** What it runs through: `sudo`, `xargs`, `ssh` …, outermost first. */
  via: readonly string[];
  /** Runs on another machine or in a container: the paths are not ours. */
  remote: boolean;
  background: boolean;
  /** Its output goes into a word and not to the screen. */
  captured: boolean;
  /** The file it stands in, when it is a line of a script that is run. */
  script: string | undefined;
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
  | 'write'
  | 'send'
  | 'message'
  | 'weaken';

/**
 * `irreversible` cannot be undone, `risky` may be meant, `plain` is only a fact
 * that a policy may need (this path is read, that branch is pushed).
 */
export type Weight = 'irreversible' | 'risky' | 'plain';

export interface Target {
  text: string;
  /** Absolute and normalised; `undefined` when not known. A path may still end in a glob. */
  path: string | undefined;
  glob: boolean;
}

export interface Effect {
  kind: EffectKind;
  weight: Weight;
  /** Stable: names the docs page and what a person switches off. */
  code: string;
  reason: string;
  safer: string | undefined;
  targets: readonly Target[];
  /** For `send`: where the sent text came from. */
  origins: readonly Origin[];
  command: ShellCommand;
}

export interface ShellWorld {
  cwd: string;
  home: string;
  projectRoot?: string | undefined;
  /** Temporary directories; what lies in them may go. */
  tmp?: readonly string[];
  /** What `TMPDIR` and its like are set to, if they are. */
  temp?: (name: string) => string | undefined;
  /** The text of a file that is about to be run, when the caller can tell. */
  files?: (path: string) => string | undefined;
  /** In-house programs that the config teaches. */
  programs?: readonly ProgramSpec[];
}

/** Why a reading is not complete. */
export type Note = 'parse-error' | 'too-deep' | 'too-long' | 'too-many';

export interface ShellReading {
  commands: readonly ShellCommand[];
  effects: readonly Effect[];
  notes: readonly Note[];
  /** Taken the short way: nobody has anything to say about this call. */
  harmless?: boolean;
  /** There was no command to read: the call is none of a shell. */
  absent?: true;
}
