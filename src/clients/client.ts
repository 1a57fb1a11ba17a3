// The contract of a coding agent that is not Claude Code: how its events read, what its answers may say and where its
// hooks are registered. The engine speaks Claude Code's protocol; each client translates at the edge, and nothing behind
// it knows which client called.
import type { Answer } from '../core/answer.ts';
import type { EventName } from '../core/channels.ts';
import type { JsonObject } from '../core/json.ts';
import type { Env } from '../system/env.ts';
import type { NeutralAnswer } from './answer.ts';

export const clientNames = ['codex', 'copilot', 'gemini', 'qwen', 'opencode'] as const;
export type ClientName = (typeof clientNames)[number];

export interface Client {
  name: ClientName;
  /** As people call it. */
  title: string;
  /** The version that the contract tests ran with. */
  seenWith: string;
  /** The client's names of the events that are registered, and the event that each one is here. */
  events: Readonly<Record<string, EventName>>;
  channel: ClientChannel;
  /**
   * The events that one payload stands for, in Claude Code's words: several for a patch over several files, none for
   * what is no event of ours, such as a prompt that nobody typed. `registered` is the event's name on the command line.
   */
  read(raw: JsonObject, registered: string | undefined): JsonObject[];
  registration: ClientRegistration;
  /** Writes exactly the keys that the client understands. The answer already fits its channel. */
  write(answer: NeutralAnswer, raw: JsonObject): Answer;
}

/** Where the client's hooks are registered. */
export interface ClientRegistration {
  /** The command that starts the client; it shows whether the client is installed. */
  program: string;
  /** The file of the person's own hooks. */
  file(home: string, env: Env): string;
  /** `entries`: the file may hold hooks and settings of others. `own`: the file is Pawl's alone. */
  kind: 'entries' | 'own';
  /** The whole file, for `own`. */
  content?(launcher: string, events: readonly string[]): string;
  /** In which unit the client reads the timeout of an entry. */
  timeoutUnit: 's' | 'ms';
  /** The most that the client grants, in seconds, by event. */
  timeoutCap?: Readonly<Record<string, number>>;
  /** What a person still has to do after `pawl init`. */
  next?: string;
}

/** What an answer to this client can do. docs/clients.md is generated from it. */
export interface ClientChannel {
  /** A call that should be put to the person: the client shows a dialog, or we refuse it because it would just run. */
  ask: 'dialog' | 'deny';
  /** Whether an answer can approve a call, so that the client shows no dialog of its own. */
  allow: boolean;
  /** What an answer can change about a call: its whole input, only the command of a shell call, or nothing. */
  rewrite: 'input' | 'command' | 'none';
  /** Events whose answer can give the model a text. */
  context: readonly EventName[];
  /** Whether a stop can be held. */
  stop: boolean;
  /** Whether the person sees `systemMessage`. */
  message: boolean;
  /** What happens to a tool call when Pawl can't be started, is killed, takes too long, or its answer can't be read. */
  failure: Readonly<Record<'missing' | 'crash' | 'timeout' | 'garbage', 'runs' | 'refused'>>;
  /** What policies can't rely on with this client. */
  lacks: readonly Lack[];
}

/** Knowledge that Claude Code gives a policy and other clients may not. */
export const lacks = {
  'typed grants': 'who typed a prompt is not proved, so no grant is given by typing',
  'exit codes':
    'a result does not say whether the command failed, so a test run is no evidence; `pawl verify` is',
  'context use': 'how full the context is can’t be seen, so nobody is warned',
  subagents: 'events of subagents can’t be told from those of the session',
  'typed input': 'what is typed into a program that already runs reaches no hook',
} as const;
export type Lack = keyof typeof lacks;
