// The facts about workflows that a policy can ask for. Only types; the engine behind them is loaded when a policy asks.
import type { ShellCommand } from '../../shell/types.ts';

export type StartResult =
  | { kind: 'started'; text: string }
  | { kind: 'refused'; reason: string; instead: string };

export interface WorkflowRefusal {
  reason: string;
  instead: string;
}

/** The result of a shell command. */
export interface CommandResult {
  ok: boolean;
  /** Its output, or the error. */
  output: string;
  /** True if it was interrupted or has not ended, or if the client does not tell its exit code. */
  resultUnknown?: boolean;
}

/** A text for one conversation: the agent that needs it, or empty for the main conversation. */
export interface Announcement {
  to: string;
  text: string;
}

export interface WorkflowFacts {
  /** Is a workflow running in this session? Very cheap. */
  active(): boolean;
  /** True if a workflow was running but its state can't be read. */
  unreadable(): boolean;
  /** Errors in the workflows of the config. */
  problems(): readonly string[];
  /**
   * Starts the workflow that this prompt, command or skill triggers. Undefined if it triggers none or it has started
   * already.
   */
  startByPrompt(text: string): StartResult | undefined;
  startByCommand(name: string): StartResult | undefined;
  startBySkill(name: string): StartResult | undefined;
  /** Why this agent may not start now; undefined if it may. */
  refuseLaunch(agent: string): WorkflowRefusal | undefined;
  /** The missing deliverables of a stopping agent. If nothing is missing, its delivery is recorded. */
  missingDeliverables(agent: string): readonly string[];
  /** Records agents that ended without their deliverables. */
  noticeReleased(): void;
  /** The messages about phases that changed since the last call, for the conversations that must act on them. */
  takeAnnouncements(): readonly Announcement[];
  /**
   * A command ended. A test run or a commit can move a workflow to another phase; the hints say why a test run moved
   * nothing.
   */
  observeCommand(source: string, commands: readonly ShellCommand[], ended: CommandResult): readonly string[];
  /** Why these files may not be written now. Paths are absolute; `text` is what would be written, if it is known. */
  refuseWrite(paths: readonly string[], text: string): WorkflowRefusal | undefined;
  /** Why a commit may not be made now. */
  refuseCommit(): WorkflowRefusal | undefined;
  /** Code that was changed since this time, in a phase in which only tests are written. */
  codeWrittenSince(at: number): readonly string[];
  /** The agents that workflows in use here name. */
  agentNames(): readonly string[];
  /** The session and the milestone by which files of workflows are named; undefined if no workflow here uses them. */
  describeNames(): string | undefined;
  /** Instructions for a starting agent: what it can rely on and what it must deliver. */
  instructionsFor(agent: string): string | undefined;
  /** Saves the current state as text before a compaction; `more` are texts of other packs. */
  save(more: readonly string[]): void;
  /** The text saved before the compaction; returned only once. */
  restore(): string | undefined;
  /** The text restored in the main conversation during the last half hour, for agents that start after it. */
  recentlyRestored(): string | undefined;
}
