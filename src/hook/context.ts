// The data that all steps of one event share.
import type { Config } from '../config/load.ts';
import type { Event } from '../core/event.ts';
import type { Facts } from '../core/facts.ts';
import type { Policy } from '../core/policy.ts';
import { type FactSettings, machineFacts, type World } from '../facts/facts.ts';
import type { ProjectPlace } from '../facts/project.ts';
import type { Store } from '../store/store.ts';
import { milliseconds } from '../system/clock.ts';

export interface HookContext {
  event: Event;
  /** The working tree in which the event happened. */
  place: ProjectPlace;
  world: World;
  store: Store;
  config: Config;
  /** The user's rules, external scripts and policy files. */
  userPolicies: readonly Policy[];
  /** The value of `milliseconds()` at which the answer is due, however long earlier steps took. */
  deadline: number;
  /** A dry run, as `explain` does: it stores nothing, and neither claims messages nor uses up an allow-once. */
  dry: boolean;
}

export function factsOf({ event, place, world, store, config }: HookContext): Facts {
  return machineFacts(event, place, world, { store, ...factSettings(config) });
}

export function factSettings({ workflows, retention, programs }: Config): FactSettings {
  return { workflows, retention, programs };
}

export function timeLeft(deadline: number): number {
  return Math.max(1, deadline - milliseconds());
}
