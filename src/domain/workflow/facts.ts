// What a policy can ask about workflows. Only types; the engine behind them is loaded when a policy asks.
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
  interrupted?: boolean;
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
  /** What a stopping agent has not delivered yet. If nothing is missing, its delivery is recorded. */
  missingDeliverables(agent: string): readonly string[];
  /** Records agents that ended without their deliverables. */
  noticeReleased(): void;
  /** The messages about phases that changed since the last call. */
  takeAnnouncements(): string | undefined;
  /** A command ended. A test run or a commit can move a workflow to another phase. */
  observeCommand(source: string, commands: readonly ShellCommand[], ended: CommandResult): void;
  /** What a starting agent must know: what it can rely on and what it must deliver. */
  instructionsFor(agent: string): string | undefined;
  /** Saves the current state as text before a compaction; `more` are texts of other packs. */
  save(more: readonly string[]): void;
  /** The text saved before the compaction; returned only once. */
  restore(): string | undefined;
  /** The text restored in the main conversation during the last half hour, for agents that start after it. */
  recentlyRestored(): string | undefined;
}
