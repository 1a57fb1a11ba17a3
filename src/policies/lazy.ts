// A built-in policy that is loaded when it is first needed. What selection asks for is generated beside it, so an
// event evaluates only the policies that concern it.
import type { Policy } from '../core/policy.ts';
import { door } from '../door.ts';

/** What the registry knows of a policy without its file. */
export type Card = Pick<
  Policy,
  'id' | 'on' | 'tools' | 'effects' | 'level' | 'onError' | 'loosens' | 'personal'
>;

/** Without `opinion` the policy only has its events recorded, and is not loaded for them. */
export function lazyPolicy(card: Card, bundle: string, opinion = true): Policy {
  let found: Policy | undefined;
  const whole = () => {
    found ??= door<{ policies: readonly Policy[] }>(bundle).policies.find(({ id }) => id === card.id)!;
    return found;
  };
  return {
    ...card,
    get summary() {
      return whole().summary;
    },
    get why() {
      return whole().why;
    },
    get options() {
      return whole().options;
    },
    get state() {
      return whole().state;
    },
    get examples() {
      return whole().examples;
    },
    ...(opinion && { check: (event, context) => whole().check?.(event, context) }),
  };
}
