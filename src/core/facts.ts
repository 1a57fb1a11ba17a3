// The facts that a policy can ask for. Only types: the values come from src/facts on a real machine, or from the
// `given` of an example in tests. Every fact is looked up lazily, only when a policy asks for it.

import type { Work } from '../domain/checkpoint/work.ts';
import type { SettingsFacts } from '../domain/client-settings/facts.ts';
import type { Handoffs } from '../domain/handoff.ts';
import type { Memories } from '../domain/memory/memory.ts';
import type { Agents } from '../domain/sessions/agents.ts';
import type { SessionFacts } from '../domain/sessions/session.ts';
import type { Tasks } from '../domain/tasks.ts';
import type { WorkflowFacts } from '../domain/workflow/facts.ts';
import type { ShellReading } from '../shell/types.ts';
import type { Look } from './look.ts';

export interface Facts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The user's home directory. */
  readonly home: string;
  /** Pawl's home directory, `~/.pawl` by default. */
  readonly pawlHome: string;
  /** The project this session works in. */
  readonly project: Project;
  readonly files: Files;
  readonly git: Git;
  /** The effects of this event's shell command; empty for other tools. */
  readonly shell: ShellReading;
  /** Looks at processes and uncommitted work before the guard asks or denies. */
  readonly look: Look;
  /** The session's task list. */
  readonly tasks: Tasks;
  /** The changes of this session, and the evidence that they work. */
  readonly work: Work;
  /** Lessons that earlier sessions recorded for this project. */
  readonly memory: Memories;
  /** Permissions that a person gave this session. */
  readonly grants: Grants;
  /** The session itself: its mode, how full its context is, its messages. */
  readonly session: SessionFacts;
  /** The agents that can be started here, and those that have been. */
  readonly agents: Agents;
  readonly workflow: WorkflowFacts;
  readonly handoffs: Handoffs;
  /** The client’s settings files. */
  readonly settings: SettingsFacts;
  /** A variable of the client's environment. Never use one as an identity; use the ids of the event. */
  env(name: string): string | undefined;
}

export interface Project {
  /** The top of the working tree, or the session's directory outside git. */
  readonly root: string;
  /** The same for all worktrees of one repository. */
  readonly repository: string;
  /** True in a linked worktree (`git worktree add`). */
  readonly worktree: boolean;
}

export interface Files {
  exists(path: string): boolean;
  /** The first `limit` bytes as text; undefined if the file can't be read. */
  read(path: string, limit?: number): string | undefined;
  bytes(path: string, limit: number): Uint8Array | undefined;
  size(path: string): number | undefined;
  /** The last `limit` bytes as text. */
  tail(path: string, limit: number): string | undefined;
  /** Names in a folder; empty if the folder does not exist. */
  list(path: string): readonly string[];
  /** The path with all symlinks resolved, as far as it exists. */
  real(path: string): string;
  /** Files below a folder that match a glob, newest first, as absolute paths. The number is bounded. */
  find(folder: string, glob: string): readonly string[];
  /** Modification time in milliseconds since 1970. */
  modified(path: string): number | undefined;
}

/** A git operation that was started and not finished. */
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

/** Answers from files in `.git` where they suffice; a git process is started only when they don't. */
export interface Git {
  repository(): boolean;
  branch(): string | undefined;
  head(): string | undefined;
  operation(): GitOperation | undefined;
  conflicts(): readonly string[];
  /** Paths with uncommitted changes, including untracked files, relative to the top of the tree; empty outside git. */
  changed(): readonly string[];
  /** Is the file on disk the same as in the last commit? True outside git, where nothing can be committed. */
  committed(path: string): boolean;
}

/** A permission that a person gave, with an end. */
export interface Grant {
  id: string;
  at: number;
  /** When it ends, in milliseconds since 1970. Activity of the session extends it. */
  until: number;
  session_id: string;
  /** The top of the working tree it is valid for. */
  directory: string;
  repository: string;
  /** Is it also valid in other worktrees of the same repository? */
  worktrees: boolean;
  mode: string;
  /** Extra permissions beyond ordinary tool calls, for example `production-deploy`. */
  allow: readonly string[];
  /** `pawl grant`, or the slash command that was typed. */
  by: string;
  /**
   * The client process that ran the session when the grant was given. Another client may use it only if a person
   * started that client.
   */
  client?: { pid: number; started: string };
}

export interface GrantRequest {
  mode: string;
  for_ms: number;
  worktrees: boolean;
  allow: readonly string[];
  /** The command as it was typed, for example `/build`. */
  by: string;
  /** The origins that may have started the turn, as the client's transcript names them: `human`, or also `sdk`. */
  origins: readonly string[];
}

/** The request that `/pawl allow-once` made. */
export interface RequestedAllowOnce {
  /** The call, as the log shows it. */
  label: string;
  /** Milliseconds since 1970. */
  until: number;
}

export interface Grants {
  /** The grants valid for this event's session and directory now, newest first. */
  current(): readonly Grant[];
  /** Requests a grant for this turn. It becomes valid once the client has recorded that a person typed the command. */
  request(request: GrantRequest): string;
  /**
   * Requests that the call which was refused last in this session passes once, when it is made again. It counts once the
   * client has recorded that a person typed the command. Undefined if no call was refused.
   */
  allowOnce(typed: { command: string; args: string }): RequestedAllowOnce | undefined;
  /** Restarts the time limit of the session's grants, because the session is active. */
  renew(): void;
  /** Ends all grants of this session, in every directory. */
  end(why: string): readonly Grant[];
  /** Why this session's client counts as not started by a person; undefined if a person started it. */
  whyNotByPerson(): string | undefined;
  /** Why a line in the prompt of this session may have been typed by a program; undefined if a person typed it. */
  whyNotTyped(): string | undefined;
  /** Why nobody is at the keyboard of this session; undefined if a person may be. */
  whyUnattended(): string | undefined;
}
