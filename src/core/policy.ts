// The shape of a policy: metadata, options, examples and the check.

import type { ProgramSpec } from '../shell/programs/spec.ts';
import type { EffectKind } from '../shell/types.ts';
import type { BlockableEvent, EventName, PermissionEvent } from './channels.ts';
import type { EventOf } from './event.ts';
import type { Facts } from './facts.ts';
import type { PackName } from './pack.ts';
import type { Allow, Ask, Block, Decision, Deny, Evidence, Inject, Rewrite, Tell } from './verdict.ts';

/** The strongest verdict a policy may give. A level lowers verdicts and never raises them. */
export const levels = ['off', 'observe', 'warn', 'ask', 'deny'] as const;
export type Level = (typeof levels)[number];

type OptionValue = string | number | boolean | readonly string[] | Readonly<Record<string, unknown>>;

/** An option is a default value and a description; its type, docs, JSON schema and validation are derived from them. */
export interface Option<T extends OptionValue = OptionValue> {
  default: T;
  about: string;
  values?: readonly T[];
  /** The direction of change that makes the policy weaker, so that an edit of the config waits for a person. */
  weaker?: 'more items' | 'fewer items' | 'higher' | 'changed' | boolean;
}
export type Options = Record<string, Option>;

type Widen<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T extends readonly string[]
        ? readonly string[]
        : T;
export type OptionValues<O extends Options> = { [K in keyof O]: Widen<O[K]['default']> };

/** The owner of a policy's state: each session, agent, project and so on has its own. */
export type Scope = 'session' | 'agent' | 'project' | 'repository' | 'machine';

/** A policy's own state in the store. */
export interface Slot<S> {
  /** The state before this event. */
  get(): S;
  /** The change is applied to the newest state when the event is recorded, so that parallel events lose nothing. */
  update(change: (value: S) => S): void;
}

export type VerdictOn<E extends EventName> =
  | Inject
  | Tell
  | Evidence
  | (E extends PermissionEvent ? Allow | Ask | Deny | Rewrite : never)
  | (E extends BlockableEvent ? Block : never);

export type PolicyResult<E extends EventName> = VerdictOn<E> | readonly VerdictOn<E>[] | undefined;

export type Context<O extends Options = Options, S = unknown> = Facts & {
  options: OptionValues<O>;
  state: Slot<S>;
};

/** An example is a test, a row in the docs, and a self-test on the user's machine. */
export interface Example<O extends Options = Options, S = unknown> {
  event: Record<string, unknown>;
  expect: Decision | 'rewrite' | 'inject' | 'tell';
  /** The point of the example, if the event does not make it obvious. */
  title?: string;
  /** The facts the policy sees. */
  given?: Given;
  options?: Partial<OptionValues<O>>;
  /** The policy's state before the event. */
  state?: S;
  /** Text that the verdict must contain. */
  says?: string;
}

/** Facts for examples and tests, as plain data. Facts that are not given are empty. */
export interface Given {
  now?: number;
  home?: string;
  root?: string;
  env?: Record<string, string | undefined>;
  files?: Record<string, string | undefined>;
  git?: Partial<import('./facts.ts').GitState>;
  /** The result of `look`. Without it, the lookup fails. */
  processes?: readonly Partial<import('./look.ts').FoundProcess>[];
  lostWork?: Partial<Record<import('./look.ts').Discard['loses'], readonly string[]>>;
  /** Paths where there is nothing. */
  absent?: readonly string[];
  /** The user of the terminal that a command types into. */
  terminal?: import('./look.ts').TerminalUse;
  /** Paths of files that the session created. */
  madeBySession?: readonly string[];
  /** Programs described in the config. */
  programs?: readonly ProgramSpec[];
  grants?: readonly Partial<import('./facts.ts').Grant>[];
  /** The values of `grants.whyNotByPerson()` and `grants.whyNotTyped()`. */
  whyNotByPerson?: string;
  whyNotTyped?: string;
  /** The call that was refused last in this session, for `grants.allowOnce()`. */
  refused?: string;
  /** The value of `grants.whyUnattended()`. */
  whyUnattended?: string;
  /** The facts of other packs. */
  [more: string]: unknown;
}

export interface Policy<E extends EventName = EventName, O extends Options = Options, S = unknown> {
  id: string;
  summary: string;
  why: string;
  on: E | readonly E[];
  /** Tool names, for tool events; `*` matches any characters, as in `mcp__*`. Absent: every tool. */
  tools?: readonly string[];
  /**
   * For policies about shell commands: the policy runs only if the command has one of these effects or could not be
   * read completely. `no-command` also runs it for calls without a shell command; `any` runs it for every call. With
   * any of these, calls that only inspect, build or test, or use ordinary files of the project, are skipped.
   */
  effects?: readonly (EffectKind | 'no-command')[] | 'any';
  level: Level;
  /**
   * The outcome for a tool call when this policy throws or misses the deadline. Default: `deny` in the guard, else `pass`.
   */
  onError?: 'pass' | 'ask' | 'deny';
  /** The policy can allow, rewrite or answer for the person, so an untrusted project can't switch it on. */
  loosens?: boolean;
  /** Only the user's own config can set this policy; even a trusted project's can't. */
  personal?: boolean;
  /** Packs that need this policy: it is on with any of them, even if its own pack is off. */
  neededBy?: readonly PackName[];
  /** For policies that look at the machine: what they must find there to pass after all, as the end of a sentence. */
  passesIf?: string;
  options?: O;
  state?: { scope: Scope; initial: S };
  /** Usually a function, so that the hook never builds examples: that would take longer than running the policies. */
  examples: readonly Example<NoInfer<O>, NoInfer<S>>[] | (() => readonly Example<NoInfer<O>, NoInfer<S>>[]);
  /** Absent: the policy only has its events registered and recorded. */
  check?(event: EventOf<E>, context: Context<O, S>): PolicyResult<E>;
}

/** Returns its argument, with types. A plain object of this shape is a policy too. */
export function definePolicy<
  const E extends EventName,
  const O extends Options = Record<never, Option>,
  S = undefined,
>(policy: Policy<E, O, S>): Policy {
  return policy as unknown as Policy;
}

export function eventsOf(policy: Pick<Policy, 'on'>): readonly EventName[] {
  return typeof policy.on === 'string' ? [policy.on] : policy.on;
}

export function examplesOf(policy: Pick<Policy, 'examples'>): readonly Example[] {
  return typeof policy.examples === 'function' ? policy.examples() : (policy.examples ?? []);
}

/** The value of each option: the configured one, or else the default. */
export function optionValues(
  policy: Pick<Policy, 'options'>,
  configured: Record<string, unknown> = {},
): OptionValues<Options> {
  const values: Record<string, unknown> = {};
  const { options } = policy;
  for (const name in options) values[name] = configured[name] ?? options[name]!.default;
  return values as OptionValues<Options>;
}
