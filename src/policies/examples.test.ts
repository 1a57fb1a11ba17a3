// Every example of every policy is a test.
import { describe, expect, test } from 'bun:test';
import { finding } from '../core/engine.ts';
import { parseEvent } from '../core/event.ts';
import { packNames, packOf } from '../core/pack.ts';
import { type Context, type Example, examplesOf, levels, optionValues, type Policy } from '../core/policy.ts';
import { asVerdicts, type Verdict } from '../core/verdict.ts';
import { givenFacts } from '../facts/given.ts';
import { policies } from './index.ts';

function play(policy: Policy, example: Example): Verdict[] {
  const parsed = parseEvent(JSON.stringify(example.event));
  if (parsed.kind !== 'event') throw new Error(`not an event: ${JSON.stringify(parsed)}`);
  const state = { get: () => example.state ?? policy.state?.initial, update: () => {} };
  const facts = givenFacts(parsed.event, example.given);
  const options = optionValues(policy, example.options as Record<string, unknown>);
  const context = Object.create(facts, Object.getOwnPropertyDescriptors({ options, state })) as Context;
  const said = asVerdicts(policy.check?.(parsed.event, context));
  if (typeof said === 'string') throw new Error(said);
  return finding({ policy, level: 'deny', options: {} }, parsed.event, said, 0).counts;
}

const order = ['block', 'deny', 'ask', 'allow', 'inject', 'tell'];

for (const policy of policies) {
  describe(policy.id, () => {
    for (const [index, example] of examplesOf(policy).entries()) {
      const input = example.event.tool_input as { command?: string } | undefined;
      const name = example.title ?? input?.command ?? String(example.event.hook_event_name);
      test(`${index + 1}. ${name} → ${example.expect}`, () => {
        const said = play(policy, example);
        const word = order.find((kind) => said.some((verdict) => verdict.kind === kind)) ?? 'pass';
        expect(word).toBe(example.expect);
        if (example.says) expect(JSON.stringify(said)).toContain(example.says);
      });
    }

    test('is complete: known pack, an example that speaks and one that stays silent', () => {
      expect(packNames).toContain(packOf(policy.id) as never);
      expect(levels).toContain(policy.level);
      expect(policy.summary).not.toMatch(/\.$/);
      expect(policy.why.length).toBeGreaterThan(20);
      const words = new Set(examplesOf(policy).map((example) => example.expect));
      expect(words.has('pass')).toBe(true);
      // A policy that only watches never speaks.
      if (policy.level !== 'observe') expect(words.size).toBeGreaterThan(1);
    });
  });
}
