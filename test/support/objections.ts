// Asks the whole guard about a command, without a process.
import { matchesTool } from '../../src/core/engine.ts';
import { parseEvent } from '../../src/core/event.ts';
import { bash } from '../../src/core/examples.ts';
import { type Context, optionValues } from '../../src/core/policy.ts';
import type { Verdict } from '../../src/core/verdict.ts';
import { givenFacts } from '../../src/facts/fake/facts.ts';
import { allPolicies } from '../../src/policies/registry.ts';

const guard = allPolicies().filter((policy) => policy.id.startsWith('guard/'));

/** Who would refuse or ask, were they all asked. */
export const objections = (command: string): string[] => objectionsTo(bash(command));

export function objectionsTo(call: Record<string, unknown>): string[] {
  const parsed = parseEvent(JSON.stringify(call));
  if (parsed.kind !== 'event' || parsed.event.hook_event_name !== 'PreToolUse')
    throw new Error('no tool call');
  const { event } = parsed;
  const facts = givenFacts(event);
  return guard.flatMap((policy) => {
    if (policy.tools && !matchesTool(policy.tools, event.tool_name)) return [];
    const more = {
      options: optionValues(policy),
      state: { get: () => policy.state?.initial, update: () => {} },
    };
    const context = Object.create(facts, Object.getOwnPropertyDescriptors(more)) as Context;
    const said = policy.check?.(event, context) as Verdict | readonly Verdict[] | undefined;
    const all = said === undefined ? [] : ([said].flat() as Verdict[]);
    return all.filter((v) => v.kind === 'deny' || v.kind === 'ask').map(() => policy.id);
  });
}
