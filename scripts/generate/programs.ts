// Reads the program specs, and generates the index that finds the spec of a program by its name.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgramSpec } from '../../src/shell/programs/spec.ts';
import { key, quoted } from './code.ts';

const specs = join(import.meta.dir, '../../src/shell/programs/specs');

export interface Group {
  name: string;
  about: string;
  programs: readonly ProgramSpec[];
}

export async function readGroups(): Promise<Group[]> {
  const names = readdirSync(specs)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3))
    .sort();
  return Promise.all(names.map(readGroup));
}

async function readGroup(name: string): Promise<Group> {
  const { programs } = (await import(join(specs, `${name}.ts`))) as { programs: readonly ProgramSpec[] };
  const first = (await Bun.file(join(specs, `${name}.ts`)).text()).split('\n', 1)[0] ?? '';
  return { name, about: first.startsWith('// ') ? first.slice(3) : '', programs };
}

/** The index: which file of specs/ has which program. */
export function indexFile(groups: readonly Group[], head: string): string {
  const seen = new Map<string, string>();
  for (const { name: group, programs } of groups)
    for (const name of programs.flatMap((spec) => spec.names.split(' '))) {
      if (seen.has(name)) throw new Error(`${name} has two specs: ${seen.get(name)} and ${group}`);
      seen.set(name, group);
    }
  const names = (group: string) => [...seen].filter(([, of]) => of === group).map(([name]) => name);
  const file = (name: string) => `./specs/${name}.ts`;
  return `// ${head}
// Which file of specs/ has which program. A file is loaded when one of its programs is looked up.
import { oneOf } from '../base/words.ts';
import type { ProgramSpec } from './spec.ts';

export const groups = {
${groups.map(({ name }) => `  ${key(name)}: () => (require('${file(name)}') as typeof import('${file(name)}')).programs,`).join('\n')}
} satisfies Record<string, () => readonly ProgramSpec[]>;

type GroupName = keyof typeof groups;

const NAMES: Readonly<Record<GroupName, string>> = {
${groups.map(({ name }) => `  ${key(name)}:\n    ${quoted(names(name).sort().join(' '))},`).join('\n')}
};

export function groupOf(name: string): GroupName | undefined {
  for (const group in NAMES)
    if (oneOf(NAMES[group as GroupName], name)) return group as GroupName;
  return undefined;
}
`;
}
