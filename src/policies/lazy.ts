// A built-in policy that is loaded when it is first needed. What selection asks for is generated beside it, so an
// event evaluates only the policies that concern it.
import type { Policy } from '../core/policy.ts';
import { door } from '../door.ts';

/** What the registry knows of a policy without its file. */
export type Card = Pick<
  Policy,
  'id' | 'on' | 'tools' | 'effects' | 'level' | 'onError' | 'loosens' | 'personal'
>;

/** Finds a policy of the far bundle. */
export function far({ id }: Card): Policy {
  const { policies } = door<typeof import('../far.ts')>('far');
  return policies.find((policy) => policy.id === id)!;
}

/** Without `opinion` the policy only has its events recorded, and is not loaded for them. */
export function lazyPolicy(card: Card, find: (card: Card) => Policy, opinion = true): Policy {
  let found: Policy | undefined;
  const whole = () => {
    found ??= find(card);
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
