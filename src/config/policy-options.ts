// The options of one policy that are in force in a project, for other code that needs them.
import type { Project } from '../core/facts.ts';
import { optionValues } from '../core/policy.ts';
import type { Home } from '../system/home.ts';
import { type AllPolicies, loadConfig } from './load.ts';

export function policyOptions<T>(home: Home, project: Project, policies: AllPolicies, id: string): T {
  const policy = policies().find((policy) => policy.id === id)!;
  const { options } = loadConfig(home, project, policies).setting(policy);
  return optionValues(policy, options) as unknown as T;
}
