// What Pawl's home holds after `pawl init`: mark, config, schema, and the package that own policies import.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import schema from '../../../docs/config.schema.json' with { type: 'text' };
import { packNames, packs } from '../../core/pack.ts';
import { makeFolder, readText, writeFileAtomic } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import files from './package.files.json';

/** Writes what is missing or old. Returns the files that changed. */
export function writeHomeFiles(home: Home): string[] {
  makeFolder(home.policies);
  const library = join(home.dir, 'node_modules', 'pawl');
  const all: [string, string][] = [
    [home.marker, 'The launcher in bin/ serves the Pawl home it lies in; this file marks one.\n'],
    [join(home.dir, 'config.schema.json'), schema as unknown as string],
    ...Object.entries(files).map(([name, text]): [string, string] => [join(library, name), text]),
  ];
  const once: [string, string][] = [
    [home.config, firstConfig()],
    [join(home.dir, 'tsconfig.json'), tsconfig],
  ];
  const changed = [
    ...all.filter(([path, text]) => readText(path) !== text),
    ...once.filter(([path]) => !existsSync(path)),
  ];
  for (const [path, text] of changed) writeFileAtomic(path, text);
  return changed.map(([path]) => path);
}

/** For the editor: policies are TypeScript without a build step. */
const tsconfig = `${JSON.stringify(
  {
    compilerOptions: {
      target: 'ESNext',
      module: 'Preserve',
      moduleResolution: 'bundler',
      strict: true,
      noEmit: true,
      types: [],
    },
    include: ['policies'],
  },
  null,
  2,
)}\n`;

export function firstConfig(): string {
  const rows = packNames.map(
    (name) => `  //   ${name.padEnd(11)} ${packs[name].on ? 'on ' : 'off'}  ${packs[name].about}`,
  );
  return `// What Pawl does on this machine. “pawl config” shows what is in force and why, “pawl policies” what there is.
{
  "$schema": "./config.schema.json",

  // Packs: "<name>": true switches one on, false off. The defaults:
${rows.join('\n')}
  "packs": {},

  // Level (off, observe, warn, ask, deny) and options of single policies:
  //   "guard/force-push": { "level": "ask" }
  "policies": {},

  // Simple policies as data:
  //   { "id": "no-sudo", "command": "sudo *", "action": "ask", "message": "This needs root." }
  "rules": []
}
`;
}
