// What a policy may ask about the world. Only types: the answers come from src/facts (the machine) or from an
// example's `given` (a test). Everything is asked for lazily; nothing here is looked up unless a policy does.

import type { Work } from '../domain/checkpoint/work.ts';
import type { Handoffs } from '../domain/handoff.ts';
import type { Memories } from '../domain/memory/memory.ts';
import type { Agents } from '../domain/sessions/agents.ts';
import type { SessionFacts } from '../domain/sessions/session.ts';
import type { Tasks } from '../domain/tasks.ts';
import type { WorkflowFacts } from '../domain/workflow/facts.ts';
import type { ShellReading } from '../shell/types.ts';

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
  /** What this session changed, and what proves that it works. */
  readonly work: Work;
  /** What earlier sessions learnt here. */
  readonly memory: Memories;
  /** What a person allowed this session to do alone. */
  readonly grants: Grants;
  /** The session itself: its mode, how full it is, its mail. */
  readonly session: SessionFacts;
  /** Agents that can be started here, and those that were. */
  readonly agents: Agents;
  readonly workflow: WorkflowFacts;
  readonly handoffs: Handoffs;
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
  /** The last `limit` bytes as text. */
  tail(path: string, limit: number): string | undefined;
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

/** A permission that a person gave, with an end. */
export interface Grant {
  id: string;
  at: number;
  /** Its end, unless the session goes on working until then. */
  until: number;
  session_id: string;
  /** The top of the working tree it was given for. */
  directory: string;
  repository: string;
  /** Worktrees of the same repository are included. */
  worktrees: boolean;
  mode: string;
  /** What it allows beyond ordinary tool calls: `production-deploy`. */
  allow: readonly string[];
  /** `pawl grant`, or the command that was typed. */
  by: string;
  /** The client that ran the session when it was given. Another one may go on with it only if a person started that. */
  client?: { pid: number; started: string };
}

export interface GrantWish {
  mode: string;
  for_ms: number;
  worktrees: boolean;
  allow: readonly string[];
  /** The command, as it was typed: `/build`. */
  by: string;
  /** Who may have begun the turn, in the words of the client's own record. */
  origins: readonly string[];
}

export interface Grants {
  /** Those that cover this event's session and directory now, newest first. */
  current(): readonly Grant[];
  /** Asks for one, with this turn as the reason. It counts once the client has recorded that a person typed it. */
  ask(wish: GrantWish): string;
  /** The session works: the time of its grants starts again. */
  renew(): void;
  /** Ends all of this session, wherever it works. */
  end(why: string): readonly Grant[];
  /** Why the client of this session is taken for one that no person started; undefined if a person did. */
  notByPerson(): string | undefined;
}
