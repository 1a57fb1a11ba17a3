// What a policy may ask about workflows. The engine behind it is in src/workflow, loaded when it is asked.
import type { ShellCommand } from '../../shell/types.ts';

export type Began = { kind: 'started'; text: string } | { kind: 'refused'; reason: string; instead: string };

export interface Refused {
  reason: string;
  instead: string;
}

/** A shell command that came to its end. */
export interface Ended {
  ok: boolean;
  /** What it printed, or the error. */
  output: string;
  interrupted?: boolean;
}

export interface WorkflowFacts {
  /** Is a workflow under way in this session? Costs next to nothing. */
  active(): boolean;
  /** One was under way, and where it stands can't be read. */
  lost(): boolean;
  /** What is wrong with the workflows in the config. */
  problems(): readonly string[];
  /** Starts what a prompt, a command or a skill starts; undefined if that is nothing, or was done already. */
  prompt(text: string): Began | undefined;
  command(name: string): Began | undefined;
  skill(name: string): Began | undefined;
  /** Why this agent may not start now. */
  launch(agent: string): Refused | undefined;
  /** What a stopping agent still owes; if nothing, its work counts. */
  stop(agent: string): readonly string[];
  /** Looks for agents that ended without their deliverables since. */
  lookBack(): void;
  /** What the phases that moved since have to say. */
  news(): string | undefined;
  /** A command ended: a test run or a commit may lead on. */
  ran(source: string, commands: readonly ShellCommand[], ended: Ended): void;
  /** What an agent that starts has to know. */
  duties(agent: string): string | undefined;
  /** Keeps what is going on, for after the compaction; `more` are other packs' words. */
  save(more: readonly string[]): void;
  /** What was going on before it; once. */
  restore(): string | undefined;
  /** What the main conversation was given back a short while ago. */
  recovered(): string | undefined;
}
