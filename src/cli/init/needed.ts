// Which events the client has to send us, from the policies that are switched on.

import { type Config, loadConfig } from '../../config/load.ts';
import { rulePolicy } from '../../config/rules.ts';
import type { EventName } from '../../core/channels.ts';
import type { Project } from '../../core/facts.ts';
import type { Policy } from '../../core/policy.ts';
import { allPolicies } from '../../policies/registry.ts';
import type { Env } from '../../system/env.ts';
import type { Home } from '../../system/home.ts';
import { externalPolicy } from '../../user-policies/external.ts';
import { findPolicyFiles, type PolicyFiles } from '../../user-policies/user-policies.ts';
import type { Wanted } from './merge.ts';
import { handlerFor, neededEvents, wakerFor } from './register.ts';
import type { Scope } from './settings.ts';

export interface SwitchedOn {
  config: Config;
  own: PolicyFiles;
  policies: Policy[];
  /** Those that are off too. */
  all: Policy[];
  events: EventName[];
}

export async function switchedOn(home: Home, project: Project, env: Env): Promise<SwitchedOn> {
  const config = loadConfig(home, project, allPolicies);
  const own = await findPolicyFiles(home, project, allPolicies(), env);
  const all = [
    ...allPolicies(),
    ...config.rules.map(rulePolicy),
    ...config.external.map(externalPolicy),
    ...own.policies,
  ];
  const policies = all.filter((policy) => config.setting(policy).level !== 'off');
  return { config, own, policies, all, events: neededEvents(policies) };
}

/** A place without a project's config, for what counts everywhere. */
export function nowhere(home: Home): Project {
  return { root: home.dir, repository: home.dir, worktree: false };
}

/**
 * A shared file must work on every machine that reads it: the home is looked up there, and where Pawl is not
 * installed nobody is locked out. `--shared` lets a copy in the person's own settings go first.
 */
export const portable = [
  '/bin/sh',
  '-c',
  'p=$PAWL_HOME; [ "$p" ] || p=$HOME/.pawl; [ -x "$p/bin/pawl" ] || exit 0; exec "$p/bin/pawl" "$@"',
  'pawl',
];

export function entriesFor(
  events: readonly EventName[],
  scope: Scope,
  home: Home,
  { waker = false } = {},
): Wanted {
  const [launch, extra] = scope === 'project' ? [portable, ['--shared']] : [[home.launcher], []];
  const wanted: Wanted = Object.fromEntries(events.map((event) => [event, handlerFor(event, launch, extra)]));
  return waker ? { ...wanted, 'Stop --rewake': wakerFor(launch, extra) } : wanted;
}
