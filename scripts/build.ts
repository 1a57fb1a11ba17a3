// One executable with several doors, each a bundle of its own: the hook is one piece that starts as one, and nothing
// of the commands is in it. Bytecode halves the start of what is left.
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildPage } from './page.ts';
import { buildPage } from './page.ts';

const root = dirname(import.meta.dir);

/** We run in other people's folders: what lies there must not preload code into us or set our variables. */
const strangers = ['--no-compile-autoload-bunfig', '--no-compile-autoload-dotenv'];

/**
 * A hook is over before compiled code pays for itself: with the usual thresholds the compiler's threads start in the
 * middle of an answer and take a sixth of its time. What runs for long may call `Bun.unsafe.setJITPolicy(1)`.
 */
const shortLived = ['--compile-jit-policy=100'];

export function compile(entry: string | readonly string[], outfile: string): void {
  const entries = [entry].flat();
  mkdirSync(dirname(outfile), { recursive: true });
  const fresh = `${outfile}.${process.pid}.new`;
  const flags = ['--compile', '--bytecode', '--minify', '--format=esm', ...strangers, ...shortLived];
  const args = ['build', ...flags, ...entries, '--outfile', fresh];
  const done = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (done.status !== 0) {
    rmSync(fresh, { force: true });
    throw new Error(`bun build ${entries[0]}\n${done.stdout}${done.stderr}`);
  }
  // Moved into place: a session that is running the old program keeps it.
  renameSync(fresh, outfile);
}

/** The first is the program; the others are what is opened by name, from src/main.ts and with `door`. */
const doors = ['main', 'cli', 'statusline', 'rewake', 'own/host', 'shell/index', 'far'];

export const pawl = join(root, 'dist', 'pawl');

export function build(): string {
  mkdirSync(dirname(pawl), { recursive: true });
  buildPage(join(root, 'dist', 'web'));
  mkdirSync(dirname(pawl), { recursive: true });
  buildPage(join(root, 'dist', 'web'));
  compile(
    doors.map((name) => join(root, 'src', `${name}.ts`)),
    pawl,
  );
  return pawl;
}

if (import.meta.main) console.log(`built ${build().slice(root.length + 1)}`);
