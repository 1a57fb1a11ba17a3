// The contract of a policy: metadata, options, examples, check.

import type { EffectKind } from '../shell/types.ts';
import type { BlockableEvent, EventName, PermissionEvent } from './channels.ts';
import type { EventOf } from './event.ts';
import type { Facts } from './facts.ts';
import type { Allow, Ask, Block, Decision, Deny, Inject, Rewrite, Tell } from './verdict.ts';

/** How far a policy's word counts. It lowers what the policy says; it never raises it. */
export const levels = ['off', 'observe', 'warn', 'ask', 'deny'] as const;
export type Level = (typeof levels)[number];

type OptionValue = string | number | boolean | readonly string[] | Readonly<Record<string, unknown>>;

/** An option is its default plus a sentence: type, docs, JSON schema and validation follow from it. */
export interface Option<T extends OptionValue = OptionValue> {
  default: T;
  about: string;
  values?: readonly T[];
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

/** Whom a policy's own memory belongs to. */
export type Scope = 'session' | 'agent' | 'project' | 'repository' | 'machine';

/** A policy's own slot in the store. */
export interface Slot<S> {
  /** What was remembered before this event. */
  get(): S;
  /** Applied to the newest value when the event is recorded, so that parallel events lose nothing. */
  update(change: (value: S) => S): void;
}

export type VerdictOn<E extends EventName> =
  | Inject
  | Tell
  | (E extends PermissionEvent ? Allow | Ask | Deny | Rewrite : never)
  | (E extends BlockableEvent ? Block : never);

export type PolicyResult<E extends EventName> = VerdictOn<E> | readonly VerdictOn<E>[] | undefined;

export type Context<O extends Options = Options, S = unknown> = Facts & {
  options: OptionValues<O>;
  state: Slot<S>;
};

/** A case that is a test, a piece of documentation, and a self-test on the user's machine. */
export interface Example<O extends Options = Options, S = unknown> {
  event: Record<string, unknown>;
  expect: Decision | 'rewrite' | 'inject' | 'tell';
  /** What the example shows, when the event alone does not say it. */
  title?: string;
  /** Facts of the world in which it happens. */
  given?: Given;
  options?: Partial<OptionValues<O>>;
  /** What the policy remembers. */
  state?: S;
  /** A part of the reason or text that must be there. */
  says?: string;
}

/** Facts for examples and tests, as plain data; what is not given is empty. */
export interface Given {
  now?: number;
  home?: string;
  root?: string;
  env?: Record<string, string | undefined>;
  files?: Record<string, string | undefined>;
  git?: Partial<import('./facts.ts').GitState>;
  grants?: readonly Partial<import('./facts.ts').Grant>[];
  /** Why the client is not a person's. */
  notByPerson?: string;
  /** For the facts that packs add. */
  [more: string]: unknown;
}

export interface Policy<E extends EventName = EventName, O extends Options = Options, S = unknown> {
  id: string;
  summary: string;
  why: string;
  on: E | readonly E[];
  /** Tool names, on tool events; `mcp__*` style stars are understood. Absent: every tool. */
  tools?: readonly string[];
  /**
   * For policies about shell commands: asked only about commands with one of these effects, or not read whole;
   * with `no-command` among them also about calls that run no command. `any`: about every call. Commands that only look,
   * build or test, and ordinary files of the project, are no policy's business that says what it is about.
   */
  effects?: readonly (EffectKind | 'no-command')[] | 'any';
  level: Level;
  /** What a crash or an overrun of this policy means for a tool call. Guard policies refuse. */
  onError?: 'pass' | 'ask' | 'deny';
  /** It may allow, rewrite or speak for the person: an untrusted project can't switch it on. */
  loosens?: boolean;
  /** Only the person's own config counts for it, not even a trusted project's. */
  personal?: boolean;
  options?: O;
  state?: { scope: Scope; initial: S };
  /** A function, so that no event pays for them: building them cost more than running the policies. */
  examples: readonly Example<NoInfer<O>, NoInfer<S>>[] | (() => readonly Example<NoInfer<O>, NoInfer<S>>[]);
  /** Absent: the policy has no opinion, it only has its events sent to us and recorded. */
  check?(event: EventOf<E>, context: Context<O, S>): PolicyResult<E>;
}

/** The identity, typed. A plain object of this shape is a policy too. */
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

/** The value of each option: what was configured, else its default. */
export function optionValues(
  policy: Pick<Policy, 'options'>,
  configured: Record<string, unknown> = {},
): OptionValues<Options> {
  const values: Record<string, unknown> = {};
  const { options } = policy;
  for (const name in options) values[name] = configured[name] ?? options[name]!.default;
  return values as OptionValues<Options>;
}
