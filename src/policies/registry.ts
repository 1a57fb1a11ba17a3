// The built-in policies, known by their cards (generated, in cards.ts). Selection needs only what is on a card, so an
// event creates only the policies that apply to it and loads only those that have something to check.

import type { EventName } from '../core/channels.ts';
import { appliesToTool } from '../core/engine.ts';
import type { Event } from '../core/event.ts';
import { type PackName, packRank } from '../core/pack.ts';
import type { Policy } from '../core/policy.ts';
import { loadBundle } from '../hook/bundles/load.ts';
import { cards, effectCards } from './cards.ts';
import contextUse from './session/context-use.ts';
import ownCommands from './session/own-commands.ts';

/** The part of a policy that is known without loading its file. */
export interface Card
  extends Pick<Policy, 'id' | 'effects' | 'level' | 'onError' | 'loosens' | 'personal' | 'neededBy'> {
  /** Events and tools, separated by spaces: a list would be one more object per card at the start of every event. */
  on: string;
  tools?: string;
  /** The policy has no check; it only has its events recorded. */
  recordsOnly?: true;
  /** The bundle with its file. `hook`: it runs on so many events that it is part of the hook itself. */
  bundle: 'guard' | 'stateful' | 'hook';
}

/** A built-in policy. Its file is loaded when something is needed that is not on its card. */
class BuiltIn {
  card: Card;
  id: Policy['id'];
  effects: Policy['effects'];
  level: Policy['level'];
  onError: Policy['onError'];
  loosens: Policy['loosens'];
  personal: Policy['personal'];
  neededBy: Policy['neededBy'];
  loaded: Policy | undefined;

  constructor(card: Card) {
    this.card = card;
    this.id = card.id;
    this.effects = card.effects;
    this.level = card.level;
    this.onError = card.onError;
    this.loosens = card.loosens;
    this.personal = card.personal;
    this.neededBy = card.neededBy;
  }

  get on(): readonly EventName[] {
    return this.card.on.split(' ') as EventName[];
  }
  get tools(): readonly string[] | undefined {
    return this.card.tools?.split(' ');
  }
  get definition(): Policy {
    this.loaded ??= load(this.card);
    return this.loaded;
  }
  get summary() {
    return this.definition.summary;
  }
  get why() {
    return this.definition.why;
  }
  get passesIf() {
    return this.definition.passesIf;
  }
  get options() {
    return this.definition.options;
  }
  get state() {
    return this.definition.state;
  }
  get examples() {
    return this.definition.examples;
  }
  get check(): Policy['check'] {
    if (this.card.recordsOnly) return undefined;
    return (event, context) => this.definition.check?.(event, context);
  }
}

function load({ id, bundle }: Card): Policy {
  if (bundle === 'hook') return id === contextUse.id ? contextUse : ownCommands;
  return loadBundle(bundle).policies.find((policy) => policy.id === id)!;
}

let builtIns: readonly Policy[] | undefined;

/** All built-in policies: packs by rank, and in each pack by name. */
export function allPolicies(): readonly Policy[] {
  builtIns ??= [...effectCards(), ...Object.values(cards).flat()]
    .sort((a, b) => packRank(a.id) - packRank(b.id) || (a.id < b.id ? -1 : 1))
    .map((card) => new BuiltIn(card) as Policy);
  return builtIns;
}

/** The policies that apply to this event and tool. `harmless`: the policies about shell effects are left out. */
export function policiesFor(event: Event, { harmless }: { harmless: boolean }): Policy[] {
  const found: Policy[] = [];
  if (event.hook_event_name === 'PreToolUse' && !harmless) addApplying(effectCards(), event, found);
  for (const pack in cards) addApplying(cards[pack as PackName]!, event, found);
  return found;
}

function addApplying(candidates: readonly Card[], event: Event, found: Policy[]): void {
  for (const card of candidates) {
    if (!` ${card.on} `.includes(` ${event.hook_event_name} `)) continue;
    const policy = new BuiltIn(card) as Policy;
    if (appliesToTool(policy, event)) found.push(policy);
  }
}
