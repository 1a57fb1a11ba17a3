// The dashboard's page: bundled to one script and one style, which the executable carries as text.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dir);
const entry = join(root, 'src', 'dashboard', 'web', 'main.tsx');

/** What the bundler makes, and what the server imports. */
const pieces: [made: string, kept: string][] = [
  ['main.js', 'script.txt'],
  ['main.css', 'style.txt'],
];

export function buildPage(out: string): void {
  const fresh = mkdtempSync(`${out}-`);
  try {
    const flags = ['--target=browser', '--format=esm', '--minify', '--production', '--outdir', fresh];
    const done = spawnSync(process.execPath, ['build', entry, ...flags], { cwd: root, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`bun build ${entry}\n${done.stdout}${done.stderr}`);
    mkdirSync(out, { recursive: true });
    // Moved into place, so that two builds at once do not mix.
    for (const [made, kept] of pieces) renameSync(join(fresh, made), join(out, kept));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
