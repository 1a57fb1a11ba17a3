// Runs the examples of the policies on this machine: of the built-in ones, and of the user's policy files.
import { allPolicies } from '../../policies/registry.ts';
import type { Home } from '../../system/home.ts';
import { type ExampleResult, runExamples } from '../../user-policies/run-examples.ts';
import { type FilePolicy, runPolicyFileExamples } from '../../user-policies/user-policies.ts';
import { type Finding, finding } from './finding.ts';

interface SelfTest {
  ran: number;
  findings: Finding[];
}

let builtIn: Promise<SelfTest> | undefined;

export async function selfTest(home: Home, userPolicies: readonly FilePolicy[]): Promise<SelfTest> {
  // Once in a process: the built-in policies and their fake facts do not change, and `--fix` examines everything twice.
  builtIn ??= testBuiltIn();
  const tested = await Promise.all([builtIn, ...userPolicies.map((policy) => testOwn(policy, home))]);
  return {
    ran: tested.reduce((sum, { ran }) => sum + ran, 0),
    findings: tested.flatMap(({ findings }) => findings),
  };
}

async function testBuiltIn(): Promise<SelfTest> {
  const results = (await Promise.all(allPolicies().map(runExamples))).flat();
  const failed = results.filter((result) => !result.ok);
  return {
    ran: results.length,
    findings: failed.map((result) => finding('example-failed', failureText(result))),
  };
}

async function testOwn({ id, file }: FilePolicy, home: Home): Promise<SelfTest> {
  const results = await runPolicyFileExamples(file, home);
  if (typeof results === 'string')
    return { ran: 0, findings: [finding('own-example-failed', `${id}: ${results}`, { file })] };
  const failed = results.filter((result) => !result.ok);
  return {
    ran: results.length,
    findings: failed.map((result) => finding('own-example-failed', failureText(result), { file })),
  };
}

function failureText({ policy, example, expected, got, problem }: ExampleResult): string {
  const because = problem ? ` (${problem})` : '';
  return `${policy}: ${example}: expected ${expected}, got ${got}${because}`;
}
