import type { Family } from '../rules.ts';
import { aws, clouds, objects } from './cloud.ts';
import { clusterTools, docker, kubernetes, machines } from './containers.ts';
import { databases, publishing } from './data.ts';
import { disks } from './disks.ts';
import { git } from './git.ts';
import { deploys, infrastructure, terraform } from './infrastructure.ts';
import { dns, github, platforms } from './platforms.ts';
import { backups, secretStores } from './secrets.ts';
import { system } from './system.ts';
import { accounts, traces } from './traces.ts';

let index: Map<string, Family[]> | undefined;

/** The families a command belongs to. The index is built when the first command asks. */
export function familiesOf(name: string): readonly Family[] {
  index ??= build();
  return index.get(name) ?? [];
}

const ALL = (): readonly Family[] => [
  ...[git, docker, machines, kubernetes, clusterTools, terraform, infrastructure, deploys],
  ...[aws, clouds, dns, objects, platforms, github, secretStores, backups],
  ...databases,
  ...publishing,
  ...system,
  ...accounts,
  ...traces,
  ...disks,
];

function build(): Map<string, Family[]> {
  const map = new Map<string, Family[]>();
  for (const family of ALL()) {
    for (const name of family.names.split(' ')) {
      const list = map.get(name);
      if (list) list.push(family);
      else map.set(name, [family]);
    }
  }
  return map;
}
