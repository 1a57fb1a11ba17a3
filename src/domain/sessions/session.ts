// A session as the registry knows it. What events make of it is in transitions.ts.
import type { ContextUse } from './context-use.ts';
import type { Letter } from './mail.ts';
import type { Mode } from './modes.ts';

export const states = ['needs_input', 'idle', 'active', 'tool_active', 'ended'] as const;
export type State = (typeof states)[number];

/** Who a session is: known when it starts, from the payload, the environment and the client's process. */
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
  /** How the client was started: `cli` has a person at the keyboard, `sdk-cli` prints and ends. */
  entrypoint?: string;
  pane?: string;
  tmux?: string;
  client?: Client;
}

/** A process, so that a number used again by another process is not taken for it. */
export interface Client {
  pid: number;
  started: string;
  /** Processes it was started from: a client started by another one shares its pane and replaces nobody. */
  ancestors?: number[];
}

export interface Agent {
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

export interface Call {
  from?: number;
  to?: number;
  tool?: string;
  hash?: string;
}

export interface Waiting {
  at: number;
  why: string;
  /** The subagent that waits; absent: the main conversation, or nobody said. */
  agent?: string;
  hash?: string;
}

export interface Session extends Identity {
  session_id: string;
  project: string;
  repository: string;
  cwd: string;
  state: State;
  why?: string;
  /** When it came into this state. */
  since: number;
  started_at: number;
  last_seen_at: number;
  ended_at?: number;
  end_reason?: string;
  /** The session that goes on after a clear. */
  successor?: string;
  last_words?: string;
  last_prompt?: string;
  status_text?: string;
  agents: Record<string, Agent>;
  /** What the state follows from. */
  parts: {
    turn: Turn;
    calls: Record<string, Call>;
    waiting?: Waiting;
    answered_at: number;
    identity_at: number;
    words_at: number;
    reset_at: number;
  };
}

/** What a recorded event says about its session. */
export interface Sign {
  at: number;
  event: string;
  session_id: string;
  project: string;
  repository: string;
  cwd: string;
  decision: string;
  /** Source of a start, reason of an end, type of a notification, error of a failed turn. */
  kind?: string;
  tool?: string;
  tool_use_id?: string;
  agent_id?: string;
  agent_type?: string;
  input_hash?: string;
  label?: string;
  /** The last words of a turn, or the text of a notification. */
  words?: string;
  identity?: Identity;
}

export function newSession(sign: Sign): Session {
  const { session_id, project, repository, cwd, at } = sign;
  const never = { answered_at: 0, identity_at: 0, words_at: 0, reset_at: 0 };
  const parts = { turn: { state: 'idle' as const, at: 0 }, calls: {}, ...never };
  const times = { since: at, started_at: at, last_seen_at: at };
  return { session_id, project, repository, cwd, state: 'idle', ...times, agents: {}, parts };
}

/** The lasting name of a line of work; without one of its own, a session is its own conversation. */
export function conversationOf(session: Pick<Session, 'session_id' | 'conversation_id'>): string {
  return session.conversation_id ?? session.session_id;
}

/** Another session in the same directory. */
export interface Neighbour {
  name: string;
  state: State;
  role?: string;
  pid?: number;
  started?: string;
}

/** What a policy may ask about its own session. */
export interface SessionFacts {
  readonly mode: Mode;
  readonly role: string | undefined;
  /** How full the context is; undefined when nobody knows. */
  context(): ContextUse | undefined;
  /** What the session says it is doing. */
  status(): string | undefined;
  /** Milliseconds since we first saw it. */
  age(): number | undefined;
  /** True once in the life of the session. */
  once(key: string): boolean;
  /** True once, and once more after each compaction or clear. */
  oncePerContext(key: string): boolean;
  /** Takes the messages that wait for this session, to be said on this event. */
  mail(way: 'stop' | 'prompt' | 'start'): readonly Letter[];
  /** Notes the messages that this text has brought; gives back those it named without their text. */
  arrived(text: string): readonly Letter[];
  /** The session can be reached from now on; or no longer. */
  arrive(): void;
  leave(): void;
  /** Others that work in the same directory right now, by the process of their client. */
  neighbours(): readonly Neighbour[];
}
