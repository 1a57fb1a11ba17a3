// Finds the events that have to be registered, from the policies that are switched on.

import { type Config, loadConfig } from '../../config/load.ts';
import { rulePolicy } from '../../config/rules.ts';
import type { EventName } from '../../core/channels.ts';
import type { Project } from '../../core/facts.ts';
import type { Policy } from '../../core/policy.ts';
import { sharedCommand } from '../../domain/client-settings/handlers.ts';
import { allPolicies } from '../../policies/registry.ts';
import type { Env } from '../../system/env.ts';
import type { Home } from '../../system/home.ts';
import { signatureOf } from '../../system/seal.ts';
import { externalPolicy } from '../../user-policies/external.ts';
import { findPolicyFiles, type PolicyFiles } from '../../user-policies/user-policies.ts';
import type { Wanted } from './merge.ts';
import { handlerFor, neededEvents, wakerFor } from './register.ts';
import type { Scope } from './settings.ts';

export interface SwitchedOn {
  config: Config;
  files: PolicyFiles;
  /** The policies that are switched on. */
  policies: Policy[];
  /** All policies, including those that are off. */
  all: Policy[];
  events: EventName[];
}

export async function switchedOn(home: Home, project: Project, env: Env): Promise<SwitchedOn> {
  const config = loadConfig(home, project, allPolicies);
  const files = await findPolicyFiles(home, project, allPolicies(), env);
  const all = [
    ...allPolicies(),
    ...config.rules.map(rulePolicy),
    ...config.external.map(externalPolicy),
    ...files.policies,
  ];
  const policies = all.filter((policy) => config.setting(policy).level !== 'off');
  return { config, files, policies, all, events: neededEvents(policies) };
}

/** A place without a project config, to load the user's config alone. */
export function outsideProjects(home: Home): Project {
  return { root: home.dir, repository: home.dir, worktree: false };
}

/**
 * The client runs entries with the same command and arguments once, and then takes timeout and waiting from the project's
 * file. So the user's own entries have an argument that no repository can know. Empty before the key is made.
 */
function entryId(home: Home): string[] {
  const signature = signatureOf(home, 'entries');
  return signature ? [`--id=${signature.slice(0, 12)}`] : [];
}

export function entriesFor(
  events: readonly EventName[],
  scope: Scope,
  home: Home,
  { waker = false } = {},
): Wanted {
  // A project's shared settings name a script in the project that finds the installed program. With `--shared`, a
  // registration in the user's own settings takes precedence.
  const [launch, extra] =
    scope === 'project' ? [[sharedCommand], ['--shared']] : [[home.launcher], entryId(home)];
  const wanted: Wanted = Object.fromEntries(events.map((event) => [event, handlerFor(event, launch, extra)]));
  return waker ? { ...wanted, 'Stop --rewake': wakerFor(launch, extra) } : wanted;
}
