// The files that `pawl init` writes into Pawl's home: marker, config, schema, and the package that policies import.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import schema from '../../../docs/config.schema.json' with { type: 'text' };
import { packNames, packs } from '../../core/pack.ts';
import { makeFolder, readText, writeFileAtomic } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { policyTsconfig } from '../../user-policies/scaffold.ts';
import files from './package.files.json';

/** Writes the files that are missing or out of date, and returns their paths. */
export function writeHomeFiles(home: Home): string[] {
  makeFolder(home.policies);
  const library = join(home.control, 'node_modules', 'pawl');
  const keptUpToDate: [string, string][] = [
    [
      home.marker,
      'This file marks the folder as a Pawl home. The launcher in bin/ uses the home that contains it.\n',
    ],
    [join(home.control, 'config.schema.json'), schema as unknown as string],
    ...Object.entries(files).map(([name, text]): [string, string] => [join(library, name), text]),
  ];
  const writtenOnce: [string, string][] = [
    [home.config, firstConfig()],
    [join(home.control, 'tsconfig.json'), policyTsconfig()],
  ];
  const changed = [
    ...keptUpToDate.filter(([path, text]) => readText(path) !== text),
    ...writtenOnce.filter(([path]) => !existsSync(path)),
  ];
  for (const [path, text] of changed) writeFileAtomic(path, text);
  return changed.map(([path]) => path);
}

export function firstConfig(): string {
  const rows = packNames.map(
    (name) => `  //   ${name.padEnd(11)} ${packs[name].on ? 'on ' : 'off'}  ${packs[name].about}`,
  );
  return `// The config of Pawl on this machine. “pawl config” shows what is in force, “pawl policies” lists the policies.
{
  "$schema": "./config.schema.json",

  // "<name>": true switches a pack on, false switches it off. The defaults:
${rows.join('\n')}
  "packs": {},

  // The level (off, observe, warn, ask, deny) and options of single policies:
  //   "guard/force-push": { "level": "ask" }
  "policies": {},

  // Simple policies, written as data:
  //   { "id": "no-sudo", "command": "sudo *", "action": "ask", "message": "This needs root." }
  "rules": []
}
`;
}
