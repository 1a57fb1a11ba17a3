// The built-in policies, known by their cards. What selection asks for is generated beside this file, so an event
// makes only the policies that concern it, and loads only those that have something to look at.
import { matchesTool } from '../../core/engine.ts';
import type { Event } from '../../core/event.ts';
import type { Level, Policy } from '../../core/policy.ts';
import contextUse from '../../policies/session/context-use.ts';
import { loadBundle } from './load.ts';
import { cards } from './policy-cards.ts';

/** What is known of a policy without its file, as a plain list: sixty objects with keys took longer to make. */
export type Card = readonly [
  id: string,
  on: Policy['on'],
  tools: Policy['tools'] | null,
  effects: Policy['effects'] | null,
  level: Level,
  onError: Policy['onError'] | null,
  /** `loosens`, `personal`; `silent`: it has no opinion, only has its events recorded. */
  traits: string,
  /** The bundle it is in; `here`: it is asked on so many events that it is part of the hook. */
  bundle: 'guard' | 'stateful' | 'here',
];

/** Loaded when it is first asked something that is not on its card. */
class Lazy {
  id;
  on;
  level;
  effects;
  card;
  found: Policy | undefined;

  constructor(card: Card) {
    this.id = card[0];
    this.on = card[1];
    this.level = card[4];
    this.effects = card[3] ?? undefined;
    this.card = card;
  }

  get tools() {
    return this.card[2] ?? undefined;
  }
  get onError() {
    return this.card[5] ?? undefined;
  }
  get loosens() {
    return this.card[6].includes('loosens') || undefined;
  }
  get personal() {
    return this.card[6].includes('personal') || undefined;
  }
  get whole(): Policy {
    this.found ??= load(this.card);
    return this.found;
  }
  get summary() {
    return this.whole.summary;
  }
  get why() {
    return this.whole.why;
  }
  get options() {
    return this.whole.options;
  }
  get state() {
    return this.whole.state;
  }
  get examples() {
    return this.whole.examples;
  }
  get check(): Policy['check'] {
    return this.card[6].includes('silent')
      ? undefined
      : (event, context) => this.whole.check?.(event, context);
  }
}

function load([id, , , , , , , bundle]: Card): Policy {
  if (bundle === 'here') return contextUse;
  return loadBundle(bundle).policies.find((policy) => policy.id === id)!;
}

let all: readonly Policy[] | undefined;

/** In the order in which they are asked: packs by rank. */
export function allPolicies(): readonly Policy[] {
  all ??= cards.map((card) => new Lazy(card) as Policy);
  return all;
}

/** Those that are about this event and tool, but for those that `spares` takes out: it is asked about shell policies. */
export function policiesOn(event: Event, spares: (id: string) => boolean): Policy[] {
  const found: Policy[] = [];
  const tool = 'tool_name' in event ? event.tool_name : undefined;
  for (const card of cards) {
    const on = card[1];
    const tools = card[2];
    if (typeof on === 'string' ? on !== event.hook_event_name : !on.includes(event.hook_event_name)) continue;
    if (tools && tool !== undefined && !matchesTool(tools, tool)) continue;
    if (!card[3] || !spares(card[0])) found.push(new Lazy(card) as Policy);
  }
  return found;
}
