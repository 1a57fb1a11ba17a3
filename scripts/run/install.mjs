// Dependencies: installed when they are missing or older than the lock file, and found without
// relying on install scripts, which newer versions of npm hold back.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const modules = join(root, 'node_modules');

// No scripts: nothing here needs them, and every version of npm then does the same.
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund'];

export function ensureInstalled() {
  if (isCurrent()) return;
  console.log('Installing dependencies …');
  npm(['ci', ...quiet], root);
}

/** The tools that the benchmark measures beside Pawl; large, so only fetched when it runs. */
export function ensurePeers() {
  const wanted = readFileSync(join(root, 'bench', 'peers.json'), 'utf8');
  const folder = join(root, 'bench', '.peers');
  const stamp = join(folder, 'node_modules', '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing the tools to compare with …');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), wanted);
  npm(['install', ...quiet, '--loglevel=error'], folder);
  writeFileSync(stamp, wanted);
}

function npm(args, cwd) {
  const program = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const done = spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.status !== 0) throw new Error(`npm ${args[0]} failed; is a package registry reachable?`);
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
