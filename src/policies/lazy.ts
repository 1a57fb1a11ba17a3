// A built-in policy that is loaded when it is first needed. What selection asks for is generated beside it, so an
// event evaluates only the policies that concern it.
import type { Policy } from '../core/policy.ts';
import { door } from '../door.ts';

/** What the registry knows of a policy without its file. */
export type Card = Pick<
  Policy,
  'id' | 'on' | 'tools' | 'effects' | 'level' | 'onError' | 'loosens' | 'personal'
>;

/** Its getters are the class's, not its own: sixty objects with six functions each are slow to make. */
class Lazy {
  #bundle: string;
  #opinion: boolean;
  #found: Policy | undefined;

  constructor(card: Card, bundle: string, opinion: boolean) {
    Object.assign(this, card);
    this.#bundle = bundle;
    this.#opinion = opinion;
  }

  get #whole(): Policy {
    const { id } = this as unknown as Card;
    this.#found ??= door<{ policies: readonly Policy[] }>(this.#bundle).policies.find(
      (one) => one.id === id,
    )!;
    return this.#found;
  }

  get summary() {
    return this.#whole.summary;
  }
  get why() {
    return this.#whole.why;
  }
  get options() {
    return this.#whole.options;
  }
  get state() {
    return this.#whole.state;
  }
  get examples() {
    return this.#whole.examples;
  }
  get check(): Policy['check'] {
    return this.#opinion ? (event, context) => this.#whole.check?.(event, context) : undefined;
  }
}

/** Without `opinion` the policy only has its events recorded, and is not loaded for them. */
export function lazyPolicy(card: Card, bundle: string, opinion = true): Policy {
  return new Lazy(card, bundle, opinion) as unknown as Policy;
}
