// Finds programs that some tests need, or gets them with apt-get if that is possible.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Downloads and unpacks packages without installing them; undefined if that can’t be done here. */
export function unpackPackages(packages: readonly string[]): string | undefined {
  if (['apt-get', 'dpkg-deb', 'flock'].some((name) => Bun.which(name) === null)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'packages-'));
  mkdirSync(join(folder, 'packages'));
  const download = `apt-get -qq -o APT::Sandbox::User=root download ${packages.join(' ')}`;
  const script = `cd packages && { ${download} || { apt-get -qq update && ${download}; }; } 2>/dev/null &&
    for one in *.deb; do dpkg-deb -x "$one" ../files; done`;
  const locked = ['flock', '/tmp/pawl-test-apt.lock', 'sh', '-c', script];
  const done = Bun.spawnSync(locked, { cwd: folder, timeout: 120_000 }).success;
  return done ? join(folder, 'files') : undefined;
}

/** The first of these programs that exists; if there is none, the package is installed first. */
export function findOrInstall(names: readonly string[], debianPackage: string): string | undefined {
  const find = () => names.map((name) => Bun.which(name)).find((path) => path !== null) ?? undefined;
  const mayInstall = process.getuid?.() === 0 && Bun.which('apt-get') !== null && Bun.which('flock') !== null;
  const here = find();
  if (here || !mayInstall) return here;
  // Other test files may install at the same time, and apt-get refuses to run twice.
  const script = `command -v ${names[0]} || apt-get -qq install -y --no-install-recommends ${debianPackage} ||
    { apt-get -qq update && apt-get -qq install -y --no-install-recommends ${debianPackage}; }`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const timeout = 240_000;
  Bun.spawnSync(['flock', '/tmp/pawl-test-apt.lock', 'sh', '-c', script], { env, stdout: 'ignore', timeout });
  return find();
}
