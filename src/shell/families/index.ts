import type { Family } from '../rules.ts';
import { oneOf } from '../words.ts';
import { aws, azure, clouds, objects } from './cloud.ts';
import { clusterTools, docker, kubernetes, machines } from './containers.ts';
import { databases, publishing } from './data.ts';
import { disks } from './disks.ts';
import { git, versions } from './git.ts';
import { deployScripts, deploys, infrastructure, provisioning, terraform } from './infrastructure.ts';
import { dns, github, heroku, nsupdate, platforms, servers, supabase, trackers } from './platforms.ts';
import { backups, decryption, secretStores } from './secrets.ts';
import { system } from './system.ts';
import { accounts, traces } from './traces.ts';
import { windowsFamilies } from './windows.ts';

const known = new Map<string, readonly Family[]>();
let all: readonly Family[] | undefined;

/** The families a command belongs to. */
export function familiesOf(name: string): readonly Family[] {
  const found = known.get(name);
  if (found) return found;
  all ??= everyFamily();
  const own = all.filter((family) => oneOf(family.names, name));
  known.set(name, own);
  return own;
}

const everyFamily = (): readonly Family[] => [
  ...[
    git,
    versions,
    docker,
    machines,
    kubernetes,
    clusterTools,
    terraform,
    infrastructure,
    provisioning,
    deploys,
    deployScripts,
  ],
  ...[
    aws,
    clouds,
    azure,
    dns,
    nsupdate,
    trackers,
    objects,
    platforms,
    servers,
    heroku,
    supabase,
    github,
    secretStores,
    decryption,
    backups,
  ],
  ...databases,
  ...publishing,
  ...system,
  ...accounts,
  ...traces,
  ...disks,
  ...windowsFamilies,
];
