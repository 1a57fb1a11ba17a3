// The types of workflows. A workflow is data: what starts it, its phases, and what the agents of each need and deliver.

/** The ways to start a workflow or a phase. */
export interface Start {
  /** Slash commands, without the slash. */
  commands?: string[];
  /** Skills. One of a plugin is named in full: `plugin:skill`. */
  skills?: string[];
  /** Texts that a prompt starts with. */
  prompts?: string[];
}

/** A condition. All given keys must hold. */
export interface WorkflowCheck {
  /** A glob pattern, or the name of a place. */
  file?: string;
  /** The agent that writes the file; named if the file is missing. */
  by?: string;
  /** Required values in the file's front matter; `*` means any. */
  front_matter?: Record<string, string>;
  /** Signatures of agents in the front matter. One counts only if that agent ran in this session. */
  marker?: Record<string, string>;
  /** Accept a marker without checking that the agent ran. */
  self_attested?: boolean;
  /** Headings or words it must contain. */
  sections?: string[];
  /** Minimum number of characters, without the front matter. */
  min_length?: number;
  /** The file must be committed as it is on disk. */
  committed?: boolean;
  /** Globs of files that must have no uncommitted changes. */
  clean?: string[];
  /** An agent that must have delivered. */
  agent?: string;
  /**
   * A phase that must have been reached: `commit` in the same workflow, `code.commit` in another running one, or
   * `code`, a workflow that must be done.
   */
  phase?: string;
  /** The required result of the last test run; a run of only some tests does not count as passing. */
  tests?: 'failing' | 'passing';
  /** A test written in this phase must have been seen to fail. */
  new_test?: boolean;
  /** At least one of these must hold. */
  any?: WorkflowCheck[];
  /** The instruction to show if the check fails, instead of our own text. */
  message?: string;
}

export interface AgentSpec {
  about?: string;
  /** Checks that must hold before it may start. */
  requires?: WorkflowCheck[];
  /** Checks that must hold before it may start while the workflow is not running. */
  outside?: WorkflowCheck[];
  /** Checks that must hold before it may stop. */
  delivers?: WorkflowCheck[];
}

/** When a phase ends, and which one follows. */
export interface Move {
  when: {
    /** A test run with this result; a run of only some tests does not count as passing. */
    tests?: 'failing' | 'passing';
    /** The failing test was written in this phase. */
    new_test?: boolean;
    /** The number of such test runs in this phase; 1 if absent. */
    times?: number;
    /** A commit that leaves nothing uncommitted below the workflow's paths. */
    committed?: boolean;
    /** Nothing is uncommitted. Also checked when the phase starts. */
    clean?: boolean;
    /** An agent of the phase stopped without its deliverables. */
    released?: boolean;
  };
  to: string;
}

export interface Phase {
  about?: string;
  start?: Start;
  /** Another workflow that runs as this phase. */
  runs?: string;
  requires?: WorkflowCheck[];
  agents?: Record<string, AgentSpec>;
  /** The main conversation does this work itself: agents that can edit files are refused. */
  main_only?: boolean;
  /** Agents that may start anyway. */
  allows?: string[];
  /** In this phase only tests may be written, no code, by any agent and with any tool. */
  test_first?: boolean;
  moves?: Move[];
  /** Message for the agent when the phase starts. */
  message?: string;
  /** The phase after this one. Absent: the next in the list; `end` ends the workflow. */
  next?: string;
}

export interface Workflow {
  about: string;
  start?: Start;
  requires?: WorkflowCheck[];
  phases: Record<string, Phase>;
  /** Named file patterns. They may refer to each other, to `{session}`, `{date}` and to keys of the status file. */
  places?: Record<string, string>;
  /** Globs of files that count as code, for commits. */
  paths?: string[];
  /** Accept markers without checking that the agent ran. */
  self_attested?: boolean;
  /** The workflow after this one. */
  next?: string;
  /** Message for the agent when the workflow ends. */
  end?: string;
}

export type Workflows = Record<string, Workflow>;

/** One running workflow of a session, or of the agent that started it. */
export interface WorkflowRun {
  workflow: string;
  phase: string;
  /** The agent that started it; empty for the main conversation. */
  owner: string;
  /** The working tree in which it was started. */
  root: string;
  started_at: number;
  entered_at: number;
  /** The trigger that started it, as shown to people. */
  by: string;
  prompt_id?: string;
  /** Phases that are done. */
  done: string[];
  /** Agents that stopped: `done` with their deliverables, `released` without. */
  agents: Record<string, { state: 'done' | 'released'; at: number }>;
  /** The number of test runs with each result since the phase started. */
  runs: { passing: number; failing: number };
  tests?: TestRun;
  /** The workflow of which this one is a phase. */
  parent?: string;
}

export interface TestRun {
  at: number;
  ok: boolean;
  command: string;
  /** Only some of the tests were run. */
  partial?: boolean;
  /** A test that was written in the current phase failed. */
  new_test?: boolean;
}

/** The workflow state of a session. It is stored as JSON, so its keys must not change. */
export interface WorkflowState {
  runs: WorkflowRun[];
  /** The last runs that ended, newest first. */
  ended: (WorkflowRun & { ended_at: number; how: string })[];
  /** How often each agent was blocked from stopping, by agent id. */
  blocks: Record<string, number>;
  /** The text saved before a compaction, by agent; restored once. */
  saved: Record<string, string>;
  /** The text restored after the last compaction. */
  recovered?: { at: number; text: string };
  /** The last test run that was observed. */
  tests?: TestRun;
}

export const emptyWorkflowState: WorkflowState = { runs: [], ended: [], blocks: {}, saved: {} };
