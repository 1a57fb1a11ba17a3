// Runs every example of every policy on this machine.
import type { Policy } from '../../core/policy.ts';
import { type ExampleResult, runExamples } from '../../user-policies/run-examples.ts';
import { type Finding, finding } from './finding.ts';

export async function selfTest(policies: readonly Policy[]): Promise<{ ran: number; findings: Finding[] }> {
  const results = (await Promise.all(policies.map(runExamples))).flat();
  return { ran: results.length, findings: results.filter((one) => !one.ok).map(failed) };
}

function failed({ policy, example, expected, got, problem }: ExampleResult): Finding {
  const because = problem ? ` (${problem})` : '';
  return finding('example-failed', `${policy}: ${example}: expected ${expected}, got ${got}${because}`);
}
