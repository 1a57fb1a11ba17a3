// Every policy that is in force in a folder: built-in policies, rules, external scripts and policy files.
import { type Config, loadConfig } from '../config/load.ts';
import { rulePolicy } from '../config/rules.ts';
import { packNames } from '../core/pack.ts';
import type { Policy } from '../core/policy.ts';
import { nearest } from '../core/text.ts';
import { findPlace, type ProjectPlace } from '../facts/project.ts';
import { allPolicies } from '../policies/registry.ts';
import { UserError } from '../system/errors.ts';
import { findHome, type Home } from '../system/home.ts';
import { externalPolicy } from './external.ts';
import { findPolicyFiles, type PolicyFiles } from './user-policies.ts';

export interface InForce {
  home: Home;
  place: ProjectPlace;
  config: Config;
  files: PolicyFiles;
  policies: Policy[];
}

/** `fresh`: load policy files again instead of using their cached metadata. */
export async function policiesInForce({ fresh = false, at = process.cwd() } = {}): Promise<InForce> {
  const home = findHome();
  const place = findPlace(at);
  const config = loadConfig(home, place, allPolicies);
  const files = await findPolicyFiles(home, place, allPolicies(), process.env, { fresh });
  const configured = [...config.rules.map(rulePolicy), ...config.external.map(externalPolicy)];
  return { home, place, config, files, policies: [...allPolicies(), ...configured, ...files.policies] };
}

/**
 * Returns the full name of a policy or a pack. The part after the slash is enough if it is unique. For any other name
 * throws an error that suggests the nearest one.
 */
export function requirePolicyName(name: string, { policies }: InForce): string {
  const names = [...packNames, 'rules', 'external', ...policies.map((policy) => policy.id)];
  if (names.includes(name)) return name;
  const matches = names.filter((id) => id.endsWith(`/${name}`));
  if (matches.length === 1) return matches[0]!;
  const suggestion = matches.length > 1 ? matches.join(' or ') : nearest(name, names);
  throw new UserError(
    `There is no policy or pack "${name}".${suggestion ? ` Did you mean ${suggestion}?` : ''} \`pawl policies --all\` lists them.`,
  );
}
