// What a policy may ask about the world. Only types: the answers come from src/facts (the machine) or from an
// example's `given` (a test). Everything is asked for lazily; nothing here is looked up unless a policy does.
import type { ShellReading } from '../shell/types.ts';
import type { Tasks } from './tasks.ts';

export interface Facts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The person's home directory. */
  readonly home: string;
  /** Pawl's own home. */
  readonly pawlHome: string;
  /** Where this session works. */
  readonly project: Project;
  readonly files: Files;
  readonly git: Git;
  /** What the shell command of this event would run; empty for other tools. */
  readonly shell: ShellReading;
  /** What this session has begun and not finished. */
  readonly tasks: Tasks;
  /** A variable of the client's environment. Never an identity: the payload's ids are. */
  env(name: string): string | undefined;
}

export interface Project {
  /** The top of the working tree, or the session's directory outside git. */
  readonly root: string;
  /** The same for all worktrees of one repository. */
  readonly repository: string;
  /** True in a linked worktree. */
  readonly worktree: boolean;
}

export interface Files {
  exists(path: string): boolean;
  /** The first `limit` bytes as text; undefined if it can't be read. */
  read(path: string, limit?: number): string | undefined;
  bytes(path: string, limit: number): Uint8Array | undefined;
  size(path: string): number | undefined;
  /** Names in a folder; empty if there is none. */
  list(path: string): readonly string[];
  /** The path with every symlink followed, as far as it exists. */
  real(path: string): string;
  /** Files below a folder that fit a glob, newest first, as absolute paths; a bounded number. */
  find(folder: string, glob: string): readonly string[];
  /** When it was last written, in milliseconds since 1970. */
  modified(path: string): number | undefined;
}

/** An operation that git has begun and not finished. */
export type GitOperation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect';

export interface GitState {
  repository: boolean;
  branch: string | undefined;
  head: string | undefined;
  operation: GitOperation | undefined;
  /** Paths with unresolved conflicts. */
  conflicts: readonly string[];
  /** Paths with uncommitted changes. */
  changed: readonly string[];
}

/** Read from files where that is enough; a git process is started only for what needs one. */
export interface Git {
  repository(): boolean;
  branch(): string | undefined;
  head(): string | undefined;
  operation(): GitOperation | undefined;
  conflicts(): readonly string[];
  /** Paths with uncommitted changes, untracked ones included, from the top of the tree; empty outside git. */
  changed(): readonly string[];
  /** Is the file in the last commit as it lies on the disk? True outside git, where nothing can be committed. */
  committed(path: string): boolean;
}
