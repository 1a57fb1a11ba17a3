// A workflow is data: what starts it, its phases, the agents of each with what they need and what they deliver.

/** What starts a workflow or a phase. */
export interface Start {
  /** Slash commands, without the slash. */
  commands?: string[];
  /** Skills; a skill that a plugin brings is known by its last name too. */
  skills?: string[];
  /** Beginnings of a prompt. */
  prompts?: string[];
}

/** Something that must be so. All keys given must hold. */
export interface Check {
  /** A pattern, or the name of a place. */
  file?: string;
  /** Values in the file's front matter; `*` is any. */
  front_matter?: Record<string, string>;
  /** Signatures of agents in the front matter: they count if that agent really ran. */
  marker?: Record<string, string>;
  /** Believe a marker without looking who ran. */
  self_attested?: boolean;
  /** Headings or words that must be there. */
  sections?: string[];
  /** Characters, without the front matter. */
  min_length?: number;
  /** The file is in git as it lies on the disk. */
  committed?: boolean;
  /** No uncommitted changes below these paths. */
  clean?: string[];
  /** This agent has delivered. */
  agent?: string;
  /** Reached or done: a phase of the same workflow, `code.commit` of another one under way, or `code`, done as a whole. */
  phase?: string;
  /** How the last test run ended. */
  tests?: 'failing' | 'passing';
  /** One of these is enough. */
  any?: Check[];
  /** What to do about it, in place of our own words. */
  message?: string;
}

export interface AgentSpec {
  about?: string;
  /** Before it may start. */
  requires?: Check[];
  /** Before it may start while the workflow is not running. */
  outside?: Check[];
  /** Before it may stop. */
  delivers?: Check[];
}

/** When a phase is left, and for which one. */
export interface Move {
  when: {
    /** A test run with this result. */
    tests?: 'failing' | 'passing';
    /** So many of them in this phase; 1 if absent. */
    times?: number;
    /** A commit that left nothing uncommitted below the workflow's paths. */
    committed?: boolean;
    /** Nothing at all is uncommitted; looked at when the phase begins, too. */
    clean?: boolean;
    /** An agent of the phase was let go without its deliverables. */
    released?: boolean;
  };
  to: string;
}

export interface Phase {
  about?: string;
  start?: Start;
  /** Another workflow that makes up this phase. */
  runs?: string;
  requires?: Check[];
  agents?: Record<string, AgentSpec>;
  /** The main conversation does this work itself: agents that could edit files are refused. */
  main_only?: boolean;
  /** Agents that may start all the same. */
  allows?: string[];
  moves?: Move[];
  /** Said when the phase begins. */
  message?: string;
  /** The phase after this one; the following if absent, `end` ends the workflow. */
  next?: string;
}

export interface Workflow {
  about: string;
  start?: Start;
  requires?: Check[];
  phases: Record<string, Phase>;
  /** Names for file patterns; they may use each other, `{session}`, `{date}` and keys of the status file. */
  places?: Record<string, string>;
  /** What counts as code here, for commits. */
  paths?: string[];
  /** Believe markers without looking who ran. */
  self_attested?: boolean;
  /** The workflow after this one. */
  next?: string;
  /** Said when it ends. */
  end?: string;
}

export type Workflows = Record<string, Workflow>;

/** One workflow under way, of one session and the agent that started it. */
export interface Run {
  workflow: string;
  phase: string;
  /** The agent it belongs to; empty: the main conversation. */
  owner: string;
  /** The working tree it was started in. */
  root: string;
  started_at: number;
  entered_at: number;
  /** What started it, for people. */
  by: string;
  prompt_id?: string;
  /** Phases that are behind us. */
  done: string[];
  /** Agents that came to an end, and how. */
  agents: Record<string, { state: 'done' | 'released'; at: number }>;
  /** Test runs with each result since the phase was entered. */
  runs: { passing: number; failing: number };
  tests?: TestRun;
  /** The workflow whose phase this is. */
  parent?: string;
}

export interface TestRun {
  at: number;
  ok: boolean;
  command: string;
}

/** What a session remembers of its workflows. */
export interface Remembered {
  runs: Run[];
  /** The last ones that ended, newest first. */
  ended: (Run & { ended_at: number; how: string })[];
  /** How often each agent was kept from stopping, by its id. */
  blocks: Record<string, number>;
  /** What was going on when the context was compacted, by agent; given back once. */
  saved: Record<string, string>;
  /** What was given back after the last compaction. */
  recovered?: { at: number; text: string };
  /** The last test run that was seen. */
  tests?: TestRun;
}

export const nothing: Remembered = { runs: [], ended: [], blocks: {}, saved: {} };
