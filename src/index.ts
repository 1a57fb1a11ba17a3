// The public API for authors of policies.
export type { EventName } from './core/channels.ts';
export type { Event, EventOf } from './core/event.ts';
export type { Facts, Files, Git, GitOperation, Project } from './core/facts.ts';
export {
  type Context,
  definePolicy,
  type Example,
  type Given,
  type Level,
  type Option,
  type Policy,
  type Scope,
  type Slot,
} from './core/policy.ts';
export { allow, ask, block, deny, evidence, inject, rewrite, tell, type Verdict } from './core/verdict.ts';
