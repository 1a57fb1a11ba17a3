// Finds the user's own policies: rules, external scripts and policy files. Most users have none; then nothing is
// loaded.
import type { Config } from '../config/load.ts';
import type { Project } from '../core/facts.ts';
import type { Policy } from '../core/policy.ts';
import type { World } from '../facts/facts.ts';
import { allPolicies } from '../policies/registry.ts';
import { existsSync, readdirSync } from '../system/fs/index.ts';
import { join } from '../system/path.ts';
import type { PolicyFiles } from '../user-policies/user-policies.ts';
import { loadBundle } from './bundles/load.ts';
import { timeLeft } from './context.ts';
import type { MaybePromise } from './maybe-promise.ts';

export interface UserPolicies {
  policies: readonly Policy[];
  /** Policy files, including those that do not load or are not trusted. */
  files: PolicyFiles;
}

const noUserPolicies: UserPolicies = { policies: [], files: { policies: [], broken: [], untrusted: [] } };

export function findUserPolicies(
  config: Config,
  project: Project,
  { home, env }: World,
  deadline: number,
): MaybePromise<UserPolicies> {
  const { rules, external } = config;
  const hasFiles =
    existsSync(join(project.root, '.pawl', 'policies')) ||
    hasEntries(home.policies) ||
    config.layers[0]?.policies !== undefined;
  if (rules.length === 0 && external.length === 0 && !hasFiles) return noUserPolicies;
  const { rulePolicy, externalPolicy, findPolicyFiles } = loadBundle('user-policies');
  const found = findPolicyFiles(home, project, allPolicies(), env, { ms: timeLeft(deadline) / 3 });
  return found.then((files) => ({
    policies: [...rules.map(rulePolicy), ...external.map(externalPolicy), ...files.policies],
    files,
  }));
}

function hasEntries(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}
