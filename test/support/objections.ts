// Asks the whole guard about a command, without a process.
import { parseEvent } from '../../src/core/event.ts';
import { bash } from '../../src/core/examples.ts';
import { type Context, optionValues } from '../../src/core/policy.ts';
import type { Verdict } from '../../src/core/verdict.ts';
import { givenFacts } from '../../src/facts/given.ts';
import { policies } from '../../src/policies/index.ts';

const guard = policies.filter(
  (policy) => policy.id.startsWith('guard/') && (!policy.tools || policy.tools.includes('Bash')),
);

/** Who would refuse or ask. */
export function objections(command: string): string[] {
  const parsed = parseEvent(JSON.stringify(bash(command)));
  if (parsed.kind !== 'event') throw new Error('no event');
  const facts = givenFacts(parsed.event);
  return guard.flatMap((policy) => {
    const more = {
      options: optionValues(policy),
      state: { get: () => policy.state?.initial, update: () => {} },
    };
    const context = Object.create(facts, Object.getOwnPropertyDescriptors(more)) as Context;
    const said = policy.check?.(parsed.event, context) as Verdict | readonly Verdict[] | undefined;
    const all = said === undefined ? [] : ([said].flat() as Verdict[]);
    return all.filter((v) => v.kind === 'deny' || v.kind === 'ask').map(() => policy.id);
  });
}
