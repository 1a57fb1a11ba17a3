// Builds dist/pawl: one executable with several entry points, each in its own bundle (docs/decisions/011-bundles.md). The
// hook loads nothing of the commands, and bytecode halves the time it takes to start.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bundles } from '../src/hook/bundles/load.ts';
import { buildEncoder } from './encoder.ts';
import { buildPage } from './page.ts';
import { harden } from './runtime/harden.ts';

const root = dirname(import.meta.dir);
const src = join(root, 'src');

/** Hooks run in other people's folders, whose files must not be able to preload code or set variables. */
const noAutoload = ['--no-compile-autoload-bunfig', '--no-compile-autoload-dotenv'];

/**
 * Disables the JIT compiler, because a hook ends before compiled code pays off: with the usual thresholds the compiler's
 * threads take a sixth of its time. Commands that run for long call `Bun.unsafe.setJITPolicy(1)`.
 */
const shortLived = ['--compile-jit-policy=100'];

/** Another platform to build for: Bun's name of it, and the runtime that is put into the executable. */
export interface Target {
  bun: string;
  runtime: string;
}

export function compile(
  entry: string | readonly string[],
  outfile: string,
  more: readonly string[] = [],
  target?: Target,
): void {
  mkdirSync(dirname(outfile), { recursive: true });
  // The name of the file becomes part of its content, and two builds of one source must be the same.
  const folder = mkdtempSync(join(dirname(outfile), 'new-'));
  const fresh = join(folder, basename(outfile));
  try {
    bun([
      '--compile',
      '--bytecode',
      '--minify',
      '--format=esm',
      ...noAutoload,
      ...shortLived,
      ...(target ? [`--target=${target.bun}`, `--compile-executable-path=${target.runtime}`] : []),
      ...more,
      ...[entry].flat(),
      '--outfile',
      fresh,
    ]);
    harden(fresh);
    // Renamed, not overwritten, so that sessions can continue to run the old program.
    renameSync(fresh, outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bun(args: readonly string[]): void {
  const done = spawnSync(process.execPath, ['build', ...args], { cwd: root, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`bun build ${args.join(' ')}\n${done.stdout}${done.stderr}`);
}

/**
 * Bundles one entry point, by itself, into `folder`. Bundled together with the others, it would also hold whatever
 * another entry point uses of the files that both import, and every event would load that.
 */
function bundleAlone(file: string, folder: string, more: readonly string[] = []): string {
  const bundled = join(folder, `${file}.js`);
  bun(['--target=bun', '--minify', '--format=esm', ...more, join(src, `${file}.ts`), '--outfile', bundled]);
  return bundled;
}

/** Bundles the entry points that become bytecode, each with the tables that it imports as text beside it. */
function bundleEach(files: readonly string[], folder: string): string[] {
  // A table stays a separate file: inside a bundle it would be stored twice, as source and as bytecode.
  for (const table of new Bun.Glob('**/*.generated.txt').scanSync(src)) {
    mkdirSync(join(folder, dirname(table)), { recursive: true });
    copyFileSync(join(src, table), join(folder, table));
  }
  return files.map((file) => bundleAlone(file, folder, ['--external', '*.generated.txt']));
}

export const pawl = join(root, 'dist', 'pawl');

export function build(outfile = pawl, target?: Target): string {
  mkdirSync(dirname(outfile), { recursive: true });
  buildPage(join(root, 'dist', 'web'));
  const parts = mkdtempSync(join(dirname(outfile), 'parts-'));
  try {
    const { cli, ...others } = bundles;
    const entries = bundleEach(['main', ...Object.values(others)], parts);
    // The commands are embedded as source text. As bytecode they would be four times as large, and every event would
    // take 0.6 ms longer although no event uses them. Their folder is embedded, because a single file loses its path.
    const commands = dirname(bundleAlone(cli, parts));
    const encoder = join(parts, 'encoder');
    cpSync(buildEncoder(), encoder, { recursive: true });
    compile(entries, outfile, ['--root', parts, '--asset', commands, '--asset', encoder], target);
  } finally {
    rmSync(parts, { recursive: true, force: true });
  }
  return outfile;
}

if (import.meta.main) console.log(`built ${build().slice(root.length + 1)}`);
