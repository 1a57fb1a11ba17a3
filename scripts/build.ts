// One executable. ESM with splitting keeps commands that are imported on demand out of the hook's
// start, and bytecode halves what is left of it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dir);

/** We run in other people's folders: what lies there must not preload code into us or set our variables. */
const strangers = ['--no-compile-autoload-bunfig', '--no-compile-autoload-dotenv'];

/**
 * A hook is over before compiled code pays for itself: with the usual thresholds the compiler's threads start in the
 * middle of an answer and take a sixth of its time. What runs for long may call `Bun.unsafe.setJITPolicy(1)`.
 */
const shortLived = ['--compile-jit-policy=100'];

export function compile(entry: string, outfile: string): void {
  mkdirSync(dirname(outfile), { recursive: true });
  const fresh = `${outfile}.${process.pid}.new`;
  const flags = [
    '--compile',
    '--bytecode',
    '--minify',
    '--format=esm',
    '--splitting',
    ...strangers,
    ...shortLived,
  ];
  const args = ['build', ...flags, entry, '--outfile', fresh];
  const done = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (done.status !== 0) {
    rmSync(fresh, { force: true });
    throw new Error(`bun build ${entry}\n${done.stdout}${done.stderr}`);
  }
  // Moved into place: a session that is running the old program keeps it.
  renameSync(fresh, outfile);
}

export const pawl = join(root, 'dist', 'pawl');

export function build(): string {
  compile(join(root, 'src', 'main.ts'), pawl);
  return pawl;
}

if (import.meta.main) console.log(`built ${build().slice(root.length + 1)}`);
