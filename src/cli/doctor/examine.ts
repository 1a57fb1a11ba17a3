// Runs all checks of `pawl doctor` and collects their findings.

import { findPlace } from '../../facts/project.ts';
import { lastSeen } from '../../store/db/events.ts';
import { type StoreHealth, storeHealth } from '../../store/db/health.ts';
import { Store } from '../../store/store.ts';
import type { Env } from '../../system/env.ts';
import { type Home, userHome } from '../../system/home.ts';
import { registeredClients } from '../init/clients.ts';
import { type SwitchedOn, switchedOn } from '../init/needed.ts';
import { checkClient, clientVersion } from './check-client.ts';
import { checkClients } from './check-clients.ts';
import { checkDrift, clientObjections } from './check-drift.ts';
import { checkDuplicates } from './check-duplicates.ts';
import { checkExport } from './check-export.ts';
import { checkConfig, checkEncoder, checkPermissions, checkStore, checkWritable } from './check-home.ts';
import { checkManaged, checkSettings } from './check-managed.ts';
import { checkRegistration, type Registration, registrationOf } from './check-registration.ts';
import { checkScript } from './check-scripts.ts';
import { checkShape } from './check-shape.ts';
import { checkTeam } from './check-team.ts';
import type { HookPaths } from './command-line.ts';
import { type HookEntry, readEntries } from './entries.ts';
import { type Finding, finding } from './finding.ts';
import { selfTest } from './self-test.ts';
import { findSources, type Source } from './sources.ts';

export interface Examination {
  root: string;
  /** An administrator installed the program that runs now. */
  managed: boolean;
  sources: Source[];
  entries: HookEntry[];
  registration: Registration;
  /** When each event was last received, which shows that the hooks fire. */
  seen: { event: string; at: number; count: number }[];
  client: string | undefined;
  /** Other coding agents with which Pawl is registered. */
  otherClients: string[];
  store: StoreHealth;
  switchedOn: number;
  examples: number;
  findings: Finding[];
}

const ranks = { error: 0, warning: 1, info: 2 };

/**
 * `managed`: the folder of the administrator's settings, if it is another one. `thorough` also asks the client to validate
 * all events, which takes half a second.
 */
export async function examine(
  home: Home,
  cwd: string,
  env: Env,
  managed?: string,
  thorough = false,
): Promise<Examination> {
  const place = findPlace(cwd);
  const sources = findSources(place.root, env, managed);
  const read = sources.map(readEntries);
  const entries = read.flatMap(({ groups }) => groups.flatMap((group) => group.handlers));
  const paths = hookPathsOf(place.root, env);
  const [on, client, objections] = await Promise.all([
    switchedOn(home, place, env),
    clientVersion(env),
    thorough ? clientObjections(env) : undefined,
  ]);
  const registration = registrationOf(entries);
  const store = storeHealth(home);
  const seen = store.state === 'ok' || store.backlog > 0 ? readSeen(home, store) : [];
  const others = await checkClients(home, place.root, on, env);
  const tested = await selfTest(home, on.files.policies);
  const findings = [
    ...read.flatMap(checkShape),
    ...checkHooks(entries, paths),
    ...checkRegistration(home, entries, sources, on),
    ...checkManaged(home),
    ...checkSettings(home, place.root, env),
    // Without the store nobody knows which events arrived.
    ...(isReadable(store) ? checkFiring(registration, seen) : []),
    ...checkClient(client),
    ...others,
    ...checkDrift(objections, seen),
    ...checkOwnFiles(home, on, store),
    ...tested.findings,
  ].sort((a, b) => ranks[a.severity] - ranks[b.severity]);
  return {
    root: place.root,
    managed: home.managed,
    sources,
    entries,
    registration,
    seen,
    client,
    otherClients: registeredClients().map(({ title }) => title),
    store,
    switchedOn: on.policies.length,
    examples: tested.ran,
    findings,
  };
}

function checkHooks(entries: readonly HookEntry[], paths: (entry: HookEntry) => HookPaths): Finding[] {
  return [
    ...entries.flatMap((entry) => checkScript(entry, paths(entry))),
    ...checkDuplicates(entries, paths),
  ];
}

/** Checks Pawl's home, and what the config in it connects to. */
function checkOwnFiles(home: Home, on: SwitchedOn, store: StoreHealth): Finding[] {
  const now = Date.now();
  return [
    ...checkConfig(on),
    ...checkStore(home, store),
    ...checkEncoder(on),
    ...checkExport(home, on.config, now),
    ...checkTeam(home, on.config, now),
    ...checkWritable(home),
    ...checkPermissions(home),
  ];
}

/** The paths in a hook's command depend on where it is registered. */
export function hookPathsOf(project: string, env: Env): (entry: HookEntry) => HookPaths {
  const home = userHome(env);
  return ({ source }) => ({ home, project, ...(source.plugin && { pluginRoot: source.plugin.root }) });
}

export const isReadable = ({ state }: StoreHealth): boolean => state === 'ok' || state === 'none';

function readSeen(home: Home, store: StoreHealth): Examination['seen'] {
  if (!isReadable(store)) return [];
  const seen = new Store(home).readCurrent(lastSeen) ?? [];
  return seen.sort((a, b) => b.at - a.at);
}

/**
 * Ignores events that commands record themselves (`pawl:config`, `pawl:pause` …): they did not come from the client.
 */
function checkFiring({ events }: Registration, seen: Examination['seen']): Finding[] {
  return events.length > 0 && seen.every(({ event }) => event.startsWith('pawl:'))
    ? [finding('never-fired', `No event has arrived yet; ${events.length} are registered`)]
    : [];
}
