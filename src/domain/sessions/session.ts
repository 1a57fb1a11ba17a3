// The types of the session registry. How events change a session is in transitions.ts.
import type { ContextUse } from './context-use.ts';
import type { SessionMessage } from './messages.ts';
import type { Mode } from './modes.ts';
import type { UnansweredCall } from './unanswered-calls.ts';

export const sessionStates = ['needs_input', 'idle', 'active', 'tool_active', 'ended'] as const;
export type SessionState = (typeof sessionStates)[number];

/** The identity of a session, known when it starts: from the payload, the environment and the client's process. */
export interface Identity {
  alias?: string;
  role?: string;
  mode?: string;
  description?: string;
  mission?: string;
  conversation_id?: string;
  parent_session_id?: string;
  transcript_path?: string;
  branch?: string;
  model?: string;
  worktree?: boolean;
  /** How the client was started: `cli` is an interactive terminal, `sdk-cli` prints an answer and exits. */
  entrypoint?: string;
  pane?: string;
  tmux?: string;
  client?: ClientProcess;
}

/** A process id with its start time, so that a reused id is not mistaken for the same process. */
export interface ClientProcess {
  pid: number;
  started: string;
  /** Its parent processes. A client started by another client shares its tmux pane and does not replace it. */
  ancestors?: number[];
}

export interface SessionAgent {
  agent_id: string;
  agent_type: string;
  state: 'running' | 'ended';
  started_at: number;
  last_seen_at: number;
  ended_at?: number;
  tool?: string;
  last_words?: string;
}

export interface Turn {
  state: 'active' | 'idle' | 'ended';
  at: number;
  why?: string;
}

export interface ToolCall {
  from?: number;
  to?: number;
  tool?: string;
  hash?: string;
}

export interface Waiting {
  at: number;
  why: string;
  /** The subagent that waits; absent for the main conversation or if unknown. */
  agent?: string;
  hash?: string;
}

export interface Session extends Identity {
  session_id: string;
  project: string;
  repository: string;
  cwd: string;
  state: SessionState;
  why?: string;
  /** When it entered this state. */
  since: number;
  started_at: number;
  last_seen_at: number;
  ended_at?: number;
  end_reason?: string;
  /** The session that continues this one after `/clear`. */
  successor?: string;
  last_words?: string;
  last_prompt?: string;
  status_text?: string;
  agents: Record<string, SessionAgent>;
  /** Calls that were left out because no person could answer a question about them, by the hash of their input. */
  unanswered?: Record<string, UnansweredCall>;
  /** The data from which the state is computed. It is stored as JSON, so its keys must not change. */
  parts: {
    turn: Turn;
    calls: Record<string, ToolCall>;
    waiting?: Waiting;
    answered_at: number;
    identity_at: number;
    words_at: number;
    reset_at: number;
  };
}

/** The part of a recorded event that concerns its session. */
export interface SessionSignal {
  at: number;
  event: string;
  session_id: string;
  project: string;
  repository: string;
  cwd: string;
  decision: string;
  /** The source of a start, the reason of an end, the type of a notification or the error of a failed turn. */
  kind?: string;
  tool?: string;
  tool_use_id?: string;
  agent_id?: string;
  agent_type?: string;
  input_hash?: string;
  label?: string;
  /** The last message of a turn, or the text of a notification. */
  words?: string;
  identity?: Identity;
  /** True for a call that was left out because nobody could answer the question about it. */
  unanswered?: boolean;
  reasons?: readonly { policy: string; text: string }[];
}

export function newSession(signal: SessionSignal): Session {
  const { session_id, project, repository, cwd, at } = signal;
  const never = { answered_at: 0, identity_at: 0, words_at: 0, reset_at: 0 };
  const parts = { turn: { state: 'idle' as const, at: 0 }, calls: {}, ...never };
  const times = { since: at, started_at: at, last_seen_at: at };
  return { session_id, project, repository, cwd, state: 'idle', ...times, agents: {}, parts };
}

/** The name of a line of work across sessions. A session without one is its own conversation. */
export function conversationOf(session: Pick<Session, 'session_id' | 'conversation_id'>): string {
  return session.conversation_id ?? session.session_id;
}

/** What a session gets back after a compaction or a clear has emptied its context. */
export interface SessionNotes {
  /** With `pawl status --note`. */
  written?: SessionNote;
  /** The last message of a turn at the end of which the context was nearly full. */
  last?: SessionNote;
}

export interface SessionNote {
  at: number;
  text: string;
}

/** Another session in the same directory. */
export interface Neighbour {
  name: string;
  state: SessionState;
  role?: string;
  pid?: number;
  started?: string;
}

/** The facts that a policy can ask for about its own session. */
export interface SessionFacts {
  readonly mode: Mode;
  readonly role: string | undefined;
  /** How full the context is; undefined if unknown. */
  context(): ContextUse | undefined;
  /** The status text the session set. */
  status(): string | undefined;
  /** Milliseconds since Pawl first saw the session. */
  age(): number | undefined;
  /** True only the first time in this session. */
  once(key: string): boolean;
  /** True only the first time, and again after each compaction or clear. */
  oncePerContext(key: string): boolean;
  /** Takes the messages waiting for this session, to deliver them with this event. */
  takeMessages(way: 'stop' | 'prompt' | 'start'): readonly SessionMessage[];
  /** Records the messages that this text contains as delivered, and returns those it names without their text. */
  noteDelivered(text: string): readonly SessionMessage[];
  /** From now on the session can receive messages. */
  markReachable(): void;
  /** From now on it can't receive messages. */
  markUnreachable(): void;
  /** The reason why the session waits, as `pawl sessions` shows it; undefined if it does not wait. */
  needs(): string | undefined;
  /** The notes from before the context was lost, by a compaction or a clear. */
  notes(): SessionNotes;
  /** Keeps the last message of a turn, in case the context is lost. */
  keepLastMessage(text: string): void;
  /** Other sessions whose client runs in the same directory right now. */
  neighbours(): readonly Neighbour[];
}
