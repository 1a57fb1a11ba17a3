// Runs all guard policies on a command, without starting a process.
import { matchesTool } from '../../src/core/engine.ts';
import { parseEvent } from '../../src/core/event.ts';
import { bash } from '../../src/core/examples.ts';
import { type Context, type Given, optionValues } from '../../src/core/policy.ts';
import type { Verdict } from '../../src/core/verdict.ts';
import { fakeFacts } from '../../src/facts/fake/facts.ts';
import { allPolicies } from '../../src/policies/registry.ts';
import type { ProgramSpec } from '../../src/shell/programs/spec.ts';

const guard = allPolicies().filter((policy) => policy.id.startsWith('guard/'));

/** The policies that would refuse the command or ask the person. */
export const objections = (command: string): string[] => objectionsTo(bash(command));

export const objectionsTo = (call: Record<string, unknown>): string[] =>
  verdictsOn(call).map(({ policy }) => policy);

/** The decision of the whole guard on a command; `programs` are specs from a config. */
export function decisionOn(command: string, programs: readonly ProgramSpec[] = []): 'pass' | 'ask' | 'deny' {
  return strongest(verdictsOn(bash(command), { programs }));
}

/** The decision of the whole guard on a tool call, with these facts. */
export function decisionOnCall(call: Record<string, unknown>, given: Given): 'pass' | 'ask' | 'deny' {
  return strongest(verdictsOn(call, given));
}

function strongest(found: readonly Objection[]): 'pass' | 'ask' | 'deny' {
  const kinds = found.map(({ kind }) => kind);
  return kinds.includes('deny') ? 'deny' : kinds.includes('ask') ? 'ask' : 'pass';
}

interface Objection {
  policy: string;
  kind: 'ask' | 'deny';
  code?: string | undefined;
}

export function verdictsOn(call: Record<string, unknown>, given: Given = {}): Objection[] {
  const parsed = parseEvent(JSON.stringify(call));
  if (parsed.kind !== 'event' || parsed.event.hook_event_name !== 'PreToolUse')
    throw new Error('no tool call');
  const { event } = parsed;
  const facts = fakeFacts(event, given);
  return guard.flatMap((policy) => {
    if (policy.tools && !matchesTool(policy.tools, event.tool_name)) return [];
    const more = {
      options: optionValues(policy),
      state: { get: () => policy.state?.initial, update: () => {} },
    };
    const context = Object.create(facts, Object.getOwnPropertyDescriptors(more)) as Context;
    const said = policy.check?.(event, context) as Verdict | readonly Verdict[] | undefined;
    const all = said === undefined ? [] : ([said].flat() as Verdict[]);
    return all.flatMap((one) =>
      one.kind === 'deny' || one.kind === 'ask'
        ? [{ policy: policy.id, kind: one.kind, code: one.code }]
        : [],
    );
  });
}
