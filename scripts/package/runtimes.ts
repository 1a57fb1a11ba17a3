// Bun's runtimes for other platforms. The lock file knows their checksums, because they are optional dependencies of
// `bun`; npm fetches them, so a proxy or a mirror works as it does for everything else.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import lock from '../../package-lock.json';
import type { Platform } from './platforms.ts';

const root = join(import.meta.dir, '..', '..');
const cache = join(root, '.cache', 'runtimes');
const locked = lock.packages as Record<string, { version?: string; integrity?: string }>;

/** The path of the runtime's program; fetched if it is not here yet. */
export function runtimeOf({ runtime, os }: Platform): string {
  const { version, integrity } = locked[`node_modules/${runtime}`]!;
  const program = join('bin', os === 'win32' ? 'bun.exe' : 'bun');
  const installed = join(root, 'node_modules', runtime, program);
  if (existsSync(installed)) return installed;
  const folder = join(cache, `${runtime.replace('/', '-')}-${version}`);
  if (!existsSync(join(folder, program))) fetchRuntime(`${runtime}@${version}`, integrity ?? '', folder);
  return join(folder, program);
}

function fetchRuntime(spec: string, integrity: string, folder: string): void {
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    const packed = run('npm', ['pack', '--silent', '--pack-destination', fresh, spec]).trim();
    const archive = join(fresh, packed);
    const sum = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (sum !== integrity)
      throw new Error(
        `${spec} is not the package that package-lock.json names (${sum} instead of ${integrity})`,
      );
    run('tar', ['-xzf', archive, '-C', fresh, '--strip-components=1']);
    rmSync(archive);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

export function run(program: string, args: readonly string[], cwd = root): string {
  const done = spawnSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (done.status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed: ${done.stderr || done.error?.message}`);
  return done.stdout;
}
