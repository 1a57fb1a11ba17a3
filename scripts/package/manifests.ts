// The published packages: `pawl` (a shim, the types for people's own policies, the callbacks for the Agent SDK) and a
// package with the program for each platform. Nothing has an install script.
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { license, repository, version } from '../../package.json';
import library from '../../src/cli/init/package.files.json';
import { notices } from './notices.ts';
import { type Platform, platforms } from './platforms.ts';
import sdk from './sdk.files.json';

const root = join(import.meta.dir, '..', '..');

const common = { version, license, repository };

export function platformManifest({ name, os, cpu, libc }: Platform): object {
  return {
    name: `@pawl/${name}`,
    ...common,
    description: `The program of Pawl for ${name}`,
    os: [os],
    cpu: [cpu],
    ...(libc && { libc: [libc] }),
    files: ['bin', 'NOTICE'],
    // Yarn must unpack it, because a program can't be run from inside an archive.
    preferUnplugged: true,
  };
}

export function mainManifest(): object {
  return {
    name: 'pawl',
    ...common,
    description: 'The one program that Claude Code’s hooks call',
    keywords: ['claude-code', 'hooks', 'guard', 'coding-agent'],
    type: 'module',
    bin: { pawl: 'bin/pawl.mjs' },
    exports: {
      '.': { types: './lib/index.d.ts', default: './lib/index.js' },
      './sdk': { types: './lib/sdk/index.d.ts', default: './lib/sdk/index.js' },
      './package.json': './package.json',
    },
    files: ['bin', 'lib'],
    engines: { node: '>=18' },
    optionalDependencies: Object.fromEntries(platforms.map(({ name }) => [`@pawl/${name}`, version])),
  };
}

/** Lays out the package of one platform in a folder. */
export function layOutPlatform(folder: string, platform: Platform, program: string): void {
  writeJson(join(folder, 'package.json'), platformManifest(platform));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  write(join(folder, 'NOTICE'), notices());
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const target = join(folder, 'bin', platform.program);
  copyFileSync(program, target);
  chmodSync(target, 0o755);
}

export function layOutMain(folder: string): void {
  writeJson(join(folder, 'package.json'), mainManifest());
  for (const name of ['LICENSE', 'README.md']) copyFileSync(join(root, name), join(folder, name));
  for (const [name, text] of Object.entries({ ...library, ...sdk }))
    if (name !== 'package.json') write(join(folder, 'lib', name), text);
  mkdirSync(join(folder, 'bin'), { recursive: true });
  copyFileSync(join(import.meta.dir, 'shim.mjs'), join(folder, 'bin', 'pawl.mjs'));
  chmodSync(join(folder, 'bin', 'pawl.mjs'), 0o755);
}

const writeJson = (file: string, value: object) => write(file, `${JSON.stringify(value, null, 2)}\n`);

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
