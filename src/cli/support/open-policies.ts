// What commands need to know about here and now: home, place, config, and every policy there is.
import { type Config, loadConfig } from '../../config/load.ts';
import { rulePolicy } from '../../config/rules.ts';
import { nearest } from '../../config/validate.ts';
import { packNames } from '../../core/pack.ts';
import type { Policy } from '../../core/policy.ts';
import { findPlace, type ProjectPlace } from '../../facts/project.ts';
import { allPolicies } from '../../hook/bundles/registry.ts';
import { sessionsLike } from '../../store/db/events.ts';
import { findHome, type Home } from '../../system/home.ts';
import { externalPolicy } from '../../user-policies/external.ts';
import { findPolicyFiles, type PolicyFiles } from '../../user-policies/user-policies.ts';
import { CliError } from '../command.ts';
import { openRecords } from './open-log.ts';

export interface Look {
  home: Home;
  place: ProjectPlace;
  config: Config;
  own: PolicyFiles;
  /** Built in, rules, adopted scripts, own. */
  policies: Policy[];
}

/** `fresh`: ask own policies again what they are, whatever is remembered of them. */
export async function lookAround({ fresh = false, at = process.cwd() } = {}): Promise<Look> {
  const home = findHome();
  const place = findPlace(at);
  const config = loadConfig(home, place, allPolicies);
  const own = await findPolicyFiles(home, place, allPolicies(), process.env, { fresh });
  const made = [...config.rules.map(rulePolicy), ...config.external.map(externalPolicy)];
  return { home, place, config, own, policies: [...allPolicies(), ...made, ...own.policies] };
}

/** A policy or a pack by its name; anything else is a slip worth pointing out. */
export function knownPolicy(name: string, { policies }: Look): string {
  const known = [...packNames, 'rules', 'external', ...policies.map((policy) => policy.id)];
  if (known.includes(name)) return name;
  const near = nearest(name, known);
  throw new CliError(
    `There is no policy or pack "${name}".${near ? ` Did you mean ${near}?` : ''} \`pawl policies --all\` lists them.`,
  );
}

/** The whole id of a session, from the beginning of it that people copy. */
export function wholeSession(start: string, home: Home): string {
  const found = sessionsLike(openRecords(home), start);
  if (found.includes(start)) return start;
  if (found.length === 1) return found[0]!;
  if (found.length > 1)
    throw new CliError(`Several sessions begin with "${start}": ${found.join(', ')}. Give more of the id.`);
  if (/^[0-9a-f-]{36}$/i.test(start)) return start;
  throw new CliError(`No recorded session begins with "${start}". \`pawl log\` shows their ids.`, 1);
}
