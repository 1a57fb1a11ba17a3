// Every example of every policy, on this machine.
import { finding as weigh } from '../core/engine.ts';
import { parseEvent } from '../core/event.ts';
import { type Context, type Example, examplesOf, optionValues, type Policy } from '../core/policy.ts';
import { asVerdicts, type Verdict } from '../core/verdict.ts';
import { givenFacts } from '../facts/given.ts';
import { type Finding, finding } from './finding.ts';

const order: Verdict['kind'][] = ['block', 'deny', 'ask', 'allow', 'inject', 'tell'];

export function selfTest(policies: readonly Policy[]): { ran: number; findings: Finding[] } {
  const all = policies.flatMap((policy) => examplesOf(policy).map((example) => ({ policy, example })));
  return { ran: all.length, findings: all.flatMap(({ policy, example }) => tryExample(policy, example)) };
}

function tryExample(policy: Policy, example: Example): Finding[] {
  const name = `${policy.id}: ${example.title ?? JSON.stringify(example.event.tool_input ?? example.event.hook_event_name)}`;
  try {
    const said = play(policy, example);
    const word = order.find((kind) => said.some((verdict) => verdict.kind === kind)) ?? 'pass';
    const silent = example.says !== undefined && !JSON.stringify(said).includes(example.says);
    if (word === example.expect && !silent) return [];
    return [finding('example-failed', `${name}: expected ${example.expect}, got ${word}`)];
  } catch (error) {
    return [finding('example-failed', `${name}: ${(error as Error).message}`)];
  }
}

function play(policy: Policy, example: Example): Verdict[] {
  const parsed = parseEvent(JSON.stringify(example.event));
  if (parsed.kind !== 'event') throw new Error('not an event');
  const state = { get: () => example.state ?? policy.state?.initial, update: () => {} };
  const options = optionValues(policy, example.options as Record<string, unknown>);
  const facts = givenFacts(parsed.event, example.given);
  const context = Object.create(facts, Object.getOwnPropertyDescriptors({ options, state })) as Context;
  const said = asVerdicts(policy.check?.(parsed.event, context));
  if (typeof said === 'string') throw new Error(said);
  return weigh({ policy, level: 'deny', options: {} }, parsed.event, said, 0).counts;
}
