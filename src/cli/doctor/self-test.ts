// Runs every example of every policy on this machine.
import type { Policy } from '../../core/policy.ts';
import { allPolicies } from '../../policies/registry.ts';
import { type ExampleResult, runExamples } from '../../user-policies/run-examples.ts';
import { type Finding, finding } from './finding.ts';

interface SelfTest {
  ran: number;
  findings: Finding[];
}

let tested: Promise<SelfTest> | undefined;

/** Once in a process: the built-in policies and their fake facts do not change, and `--fix` examines everything twice. */
export function selfTest(): Promise<SelfTest> {
  tested ??= testAll(allPolicies());
  return tested;
}

async function testAll(policies: readonly Policy[]): Promise<SelfTest> {
  const results = (await Promise.all(policies.map(runExamples))).flat();
  return { ran: results.length, findings: results.filter((one) => !one.ok).map(failed) };
}

function failed({ policy, example, expected, got, problem }: ExampleResult): Finding {
  const because = problem ? ` (${problem})` : '';
  return finding('example-failed', `${policy}: ${example}: expected ${expected}, got ${got}${because}`);
}
