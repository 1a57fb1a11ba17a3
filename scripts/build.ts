// One executable with several entry points, each a bundle of its own: the hook is one piece that starts as one, and nothing
// of the commands is in it. Bytecode halves the start of what is left.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundles } from '../src/hook/bundles/load.ts';
import { buildPage } from './page.ts';

const root = dirname(import.meta.dir);

/** We run in other people's folders: what lies there must not preload code into us or set our variables. */
const noAutoload = ['--no-compile-autoload-bunfig', '--no-compile-autoload-dotenv'];

/**
 * A hook is over before compiled code pays for itself: with the usual thresholds the compiler's threads start in the
 * middle of an answer and take a sixth of its time. What runs for long may call `Bun.unsafe.setJITPolicy(1)`.
 */
const shortLived = ['--compile-jit-policy=100'];

export function compile(
  entry: string | readonly string[],
  outfile: string,
  more: readonly string[] = [],
): void {
  const fresh = `${outfile}.${process.pid}.new`;
  mkdirSync(dirname(outfile), { recursive: true });
  try {
    bun([
      '--compile',
      '--bytecode',
      '--minify',
      '--format=esm',
      ...noAutoload,
      ...shortLived,
      ...more,
      ...[entry].flat(),
      '--outfile',
      fresh,
    ]);
    removeRuntimeEnvVars(fresh);
    // Moved into place: a session that is running the old program keeps it.
    renameSync(fresh, outfile);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/**
 * With these the runtime becomes another program, loads code before ours, waits for a debugger, or writes files of its
 * own.
 */
const runtimeEnvVars = [
  'BUN_BE_BUN',
  'BUN_OPTIONS',
  'BUN_INSPECT',
  'BUN_INSPECT_CONNECT_TO',
  'BUN_INSPECT_PRELOAD',
  'BUN_BYTECODE_ORDER_OUT',
  'BUN_BYTECODE_DIGEST_OUT',
];

/**
 * A repository's settings set variables for hooks, and there is no switch to make the runtime ignore its own. So their
 * names are emptied inside the executable: nobody can set a variable without a name. Elsewhere than on Linux changed
 * bytes would break the program's signature.
 */
function removeRuntimeEnvVars(file: string): void {
  if (process.platform !== 'linux') return;
  const bytes = readFileSync(file);
  for (const name of runtimeEnvVars) {
    const at = bytes.indexOf(`\0${name}\0`);
    if (at < 0) throw new Error(`${name} is not in the runtime any more: see why it had to be silenced`);
    bytes[at + 1] = 0;
  }
  spoilEngineOption(bytes, 'watchdog');
  writeFileSync(file, bytes);
}

/**
 * `BUN_JSC_watchdog=1` ends the process in silence, with exit code 0, so that every call would pass. Under another name
 * the engine takes the variable for a mistake and refuses to start, which the client can see.
 */
function spoilEngineOption(bytes: Buffer, option: string): void {
  const at = bytes.indexOf(`\0JSC_${option}\0`);
  if (at < 0) throw new Error(`the engine has no option ${option} any more: see why it had to be spoiled`);
  bytes.write('~', at + 1 + 'JSC_'.length);
}

function bun(args: readonly string[]): void {
  const done = spawnSync(process.execPath, ['build', ...args], { cwd: root, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`bun build ${args.join(' ')}\n${done.stdout}${done.stderr}`);
}

/**
 * The commands are a plain file inside the executable: as bytecode they are four times as large, and every event would
 * pay for that (0.6 ms), though no event uses them.
 */
function packCommands(folder: string): string {
  const packed = join(folder, `${bundles.cli.built}.js`);
  const source = join(root, 'src', `${bundles.cli.file}.ts`);
  bun(['--target=bun', '--minify', '--format=esm', source, '--outfile', packed]);
  return packed;
}

export const pawl = join(root, 'dist', 'pawl');

export function build(): string {
  mkdirSync(dirname(pawl), { recursive: true });
  buildPage(join(root, 'dist', 'web'));
  const parts = mkdtempSync(join(dirname(pawl), 'parts-'));
  try {
    const files = Object.values(bundles).filter((one) => one !== bundles.cli);
    const entries = ['main', ...files.map(({ file }) => file)].map((name) => join(root, 'src', `${name}.ts`));
    compile(entries, pawl, ['--root', join(root, 'src'), '--asset', packCommands(parts)]);
  } finally {
    rmSync(parts, { recursive: true, force: true });
  }
  return pawl;
}

if (import.meta.main) console.log(`built ${build().slice(root.length + 1)}`);
