// A built-in policy that is loaded when it is first needed. What selection asks for is generated beside it, so an
// event evaluates only the policies that concern it.
import type { Policy } from '../core/policy.ts';
import { door } from '../door.ts';

/** What the registry knows of a policy without its file. */
export type Card = Pick<
  Policy,
  'id' | 'on' | 'tools' | 'effects' | 'level' | 'onError' | 'loosens' | 'personal'
>;

/**
 * An object of a class, and each field by its name: sixty objects with getters of their own, private fields or copied
 * keys took longer to make than all of them to ask.
 */
class Lazy {
  id;
  on;
  tools;
  effects;
  level;
  onError;
  loosens;
  personal;
  bundle;
  opinion;
  found: Policy | undefined;

  constructor(card: Card, bundle: string, opinion: boolean) {
    this.id = card.id;
    this.on = card.on;
    this.tools = card.tools;
    this.effects = card.effects;
    this.level = card.level;
    this.onError = card.onError;
    this.loosens = card.loosens;
    this.personal = card.personal;
    this.bundle = bundle;
    this.opinion = opinion;
  }

  get whole(): Policy {
    this.found ??= door<{ policies: readonly Policy[] }>(this.bundle).policies.find(
      ({ id }) => id === this.id,
    )!;
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
    return this.opinion ? (event, context) => this.whole.check?.(event, context) : undefined;
  }
}

/** Without `opinion` the policy only has its events recorded, and is not loaded for them. */
export function lazyPolicy(card: Card, bundle: string, opinion = true): Policy {
  return new Lazy(card, bundle, opinion) as Policy;
}
