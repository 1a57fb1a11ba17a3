// The whole examination: look at everything, find what is wrong.

import { findPlace } from '../../facts/project.ts';
import { allPolicies } from '../../policies/registry.ts';
import { lastSeen } from '../../store/db/events.ts';
import { type StoreHealth, storeHealth } from '../../store/db/health.ts';
import { Store } from '../../store/store.ts';
import type { Env } from '../../system/env.ts';
import { type Home, userHome } from '../../system/home.ts';
import { switchedOn } from '../init/needed.ts';
import { checkClient, clientVersion } from './check-client.ts';
import { checkDrift, clientObjections } from './check-drift.ts';
import { checkDuplicates } from './check-duplicates.ts';
import { checkConfig, checkPermissions, checkStore, checkWritable } from './check-home.ts';
import { checkOwn, type Registration, registrationOf } from './check-own.ts';
import { checkScript } from './check-scripts.ts';
import { checkShape } from './check-shape.ts';
import type { Around } from './command-line.ts';
import { type Entry, readEntries } from './entries.ts';
import { type Finding, finding } from './finding.ts';
import { selfTest } from './self-test.ts';
import { findSources, type Source } from './sources.ts';

export interface Examined {
  root: string;
  sources: Source[];
  entries: Entry[];
  registration: Registration;
  /** The last time each event was seen: the proof of life. */
  seen: { event: string; at: number; count: number }[];
  client: string | undefined;
  store: StoreHealth;
  switchedOn: number;
  examples: number;
  findings: Finding[];
}

const ranks = { error: 0, warning: 1, info: 2 };

/** `thorough` also asks the client itself, which takes half a second. */
export async function examine(
  home: Home,
  cwd: string,
  env: Env,
  managed?: string,
  thorough = false,
): Promise<Examined> {
  const place = findPlace(cwd);
  const sources = findSources(place.root, env, managed);
  const read = sources.map(readEntries);
  const entries = read.flatMap(({ groups }) => groups.flatMap((group) => group.handlers));
  const around = aroundOf(place.root, env);
  const [on, client, objections] = await Promise.all([
    switchedOn(home, place, env),
    clientVersion(env),
    thorough ? clientObjections(env) : undefined,
  ]);
  const registration = registrationOf(entries);
  const store = storeHealth(home);
  const seen = store.state === 'ok' || store.backlog > 0 ? look(home, store) : [];
  const tested = await selfTest(allPolicies());
  const findings = [
    ...read.flatMap(checkShape),
    ...entries.flatMap((entry) => checkScript(entry, around(entry))),
    ...checkDuplicates(entries, around),
    ...checkOwn(home, entries, sources, on),
    ...checkFiring(registration, seen),
    ...checkClient(client),
    ...checkDrift(objections, seen),
    ...checkConfig(on),
    ...checkStore(home, store),
    ...checkWritable(home),
    ...checkPermissions(home),
    ...tested.findings,
  ].sort((a, b) => ranks[a.severity] - ranks[b.severity]);
  const counts = { switchedOn: on.policies.length, examples: tested.ran };
  return { root: place.root, sources, entries, registration, seen, client, store, ...counts, findings };
}

/** What a hook's command means depends on where it is registered. */
export function aroundOf(project: string, env: Env): (entry: Entry) => Around {
  const home = userHome(env);
  return ({ source }) => ({ home, project, ...(source.plugin && { pluginRoot: source.plugin.root }) });
}

function look(home: Home, { state }: StoreHealth): Examined['seen'] {
  if (state !== 'ok' && state !== 'none') return [];
  const seen = new Store(home).readCurrent(lastSeen) ?? [];
  return seen.sort((a, b) => b.at - a.at);
}

function checkFiring({ events }: Registration, seen: Examined['seen']): Finding[] {
  return events.length > 0 && seen.length === 0
    ? [finding('never-fired', `Waiting for the first of ${events.length} kinds of events`)]
    : [];
}
