// A built-in policy whose file is read when it is first needed. What selection asks for is generated beside it, so
// an event evaluates only the policies that concern it.
import type { Policy } from '../core/policy.ts';

/** What the registry knows of a policy without its file. */
export type Card = Pick<
  Policy,
  'id' | 'on' | 'tools' | 'effects' | 'level' | 'onError' | 'loosens' | 'personal'
>;

export function lazyPolicy(card: Card, load: () => { default: Policy }): Policy {
  return {
    ...card,
    get summary() {
      return load().default.summary;
    },
    get why() {
      return load().default.why;
    },
    get options() {
      return load().default.options;
    },
    get state() {
      return load().default.state;
    },
    get examples() {
      return load().default.examples;
    },
    check: (event, context) => load().default.check(event, context),
  } as Policy;
}
