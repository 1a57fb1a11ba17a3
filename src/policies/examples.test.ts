// Every example of every policy is a test.
import { describe, expect, test } from 'bun:test';
import { packNames, packOf } from '../core/pack.ts';
import { examplesOf, levels } from '../core/policy.ts';
import { runExample, titleOf } from '../user-policies/run-examples.ts';
import { allPolicies } from './registry.ts';

for (const policy of allPolicies()) {
  describe(policy.id, () => {
    for (const [index, example] of examplesOf(policy).entries()) {
      test(`${index + 1}. ${titleOf(example)} → ${example.expect}`, async () => {
        const { got, problem } = await runExample(policy, example);
        expect({ got, problem }).toEqual({ got: example.expect, problem: undefined });
      });
    }

    test('is complete: a known pack, an example with a verdict and one that passes', () => {
      expect(packNames).toContain(packOf(policy.id) as never);
      expect(levels).toContain(policy.level);
      expect(policy.summary).not.toMatch(/\.$/);
      expect(policy.why.length).toBeGreaterThan(20);
      const words = new Set(examplesOf(policy).map((example) => example.expect));
      expect(words.has('pass')).toBe(true);
      // A policy that only observes never gives a verdict.
      if (policy.level !== 'observe') expect(words.size).toBeGreaterThan(1);
    });
  });
}
