// The interface for a coding agent that is not Claude Code: the format of its events and answers, and where its hooks
// are registered. The engine uses Claude Code's protocol. Each client translates to and from it, and no other code
// depends on which client called.
import type { Answer } from '../core/answer.ts';
import type { EventName } from '../core/channels.ts';
import type { JsonObject } from '../core/json.ts';
import type { Env } from '../system/env.ts';
import type { NeutralAnswer } from './answer.ts';
import type { ToolWords } from './input.ts';

export const clientNames = ['codex', 'copilot', 'gemini', 'qwen', 'opencode'] as const;
export type ClientName = (typeof clientNames)[number];

export interface Client {
  name: ClientName;
  /** The name that people use. */
  title: string;
  /** The version that the contract tests ran with. */
  seenWith: string;
  /** The events that are registered, by the client's name of each, with Claude Code's name. */
  events: Readonly<Record<string, EventName>>;
  /** How the client names its tools, and the keys of their inputs. */
  words: ToolWords;
  channel: ClientChannel;
  /** The gaps in Pawl's protection with this client, as sentences for docs/clients.md. */
  gaps: readonly string[];
  /**
   * The events that one payload stands for, in Claude Code's words: several for a patch over several files, none for a
   * payload that Pawl does not handle, such as a prompt that no person typed. `registered` is the event's name on the
   * command line.
   */
  read(raw: JsonObject, registered: string | undefined): JsonObject[];
  registration: ClientRegistration;
  /** Writes exactly the keys that the client understands. The answer already fits its channel. */
  write(answer: NeutralAnswer, raw: JsonObject): Answer;
}

/** How a client starts a hook on Windows: through one of two shells, or directly. */
export type WindowsStart = 'cmd' | 'powershell' | 'exec';

/** Where the client's hooks are registered. */
export interface ClientRegistration {
  /** The command that starts the client; it shows whether the client is installed. */
  program: string;
  /** The file of the person's own hooks. */
  file(home: string, env: Env): string;
  /** `entries`: the file may hold hooks and settings of others. `own`: the file is Pawl's alone. */
  kind: 'entries' | 'own';
  /** The client accepts comments in that file. */
  comments?: 'kept';
  /** The whole file, for `own`. `records` is Pawl's folder in the person's home. */
  content?(launcher: string, events: readonly string[], records: string): string;
  /** How it starts a hook on Windows, and keys that an entry has only there. */
  windows?: { start: WindowsStart; more?: JsonObject };
  /** In which unit the client reads the timeout of an entry. */
  timeoutUnit: 's' | 'ms';
  /** The longest timeout that the client accepts, in seconds, by event. */
  timeoutCap?: Readonly<Record<string, number>>;
  /** The step that a person still has to take after `pawl init`. */
  next?: string;
  /** The setting that switches all hooks off, and the files in the home and in a project that may have it. */
  off?: {
    path: readonly string[];
    value: boolean;
    inHome?(home: string, env: Env): string;
    inProject: readonly string[];
  };
  /**
   * The client also reads the hooks in a project's `.claude/settings.json`, of folders that this key of its settings
   * lists as trusted.
   */
  readsClaudeSettings?: { file(home: string, env: Env): string; trusted: string };
  /** The file that Pawl's plugin writes when it is loaded, because the client does not report a plugin that can't be. */
  loaded?: { mark(records: string): string; log(home: string, env: Env): string };
}

/** The abilities of an answer to this client. docs/clients.md is generated from them. */
export interface ClientChannel {
  /**
   * Whether the client shows a dialog for a call that the person has to decide. If it can't, it would run the call, so Pawl
   * denies it.
   */
  ask: 'dialog' | 'deny';
  /** Whether an answer can approve a call, so that the client does not show its own dialog. */
  allow: boolean;
  /** The part of a call that an answer can change: its whole input, only the command of a shell call, or nothing. */
  rewrite: 'input' | 'command' | 'none';
  /** Events whose answer can give the model a text. */
  context: readonly EventName[];
  /** Whether a stop can be blocked. */
  stop: boolean;
  /** Whether the person sees `systemMessage`. */
  message: boolean;
  /**
   * The outcome for a tool call when Pawl can't be started, is killed, takes too long, or gives an answer that can't be
   * read.
   */
  failure: Readonly<Record<'missing' | 'crash' | 'timeout' | 'garbage', 'runs' | 'refused'>>;
  /** The features that policies can't rely on with this client. */
  lacks: readonly FeatureName[];
}

interface MissingFeature {
  why: string;
  /** The policies that then do less than they say. */
  policies: readonly string[];
}

/** Features that Claude Code gives a policy and other clients may not. */
export const missingFeatures = {
  'grants typed in a prompt': {
    why: 'who typed a prompt is not proved, so no grant is given by typing; `pawl grant` gives one',
    policies: ['autonomy/typed-command'],
  },
  'exit codes': {
    why: 'a result does not say whether the command failed, so a test run does not count as evidence; `pawl verify` does',
    policies: ['checkpoint/evidence', 'handoff/observe', 'workflow/progress'],
  },
  'context use': {
    why: 'how full the context is can’t be seen, so nobody is warned',
    policies: ['session/context-use'],
  },
  subagents: {
    why: 'events of subagents can’t be told from those of the session',
    policies: ['guard/deploy', 'handoff/pass-on', 'workflow/delivers', 'workflow/requires'],
  },
  'typed input': {
    why: 'what is typed into a program that already runs reaches no hook, so programs that wait for commands are refused',
    policies: [],
  },
  'blocked stops': {
    why: 'a turn can’t be kept from ending, so what is missing is only shown',
    policies: ['checkpoint/proof', 'tasks/finish', 'workflow/delivers'],
  },
} as const satisfies Record<string, MissingFeature>;
export type FeatureName = keyof typeof missingFeatures;
