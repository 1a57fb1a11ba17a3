// Bundles the dashboard's page into one script and one style sheet, which the executable embeds as text.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dir);
const entry = join(root, 'src', 'dashboard', 'web', 'main.tsx');

/** The output of the bundler, and the names under which the server imports it. */
const pieces: [made: string, kept: string][] = [
  ['main.js', 'script.txt'],
  ['main.css', 'style.txt'],
];

export function buildPage(out: string): void {
  mkdirSync(dirname(out), { recursive: true });
  const fresh = mkdtempSync(`${out}-`);
  try {
    const flags = ['--target=browser', '--format=esm', '--minify', '--production', '--outdir', fresh];
    const done = spawnSync(process.execPath, ['build', entry, ...flags], { cwd: root, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`bun build ${entry}\n${done.stdout}${done.stderr}`);
    mkdirSync(out, { recursive: true });
    // Renamed into place, so that two concurrent builds do not mix.
    for (const [made, kept] of pieces) renameSync(join(fresh, made), join(out, kept));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
