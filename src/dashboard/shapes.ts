// What the server answers and the page shows. Types only: the page's code and the server's never load each other.
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

export type {
  CheckpointRow,
  EvidenceRow,
  Figures,
  FileRow,
  MemoryUse,
  Overview,
  PromptRow,
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
};

export interface FleetPage {
  sessions: SessionShown[];
  count: number;
  states: Partial<Record<Session['state'], number>>;
}

export interface Bar {
  id: number;
  /** The start is before the end; for a moment they are the same. */
  start: number;
  end: number;
  kind: 'call' | 'moment';
  what: string;
  label: string;
  decision: string;
  state: 'ok' | 'failed' | 'refused' | 'running' | 'plain';
  tool_use_id?: string;
}

export interface Lane {
  session_id: string;
  agent_id: string;
  name: string;
  bars: Bar[];
}

export interface TimelinePage {
  from: number;
  to: number;
  first: number;
  last: number;
  lanes: Lane[];
  activity: number[];
  /** More happened than is drawn: only the newest is here. */
  cut: boolean;
}

export interface Remedy {
  title: string;
  /** To copy: a line of config, or a command. */
  copy: string;
  kind: 'config' | 'command';
}

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
  ms: number;
  act: boolean;
  notes: string[];
  reasons: { policy: string; text: string; instead?: string; code?: string; level?: string; why?: string }[];
}

export interface DecisionDetail {
  command: string;
  parsed: { words: string[]; via: string[]; remote: boolean }[];
  effects: { kind: string; weight: string; code: string; reason: string }[];
  notes: readonly string[];
  remedies: Remedy[];
  policies: {
    policy: string;
    level: string;
    said: string;
    counted?: string;
    reason?: string;
    ms: number;
    error?: string;
  }[];
  sent: string;
}

export interface Page<T> {
  rows: T[];
  /** Where the next page begins; absent at the end. */
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
  window: number;
  figures: Figures;
}

export interface MemoryShown {
  id: number;
  at: number;
  kind: string;
  topic?: string;
  category: string;
  problem?: string;
  content: string;
  entities: readonly string[];
  session_id: string;
  injected: number;
  cited: number;
}

export interface WorktreeShown {
  repository: string;
  name: string;
  path: string;
  branch: string;
  session_id: string;
  active_at: number;
  safe: boolean;
  why: string;
}

export interface HealthShown {
  version: string;
  store_bytes: number;
  events: number;
  backlog: number;
  latency: Figures[];
  total: Figures;
  seen: { event: string; at: number }[];
  failures: { at: number; event: string; session_id: string; text: string }[];
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
}

/** What a report file carries. */
export interface ReportData {
  made_at: number;
  overview: Overview;
}
