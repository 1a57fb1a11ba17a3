// Dependencies: installed when they are missing or older than the lock file, and found without
// relying on install scripts, which newer versions of npm hold back.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const modules = join(root, 'node_modules');

export function ensureInstalled() {
  if (isCurrent()) return;
  console.log('Installing dependencies …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // No scripts: nothing here needs them, and every version of npm then does the same.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const done = spawnSync(npm, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.status !== 0) throw new Error('npm ci failed; is a package registry reachable?');
}

/** npm leaves a lock file of what it really installed; if it agrees with ours there is nothing to do. */
function isCurrent() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const have = packagesOf(join(modules, '.package-lock.json'));
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    if (!have[path]) return optional === true;
    return have[path].version === version && existsSync(join(root, path, 'package.json'));
  });
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

/** The script behind a package's command, so that it runs under the Node that runs us. */
export function binOf(name) {
  const home = { biome: '@biomejs/biome', tsc: 'typescript' }[name] ?? name;
  const { bin } = JSON.parse(readFileSync(join(modules, home, 'package.json'), 'utf8'));
  return join(modules, home, typeof bin === 'string' ? bin : bin[name]);
}

let found;
/** Bun's program: where its install script would put it, else straight from the platform's package. */
export function bunPath() {
  found ??= [join(modules, 'bun', 'bin', 'bun.exe'), ...platformBuns()].find(runs);
  if (!found) throw new Error('Bun is not installed for this platform: remove node_modules and try again');
  return found;
}

function platformBuns() {
  const scope = join(modules, '@oven');
  if (!existsSync(scope)) return [];
  const program = process.platform === 'win32' ? 'bun.exe' : 'bun';
  return readdirSync(scope).map((name) => join(scope, name, 'bin', program));
}

/** A stub or a build for another C library exists as a file but does not run. */
function runs(file) {
  return existsSync(file) && spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0;
}
