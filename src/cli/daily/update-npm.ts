// Updates of a program that npm installed: looks the newest version up in the registry, and npm installs it.
import { sep } from 'node:path';
import type { PackageSource } from '../../store/files/update-state.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import type { Home } from '../../system/home.ts';
import type { Comparison } from './update-git.ts';

export function compareNpm(home: Home, version: string): Comparison {
  const newest = newestVersion(home);
  if (!newest) return { result: 'offline', local: version };
  const result = Bun.semver.order(newest, version) > 0 ? 'newer' : 'same';
  return { result, local: version, remote: newest };
}

/** Undefined if there is no npm, or if it can't reach the registry. */
function newestVersion(home: Home): string | undefined {
  const printed = npm(home, ['view', 'pawl', 'dist-tags.latest', '--json', '--loglevel=error'], 30_000);
  const version = attempt(() => JSON.parse(printed ?? 'null') as unknown);
  return typeof version === 'string' && /^\d+\.\d+\.\d+[\w.+-]*$/.test(version) ? version : undefined;
}

/** The commands that install a version. */
export function npmCommands(home: Home, { program }: PackageSource, version: string): string[][] {
  const launcher = ['init', '--launcher-only'];
  const globalFolder = npm(home, ['root', '-g'], 30_000)?.trim();
  if (globalFolder && program.startsWith(`${globalFolder}${sep}`))
    return [
      ['npm', 'install', '-g', `pawl@${version}`],
      [program, ...launcher],
    ];
  return [['npx', '-y', `pawl@${version}`, ...launcher]];
}

function npm(home: Home, words: readonly string[], timeout: number): string | undefined {
  const program = Bun.which('npm');
  if (!program) return undefined;
  const done = Bun.spawnSync([program, ...words], {
    ...npmPlace(home),
    stdin: 'ignore',
    stderr: 'ignore',
    timeout,
  });
  return done.exitCode === 0 ? done.stdout.toString() : undefined;
}

/**
 * npm runs in Pawl's home and without npm's variables, because a repository can set both a `.npmrc` and variables, and
 * must not choose the registry.
 */
export function npmPlace(home: Home): { cwd: string; env: Env } {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name));
  return { cwd: home.dir, env: Object.fromEntries(kept) };
}
