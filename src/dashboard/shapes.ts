// The data that the server sends to the page. Only types, because neither side imports code of the other.
import type { Memory } from '../domain/memory/memory.ts';
import type { ContextUse } from '../domain/sessions/context-use.ts';
import type { Session } from '../domain/sessions/session.ts';
import type { Task } from '../domain/tasks.ts';
import type { StoredEvent } from '../store/db/events.ts';
import type { Figures, Overview } from '../store/db/metrics-summary.ts';
import type {
  CheckpointRow,
  EvidenceRow,
  FileRow,
  MemoryUse,
  PromptRow,
  ToolRow,
} from '../store/db/session-detail.ts';
import type { SessionTitle } from '../store/db/session-titles.ts';
import type { BoardRow, MachineRow } from '../team/rows.ts';

export type {
  BoardRow,
  CheckpointRow,
  EvidenceRow,
  Figures,
  FileRow,
  MachineRow,
  Memory,
  MemoryUse,
  Overview,
  PromptRow,
  SessionTitle,
  StoredEvent,
  ToolRow,
};

export type SessionShown = Omit<Session, 'agents' | 'parts' | 'client' | 'conversation_id'> & {
  conversation_id: string;
  client_pid: number | null;
  context: ContextUse | null;
  tasks: { done: number; all: number } | null;
  agents: Session['agents'][string][];
  granted?: boolean;
  title: SessionTitle;
};

/** The fleet board of the team; texts that their owner does not let this person read are null. */
export interface TeamPage {
  rows: BoardRow[];
  machines: MachineRow[];
}

export interface FleetPage {
  /** True if this machine is in a team. */
  team: boolean;
  sessions: SessionShown[];
  /** True if ended sessions are included. */
  all: boolean;
  count: number;
  states: Partial<Record<Session['state'], number>>;
}

export interface Bar {
  id: number;
  /** Equal to `end` for a single event. */
  start: number;
  end: number;
  kind: 'call' | 'event';
  /** The tool or the event. */
  name: string;
  label: string;
  decision: string;
  state: 'ok' | 'failed' | 'refused' | 'asked' | 'running' | 'plain';
  tool_use_id?: string;
}

export interface Lane {
  session_id: string;
  agent_id: string;
  name: string;
  /** The first prompt of the session. */
  prompt: string;
  bars: Bar[];
}

export interface TimelinePage {
  from: number;
  to: number;
  first: number;
  last: number;
  lanes: Lane[];
  activity: number[];
  /** True if the period has more events than are shown, which are the newest. */
  cut: boolean;
}

export interface Remedy {
  title: string;
  /** The line of config, or the command, to copy. */
  copy: string;
  kind: 'config' | 'command';
}

/** A text to copy that turns a recorded event into a rule of the config, or into an example of a policy. */
export interface Reuse {
  title: string;
  copy: string;
  /** Where the text belongs. */
  into: string;
}

/** The name of a decision on every screen. A blocked prompt is refused; only ends of turns are blocked. */
export type DecisionWord =
  | 'refused'
  | 'asked'
  | 'allowed'
  | 'blocked'
  | 'passed'
  | 'by a person'
  | 'recorded';

export interface DecisionShown {
  id: number;
  at: number;
  event: string;
  session_id: string;
  agent: string;
  tool: string;
  tool_use_id: string;
  project: string;
  label: string;
  decision: string;
  word: DecisionWord;
  title: SessionTitle;
  ms: number;
  /** True for an event that Pawl recorded itself, such as a pause. */
  own: boolean;
  notes: string[];
  reasons: { policy: string; text: string; instead?: string; code?: string; level?: string; why?: string }[];
}

export interface DecisionDetail {
  command: string;
  parsed: { words: string[]; via: string[]; remote: boolean }[];
  effects: { kind: string; weight: string; code: string; reason: string }[];
  notes: readonly string[];
  remedies: Remedy[];
  reuse: Reuse[];
  policies: {
    policy: string;
    level: string;
    said: string;
    /** The verdict after the policy's level was applied; absent if that is the same. */
    counted?: string;
    reason?: string;
    ms: number;
    error?: string;
  }[];
  /** The answer as the client got it. */
  sent: string;
}

export interface Page<T> {
  rows: T[];
  /** The start of the next page; absent on the last one. */
  next?: string;
}

export interface SessionDetail {
  session: SessionShown;
  prompts: PromptRow[];
  tools: ToolRow[];
  files: FileRow[];
  tasks: Task[];
  checkpoint: CheckpointRow | null;
  evidence: EvidenceRow[];
  memories: MemoryUse[];
  curve: { at: number; used: number }[];
  /** Tokens that fit into the context. */
  window: number;
  figures: Figures;
}

export interface WorktreeShown {
  repository: string;
  name: string;
  path: string;
  branch: string;
  session_id: string;
  title?: SessionTitle;
  active_at: number;
  /** True if the worktree can be removed. */
  safe: boolean;
  why: string;
}

export interface HealthShown {
  version: string;
  store_bytes: number;
  events: number;
  /** Bytes in the spool. */
  backlog: number;
  latency: Figures[];
  total: Figures;
  /** When each kind of event was last recorded. */
  seen: { event: string; at: number }[];
  failures: { at: number; event: string; session_id: string; text: string }[];
  /** True if an administrator installed Pawl: changes need root. */
  managed: boolean;
  everything_off: boolean;
  pauses: { id: string; until: number; policy?: string; session_id?: string; reason?: string }[];
  grants: {
    id: string;
    session_id: string;
    mode: string;
    allow: readonly string[];
    directory: string;
    until: number;
    by: string;
  }[];
  titles: Record<string, SessionTitle>;
}

export type MetricsShown = Overview & { titles: Record<string, SessionTitle> };

/** `team`: true if this machine is in a team. */
export type MetricsPage = MetricsShown & { team: boolean };
export type TeamMetricsPage = MetricsShown & { machines: MachineRow[] };

/** The data of a report file. */
export interface ReportData {
  made_at: number;
  overview: MetricsShown;
}
